"""Gradients by a library that differentiates."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.parts import differentiation
from rosenblatt.rules.smooth import Smooth


def as_torch_and_jax_write_it(s, w):
    return (w * s * s).sum() - 1.0


@pytest.mark.parametrize("library", ["jax", "torch"])
def test_a_library_that_is_not_there_is_named(library, monkeypatch):
    def absent(name: str):
        raise ImportError(name)

    monkeypatch.setattr(differentiation, "import_module", absent)
    with pytest.raises(ModuleNotFoundError, match=f"pip install {library}"):
        rb.smooth_function(as_torch_and_jax_write_it, weights=2, library=library)


@pytest.mark.parametrize("library", ["jax", "torch"])
def test_a_library_that_differentiates(library, random):
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is an optional library of the user's, and not installed here")
    own = rb.smooth_function(as_torch_and_jax_write_it, weights=lambda n: n, library=library)
    s, w = random.standard_normal((5, 1, 3)), random.standard_normal((2, 3))
    assert own.value(s, w) == pytest.approx(rb.Quadratic().value(s, w), rel=1e-12)
    assert own.gradient(s, w) == pytest.approx(np.broadcast_to(rb.Quadratic().gradient(s, w), (5, 2, 3)), rel=1e-12)
    x = random.standard_normal((300, 2))
    y = (x * x).sum(axis=1) > 2.0
    assert rb.OnlineClassifier(Smooth(own, eta=0.02)).fit(x, y).score(x, y) > 0.8


class FakeTorch:
    """What the module asks of torch, with differences for gradients."""

    class func:
        @staticmethod
        def vmap(f):
            return lambda s, w: Tensor([f(a, b) for a, b in zip(s, w, strict=True)])

        @staticmethod
        def grad(f, argnums):
            assert argnums == 1
            step = 1e-6 * np.eye(3)
            return lambda s, w: [(f(s, w + side) - f(s, w - side)) / 2e-6 for side in step]

    @staticmethod
    def tensor(rows):
        return rows


class Tensor(list):
    def detach(self):
        return self

    def numpy(self):
        return np.array(self)


def test_a_function_of_one_example_becomes_one_of_arrays_with_any_axes(random, monkeypatch):
    monkeypatch.setattr(differentiation, "import_module", lambda name: FakeTorch)
    value, gradient = differentiation.differentiated(as_torch_and_jax_write_it, "torch")
    s, w = random.standard_normal((5, 1, 3)), random.standard_normal((2, 3))
    assert value(s, w) == pytest.approx(rb.Quadratic().value(s, w))
    assert gradient(s, w) == pytest.approx(np.broadcast_to(s * s, (5, 2, 3)), rel=1e-6)
    assert value(s[0, 0], w[0]).shape == ()
    assert gradient(s[0, 0], w[0]).shape == (3,)
