"""Flips that fade with the distance from the plane."""

from __future__ import annotations

import math

import pytest

from rosenblatt.scenario import FadingFlips, Flips


def test_it_is_between_flips_and_none():
    for known in (-1.0, 0.3):
        long = FadingFlips.likelihood(known, 0.7, (0.3, 1e9))
        assert long == pytest.approx(Flips.likelihood(known, 0.7, (0.3,)), abs=1e-8)
        short = FadingFlips.likelihood(known, 0.7, (0.3, 1e-4))
        assert short[:2] == pytest.approx(Flips.likelihood(known, 0.7, (0.0,))[:2], abs=1e-3)
    assert all(math.isfinite(value) for value in FadingFlips.likelihood(-30.0, 1.0, (0.5, 1e-3)))
    assert FadingFlips(0.4, 0.5).correlation == pytest.approx(0.6975033, rel=1e-6)  # G8.45


@pytest.mark.parametrize("noise", [-0.1, 0.6])
def test_what_is_no_probability_of_a_flip_is_refused(noise):
    with pytest.raises(ValueError, match=r"noise must be in \[0, 0.5\]"):
        FadingFlips(noise)
