"""The learner of largest margin: its fit, what is measured of it, and labels that no plane separates."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.batch.max_stability import MaxStability
from rosenblatt.batch.offline_learner import Rows


def test_no_other_weights_have_a_larger_margin(random):
    x, teacher = random.standard_normal((40, 10)) / math.sqrt(10), random.standard_normal(10)
    labels = np.sign(x @ teacher)
    weights = MaxStability().fit(x, labels)
    assert weights @ weights == pytest.approx(10.0)
    margin, support = MaxStability().measure(weights, Rows(x, labels), Rows(x[:0], labels[:0]), rb.Flips(0.0))
    assert margin == pytest.approx(np.min(labels * (x @ weights)))
    for _ in range(200):
        other = weights + 0.1 * random.standard_normal(10)
        other *= math.sqrt(10) / np.linalg.norm(other)
        assert np.min(labels * (x @ other)) < margin
    assert 1.0 <= support * 10 <= 10.0  # in general position at most N examples are at the margin


def test_labels_that_no_plane_separates_are_refused_in_a_simulation_too():
    with pytest.raises(ValueError, match="labels must be linearly separable for 'max-stability'; got 2 examples of 1"):
        MaxStability().fit(np.array([[1.0], [2.0]]), np.array([1.0, -1.0]))
    with pytest.raises(ValueError, match="got 250 examples of 50 weights that are not.*separable_alpha"):
        rb.simulate("max-stability", n=50, alpha=5, noise=0.1, runs=2)
