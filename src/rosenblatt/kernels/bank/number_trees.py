r"""Trees whose sum is a number: what `forest` leaves open, for targets that are numbers.

number-trees.1   f_0 is the mean target in the window; the trees say F = f_0 + S and S
number-trees.2   r = y - F + v_t; s = sqrt(pi/2) times the mean of |r| over the window, the deviation if r is normal
number-trees.3   Huber's loss: slopes g = w r/4s, kept within [-w, w], bends h = w/4, in the unit s. So noise gains
                 about what that of labels gains, a leaf is the mean of r, and a row that is farther off than 4s
                 counts as one at 4s
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from rosenblatt.kernels.bank.forest import trees_kernel
from rosenblatt.kernels.compiler import template

OF_MEAN_SIZE = math.sqrt(0.5 * math.pi)  # deviation over the mean size, of a normal number
FARTHEST_ERROR = 4.0  # deviations
LEAST_UNIT = 1e-200  # whatever the targets


@template
def target_of_number(target):
    """Return y."""
    return target


@template
def mean_of_numbers(window, filled):
    """Return f_0.  (number-trees.1)"""
    summed, total = 0.0, 0.0
    for row in range(filled):
        summed += window.weights[row] * window.targets[row]
        total += window.weights[row]
    return summed / total if total > 0.0 else 0.0


@template
def unit_of_numbers(window, filled, offset):
    """Return s.  (number-trees.2)"""
    summed, total = 0.0, 0.0
    for row in range(filled):
        summed += window.weights[row] * abs(window.targets[row] - offset - window.sums[row])
        total += window.weights[row]
    return max(OF_MEAN_SIZE * summed / total, LEAST_UNIT) if total > 0.0 else LEAST_UNIT


@template
def slope_and_bend_of_number(target, weight, offset, sum_of_trees, unit):
    """Return g and h.  (number-trees.3)"""
    error = (target - offset - sum_of_trees) / (FARTHEST_ERROR * unit)
    return weight * min(max(error, -1.0), 1.0), 0.25 * weight


@template
def say_of_number(offset, sum_of_trees, place, row, centres, sums, rest):
    """Say F and S.  (number-trees.1)"""
    centres[place, row], sums[place, row] = offset + sum_of_trees, sum_of_trees


OF_NUMBERS = {
    "target_of": target_of_number,
    "sum_without_trees": mean_of_numbers,
    "unit_of_slopes": unit_of_numbers,
    "slope_and_bend": slope_and_bend_of_number,
    "say": say_of_number,
}


@cache
def number_trees_kernel() -> Any:
    """Return the compiled `forest.ask_forest` of numbers; it fills F and S, and leaves the third array alone."""
    return trees_kernel("numbers", OF_NUMBERS)
