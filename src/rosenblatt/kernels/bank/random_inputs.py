r"""What members see who look at features at random: cells of the space, or waves through it.

    cells.1   a set asks a few questions, each whether a feature drawn at random is above an edge drawn at random; its
              answers, read as a binary number, are the cell in which a row is. Of all cells of a set one is 1
    waves.1   sqrt(2/D) cos(w_j.z + b_j), j = 1 ... D, z kept within [-4, 4]; the products of two rows, averaged over
              w_j ~ N(0, I/s^2) and b_j even on a circle, are exp(-|z - z'|^2/(2 s^2))

A rule that is linear in the cells of many sets is a step function of any features together, one linear in waves a
smooth function of them: a Gaussian process with that kernel. Nothing about cells and waves is learnt.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numba import types

from rosenblatt.kernels.compiler import numeric, pasted, specialise, template

FARTHEST_WAVE = 4.0


@pasted
def fill_cells(z, features, edges, cells):
    """Fill in the cell of each row in each set, numbered through; (rows, sets) one after the other."""
    sets, questions = features.shape
    for row in range(z.shape[0]):
        for j in range(sets):
            cell = np.uint64(j)
            for i in range(questions):
                cell = np.uint64(2) * cell + np.uint64(z[row, features[j, i]] > edges[j, i])
            cells[row * sets + j] = cell


@pasted
def fill_waves(z, features, frequencies, phases, waves):
    """Fill in the waves of rows, and ones."""
    number = phases.size
    size = math.sqrt(2.0 / number)
    for row in range(z.shape[0]):
        for j in range(number):
            waves[row, j] = phases[j]
        for i in range(features.size):
            value = min(max(z[row, features[i]], -FARTHEST_WAVE), FARTHEST_WAVE)
            for j in range(number):
                waves[row, j] += value * frequencies[i, j]
        for j in range(number):
            waves[row, j] = size * math.cos(waves[row, j])
        waves[row, number] = 1.0


@numeric
@template
def fill_random_inputs(x, questions, edges, cells, features, frequencies, phases, waves):
    """Fill in the cells of rows and their waves, those for which there is room."""
    if cells.size > 0:
        fill_cells(x, questions, edges, cells)
    if waves.size > 0:
        fill_waves(x, features, frequencies, phases, waves)


@cache
def random_inputs_kernel() -> Any:
    """Return the compiled `fill_random_inputs`."""
    vector, matrix = types.float64[::1], types.float64[:, ::1]
    cells = (types.uint64[:, ::1], matrix, types.uint64[::1])
    waves = (types.uint64[::1], matrix, vector, matrix)
    return specialise(fill_random_inputs, "bank", types.void(matrix, *cells, *waves), {})
