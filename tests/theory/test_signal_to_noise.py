"""The signal-to-noise ratio as a clock: alpha and back, to the last deficits."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb


def test_deficits_down_to_1e_300():
    alpha = rb.theory.perfect_alpha("bayes-binary") * (1.0 - np.array([1e-3, 1e-6, 1e-9]))
    d = rb.learning_curve("bayes-binary", alpha).frame["disagreement"]
    assert (np.diff(d) < 0.0).all()
    assert 0.0 < d[2] < 1e-8
    tiny = rb.learning_curve("bayes", [1e140]).frame["disagreement"][0]
    assert tiny == pytest.approx(0.4417e-140, rel=1e-4)
