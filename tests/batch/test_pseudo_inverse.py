"""The pseudo-inverse by what defines it: it fits, or fits best, and nothing that does is shorter."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.batch.pseudo_inverse import pseudo_inverse


def test_with_few_examples_it_is_the_shortest_that_fits_all(random):
    x, b = random.standard_normal((4, 9)), random.standard_normal(4)
    weights = pseudo_inverse(x, b)
    assert x @ weights == pytest.approx(b)
    unseen = np.linalg.svd(x)[2][4:]  # the directions that no example tells anything about
    assert unseen @ weights == pytest.approx(np.zeros(5), abs=1e-12)


def test_with_many_examples_what_is_left_is_at_right_angles_to_all_features(random):
    x, b = random.standard_normal((30, 4)), random.standard_normal(30)
    left = b - x @ pseudo_inverse(x, b)
    assert np.linalg.norm(left) > 1.0
    assert x.T @ left == pytest.approx(np.zeros(4), abs=1e-12)


def test_two_equal_features_share_the_weight():
    x = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    assert pseudo_inverse(x, np.array([1.0, 2.0, 3.0])) == pytest.approx([0.5, 0.5])
