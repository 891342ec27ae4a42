"""Power laws at the end of a curve."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.asymptotics import fit_decay


def test_rosenblatt_decay_on_the_last_decade():
    curve = rb.learning_curve("rosenblatt", np.geomspace(1.0, 1e6, 200))
    assert curve.fit_decay() == pytest.approx((0.2781, -1.0 / 3.0), abs=1e-3)


def test_only_the_last_decades_count():
    alpha = np.geomspace(1.0, 1e4, 41)
    bent = np.where(alpha < 99.0, 0.03, 3.0 / alpha)
    assert fit_decay(alpha, bent, decades=2.0) == pytest.approx((3.0, -1.0))
    assert fit_decay(alpha, bent, decades=4.0)[1] > -0.9


def test_a_law_needs_three_points():
    with pytest.raises(ValueError, match="at least 3 points in its last 1 decades; got 2. Take a finer grid"):
        fit_decay([1.0, 5.0, 100.0, 100.0, 200.0], [0.4, 0.3, 0.2, 0.2, 0.1], decades=1.0)
