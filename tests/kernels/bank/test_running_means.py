"""Running means against their plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank import plain_loops
from rosenblatt.kernels.bank.running_means import LONG, follow_errors, follow_labels


@pytest.mark.parametrize("clock", [0, 900, 10_000])
def test_errors(clock, random):
    errors, mean = random.random(300), np.array([0.3])
    expected = plain_loops.follow_errors(errors, 0.3, clock)
    follow_errors(errors, mean, clock)
    assert mean[0] == pytest.approx(expected, rel=1e-13)


def test_errors_of_the_first_rows_have_a_plain_mean(random):
    errors, mean = random.random(int(LONG)), np.array([7.0])  # what was there before the first row does not count
    follow_errors(errors, mean, 0)
    assert mean[0] == pytest.approx(errors.mean(), rel=1e-12)


def test_labels(random):
    keep = np.array([0.0, 0.8, 0.97])
    labels, means, out = np.where(random.random(50) < 0.5, 1.0, -1.0), np.array([0.1, 0.2, 0.3]), np.empty((50, 3))
    expected = plain_loops.follow_labels(labels, keep, means.copy())
    follow_labels(labels, keep, means, out)
    assert out == pytest.approx(expected[:-1], rel=1e-13)
    assert means == pytest.approx(expected[-1], rel=1e-13)
    assert np.array_equal(out[1:, 0], labels[:-1])  # what keeps nothing is the last label
