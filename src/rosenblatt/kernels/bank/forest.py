r"""Trees over the last rows, grown anew in turn where their sum is wrong: of labels or of numbers, see their own files.

    forest.1   F = f_0 + sum_t v_t, v_t the value of the leaf of tree t that a row falls into; f_0 is what F is without
               trees, over the window
    forest.2   a row falls to the first child of a node if z_i <= edge, else to the second; edges are quantiles of a
               feature in the window, halfway between two values
    forest.3   tree t is grown anew on the window for the sum of the others, F - v_t: see `tree_growth`; slopes and
               bends are those of a loss there
    forest.4   each row brings a credit; a tree costs its window times the features that it looks at, drawn at random
               of those that have an edge, and a few more. So early trees are grown often, on few rows, and the time
               of a row does not grow. What is saved up while no feature varies is at most what a whole window
               brings, or one tree costs

The window is that of the last rows; a row that falls out of it stays in the trees for as long as they stand. Rows are
kept, coded by the edges below them and by the leaves that they fall into: a tree is grown without looking at a value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from rosenblatt.kernels.bank.members import MATRIX, VECTOR
from rosenblatt.kernels.bank.tree_growth import grow
from rosenblatt.kernels.compiler import Slot, numeric, pasted, specialise, template

EDGES, TREES = 63, 50  # edges of a feature (one less than a power of two), and trees
HALVINGS = EDGES.bit_length()
FIRST_GROWN = 30  # rows before the first tree
CREDIT, ALSO = 1000.0, 4  # rows times features, for each row; what else a row costs a tree, in features
LOOKED_AT = 16  # features that a tree looks at, or a fifth of them
SAMPLE = 512  # rows whose quantiles are edges, looked for again when the window has doubled, or a quarter of it is new
SEEN, NEXT_TREE, EDGED_AT, CHANCE = 0, 1, 2, 3  # places in ``counts``
LEHMER = 2**31 - 1

target_of, sum_without_trees = Slot("target_of"), Slot("sum_without_trees")
unit_of_slopes, slope_and_bend, say = Slot("unit_of_slopes"), Slot("slope_and_bend"), Slot("say")


class Window(NamedTuple):
    """The last rows: values, bins, leaves by tree, sums of trees; targets, and sample weights."""

    rows: np.ndarray
    codes: np.ndarray
    leaves: np.ndarray
    sums: np.ndarray
    targets: np.ndarray
    weights: np.ndarray


class Trees(NamedTuple):
    """Trees by node: feature, edge, first child (0 for a leaf; the second one is next to it), and value."""

    features: np.ndarray
    edges: np.ndarray
    children: np.ndarray
    values: np.ndarray


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
    unit = unit_of_slopes(window, filled, offset)
    for row in range(filled):
        slopes[row], bends[row] = slope_and_bend(
            window.targets[row], window.weights[row], offset, window.sums[row], unit
        )
    own = (trees.features[tree], trees.edges[tree], trees.children[tree], values)
    grow(window, filled, bins, looked[:number], slopes, bends, unit, *own, leaves)
    for row in range(filled):
        window.leaves[row, tree] = leaves[row]
        window.sums[row] += values[leaves[row]]


@pasted
def learn_row_of_forest(z, leaves, sum_of_trees, label, weight, window, length, bins, trees, counts, start):
    """Put a row into the window in place of the oldest one, and grow trees for as long as there is credit.

    ``start`` are f_0 and the credit. The window may yet be shorter than its ``length``, if there is room for the row.
    """
    rows, features = window.rows.shape
    place = counts[SEEN] % rows
    for i in range(features):
        window.rows[place, i] = z[i]
        window.codes[place, i] = bin_of(z[i], bins[i])
    for tree in range(leaves.size):
        window.leaves[place, tree] = leaves[tree]
    window.sums[place], window.weights[place] = sum_of_trees, weight
    window.targets[place] = target_of(label)
    counts[SEEN] += 1
    filled = min(counts[SEEN], rows)
    start[1] += CREDIT
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
    start[1] = min(start[1], max(CREDIT * length, cost))
    if start[1] >= cost:
        start[0] = sum_without_trees(window, filled)
    while start[1] >= cost:  # forest.4
        start[1] -= cost
        regrow(window, filled, bins, trees, counts, start[0])


@numeric
@template
def ask_forest(
    learn, labels, weights, x, length,
    rows, codes, leaves, sums, targets, window_weights, bins,
    features, edges, children, values, counts, start, place, one, two, three,
):  # fmt: skip
    """Let the trees say what they say of rows, at ``place`` and, if they are to ``learn``, learn each then."""
    window = Window(rows, codes, leaves, sums, targets, window_weights)
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
        say(start[0], sum_of_trees, place, row, one, two, three)
        if learn:
            learn_row_of_forest(
                z, fallen, sum_of_trees, labels[row], weights[row], window, length, bins, trees, counts, start
            )


def trees_kernel(title: str, fillings: dict[str, Any]) -> Any:
    """Return the compiled `ask_forest` of trees whose slots are filled; what they say goes into three arrays."""
    small, byte = types.float32[:, ::1], types.uint8[:, ::1]
    window = (small, byte, byte, VECTOR, VECTOR, VECTOR, small)
    trees = (types.int32[:, ::1], small, types.uint8[:, ::1], MATRIX)
    rest = (types.int64[::1], VECTOR, types.int64, MATRIX, MATRIX, MATRIX)
    signature = types.void(types.boolean, VECTOR, VECTOR, MATRIX, types.int64, *window, *trees, *rest)
    return specialise(ask_forest, title, signature, fillings)
