"""What rows about continuous weights are made of."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.solla_winther import continuous_weights


def test_the_angle_is_that_of_directions():
    teacher = np.array([1.0, 0.0])
    for weights, disagreement in (([2.0, 0.0], 0.0), ([0.0, 3.0], 0.5), ([-1.0, -1.0], 0.75), ([-1.0, 0.0], 1.0)):
        assert continuous_weights.angle(np.array(weights), teacher) == pytest.approx(disagreement, abs=1e-8)


def test_a_batch_has_the_share_of_flipped_labels(random):
    teacher, x, labels = continuous_weights.batch(50, 400.0, 0.2, random)
    assert x.shape == (20_000, 50)
    assert np.mean(np.sign(x @ teacher) != labels) == pytest.approx(0.2, abs=4 * 0.003)
