"""Power laws at the end of a curve."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb


def test_rosenblatt_decay_on_the_last_decade():
    curve = rb.learning_curve("rosenblatt", np.geomspace(1.0, 1e6, 200))
    assert curve.fit_decay() == pytest.approx((0.2781, -1.0 / 3.0), abs=1e-3)
