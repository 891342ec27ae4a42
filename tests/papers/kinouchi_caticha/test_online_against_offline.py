"""The overlap that is compared with offline learning."""

from __future__ import annotations

import math

import pytest

from rosenblatt.papers.kinouchi_caticha.online_against_offline import online_overlap


@pytest.mark.parametrize("alpha", [0.001, 0.7, 5.0])
def test_the_overlap_of_the_optimal_online_rule(alpha):
    assert online_overlap(alpha) == pytest.approx(math.sqrt(-math.expm1(-alpha)), rel=1e-7)
