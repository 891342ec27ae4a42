r"""Trees whose sum is the log odds of +1: what `forest` leaves open, for labels.

label-trees.1   P(+1) = 1/(1 + exp(-F)), the field of a member is u with Phi(u) = P(+1); f_0 are the log odds of the
                labels in the window
label-trees.2   slopes g = w (y - P), bends h = w P (1 - P), y = 0 or 1, at P = P(F - v_t)
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from rosenblatt.gaussian import scalar_cdf, scalar_pdf
from rosenblatt.kernels.bank.forest import trees_kernel
from rosenblatt.kernels.compiler import pasted, template

FARTHEST_SUM = 30.0  # log odds; beyond it nobody can tell


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
def target_of_label(label):
    """Return y."""
    return 1.0 if label > 0.0 else 0.0


@template
def log_odds_of_labels(window, filled):
    """Return f_0.  (label-trees.1)"""
    positive, total = 0.5, 1.0
    for row in range(filled):
        positive += window.weights[row] * window.targets[row]
        total += window.weights[row]
    return math.log(positive / (total - positive))


@template
def unit_of_labels(window, filled, offset):
    """Return the unit of slopes."""
    return 1.0


@template
def slope_and_bend_of_label(target, weight, offset, sum_of_trees, unit):
    """Return g and h.  (label-trees.2)"""
    p = 1.0 / (1.0 + math.exp(-offset - sum_of_trees))
    return weight * (target - p), weight * p * (1.0 - p)


@template
def say_of_label(offset, sum_of_trees, place, row, fields, noises, cleans):
    """Say what a member says.  (label-trees.1)"""
    log_odds = offset + sum_of_trees
    fields[place, row], noises[place, row] = field_of_log_odds(log_odds), 0.0
    cleans[place, row] = 1.0 / (1.0 + math.exp(-log_odds))


OF_LABELS = {
    "target_of": target_of_label,
    "sum_without_trees": log_odds_of_labels,
    "unit_of_slopes": unit_of_labels,
    "slope_and_bend": slope_and_bend_of_label,
    "say": say_of_label,
}


@cache
def label_trees_kernel() -> Any:
    """Return the compiled `forest.ask_forest` of labels; it fills fields, shares of flips, and P(+1)."""
    return trees_kernel("labels", OF_LABELS)
