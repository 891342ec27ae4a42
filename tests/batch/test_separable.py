"""Separating vectors by linear programming, and the proof that there is none."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.batch.separable import find_separator
from rosenblatt.theory.capacity import separable_fraction
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize("p", [30, 40, 50])
def test_the_fraction_of_separable_dichotomies_is_covers(p, random):
    n, trials = 20, 400
    found = sum(
        find_separator(random.standard_normal((p, n)), np.where(random.random(p) < 0.5, 1.0, -1.0)) is not None
        for _ in range(trials)
    )
    exact = separable_fraction(p, n)
    assert abs(found / trials - exact) < Z_LIMIT * math.sqrt(exact * (1 - exact) / trials) + 1e-12


def test_an_example_at_the_origin_is_on_every_plane():
    assert find_separator(np.array([[0.0, 0.0], [1.0, 0.0]]), np.ones(2)) is None


def test_what_is_found_separates_whatever_the_lengths_of_the_rows(random):
    x, teacher = random.standard_normal((40, 6)), random.standard_normal(6)
    labels = np.where(x @ teacher > 0.0, 1.0, -1.0)
    for rows in (x, 1e-12 * x, x * np.geomspace(1e-9, 1e9, 40)[:, None]):
        found = find_separator(rows, labels)
        assert (labels * (rows @ found) > 0.0).all()
        assert np.linalg.norm(found) == pytest.approx(1.0)


def test_opposite_labels_of_one_direction_have_no_separator(random):
    x = random.standard_normal((3, 5))
    labels = np.array([1.0, -1.0, 1.0])
    assert find_separator(x, labels) is not None
    assert find_separator(np.vstack([x, 7.0 * x[1]]), np.append(labels, 1.0)) is None


@pytest.mark.parametrize("threshold", [0.3, -40.0])
def test_a_threshold_asks_for_a_plane_on_its_side_of_the_origin(threshold, random):
    x, w = random.standard_normal((60, 4)), random.standard_normal(4)
    for offset in (0.0, 0.7, 1e-3):
        labels = np.where(x @ w > offset * np.sign(threshold), 1.0, -1.0)
        found = find_separator(x, labels, threshold=threshold)
        assert (labels * (x @ found - threshold) > 0.0).all()
    assert find_separator(x, labels * np.where(np.arange(60) == 7, -1.0, 1.0), threshold=threshold) is None


def test_a_point_on_each_side_along_a_line_needs_the_right_sign():
    x, labels = np.array([[1.0, 0.0], [2.0, 0.0], [-1.0, 0.0]]), np.array([-1.0, 1.0, -1.0])
    assert find_separator(x, labels) is None
    assert find_separator(x, labels, threshold=-1e-3) is None
    assert find_separator(x, labels, threshold=1e-3) is not None
