r"""Smooth functions f(S; W) whose signs are dichotomies: what the rule 'smooth' learns (BSS sec. 4).

    functions.1   committee of two layers:  f = sum_k tanh(w_k.S + offset) - threshold
    functions.2   quadratic boundary:       f = sum_i w_i S_i^2 - 1
    functions.3   parity machine:           f = prod_k tanh(w_k.S_k), S_k the k-th part of the inputs       (BSS sec. 5)
    functions.4   own:                      any f with its gradient in W, or any f that JAX or torch can differentiate

All take arrays whose last axis is that of the inputs, or of the weights; axes before it are those of many
examples or students, and broadcast.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.rules.parts.differentiation import differentiated

PLACES = 16  # at which a gradient is compared with differences of f
TOLERANCE = 1e-4  # between a gradient and differences of f, relative to the largest slope


@dataclass(frozen=True)
class SmoothFunction:
    """A function of inputs and weights with its gradient in the weights."""

    def count(self, n: int) -> int:
        """Return the number of weights for n inputs."""
        raise NotImplementedError

    def value(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return f(S; W)."""
        raise NotImplementedError

    def gradient(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the slope of f in each weight."""
        raise NotImplementedError

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return the weights of a random target for n inputs of unit variance."""
        return random.standard_normal(self.count(n)) / math.sqrt(n)


@dataclass(frozen=True)
class Committee(SmoothFunction):
    """Two layers: the sum of ``hidden`` units, weights of the first layer one unit after the other.  (functions.1)"""

    hidden: int = 2
    offset: float = 1.0
    threshold: float = 0.8

    def __post_init__(self) -> None:
        checks.whole("hidden", self.hidden, 1, "It is the number of units between inputs and answer.")
        checks.number("offset", self.offset)
        checks.number("threshold", self.threshold)

    def count(self, n: int) -> int:
        """Return n for each unit."""
        return self.hidden * n

    def value(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return f(S; W)."""
        return self._units(inputs, weights).sum(axis=-1) - self.threshold  # functions.1

    def gradient(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the slope of f in each weight."""
        units = self._units(inputs, weights)
        slopes = (1.0 - units * units)[..., None] * inputs[..., None, :]
        return slopes.reshape(*slopes.shape[:-2], weights.shape[-1])

    def _units(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        units = weights.reshape(*weights.shape[:-1], self.hidden, -1)
        return np.tanh(np.einsum("...kn,...n->...k", units, inputs) + self.offset)


@dataclass(frozen=True)
class Quadratic(SmoothFunction):
    """An ellipsoid with the axes of the inputs, outside of which the label is +1.  (functions.2)"""

    def count(self, n: int) -> int:
        """Return n."""
        return n

    def value(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return f(S; W)."""
        return np.einsum("...n,...n->...", weights, inputs * inputs) - 1.0  # functions.2

    def gradient(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the slope of f in each weight."""
        return np.broadcast_to(inputs * inputs, np.broadcast_shapes(inputs.shape, weights.shape))

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return an ellipsoid that holds more than half of the inputs."""
        weights = random.uniform(0.5, 1.5, n)
        return weights / (weights.sum() * (1.0 + math.sqrt(0.5 / n)))


@dataclass(frozen=True)
class Parity(SmoothFunction):
    """Two layers: the product of ``hidden`` units, each with its own part of the inputs, as many.  (functions.3)

    >>> Parity().value(np.array([1.0, -2.0]), np.array([0.5, 0.5])).round(3).item()
    -0.352
    """

    hidden: int = 2

    def __post_init__(self) -> None:
        checks.whole("hidden", self.hidden, 1, "It is the number of units between inputs and answer.")

    def count(self, n: int) -> int:
        """Return n."""
        if n % self.hidden != 0:
            raise ValueError(
                f"inputs must be a multiple of hidden = {self.hidden} for a parity machine; got {n}. "
                "Each unit has its own part of them."
            )
        return n

    def value(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return f(S; W)."""
        return self._units(inputs, weights)[0].prod(axis=-1)  # functions.3

    def gradient(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the slope of f in each weight."""
        units, parts = self._units(inputs, weights)
        others = np.stack([np.delete(units, k, axis=-1).prod(axis=-1) for k in range(self.hidden)], axis=-1)
        slopes = ((1.0 - units * units) * others)[..., None] * parts
        return slopes.reshape(*slopes.shape[:-2], weights.shape[-1])

    def _units(self, inputs: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the units, and the inputs in parts."""
        parts = inputs.reshape(*inputs.shape[:-1], self.hidden, -1)
        return np.tanh((weights.reshape(*weights.shape[:-1], self.hidden, -1) * parts).sum(axis=-1)), parts


@dataclass(frozen=True)
class OwnFunction(SmoothFunction):
    """A user's function; make it with `smooth_function`.  (functions.4)"""

    f: Callable[..., Any]
    slope: Callable[..., Any]
    weights: int | Callable[[int], int]

    def count(self, n: int) -> int:
        """Return the number of weights."""
        count = self.weights(n) if callable(self.weights) else self.weights
        return checks.whole("weights", count, 1, "It is the number of weights that f takes.")

    def value(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return f(S; W)."""
        return self._checked("f", self.f(inputs, weights), inputs, weights, ())

    def gradient(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the slope of f in each weight."""
        return self._checked("gradient", self.slope(inputs, weights), inputs, weights, weights.shape[-1:])

    def _checked(
        self, name: str, result: Any, inputs: np.ndarray, weights: np.ndarray, last: tuple[int, ...]
    ) -> np.ndarray:
        result = np.asarray(result, dtype=float)
        many = np.broadcast_shapes(inputs.shape[:-1], weights.shape[:-1])
        if result.shape != (*many, *last):
            raise ValueError(
                f"{name} must take arrays with any axes before the last and return shape {(*many, *last)} for inputs "
                f"{inputs.shape} and weights {weights.shape}; got {result.shape}. Sum over axis -1 only, or wrap it by "
                "numpy.vectorize with a signature."
            )
        return result


def smooth_function(
    f: Callable[..., Any],
    gradient: Callable[..., Any] | None = None,
    *,
    weights: int | Callable[[int], int],
    library: str = "numpy",
) -> SmoothFunction:
    """Return a user's function for the rule 'smooth'.

    Parameters
    ----------
    f : ``f(inputs, weights)``, a number for one example. A NumPy function also takes arrays with more axes in front.
    gradient : the slope of f in each weight, as a NumPy function; not needed with a library that differentiates.
    weights : how many there are, a number or a function of the number of inputs.
    library : "numpy"; "jax" or "torch" if f is written for it: gradients are then its own.

    >>> line = smooth_function(lambda s, w: (w * s).sum(-1) + 0.5, lambda s, w: s + 0.0 * w, weights=lambda n: n)
    >>> line.value(np.array([1.0, 2.0]), np.array([0.5, -0.5])).item()
    0.0
    """
    checks.one_of("library", library, ("numpy", "jax", "torch"))
    if not callable(f) or not (gradient is None or callable(gradient)):
        raise TypeError(
            f"f and gradient must be functions of inputs and weights; got {f!r} and {gradient!r}. Give these."
        )
    if library != "numpy":
        return OwnFunction(*differentiated(f, library), weights)
    if gradient is None:
        raise ValueError(
            "gradient must be given for a NumPy function; got None. Write it, or write f for JAX or torch and say "
            "library='jax' or 'torch'."
        )
    return OwnFunction(f, gradient, weights)


def check_gradient(function: SmoothFunction, n: int) -> None:
    """Raise if the gradient is not that of f, at some random points."""
    random, step = np.random.default_rng(0), 1e-5
    for _ in range(PLACES):
        inputs, weights = random.standard_normal(n), function.draw(n, random)
        try:
            slopes = function.gradient(inputs, weights)
            sides = [function.value(inputs, weights + side * step * np.eye(len(weights))) for side in (1.0, -1.0)]
        except (TypeError, ValueError, IndexError, AttributeError) as problem:
            raise ValueError(
                f"f and its gradient must take {n} inputs and {len(weights)} weights; they failed: {problem} "
                "Try them on arrays of these lengths."
            ) from problem
        differences = (sides[0] - sides[1]) / (2.0 * step)
        worst = int(np.argmax(np.abs(slopes - differences)))
        if not abs(slopes[worst] - differences[worst]) <= TOLERANCE * max(1.0, float(np.abs(differences).max())):
            raise ValueError(
                f"gradient must be the slope of f in each weight; got {slopes[worst]:.6g} for weight {worst} where f "
                f"changes by {differences[worst]:.6g}. Compare it with differences of f."
            )
