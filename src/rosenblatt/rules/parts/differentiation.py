"""Gradients by a library that differentiates: JAX or torch, if the user has it. Imported here only."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

ArrayFunction = Callable[[np.ndarray, np.ndarray], np.ndarray]


def differentiated(f: Callable[..., Any], library: str) -> tuple[ArrayFunction, ArrayFunction]:
    """Return f and its gradient in the weights as NumPy functions of many examples or students."""
    try:
        module = import_module(library)
    except ImportError as reason:
        raise ModuleNotFoundError(
            f"library must be installed; got {library!r}, which is not. Install it by pip install {library}, or give a "
            "NumPy function and its gradient."
        ) from reason
    value, slope = (_jax if library == "jax" else _torch)(f, module)
    return _over_rows(value), _over_rows(slope)


def _over_rows(function: Callable[..., Any]) -> ArrayFunction:
    """Return a function of arrays with any axes in front for one of rows of inputs and rows of weights."""

    def over_any(inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        many = np.broadcast_shapes(inputs.shape[:-1], weights.shape[:-1])
        rows = [np.broadcast_to(a, (*many, a.shape[-1])).reshape(-1, a.shape[-1]) for a in (inputs, weights)]
        result = np.asarray(function(*rows), dtype=float)
        return result.reshape((*many, *result.shape[1:]))

    return over_any


def _jax(f: Callable[..., Any], jax: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    jax.config.update("jax_enable_x64", True)
    return jax.jit(jax.vmap(f)), jax.jit(jax.vmap(jax.grad(f, argnums=1)))


def _torch(f: Callable[..., Any], torch: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    value, slope = torch.func.vmap(f), torch.func.vmap(torch.func.grad(f, argnums=1))

    def through(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *rows: function(*(torch.tensor(np.array(row)) for row in rows)).detach().numpy()

    return through(value), through(slope)
