"""The averages that drive a Hebbian rule, where the law of the teacher's field and its labels is a sample.

With points (b_j, label_j) of weight w_j, and the rest of the student's field normal, h = G b_j + s c:

    sampled.1   <F b>, <F c>, <F^2> = sum_j w_j int Dc F(label_j, G b_j + s c) {b_j, c, F}

The integral over c is cut at the kinks of F and at multiples of PANEL; F must be smooth on the scale of s between them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from rosenblatt.gaussian import REACH, scalar_pdf
from rosenblatt.kernels.averages import sort_few
from rosenblatt.kernels.compiler import Slot, specialise, template, type_of_numbers
from rosenblatt.rules.kinds.hebbian import HebbianRule

modulation = Slot("modulation")

NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)
PANELS = 6


@template
def sampled_averages(along, across, alpha, fields, labels, weights, kinks, own, result):
    toward, aside, squared = 0.0, 0.0, 0.0
    q_norm = along * along + across * across
    edges = np.empty(PANELS + 1 + kinks.size)
    for j in range(fields.size):
        centre = along * fields[j]
        for k in range(PANELS + 1):
            edges[k] = REACH * (2.0 * k / PANELS - 1.0)
        for k in range(kinks.size):
            edges[PANELS + 1 + k] = min(max((kinks[k] - centre) / max(across, 1e-300), -REACH), REACH)
        sort_few(edges)
        for panel in range(edges.size - 1):
            half, middle = 0.5 * (edges[panel + 1] - edges[panel]), 0.5 * (edges[panel + 1] + edges[panel])
            if half == 0.0:
                continue
            for i in range(NODES.size):
                c = middle + half * NODES[i]
                strength = modulation(labels[j], centre + across * c, alpha, q_norm, own)
                weighted = weights[j] * half * WEIGHTS[i] * scalar_pdf(c) * strength
                toward += weighted * fields[j]
                aside += weighted * c
                squared += weighted * strength
    result[0], result[1], result[2] = toward, aside, squared


def sampled_averages_kernel(rule: HebbianRule) -> Any:
    """Return the compiled averages of a rule.

    It is called with (along, across, alpha, fields, labels, weights, kinks, own, result), and writes <F b>, <F c> and
    <F^2> into ``result``.
    """
    number, vector = types.float64, types.float64[::1]
    own = type_of_numbers(rule.own)
    signature = types.void(number, number, number, vector, vector, vector, vector, own, vector)
    return specialise(sampled_averages, rule.kernel_title, signature, {"modulation": rule.full_modulation})
