"""Smooth functions: what they are, their gradients, and a user's own."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.parts import smooth_functions as functions
from rosenblatt.rules.smooth import Smooth
from tests.helpers import Z_LIMIT

BUILT_IN = [rb.Committee(), rb.Committee(hidden=3, offset=0.2, threshold=0.1), rb.Quadratic(), rb.Parity()]


@pytest.mark.parametrize("function", BUILT_IN, ids=repr)
def test_gradients_are_those_of_the_functions(function, random):
    for n in (2, 4, 6) if isinstance(function, rb.Parity) else (1, 2, 5):
        functions.check_gradient(function, n)
        s, w = random.standard_normal((4, 1, n)), random.standard_normal((3, function.count(n)))
        assert function.value(s, w).shape == (4, 3)
        assert function.gradient(s, w).shape == (4, 3, function.count(n))
        assert function.value(s, w)[2, 1] == pytest.approx(function.value(s[2, 0], w[1]))


def test_the_built_in_functions_are_what_they_say(random):
    s, w = random.standard_normal(2), random.standard_normal(4)
    expected = np.tanh(w[:2] @ s + 0.5) + np.tanh(w[2:] @ s + 0.5) - 0.3
    assert rb.Committee(2, 0.5, 0.3).value(s, w) == pytest.approx(expected)
    assert rb.Parity().value(w, 2.0 * w) == pytest.approx(np.prod(np.tanh([2 * w[:2] @ w[:2], 2 * w[2:] @ w[2:]])))
    assert rb.Quadratic().value(s, w[:2]) == pytest.approx(w[0] * s[0] ** 2 + w[1] * s[1] ** 2 - 1.0)


def test_a_users_function(random):
    own = rb.smooth_function(
        lambda s, w: (w[..., :-1] * s).sum(-1) + np.sin(w[..., -1]),
        lambda s, w: np.concatenate([s + 0.0 * w[..., :-1], np.cos(w[..., -1:]) + 0.0 * s[..., :1]], axis=-1),
        weights=lambda n: n + 1,
    )
    x = random.standard_normal((2000, 3))
    y = x @ np.array([1.0, -2.0, 0.5]) > 0.4
    model = rb.OnlineClassifier(Smooth(own, eta=0.05, correction="none")).fit(x, y)
    assert model.score(x, y) > 0.93


def test_mistakes_are_said_in_a_sentence():
    with pytest.raises(ValueError, match="gradient must be given"):
        rb.smooth_function(lambda s, w: s, weights=2)
    wrong = rb.smooth_function(lambda s, w: (w * s).sum(-1), lambda s, w: 2.0 * s + 0.0 * w, weights=2)
    with pytest.raises(ValueError, match="slope of f in each weight"):
        rb.OnlineClassifier(Smooth(wrong)).fit(np.eye(2), [0, 1])
    summed = rb.smooth_function(lambda s, w: (w * s).sum(), lambda s, w: s + 0.0 * w, weights=2)
    with pytest.raises(ValueError, match=r"axis -1 only"):
        summed.value(np.ones((3, 2)), np.ones(2)[None] * np.ones((3, 1)) * np.ones((2, 1, 1)))
    half_wrong = rb.smooth_function(
        lambda s, w: np.abs((w * s).sum(-1)) - 0.5, lambda s, w: s + 0.0 * w, weights=lambda n: n
    )
    with pytest.raises(ValueError, match="slope of f in each weight"):
        rb.OnlineClassifier(Smooth(half_wrong)).fit(np.eye(2), [0, 1])
    with pytest.raises(ValueError, match="must take 2 inputs and 3 weights"):
        rb.OnlineClassifier(Smooth(rb.smooth_function(lambda s, w: (w * s).sum(-1), lambda s, w: s, weights=3))).fit(
            np.eye(2), [0, 1]
        )
    with pytest.raises(TypeError, match="functions of inputs and weights"):
        rb.smooth_function(3, lambda s, w: s, weights=2)  # pyright: ignore[reportArgumentType]


def test_the_label_of_a_parity_machine_is_the_product_of_its_units_labels(random):
    s, w = random.standard_normal((50, 6)), random.standard_normal(6)
    units = np.sign([s[:, 2 * k : 2 * k + 2] @ w[2 * k : 2 * k + 2] for k in range(3)])
    assert np.sign(rb.Parity(hidden=3).value(s, w)).tolist() == units.prod(axis=0).tolist()
    with pytest.raises(ValueError, match="multiple of hidden = 2 for a parity machine; got 5"):
        rb.Parity().count(5)


def test_numbers_of_weights():
    assert rb.Committee(hidden=3).count(4) == 12
    assert rb.Quadratic().count(4) == 4
    own = rb.smooth_function(lambda s, w: 0.0, lambda s, w: w, weights=lambda n: n // 4)
    assert own.count(8) == 2
    with pytest.raises(ValueError, match="weights must be at least 1; got 0"):
        own.count(3)


def test_a_random_ellipsoid_holds_more_than_half_of_the_inputs(random):
    for n in (2, 5, 20):
        inputs = random.standard_normal((4000, n))
        inside = np.mean([rb.Quadratic().value(inputs, rb.Quadratic().draw(n, random)) < 0.0 for _ in range(20)])
        assert 0.5 + Z_LIMIT * 0.5 / np.sqrt(4000) < inside < 0.9
