"""Where the AdaTron ends, against what is known of it."""

from __future__ import annotations

import math

import pytest

from rosenblatt.papers.biehl_riegler.angle_equation import drift_of_overlap, end, summed_averages


@pytest.mark.parametrize(("noise", "d"), [(0.01, 0.09159944), (0.15, 0.2455026)], ids=["G11.29", "G11.31"])
def test_the_end_with_noise(noise, d):
    assert end(1.0, noise) == pytest.approx(d, rel=1e-6)
    assert drift_of_overlap(math.pi * d + 0.01, 1.0, noise) > 0.0 > drift_of_overlap(math.pi * d - 0.01, 1.0, noise)


def test_half_of_the_plane_is_wrong_at_a_right_angle():
    assert summed_averages(0.5 * math.pi, 0.0, 1.0)[2] == pytest.approx(0.5, rel=1e-9)
