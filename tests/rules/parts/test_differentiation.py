"""Gradients by a library that differentiates."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.smooth import Smooth


def as_torch_and_jax_write_it(s, w):
    return (w * s * s).sum() - 1.0


@pytest.mark.parametrize("library", ["jax", "torch"])
def test_a_library_that_is_not_there_is_named(library, monkeypatch):
    import rosenblatt.rules.parts.differentiation as differentiation

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
