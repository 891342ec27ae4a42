"""Linear models as they are written: fields, classes and scaling."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.export.linear_models import LinearModel, Scaling


def test_two_classes_have_one_field_whose_zero_is_the_first(random):
    model = LinearModel(np.array([[1.0, 2.0]]), np.array([-1.0]), ("a", "b"))
    assert model.predict(np.array([[1.0, 0.0], [1.0, 1e-9], [0.0, 0.0]])).tolist() == [0, 1, 0]


def test_several_say_the_first_of_the_largest():
    model = LinearModel(np.array([[1.0], [1.0], [-1.0]]), np.zeros(3), (0, 1, 2))
    assert model.predict(np.array([[1.0], [-1.0], [0.0]])).tolist() == [0, 2, 0]


def test_features_are_scaled_and_kept_within_bounds(random):
    x, scaling = random.standard_normal((9, 2)), Scaling(np.array([1.0, -1.0]), np.array([2.0, 3.0]), 1.5)
    model = LinearModel(np.array([[1.0, -2.0]]), np.array([0.25]), (), scaling)
    seen = np.clip((x - [1.0, -1.0]) * [2.0, 3.0], -1.5, 1.5)
    assert model.predict(x) == pytest.approx(seen @ [1.0, -2.0] + 0.25, rel=1e-12)
    assert model.facts()["farthest"] == 1.5
