"""Teachers: where the rule to be learnt comes from.

    teachers.1   |B|^2 = N for every teacher, so that M = 1
    teachers.2   drifting: B <- sqrt(N) B'/|B'|,  B' = (1 - delta/N) B + sqrt(2 delta/N) xi, after each
                 example; xi ~ N(0, 1): d rho/d alpha = -delta rho from drift alone          (KC sec. 6)

A teacher says by which law its weights are drawn (``prior``), which is what theory knows of it. A teacher of your own
gives ``draw``, and ``prior`` if its weights are independent and their law is known:

    >>> from rosenblatt.scenario.priors import ternary
    >>> class Sparse(Teacher):
    ...     prior = ternary(0.25)
    ...
    ...     def draw(self, n, random):
    ...         weights = random.choice([-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], n)
    ...         return weights * math.sqrt(n) / np.linalg.norm(weights)

Without ``prior`` a teacher can be simulated, and theory that depends on the law of its weights refuses it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from rosenblatt import checks
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior, Prior

FASTEST = 1e9  # drift per alpha: the teacher is another one long before anything can be learnt of it


@dataclass(frozen=True)
class Teacher(ABC):
    """Draws the rule to be learnt.

    Attributes
    ----------
    name : what keywords and messages call it; defaults to the name of the class.
    drift : the rate per alpha at which it wanders; 0 for all but `DriftingTeacher`.
    prior : the law of a weight, or None if it is not known.
    """

    name: ClassVar[str]
    drift: float = field(default=0.0, init=False, repr=False)

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.name = vars(cls).get("name", cls.__name__)
        if "draw" in vars(cls) and "prior" not in vars(cls):
            setattr(cls, "prior", None)  # who draws otherwise than its base has another law  # noqa: B010

    @property
    def prior(self) -> Prior | None:
        """The law of a weight."""
        return None

    @abstractmethod
    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return a teacher of length sqrt(n).  (teachers.1)"""


@dataclass(frozen=True)
class SphericalTeacher(Teacher):
    """Uniform on the sphere."""

    name = "spherical"

    @property
    def prior(self) -> Prior:
        """Normal weights, for large N."""
        return GaussianPrior()

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return a vector of random direction."""
        return random_direction(n, random)


@dataclass(frozen=True)
class BinaryTeacher(Teacher):
    """Weights +1 and -1."""

    name = "binary"

    @property
    def prior(self) -> Prior:
        """Signs."""
        return BinaryPrior()

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return a vector of signs."""
        return np.where(random.random(n) < 0.5, 1.0, -1.0)


@dataclass(frozen=True)
class DriftingTeacher(Teacher):
    """Uniform on the sphere, and wandering on it at the rate ``drift`` per alpha.  (teachers.2)"""

    drift: float = 0.1
    name = "drifting"

    def __post_init__(self) -> None:
        checks.not_negative("drift", self.drift, "It is the rate at which the overlap with the past decays.")
        checks.moderate("drift", self.drift, largest=FASTEST)

    @property
    def prior(self) -> Prior:
        """Normal weights, for large N."""
        return GaussianPrior()

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return a vector of random direction."""
        return random_direction(n, random)


def random_direction(n: int, random: np.random.Generator) -> np.ndarray:
    """Return a vector of length sqrt(n) without a preferred direction."""
    direction = random.standard_normal(n)
    return direction * (math.sqrt(n) / np.linalg.norm(direction))


TEACHERS: dict[str, Teacher] = {t.name: t for t in (SphericalTeacher(), BinaryTeacher(), DriftingTeacher())}


def resolve_teacher(teacher: str | Teacher) -> Teacher:
    """Return a teacher for its name or itself."""
    return teacher if isinstance(teacher, Teacher) else TEACHERS[checks.one_of("teacher", teacher, tuple(TEACHERS))]
