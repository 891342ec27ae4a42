"""The standard rule of a graded response perceptron: its averages against sums over its modulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import erf

from rosenblatt.papers.kinouchi_caticha.graded_gradient import BEST_RATE, GradedGradient, asymptotic_rate


@pytest.mark.parametrize("noise", [0.0, 0.3])
@pytest.mark.parametrize(("angle", "length"), [(1.2, 0.5), (0.4, 1.1), (0.05, 2.0)])
def test_averages_are_those_of_the_modulation(angle, length, noise):
    nodes, eta = np.linspace(-8.5, 8.5, 121), 1.7
    weights = np.exp(-0.5 * nodes**2) / np.exp(-0.5 * nodes**2).sum()
    b, c, z = np.meshgrid(nodes, nodes, nodes if noise else [0.0], indexing="ij", sparse=True)
    law = np.einsum("i,j,k->ijk", weights, weights, weights if noise else [1.0])
    h = length * math.cos(angle) * b + length * math.sin(angle) * c
    error = erf((b + math.sqrt(noise) * z) / math.sqrt(2.0)) - erf(h / math.sqrt(2.0))
    step = eta * error * math.sqrt(2.0 / math.pi) * np.exp(-0.5 * h * h)
    found = [float((law * step * value).sum()) for value in (b, c, step)]
    assert GradedGradient.averages(angle, length, 1.0, noise, eta) == pytest.approx(found, rel=1e-9, abs=1e-12)
    assert GradedGradient.modulation(0.7, -0.2, eta) == pytest.approx(
        eta * (math.erf(0.7 / math.sqrt(2)) + math.erf(0.2 / math.sqrt(2))) * math.sqrt(2 / math.pi) * math.exp(-0.02)
    )


def test_no_rate_ends_faster_than_the_best():
    best = asymptotic_rate(BEST_RATE)
    assert best == pytest.approx(8.0 * math.sqrt(5.0) / 27.0)
    assert max(asymptotic_rate(factor * BEST_RATE) for factor in (0.5, 0.99, 1.01, 1.4)) < best
