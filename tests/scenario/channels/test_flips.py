"""Flips: the simplest channel."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.scenario import Flips


def test_a_clean_label_is_the_sign_and_a_tie_is_minus_one():
    assert Flips().probability(np.array([-1.0, 0.0, 1e-9])).tolist() == [0.0, 0.0, 1.0]
    assert Flips(0.2).floor == pytest.approx(0.2)
    assert Flips(0.15).correlation == pytest.approx(0.5585192, rel=1e-6)  # G8.33


def test_both_tails_keep_their_digits():
    up, down, *_ = Flips.likelihood(-12.0, 1.0, (0.0,))
    assert up == pytest.approx(1.776482112077679e-33, rel=1e-10)
    assert down == 1.0
