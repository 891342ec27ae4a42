r"""Trees over the last rows, grown anew in turn where their sum is wrong.

    forest.1   F = f_0 + sum_t v_t, v_t the value of the leaf of tree t that a row falls into, f_0 the log odds of the
               labels in the window;  P(+1) = 1/(1 + exp(-F)), the field of a member is u with Phi(u) = P(+1)
    forest.2   a row falls to the first child of a node if z_i <= edge, else to the second; edges are quantiles of a
               feature in the window, halfway between two values
    forest.3   tree t is grown anew on the window for the sum of the others, P = sigma(F - v_t): slopes g = w (y - P),
               bends h = w P (1 - P), y = 0 or 1; of all leaves the one is divided whose best division gains most, by
               G_1^2/(H_1 + lambda) + G_2^2/(H_2 + lambda) - G^2/(H + lambda), G and H sums over its rows; for this,
               g and h are rounded to units of which a sum over the window has some 2^24
    forest.4   v_t = rate G/(H + lambda)
    forest.5   each row brings a credit; a tree costs its window times the features that it looks at, drawn at random
               of those that have an edge, and a few more. So early trees are grown often, on few rows, and the time
               of a row does not grow

The window is that of the last rows; a row that falls out of it stays in the trees for as long as they stand. Rows are
kept, coded by the edges below them and by the leaves that they fall into: a tree is grown without looking at a value.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rosenblatt.gaussian import scalar_cdf, scalar_pdf
from rosenblatt.kernels.bank.members import MATRIX, VECTOR
from rosenblatt.kernels.compiler import numeric, pasted, specialise, template

EDGES, LEAVES, TREES = 63, 31, 50  # edges of a feature (one less than a power of two), leaves of a tree, trees
NODES = 2 * LEAVES - 1
HALVINGS = EDGES.bit_length()
FIRST_GROWN, LEAST_ROWS = 30, 10  # rows before the first tree, and in a leaf
LAMBDA, RATE, LEAST_GAIN = 1.0, 0.2, 0.5
CREDIT, ALSO = 1000.0, 4  # rows times features, for each row; what else a row costs a tree, in features
LOOKED_AT = 16  # features that a tree looks at, or a fifth of them
SAMPLE = 512  # rows whose quantiles are edges, looked for again when the window has doubled, or a quarter of it is new
SEEN, NEXT_TREE, EDGED_AT, CHANCE = 0, 1, 2, 3  # places in ``counts``
LEHMER = 2**31 - 1
FARTHEST_SUM = 30.0  # log odds; beyond it nobody can tell
SLOPE_BITS, BEND_BITS = 25, 24  # of a whole number in which rows are summed up; the rest counts up to 2^13 of them
LIGHTEST = 1e-280  # the least weight of the heaviest row, for units that are finite


class Window(NamedTuple):
    """The last rows: values, bins, leaves by tree, sums of trees; labels as 0 or 1, and sample weights."""

    rows: np.ndarray
    codes: np.ndarray
    leaves: np.ndarray
    sums: np.ndarray
    labels: np.ndarray
    weights: np.ndarray


class Trees(NamedTuple):
    """Trees by node: feature, edge, first child (0 for a leaf; the second one is next to it), and value."""

    features: np.ndarray
    edges: np.ndarray
    children: np.ndarray
    values: np.ndarray


class Summands(NamedTuple):
    """What rows are summed up by: a whole number for each, made of 1, its bend and its slope; and the units of both.

    One sum instead of three: histograms are most of what a tree costs.
    """

    packed: np.ndarray
    slope_unit: float
    bend_unit: float


@pasted
def field_of_log_odds(log_odds):
    """Return u with Phi(u) = 1/(1 + exp(-log odds)), to 1e-8: two steps of Newton's method from Shore's formula."""
    size = min(abs(log_odds), FARTHEST_SUM)
    rare = 1.0 / (1.0 + math.exp(size))
    if size < 6.0:
        x = 5.5556 * (1.0 - math.exp(-0.1186 * size))
    else:
        x = math.sqrt(2.0 * size - math.log(4.0 * math.pi * size))
    for _ in range(2):
        tail = scalar_cdf(-x)
        x += tail * math.log(tail / rare) / scalar_pdf(x)
    return x if log_odds > 0.0 else -x


@template
def draw(counts, below):
    """Return a whole number at random, at least 0 and below a bound, by Lehmer's generator."""
    counts[CHANCE] = counts[CHANCE] * 48271 % LEHMER
    return counts[CHANCE] * below // LEHMER


@pasted
def bin_of(value, edges):
    """Return the number of edges below a value, of ``EDGES``."""
    below = np.uint64(0)
    for halving in range(HALVINGS):  # a number of times that the compiler knows: without branches, ten times as fast
        step = np.uint64((EDGES + 1) >> (halving + 1))
        below += step * np.uint64(value > edges[below + step - np.uint64(1)])
    return below


@pasted
def find_leaves(row, trees, leaves, walking):
    """Fill in the leaf of each tree into which a row falls; ``walking`` is room for a number for each.  (forest.2)

    All trees are gone down a level at a time, which takes little more than half the time of one after the other: there
    is always another one to look at while an answer is on its way.
    """
    left = leaves.size
    for tree in range(left):
        leaves[tree], walking[tree] = 0, tree
    while left > 0:
        still = 0
        for place in range(left):
            tree = walking[place]
            node = np.uint64(leaves[tree])
            child = np.uint64(trees.children[tree, node])
            above = np.uint64(row[trees.features[tree, node]] > trees.edges[tree, node])
            leaves[tree] = child + above if child > 0 else node
            walking[still] = tree
            still += 1 if child > 0 else 0
        left = still


@pasted
def sort(values):
    """Put numbers in order, a byte of them after the other: nothing is compared, so nothing is foreseen wrongly.

    As whole numbers, floats above 0 are in their order, and those below 0 in reverse: of these all bits are turned.
    """
    sign, byte = np.uint32(2**31), np.uint32(255)
    given = values.view(np.uint32)
    keys, sorted_keys = np.empty(values.size, dtype=np.uint32), np.empty(values.size, dtype=np.uint32)
    for k in range(values.size):
        keys[k] = ~given[k] if given[k] & sign else given[k] | sign
    ends = np.empty(256, dtype=np.int64)
    for part in range(4):
        shift, total = np.uint32(8 * part), 0
        for value in range(256):
            ends[value] = 0
        for k in range(values.size):
            ends[(keys[k] >> shift) & byte] += 1
        for value in range(256):
            ends[value], total = total, total + ends[value]
        for k in range(values.size):
            value = (keys[k] >> shift) & byte
            sorted_keys[ends[value]] = keys[k]
            ends[value] += 1
        keys, sorted_keys = sorted_keys, keys
    for k in range(values.size):
        given[k] = keys[k] ^ sign if keys[k] & sign else ~keys[k]


@template
def find_edges(rows, filled, counts, edges):
    """Fill in the edges of all features: quantiles of up to ``SAMPLE`` rows, or all halves between few values."""
    taken, most = min(filled, SAMPLE), edges.shape[1]
    first = draw(counts, filled)
    sample, quantiles = np.empty((rows.shape[1], taken), dtype=np.float32), np.empty(taken, dtype=np.int64)
    for k in range(taken):
        row, quantiles[k] = (first + k * filled // taken) % filled, k * (most + 1) // taken
        for i in range(rows.shape[1]):
            sample[i, k] = rows[row, i]
    for i in range(rows.shape[1]):
        values = sample[i]
        sort(values)
        steps = 0
        for k in range(1, taken):
            steps += 1 if values[k] > values[k - 1] else 0
        count, last = 0, 0
        for k in range(1, taken):
            place = quantiles[k]
            if values[k] > values[k - 1] and (steps <= most or place > last) and count < most:
                edges[i, count] = np.float32(0.5) * (values[k] + values[k - 1])
                count, last = count + 1, place
        for k in range(count, most):
            edges[i, k] = np.inf


@pasted
def pack(slopes, bends, weights):
    """Return what rows are summed up by.  (forest.3)"""
    rows, heaviest = slopes.size, LIGHTEST
    for row in range(rows):
        heaviest = max(heaviest, weights[row])
    of_slope = (2.0 ** (SLOPE_BITS - 1) / rows - 1.0) / heaviest  # slopes are at most a weight, bends a fourth of it
    of_bend = 4.0 * (2.0**BEND_BITS / rows - 1.0) / heaviest
    packed = np.empty(rows, dtype=np.int64)
    for row in range(rows):
        slope, bend = math.floor(of_slope * slopes[row] + 0.5), math.floor(of_bend * bends[row] + 0.5)
        packed[row] = (((1 << BEND_BITS) + np.int64(bend)) << SLOPE_BITS) + np.int64(slope)
    return Summands(packed, 1.0 / of_slope, 1.0 / of_bend)


@pasted
def unpack(packed, summands):
    """Return G, H and how many rows there are of a sum of packed numbers; G may be below 0."""
    slope = (packed << (64 - SLOPE_BITS)) >> (64 - SLOPE_BITS)
    rest = (packed - slope) >> SLOPE_BITS
    bend = rest & ((1 << BEND_BITS) - 1)
    return slope * summands.slope_unit, bend * summands.bend_unit, rest >> BEND_BITS


@template
def fill_histogram(histogram, codes, looked, order, packed):
    """Fill in the sums over the rows of each bin of the features that are looked at."""
    for j in range(looked.size):
        for k in range(histogram.shape[1]):
            histogram[j, k] = 0
    for place in range(order.size):
        row = order[place]
        own = packed[row]
        for j in range(looked.size):
            histogram[j, codes[row, looked[j]]] += own


@template
def best_division(histogram, looked, summands):
    """Return the gain of the best division of a node, its feature and the last bin of its first side.  (forest.3)"""
    whole = np.int64(0)
    for k in range(histogram.shape[1]):
        whole += histogram[0, k]
    slope, bend, number = unpack(whole, summands)
    undivided = slope * slope / (bend + LAMBDA)
    best, feature, last = 0.0, 0, 0
    for j in range(looked.size):
        before = np.int64(0)
        for k in range(histogram.shape[1] - 1):
            if histogram[j, k] == 0:  # no row
                continue
            before += histogram[j, k]
            first, curved, there = unpack(before, summands)
            if there < LEAST_ROWS:
                continue
            if number - there < LEAST_ROWS:
                break
            rest, gain = slope - first, first * first / (curved + LAMBDA) - undivided
            gain += rest * rest / (bend - curved + LAMBDA)
            if gain > best:
                best, feature, last = gain, looked[j], k
    return best, feature, last


@pasted
def divide(order, codes, feature, last, room):
    """Put the rows of a node whose bin is at most ``last`` first, both parts in their order; return how many."""
    first, second = 0, 0
    for place in range(order.size):  # each row is written to both sides, and stays on one: nothing to foresee
        row = order[place]
        before = codes[row, feature] <= last
        order[first], room[second] = row, row
        first += 1 if before else 0
        second += 0 if before else 1
    for place in range(second):
        order[first + place] = room[place]
    return first


@template
def grow(window, filled, bins, looked, slopes, bends, features, edges, children, values, leaves):
    """Grow a tree on the window, best division first, and note the leaf of each row.  (forest.3, forest.4)"""
    codes, order, room = window.codes, np.empty(filled, dtype=np.uint64), np.empty(filled, dtype=np.uint64)
    for row in range(filled):
        order[row] = row
    histograms = np.empty((LEAVES, looked.size, bins.shape[1] + 1), dtype=np.int64)
    summands = pack(slopes, bends, window.weights)
    starts, ends, slots, ways, lasts = np.zeros((5, NODES), dtype=np.int64)
    gains = np.zeros(NODES)
    ends[0], size = filled, 1
    fill_histogram(histograms[0], codes, looked, order, summands.packed)
    gains[0], ways[0], lasts[0] = best_division(histograms[0], looked, summands)
    children[0] = 0
    while size < NODES:
        node = 0
        for other in range(1, size):
            if gains[other] > gains[node]:
                node = other
        if gains[node] <= LEAST_GAIN:
            break
        start, end, old, new = starts[node], ends[node], slots[node], (size + 1) // 2
        middle = start + divide(order[start:end], codes, ways[node], lasts[node], room)
        features[node], edges[node], children[node] = ways[node], bins[ways[node], lasts[node]], size
        gains[node] = 0.0
        small = 0 if 2 * (middle - start) <= end - start else 1
        for side in range(2):
            child = size + side
            starts[child], ends[child] = (start, middle) if side == 0 else (middle, end)
            slots[child], children[child] = new if side == small else old, 0
        few, many = histograms[new], histograms[old]
        fill_histogram(few, codes, looked, order[starts[size + small] : ends[size + small]], summands.packed)
        for j in range(looked.size):  # the larger child has what the smaller one has not
            for k in range(few.shape[1]):
                many[j, k] -= few[j, k]
        for child in (size, size + 1):
            if ends[child] - starts[child] >= 2 * LEAST_ROWS:
                gains[child], ways[child], lasts[child] = best_division(histograms[slots[child]], looked, summands)
        size += 2
    for node in range(size):
        if children[node] > 0:
            continue
        slope, bend = 0.0, 0.0
        for place in range(starts[node], ends[node]):
            slope += slopes[order[place]]
            bend += bends[order[place]]
            leaves[order[place]] = node
        values[node] = RATE * slope / (bend + LAMBDA)  # forest.4


@pasted
def log_odds_of_labels(window, filled):
    """Return f_0.  (forest.1)"""
    positive, total = 0.5, 1.0
    for row in range(filled):
        positive += window.weights[row] * window.labels[row]
        total += window.weights[row]
    return math.log(positive / (total - positive))


@template
def count_varied(bins):
    """Return how many features have an edge."""
    varied = 0
    for i in range(bins.shape[0]):
        varied += 1 if bins[i, 0] < np.inf else 0
    return varied


@pasted
def regrow(window, filled, bins, trees, counts, offset):
    """Grow the next tree anew, for the sum of all others.  (forest.3)"""
    tree, varied = counts[NEXT_TREE], count_varied(bins)
    counts[NEXT_TREE] = (tree + 1) % trees.values.shape[0]
    looked, j = np.empty(varied, dtype=np.uint64), 0
    for i in range(bins.shape[0]):
        if bins[i, 0] < np.inf:
            looked[j] = i
            j += 1
    number = min(varied, max(LOOKED_AT, varied // 5))
    for j in range(number if number < varied else 0):
        k = j + draw(counts, varied - j)
        looked[j], looked[k] = looked[k], looked[j]
    slopes, bends, leaves = np.empty(filled), np.empty(filled), np.empty(filled, dtype=np.uint8)
    values = trees.values[tree]
    for row in range(filled):
        window.sums[row] -= values[window.leaves[row, tree]]
        p = 1.0 / (1.0 + math.exp(-offset - window.sums[row]))
        slopes[row] = window.weights[row] * (window.labels[row] - p)
        bends[row] = window.weights[row] * p * (1.0 - p)
    own = (trees.features[tree], trees.edges[tree], trees.children[tree], values)
    grow(window, filled, bins, looked[:number], slopes, bends, *own, leaves)
    for row in range(filled):
        window.leaves[row, tree] = leaves[row]
        window.sums[row] += values[leaves[row]]


@pasted
def learn_row_of_forest(z, leaves, sum_of_trees, label, weight, window, length, bins, trees, counts, odds):
    """Put a row into the window in place of the oldest one, and grow trees for as long as there is credit.

    ``odds`` are f_0 and the credit. The window may yet be shorter than its ``length``, if there is room for the row.
    """
    rows, features = window.rows.shape
    place = counts[SEEN] % rows
    for i in range(features):
        window.rows[place, i] = z[i]
        window.codes[place, i] = bin_of(z[i], bins[i])
    for tree in range(leaves.size):
        window.leaves[place, tree] = leaves[tree]
    window.sums[place], window.weights[place] = sum_of_trees, weight
    window.labels[place] = 1.0 if label > 0.0 else 0.0
    counts[SEEN] += 1
    filled = min(counts[SEEN], rows)
    odds[1] += CREDIT
    if counts[SEEN] < FIRST_GROWN:
        return
    if counts[SEEN] >= min(2 * counts[EDGED_AT], counts[EDGED_AT] + length // 4):
        counts[EDGED_AT] = counts[SEEN]
        find_edges(window.rows, filled, counts, bins)
        for row in range(filled):
            for i in range(features):
                window.codes[row, i] = bin_of(window.rows[row, i], bins[i])
    varied = count_varied(bins)
    if varied == 0:
        return
    cost = filled * (ALSO + min(varied, max(LOOKED_AT, varied // 5)))
    if odds[1] >= cost:
        odds[0] = log_odds_of_labels(window, filled)
    while odds[1] >= cost:  # forest.5
        odds[1] -= cost
        regrow(window, filled, bins, trees, counts, odds[0])


@numeric
@template
def ask_forest(
    learn, labels, weights, x, length,
    rows, codes, leaves, sums, window_labels, window_weights, bins,
    features, edges, children, values, counts, odds, place, fields, noises, cleans,
):  # fmt: skip
    """Let the trees say what they say of rows, at ``place`` and, if they are to ``learn``, learn each then."""
    window = Window(rows, codes, leaves, sums, window_labels, window_weights)
    trees = Trees(features, edges, children, values)
    z, fallen = np.empty(rows.shape[1], dtype=np.float32), np.empty(values.shape[0], dtype=np.uint8)
    walking = np.empty(values.shape[0], dtype=np.uint64)
    for row in range(labels.size):
        sum_of_trees = 0.0
        for i in range(z.size):
            z[i] = x[row, i]
        find_leaves(z, trees, fallen, walking)
        for tree in range(fallen.size):
            sum_of_trees += values[tree, np.uint64(fallen[tree])]
        log_odds = odds[0] + sum_of_trees
        fields[place, row], noises[place, row] = field_of_log_odds(log_odds), 0.0
        cleans[place, row] = 1.0 / (1.0 + math.exp(-log_odds))
        if learn:
            learn_row_of_forest(
                z, fallen, sum_of_trees, labels[row], weights[row], window, length, bins, trees, counts, odds
            )


@cache
def forest_kernel() -> Any:
    """Return the compiled `ask_forest`."""
    small, byte = types.float32[:, ::1], types.uint8[:, ::1]
    window = (small, byte, byte, VECTOR, VECTOR, VECTOR, small)
    trees = (types.int32[:, ::1], small, types.uint8[:, ::1], MATRIX)
    rest = (types.int64[::1], VECTOR, types.int64, MATRIX, MATRIX, MATRIX)
    signature = types.void(types.boolean, VECTOR, VECTOR, MATRIX, types.int64, *window, *trees, *rest)
    return specialise(ask_forest, "bank", signature, {})
