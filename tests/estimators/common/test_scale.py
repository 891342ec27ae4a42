"""How learners of all rows at once see them."""

from __future__ import annotations

import math

import pytest

from rosenblatt.estimators.common.scale import Scale


@pytest.mark.parametrize("constant", [False, True])
def test_fields_are_the_same_in_both_units(constant, random):
    x = random.standard_normal((50, 4)) * [1.0, 1e-6, 1e6, 0.0] + [0.0, 1.0, -5.0, 3.0]
    scale = Scale.of(x, centre=True, constant=constant)
    seen = scale.see(x) * math.sqrt(4 + constant)
    assert seen[:, :3].mean(axis=0) == pytest.approx(0.0, abs=1e-8)
    assert seen[:, :3].std(axis=0) == pytest.approx(1.0)
    assert (seen[:, 3] == 0.0).all()  # a feature that never changes
    mean = random.standard_normal(seen.shape[1])
    weights, intercept = scale.weights(mean)
    assert x @ weights + intercept == pytest.approx(scale.see(x) @ mean)
