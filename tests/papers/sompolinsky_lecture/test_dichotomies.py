"""Dichotomies of points: all that planes realise, and how many of random ones."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.batch.separable import find_separator
from rosenblatt.papers.sompolinsky_lecture.dichotomies import (
    count_separable,
    planes_of_fewer_dimensions,
    random_labels,
    realised,
)


@pytest.mark.parametrize("find", [find_best_separator, find_separator])
def test_the_dichotomies_of_three_points_in_a_plane(find):
    x = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # the third is between the others
    assert realised(x, find) == {(1.0, 1.0, 1.0), (1.0, -1.0, 1.0), (1.0, -1.0, -1.0)}


def test_few_points_are_always_separable_and_many_never(random):
    assert count_separable(5, 5, 20, random) == 20
    assert count_separable(60, 5, 20, random) == 0
    assert count_separable(60, 5, 20, random, recode=lambda x: np.hstack([x, np.eye(60)])) == 20


def test_labels_are_signs(random):
    assert set(random_labels(100, random)) == {1.0, -1.0}


def test_planes_of_fewer_dimensions_do_not_use_the_last_coordinate():
    from rosenblatt.batch import separable

    x, labels = np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([1.0, -1.0])
    with planes_of_fewer_dimensions("rosenblatt.batch.separable:find_separator").applied():
        assert separable.find_separator(x, labels) is None
        assert separable.find_separator(x, np.ones(2))[1] == 0.0
    assert find_separator(x, labels) is not None
