"""Teachers: where the rule to be learnt comes from.

    teachers.1   |B|^2 = N for every teacher, so that M = 1
    teachers.2   drifting: B <- sqrt(N) B'/|B'|,  B' = (1 - delta/N) B + sqrt(2 delta/N) xi, after each
                 example; xi ~ N(0, 1): d rho/d alpha = -delta rho from drift alone          (KC sec. 6)
    teachers.3   independent:  B = sqrt(N) W/|W|,  W_i of the prior, so that |W|^2/N -> 1

A teacher says by which law its weights are drawn (``prior``), which is what theory knows of it. A teacher of your own
gives ``draw``, and ``prior`` if its weights are independent and their law is known:

    >>> from rosenblatt.scenario.priors import ternary
    >>> class Sparse(Teacher):
    ...     prior = ternary(0.25)
    ...
    ...     def draw(self, n, random):
    ...         weights = random.choice([-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], n)
    ...         return weights * math.sqrt(n) / np.linalg.norm(weights)

which is `Ternary`. `IndependentTeacher` makes a teacher of a prior. Without ``prior`` a teacher can be simulated, and
theory that depends on the law of its weights refuses it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from rosenblatt import checks
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior, MixturePrior, Prior, gauss_bernoulli, ternary

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

    def __str__(self) -> str:
        return f"{self.name} teacher"

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


@dataclass(frozen=True)
class IndependentTeacher(Teacher):
    """Independent weights of a law, then scaled to the length that all teachers have.  (teachers.3)

    >>> lopsided = MixturePrior((0.2, 0.8), (-2.0, 0.5), (0.0, 0.0))
    >>> weights = IndependentTeacher(lopsided).draw(1000, np.random.default_rng(0))
    >>> round(float(weights.min() / weights.max()), 6), round(float(weights @ weights), 6)
    (-4.0, 1000.0)
    """

    law: Prior
    name = "independent"

    def __post_init__(self) -> None:
        if not isinstance(self.law, Prior):
            raise TypeError(f"law must be a prior; got {self.law!r}. Make one, for example rb.MixturePrior(...).")

    def __str__(self) -> str:
        return f"teacher of {self.law!r}"

    @property
    def prior(self) -> Prior:
        """The law itself."""
        return self.law

    def draw(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return weights; those that are all 0 are drawn again."""
        weights = self.law.draw(n, random)
        while not weights.any():
            weights = self.law.draw(n, random)
        return weights * (math.sqrt(n) / np.linalg.norm(weights))


@dataclass(frozen=True)
class SparseTeacher(IndependentTeacher):
    """A teacher of whose weights only a share, ``density``, is not 0."""

    law: MixturePrior = field(init=False, repr=False)
    density: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "law", self.law_of(self.density))

    def __str__(self) -> str:
        return f"{self.name} teacher of density {self.density:g}"

    @staticmethod
    @abstractmethod
    def law_of(density: float) -> MixturePrior:
        """Return the prior of a density."""


@dataclass(frozen=True)
class Ternary(SparseTeacher):
    """Weights that are 0 with probability 1 - ``density``, else plus or minus one length.

    >>> Ternary(0.25).prior.means
    (-2.0, 0.0, 2.0)
    """

    name = "ternary"
    law_of = staticmethod(ternary)


@dataclass(frozen=True)
class GaussBernoulli(SparseTeacher):
    """Weights that are 0 with probability 1 - ``density``, else normal.

    >>> GaussBernoulli(0.25).prior.variances
    (0.0, 4.0)
    """

    name = "gauss-bernoulli"
    law_of = staticmethod(gauss_bernoulli)


def random_direction(n: int, random: np.random.Generator) -> np.ndarray:
    """Return a vector of length sqrt(n) without a preferred direction."""
    direction = random.standard_normal(n)
    return direction * (math.sqrt(n) / np.linalg.norm(direction))


TEACHERS: dict[str, Teacher] = {t.name: t for t in (SphericalTeacher(), BinaryTeacher(), DriftingTeacher())}


SPARSE: dict[str, type[SparseTeacher]] = {kind.name: kind for kind in (Ternary, GaussBernoulli)}


def resolve_teacher(teacher: str | Teacher) -> Teacher:
    """Return a teacher for itself or its name, a sparse one with its density.

    >>> resolve_teacher("binary"), resolve_teacher("ternary:0.25")
    (BinaryTeacher(), Ternary(density=0.25))
    """
    if isinstance(teacher, Teacher):
        return teacher
    name, _, density = teacher.partition(":") if isinstance(teacher, str) else (teacher, "", "")
    if name in SPARSE:
        try:
            share = float(density)
        except ValueError:
            raise ValueError(
                f"teacher must be a name and a density such as '{name}:0.25'; got {teacher!r}. "
                "Write a number after the colon."
            ) from None
        return SPARSE[name](share)
    return TEACHERS[checks.one_of("teacher", teacher, (*TEACHERS, *SPARSE))]
