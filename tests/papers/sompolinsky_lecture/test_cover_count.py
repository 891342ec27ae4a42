"""Rows about Cover's count fail if the count is wrong."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.papers.sompolinsky_lecture import cover_count
from rosenblatt.papers.sompolinsky_lecture.claims import REPRODUCTION
from rosenblatt.theory.capacity import capacity
from tests.helpers.papers import verdict


@pytest.mark.parametrize(
    "label", ["eq. 1", "eq. 2, consequence 1", "eq. 3, consequence 2", "consequence 4, half point", "eq. 6"]
)
def test_rows_about_the_count_fail_if_the_count_is_wrong(label, context, monkeypatch):
    monkeypatch.setattr(cover_count, "capacity", lambda p, n: capacity(p, n) + (p > 1))
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_rows_about_growth_and_experiment_fail_if_the_count_is_wrong(context, monkeypatch):
    monkeypatch.setattr(cover_count, "log_capacity", lambda p, n: n * math.log(p))  # as printed
    monkeypatch.setattr(cover_count, "separable_fraction", lambda p, n: 0.2)
    for label in ("consequence 3", "theorem, P = 40"):
        assert verdict(REPRODUCTION, label, context) == "fails"


def test_the_dichotomies_of_three_points_in_a_plane():
    assert cover_count.count_by_enumeration(3, 2, np.random.default_rng(1)) == 6
