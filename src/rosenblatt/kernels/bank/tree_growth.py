r"""How a tree is grown on the rows of a window, best division first: `forest` says when, and for what.

growth.1   every row has a slope g, at most its sample weight w in size, and a bend h, at most w/4. Of all leaves
           the one is divided whose best division gains most, by G_1^2/(H_1 + lambda) + G_2^2/(H_2 + lambda) -
           G^2/(H + lambda), G and H sums over its rows; for this, g and h are rounded to units of which a sum over
           the window has some 2^24
growth.2   the value of a leaf is rate G/(H + lambda), times the unit in which slopes are
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rosenblatt.kernels.compiler import pasted, template

LEAVES = 31  # of a tree
NODES = 2 * LEAVES - 1
LEAST_ROWS = 10  # in a leaf
LAMBDA, RATE, LEAST_GAIN = 1.0, 0.2, 0.5
SLOPE_BITS, BEND_BITS = 25, 24  # of a whole number in which rows are summed up; the rest counts up to 2^13 of them
LIGHTEST = 1e-280  # the least weight of the heaviest row, for units that are finite


class Summands(NamedTuple):
    """What rows are summed up by: a whole number for each, made of 1, its bend and its slope; and the units of both.

    One sum instead of three: histograms are most of what a tree costs.
    """

    packed: np.ndarray
    slope_unit: float
    bend_unit: float


@pasted
def pack(slopes, bends, weights):
    """Return what rows are summed up by.  (growth.1)"""
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
    """Return the gain of the best division of a node, its feature and the last bin of its first side.  (growth.1)"""
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
def grow(window, filled, bins, looked, slopes, bends, unit, features, edges, children, values, leaves):
    """Grow a tree on the window, best division first, and note the leaf of each row.  (growth.1, growth.2)"""
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
        values[node] = RATE * slope / (bend + LAMBDA) * unit  # growth.2
