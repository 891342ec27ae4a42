"""Rules of which a synapse is a weight and its variance."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.plain_loops import learn_rows
from rosenblatt.rules.kinds.weight_and_variance import WeightAndVarianceRule


class Ridge(WeightAndVarianceRule):
    """Gaussian regression with noise of variance 1: the slope and the curvature of a Gaussian likelihood."""

    name = "ridge"

    @staticmethod
    def respond(label, sums, cell):
        mean, variance = sums
        return ((label - mean) / (1.0 + variance), 1.0 / (1.0 + variance))


def test_a_gaussian_likelihood_gives_the_exact_posterior_of_separate_weights(random):
    # Each row lights one input, so that nothing correlates: precisions add up, 1 + sum of x^2.
    rows, which, labels = random.standard_normal(30), random.integers(0, 4, 30), random.standard_normal(30)
    x = np.zeros((30, 4))
    x[np.arange(30), which] = rows
    synapses, cell = Ridge().start(4, 1.0)
    learn_rows(Ridge(), x, labels, synapses, cell)
    precision = 1.0 + (x * x).sum(axis=0)
    assert synapses[1] == pytest.approx(1.0 / precision)
    assert synapses[0] == pytest.approx(x.T @ labels / precision)


def test_weights_start_at_0_with_variance_1():
    synapses, cell = Ridge().start(3)
    assert synapses.tolist() == [[0.0] * 3, [1.0] * 3]
    assert Ridge().weights(synapses, cell).tolist() == [0.0] * 3


def test_without_a_response_there_is_no_rule():
    with pytest.raises(TypeError, match="abstract.*respond"):
        WeightAndVarianceRule()
