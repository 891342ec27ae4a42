"""Laws of inputs, whose components are independent.

    inputs.1   N(0, 1);  +1 or -1 with equal probability
    inputs.2   +1 with probability p_i, else -1;  1 with probability p, else 0
    inputs.3   N(U_i, 1) with |U| = u and U.B/sqrt(N) = q0                                         (BSS sec. 3)

A law is of a kind: what is centred (mean 0, variance 1) has, for many weights, the theory of Gaussian inputs. A law of
your own subclasses `CentredInputs` or `Inputs`; compiled loops can draw the laws of this file and of
`rosenblatt.scenario.correlated_inputs` only.
"""

from __future__ import annotations

import inspect
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rosenblatt import checks


@dataclass(frozen=True)
class Inputs(ABC):
    """A law of inputs; ``name`` defaults to the name of the class.

    ``peculiarity`` is what messages say such inputs have, where they are not centred.
    """

    name: ClassVar[str]
    peculiarity: ClassVar[str] = "a mean"

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.name = vars(cls).get("name", cls.__name__)

    @abstractmethod
    def mean(self, teacher: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return the mean of each component."""

    @abstractmethod
    def variance(self, mean: np.ndarray) -> np.ndarray:
        """Return the variance of each component, given the means."""

    @abstractmethod
    def draw(self, mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
        """Return ``count`` inputs as rows; kernels draw their own, from the same law."""

    def kernel_numbers(self, mean: np.ndarray) -> np.ndarray:
        """Return the numbers by which kernels draw inputs: the means, unless a law has others."""
        return mean

    def directed(self, teacher: np.ndarray) -> np.ndarray:
        """Return the teacher that was drawn, unless a law says where the teacher lies."""
        return teacher

    def stretched(self, vector: np.ndarray, mean: np.ndarray) -> np.ndarray:
        """Return the vector whose product with unit normals has the variance of this vector's with an input."""
        return vector * np.sqrt(self.variance(mean))


@dataclass(frozen=True)
class CentredInputs(Inputs):
    """Components of mean 0 and variance 1: for large N the disagreement is a function of the overlap."""

    def mean(self, teacher: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return zeros."""
        return np.zeros(len(teacher))

    def variance(self, mean: np.ndarray) -> np.ndarray:
        """Return ones."""
        return np.ones(len(mean))


@dataclass(frozen=True)
class GaussianInputs(CentredInputs):
    """Unit normal components: only (R, Q) matters, for every N.  (inputs.1)"""

    name = "gaussian"

    def draw(self, mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
        """Return rows of normals."""
        return mean + random.standard_normal((count, len(mean)))


@dataclass(frozen=True)
class BinaryInputs(CentredInputs):
    """Components +1 and -1, equally probable.  (inputs.1)"""

    name = "binary"

    def draw(self, mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
        """Return rows of fair signs."""
        return _signs(mean, count, random)


@dataclass(frozen=True)
class ProductInputs(Inputs):
    """Components +1 with their own probabilities, else -1: one for all, or one for each.  (inputs.2)"""

    probabilities: float | Sequence[float] = 0.5
    name = "product"

    def __post_init__(self) -> None:
        for value in np.atleast_1d(np.asarray(self.probabilities, dtype=float)):
            if not 0.0 < value < 1.0:
                raise ValueError(
                    f"probabilities must be in (0, 1); got {float(value)!r}. "
                    "A component that never changes carries no information: leave it out."
                )

    def mean(self, teacher: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return 2p - 1 for each component."""
        probabilities = np.asarray(self.probabilities, dtype=float)
        if probabilities.ndim and probabilities.shape != teacher.shape:
            raise ValueError(
                f"probabilities must be one number or n = {len(teacher)} of them; got {probabilities.size}. "
                "Give one for each weight."
            )
        return np.broadcast_to(2.0 * probabilities - 1.0, teacher.shape).copy()

    def variance(self, mean: np.ndarray) -> np.ndarray:
        """Return 1 - (2p - 1)^2."""
        return 1.0 - mean * mean

    def draw(self, mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
        """Return rows of signs with the given means."""
        return _signs(mean, count, random)


@dataclass(frozen=True)
class NonNegativeInputs(Inputs):
    """Components that are never negative."""


@dataclass(frozen=True)
class BooleanInputs(NonNegativeInputs):
    """Components 1 with one probability for all, else 0.  (inputs.2)"""

    probability: float = 0.5
    name = "boolean"

    def __post_init__(self) -> None:
        checks.fraction("probability", self.probability, "An input that never changes carries no information.")

    def mean(self, teacher: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return p for each component."""
        return np.full(len(teacher), float(self.probability))

    def variance(self, mean: np.ndarray) -> np.ndarray:
        """Return p (1 - p)."""
        return mean * (1.0 - mean)

    def draw(self, mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
        """Return rows of zeros and ones."""
        return (random.random((count, len(mean))) < mean).astype(float)


@dataclass(frozen=True)
class ShiftedInputs(Inputs):
    """Normal components around a vector U of length ``u`` with overlap ``q0`` with the teacher.  (inputs.3)"""

    u: float = 1.5
    q0: float = 1.0
    name = "shifted"

    def __post_init__(self) -> None:
        u, q0 = checks.not_negative("u", self.u), checks.number("q0", self.q0)
        if abs(q0) > u:
            raise ValueError(
                f"q0 must be in [-u, u] = [{-u:g}, {u:g}]; got {q0!r}. No vector overlaps more than itself."
            )

    @property
    def across(self) -> float:
        """The part of U that is orthogonal to the teacher, v = sqrt(u^2 - q0^2)."""
        return math.sqrt(self.u**2 - self.q0**2)

    def mean(self, teacher: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return U: q0 along the teacher, the rest in a random direction orthogonal to it."""
        unit = teacher / np.linalg.norm(teacher)
        other = random.standard_normal(len(teacher))
        other -= (other @ unit) * unit
        return self.q0 * unit + self.across * other / np.linalg.norm(other)

    def variance(self, mean: np.ndarray) -> np.ndarray:
        """Return ones."""
        return np.ones(len(mean))

    def draw(self, mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
        """Return rows of normals around the means."""
        return mean + random.standard_normal((count, len(mean)))


def _signs(mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
    return np.where(random.random((count, len(mean))) < (1.0 + mean) / 2.0, 1.0, -1.0)


INPUTS: dict[str, Inputs] = {
    law.name: law for law in (GaussianInputs(), BinaryInputs(), ProductInputs(), BooleanInputs(), ShiftedInputs())
}


def resolve_inputs(inputs: str | Inputs) -> Inputs:
    """Return a law of inputs for its name or itself."""
    if not isinstance(inputs, Inputs):
        return INPUTS[checks.one_of("inputs", inputs, tuple(INPUTS))]
    for base in type(inputs).__mro__[1:]:
        if issubclass(base, Inputs) and not inspect.isabstract(base):
            raise TypeError(
                f"inputs must be a law of its own; got {inputs!r}, which changes {base.__name__}. "
                "Subclass CentredInputs or Inputs instead."
            )
    return inputs
