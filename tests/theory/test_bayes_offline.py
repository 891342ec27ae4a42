"""Curves of the Bayesian learners of all examples: asymptotes and the jump to perfection."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb


def test_asymptotes():
    far = np.array([1e3, 1e6, 1e140])
    online = rb.learning_curve("bayes-hebb", far).frame["disagreement"] * far
    offline = rb.learning_curve("bayes", far).frame["disagreement"] * far
    gibbs = rb.learning_curve("gibbs", far).frame["disagreement"] * far
    assert offline[0] == pytest.approx(0.4417, abs=2e-4)
    assert (online[2], offline[2]) == pytest.approx((0.8834, 0.4417), abs=5e-5)
    assert online[2] == pytest.approx(2.0 * offline[2], rel=1e-9)
    assert gibbs[2] == pytest.approx(math.sqrt(2.0) * offline[2], rel=1e-9)


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.3])
def test_the_stable_branch_changes_there(noise):
    found = rb.theory.thresholds("binary", noise=noise)
    around = found.transition * np.array([0.999, 1.001])
    stable = rb.learning_curve("bayes", around, teacher="binary", noise=noise).frame["disagreement"]
    assert stable[0] > 0.1
    assert stable[1] == 0.0
    around = found.spinodal * np.array([0.999, 1.001])
    kept = rb.learning_curve("bayes", around, teacher="binary", noise=noise, branch="metastable").frame["disagreement"]
    assert kept[0] > 0.05
    assert kept[1] == 0.0
