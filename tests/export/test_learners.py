"""Learners in whole numbers: what they accept, and how rates become whole numbers."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.export.learners import bounded, counted, rate_in_bits


@pytest.mark.parametrize("eta", [1.0, 0.5, 0.01, 1e-5, 1.0 / 3.0])
def test_rates_keep_twelve_digits(eta):
    m, e = rate_in_bits(eta)
    assert m < 2**39 + 1 and m * 2.0**-e == pytest.approx(eta, rel=4e-12)


def test_weights_are_counted_in_units_of_the_rate():
    learner = counted("rosenblatt", np.array([1.5, -0.5, 0.0]), 0.5, "signs", (0, 1), True)
    assert learner.weights.tolist() == [3, -1, 0] and learner.features == 2


@pytest.mark.parametrize("weights", [[0.3], [np.nan], [2.0**31]])
def test_weights_that_are_no_counts_are_refused(weights):
    with pytest.raises(ValueError, match="weights of a learner for devices must be whole numbers"):
        counted("rosenblatt", np.array(weights), 1.0, "signs", (0, 1), False)


@pytest.mark.parametrize("eta", [1.5, 1e-20])
def test_rates_beyond_the_bits_are_refused(eta):
    with pytest.raises(ValueError, match="eta of a learner"):
        bounded(np.zeros(2), {"eta": eta, "inhibition": 0.5, "theta": 0.0}, (0, 1), False)
