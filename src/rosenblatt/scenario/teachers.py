"""What is to be learnt: a teacher, a law of inputs, and flipped labels.

scenario.1   label = sgn(b),  b = B.S/sqrt(N),  flipped with probability kappa;  sgn(0) = -1  (GM)
scenario.2   |B|^2 = N for every teacher, so that M = 1
scenario.3   drifting: B <- sqrt(N) B'/|B'|,  B' = (1 - delta/N) B + sqrt(2 delta/N) xi, after each
             example; xi ~ N(0, 1): d rho/d alpha = -delta rho from drift alone          (KC sec. 6)
scenario.4   inputs have independent components: N(0, 1); +1 or -1 with equal probability; +1 with
             probability p_i, else -1; 1 with probability p, else 0; N(U_i, 1) with |U| = u and
             U.B/sqrt(N) = q0                                                              (BSS sec. 3)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rosenblatt import checks


@dataclass(frozen=True)
class Teacher:
    """Where the rule to be learnt comes from."""

    name: ClassVar[str] = "spherical"
    binary: ClassVar[bool] = False
    drift: ClassVar[float] = 0.0

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return a teacher of length sqrt(n).  (scenario.2)"""
        direction = random.standard_normal(n)
        return direction * (math.sqrt(n) / np.linalg.norm(direction))


@dataclass(frozen=True)
class SphericalTeacher(Teacher):
    """Uniform on the sphere."""


@dataclass(frozen=True)
class BinaryTeacher(Teacher):
    """Weights +1 and -1."""

    name = "binary"
    binary = True

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return a vector of signs."""
        return np.where(random.random(n) < 0.5, 1.0, -1.0)


@dataclass(frozen=True)
class DriftingTeacher(Teacher):
    """Uniform on the sphere, and wandering on it at the rate ``drift`` per alpha.  (scenario.3)"""

    drift: float = 0.1  # pyright: ignore[reportIncompatibleVariableOverride]
    name = "drifting"

    def __post_init__(self) -> None:
        checks.not_negative("drift", self.drift, "It is the rate at which the overlap with the past decays.")


@dataclass(frozen=True)
class Inputs:
    """The law of the inputs."""

    name: ClassVar[str] = "gaussian"
    isotropic: ClassVar[bool] = False  # Gaussian without a mean: only (R, Q) matters, for every N
    non_negative: ClassVar[bool] = False
    centred: ClassVar[bool] = True  # zero mean and unit variance: d is a function of the overlap, for large N

    def mean(self, teacher: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return the mean of each component."""
        return np.zeros(len(teacher))

    def variance(self, mean: np.ndarray) -> np.ndarray:
        """Return the variance of each component, given the means."""
        return np.ones(len(mean))

    def draw(self, mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
        """Return ``count`` inputs as rows.  (scenario.4; kernels draw their own, from the same law)"""
        return mean + random.standard_normal((count, len(mean)))


@dataclass(frozen=True)
class GaussianInputs(Inputs):
    """Unit normal components."""

    isotropic = True


@dataclass(frozen=True)
class BinaryInputs(Inputs):
    """Components +1 and -1, equally probable."""

    name = "binary"

    def draw(self, mean: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
        """Return rows of fair signs, or of signs with the given means."""
        return np.where(random.random((count, len(mean))) < (1.0 + mean) / 2.0, 1.0, -1.0)


@dataclass(frozen=True)
class ProductInputs(BinaryInputs):
    """Components +1 with their own probabilities, else -1: one for all, or one for each."""

    probabilities: float | Sequence[float] = 0.5
    name = "product"
    centred = False

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


@dataclass(frozen=True)
class BooleanInputs(Inputs):
    """Components 1 with one probability for all, else 0."""

    probability: float = 0.5
    name = "boolean"
    non_negative = True
    centred = False

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
    """Normal components around a vector U of length ``u`` with overlap ``q0`` with the teacher."""

    u: float = 1.5
    q0: float = 1.0
    name = "shifted"
    centred = False

    def __post_init__(self) -> None:
        u, q0 = checks.not_negative("u", self.u), checks.number("q0", self.q0)
        if abs(q0) > u:
            raise ValueError(
                f"q0 must be in [-u, u] = [{-u:g}, {u:g}]; got {q0!r}. No vector overlaps more than itself."
            )

    def mean(self, teacher: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return U: q0 along the teacher, the rest in a random direction orthogonal to it."""
        unit = teacher / np.linalg.norm(teacher)
        other = random.standard_normal(len(teacher))
        other -= (other @ unit) * unit
        return self.q0 * unit + math.sqrt(self.u**2 - self.q0**2) * other / np.linalg.norm(other)


TEACHERS: dict[str, Teacher] = {t.name: t for t in (SphericalTeacher(), BinaryTeacher(), DriftingTeacher())}
INPUTS: dict[str, Inputs] = {
    law.name: law for law in (GaussianInputs(), BinaryInputs(), ProductInputs(), BooleanInputs(), ShiftedInputs())
}


def resolve_teacher(teacher: str | Teacher) -> Teacher:
    """Return a teacher for its name or itself."""
    return teacher if isinstance(teacher, Teacher) else TEACHERS[checks.one_of("teacher", teacher, tuple(TEACHERS))]


def resolve_inputs(inputs: str | Inputs) -> Inputs:
    """Return a law of inputs for its name or itself."""
    if isinstance(inputs, Inputs):
        if type(inputs) not in {type(law) for law in INPUTS.values()}:
            raise TypeError(
                f"inputs must be one of the laws that kernels can draw; got {inputs!r}. "
                f"Choose one of: {', '.join(type(law).__name__ for law in INPUTS.values())}."
            )
        return inputs
    return INPUTS[checks.one_of("inputs", inputs, tuple(INPUTS))]
