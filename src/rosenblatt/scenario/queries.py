r"""Queries: inputs of which the student chooses its own field, in place of inputs as they come.

    queries.1   S = x J/|J| + z,  z normal and orthogonal to J:  h = sqrt(Q) x,  |S|^2 = x^2 + chi^2, N - 1 degrees of
                freedom;  x has a law mu(dx) of the student's choice in place of N(0, 1)
    queries.2   orthogonal:  x = 0                                                   (Kinzel and Rujan 1990)
    queries.3   shrinking:   |x| = x0 tan(theta),  both signs alike;  theta the angle between student and teacher
    queries.4   pair:        inputs as they come, taken if two students drawn from the posterior disagree:
                             density of y = x/tan(theta) proportional to N(y; 0, 1/tan^2(theta)) Phi(y) Phi(-y)
                                                                            (Seung, Opper and Sompolinsky 1992)
    queries.5   zero field:  x = 0 for the mean over the posterior, the limit of a large committee: orthogonal queries

In (3) and (4) the student is the mean over the posterior, whose field is not known by sin(theta): y is the field in
units of that, and stays finite however much has been learnt.

Q of a simulated student is that of (1): at x = 0 it is low by the factor 1 - 1/N of a Hebb student, while its angle is
not. A student without a direction, J = 0, has the field 0 whatever the input is: it takes inputs as they come.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rosenblatt import checks
from rosenblatt.gaussian import LEGENDRE_NODES, LEGENDRE_WEIGHTS, PANEL, REACH, cdf, pdf

STEEP = np.array([2.0, 5.0, 10.0, 40.0])  # in units of tan(theta): there the probability of a label is a step
CELLS = 4096  # of equal width, from which fields of a density are drawn
_DOUBTS, _DOUBT_WEIGHTS = np.polynomial.legendre.leggauss(64)  # an average over them is right to 1e-13


class Cells(NamedTuple):
    """A law as cells to draw from: where each begins, how wide it is (0 for a single value), and its probability,
    added up."""

    low: np.ndarray
    width: np.ndarray
    until: np.ndarray


@dataclass(frozen=True)
class QueryLaw(ABC):
    """The law of the field x = h/sqrt(Q) that a student asks for."""

    @abstractmethod
    def nodes(self, tangent: float, cuts: Iterable[float] = ()) -> tuple[np.ndarray, np.ndarray]:
        """Return values of x and their weights, for averages of what is smooth between ``cuts``.

        ``tangent`` is tan(theta), of a student at the angle theta to its teacher.
        """

    def missing(self, r: float) -> str:
        """Return what a Hebbian student that starts at R = ``r`` lacks to ask so; empty if it lacks nothing."""
        return ""


@dataclass(frozen=True)
class DrawnQueries(QueryLaw):
    """A law that simulations of single students draw from."""

    @abstractmethod
    def cells(self) -> Cells:
        """Return what x, or x/tan(theta) of shrinking queries, is drawn from."""


@dataclass(frozen=True)
class DoubtfulQueries(QueryLaw):
    """A law of fields of which the student doubts the sign, however much it has learnt: of y = x/tan(theta)."""

    @abstractmethod
    def doubts(self, tangent: float) -> tuple[np.ndarray, np.ndarray]:
        """Return values of y and their weights, for averages of what is smooth."""

    def nodes(self, tangent: float, cuts: Iterable[float] = ()) -> tuple[np.ndarray, np.ndarray]:
        """Return the values of x."""
        y, weights = self.doubts(tangent)
        return y * abs(tangent), weights


@dataclass(frozen=True)
class Orthogonal(DrawnQueries, DoubtfulQueries):
    """Inputs orthogonal to the student, of which it knows nothing: x = 0.  (queries.2)"""

    def __str__(self) -> str:
        return "orthogonal queries"

    def doubts(self, tangent: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the only value."""
        return np.zeros(1), np.ones(1)

    def nodes(self, tangent: float, cuts: Iterable[float] = ()) -> tuple[np.ndarray, np.ndarray]:
        """Return the same, also where tan(theta) is infinite."""
        return self.doubts(tangent)

    def cells(self) -> Cells:
        """Return the only value."""
        return _values(*self.nodes(1.0))


@dataclass(frozen=True, init=False)
class Queries(DrawnQueries):
    """Fields of given values, in units of the student's length.

    Parameters
    ----------
    fields : the values of x = h/sqrt(Q); a single number x0 is |x| = x0, with both signs alike.
    weights : the probability of each value; defaults to equal ones.

    >>> Queries(0.5)
    Queries(fields=(-0.5, 0.5), weights=(0.5, 0.5))
    """

    fields: tuple[float, ...]
    weights: tuple[float, ...]

    def __init__(self, fields: Any, weights: Any = None) -> None:
        values = _numbers("fields", fields)
        if np.ndim(fields) == 0:
            size = checks.not_negative("fields", values[0], "It is the size of a field, of either sign.")
            values = np.array([-size, size])
        chances = np.full(len(values), 1.0 / len(values)) if weights is None else _numbers("weights", weights)
        if len(chances) != len(values) or chances.min() < 0.0 or abs(chances.sum() - 1.0) > 1e-9:
            raise ValueError(
                f"weights must be the probabilities of {len(values)} fields, 0 or more with the sum 1; "
                f"got {chances.tolist()}. Divide them by their sum."
            )
        object.__setattr__(self, "fields", tuple(values.tolist()))
        object.__setattr__(self, "weights", tuple((chances / chances.sum()).tolist()))

    def __str__(self) -> str:
        return "queries at x = " + ", ".join(f"{field:g}" for field in self.fields)

    def nodes(self, tangent: float, cuts: Iterable[float] = ()) -> tuple[np.ndarray, np.ndarray]:
        """Return the values and their probabilities."""
        return np.array(self.fields), np.array(self.weights)

    def cells(self) -> Cells:
        """Return the values."""
        return _values(*self.nodes(1.0))


@dataclass(frozen=True)
class ShrinkingQueries(DrawnQueries, DoubtfulQueries):
    """Fields that shrink with the angle: |h| = x0 sqrt(Q) tan(theta), both signs alike.  (queries.3)

    A student that knows how much it does not know can ask so: of 'bayes-hebb' it is |h| = x0 sqrt(lambda).
    """

    field: float

    def __post_init__(self) -> None:
        checks.not_negative("field", self.field, "It is the size of a field, of either sign.")

    def __str__(self) -> str:
        return f"queries at x = {self.field:g} tan(theta)"

    def doubts(self, tangent: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the values and their probabilities."""
        return np.array([-self.field, self.field]), np.array([0.5, 0.5])

    def cells(self) -> Cells:
        """Return the values over tan(theta)."""
        return _values(*self.nodes(1.0))

    def missing(self, r: float) -> str:
        """Return that a student at a right angle to its teacher has no tan(theta)."""
        return "" if r > 0.0 else f"start must have r > 0 for queries that shrink with the angle; got r = {r:g}"


@dataclass(frozen=True)
class PairQueries(DoubtfulQueries):
    """Inputs on which two students that are drawn from the posterior disagree.  (queries.4)

    >>> y, weights = PairQueries().doubts(0.0)  # when nearly all is known
    >>> round(float(weights @ y**2), 6)
    0.833333
    """

    def __str__(self) -> str:
        return "pair queries"

    def doubts(self, tangent: float) -> tuple[np.ndarray, np.ndarray]:
        """Return nodes that see the narrower of the two factors of the density."""
        narrow = 1.0 / abs(tangent) if tangent else math.inf
        reach = min(9.0 * narrow, 9.0)
        y, weights = reach * _DOUBTS, _DOUBT_WEIGHTS * cdf(reach * _DOUBTS) * cdf(-reach * _DOUBTS)
        weights = weights * np.exp(-0.5 * (y / max(narrow, 1e-300)) ** 2)
        return y, weights / weights.sum()

    def nodes(self, tangent: float, cuts: Iterable[float] = ()) -> tuple[np.ndarray, np.ndarray]:
        """Return nodes on panels; of two students who know nothing, one is right, and all inputs are taken."""
        x, widths = _panels(tangent, cuts)
        y = np.divide(x, abs(tangent)) if tangent else np.zeros_like(x)
        weights = widths * pdf(x) * cdf(y) * cdf(-y)
        return x, weights / weights.sum()


@dataclass(frozen=True)
class QueryDensity(DrawnQueries):
    """Fields with a density, smooth between ``cuts``; it is normalised, and taken to be 0 beyond |x| = 9.

    >>> wide = QueryDensity(lambda x: np.exp(-(x**2) / 8.0))
    >>> x, weights = wide.nodes(1.0)
    >>> round(float(weights @ x**2), 2)
    4.0
    """

    density: Callable[[np.ndarray], np.ndarray]
    cuts: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cuts", tuple(_numbers("cuts", self.cuts).tolist()) if len(self.cuts) else ())
        if not self._integral > 0.0:
            raise ValueError(
                "density must have some probability between -9 and 9; got 0 there. Give fields in units of sqrt(Q)."
            )

    def __str__(self) -> str:
        return "queries with a density"

    def nodes(self, tangent: float, cuts: Iterable[float] = ()) -> tuple[np.ndarray, np.ndarray]:
        """Return nodes on panels that end at the cuts, and where the probability of a label is steep."""
        x, widths = _panels(tangent, (*self.cuts, *cuts))
        weights = widths * self._at(x)
        return x, weights / weights.sum()

    def cells(self) -> Cells:
        """Return many narrow cells."""
        edges = np.linspace(-REACH, REACH, CELLS + 1)
        chances = self._at(0.5 * (edges[1:] + edges[:-1]))
        until = np.cumsum(chances)
        return Cells(edges[:-1].copy(), np.diff(edges), until / until[-1])

    @cached_property
    def _integral(self) -> float:
        x, widths = _panels(1.0, self.cuts)
        return float(widths @ self._at(x))

    def _at(self, x: np.ndarray) -> np.ndarray:
        try:
            values = np.asarray(self.density(x), dtype=float)
        except Exception as problem:
            raise ValueError(
                f"density must be a function of an array of fields; got one that failed: {problem}. "
                "Give for example lambda x: np.exp(-x**2 / 2)."
            ) from problem
        if values.shape != x.shape or not np.all((values >= 0.0) & np.isfinite(values)):
            raise ValueError(
                "density must return a number, 0 or more, for each field of an array; got others. "
                "Give for example lambda x: np.exp(-x**2 / 2)."
            )
        return values


QUERIES: dict[str, QueryLaw] = {"orthogonal": Orthogonal(), "pair": PairQueries(), "zero-field": Orthogonal()}


def resolve_queries(queries: str | QueryLaw | None) -> QueryLaw | None:
    """Return a law of queries for its name or itself; None for inputs as they come."""
    if queries is None or isinstance(queries, QueryLaw):
        return queries
    if not isinstance(queries, str):
        raise TypeError(
            f"queries must be one of {', '.join(QUERIES)}, or a law of fields; got {queries!r}. "
            "Make one, for example rb.Queries(0.5)."
        )
    return QUERIES[checks.one_of("queries", queries, tuple(QUERIES))]


def _values(x: np.ndarray, weights: np.ndarray) -> Cells:
    """Return cells of no width."""
    return Cells(x, np.zeros(len(x)), np.cumsum(weights) / math.fsum(weights))


def _panels(tangent: float, cuts: Iterable[float]) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes in x and their widths."""
    steep = np.minimum(STEEP * abs(tangent), REACH)
    inside = np.clip(np.array([*steep, *-steep, *cuts], dtype=float), -REACH, REACH)
    edges = np.unique(np.concatenate([np.arange(-REACH, REACH + PANEL / 2, PANEL), inside, [0.0]]))
    half, middle = 0.5 * np.diff(edges)[:, None], 0.5 * (edges[1:] + edges[:-1])[:, None]
    return (middle + half * LEGENDRE_NODES).ravel(), (half * LEGENDRE_WEIGHTS).ravel()


def _numbers(name: str, values: Any) -> np.ndarray:
    """Return finite numbers, at least one, as an array of one dimension."""
    try:
        array = np.atleast_1d(np.asarray(values, dtype=float))
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number or a sequence of numbers; got {values!r}. Give numbers.") from None
    if array.ndim != 1 or array.size == 0 or not np.all(np.isfinite(array)):
        raise ValueError(f"{name} must be finite numbers, at least one; got {values!r}. Give for example 0.5.")
    return array
