r"""Rates that change with the number of examples: small objects for every rule that takes a rate.

    schedules.1   constant     eta
    schedules.2   power law    eta_0 alpha^(-z), at most cap             (BSS sec. 2 have a factor sqrt(2 pi) in front)
    schedules.3   own          any function of alpha
    schedules.4   tabulated    exp of the cubic spline, in ln(alpha), of the logarithms of rates; a power law beyond

alpha counts the present example: it is never 0. A parameter of a rule that is given as a number is
constant; ``rb.Rosenblatt(eta=rb.PowerLaw(0.5, z=1))`` or ``rb.Rosenblatt(eta=lambda alpha: 1 / (1 + alpha))``
change it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.rules.parts.repeatable import check_repeatable

LEARNS = "A rate of 0 never learns and a negative one learns the opposite rule."  # what to say of one that does not
_PROBES = (1e-3, 0.1, 1.0, 10.0, 1e3, 1e6)


@dataclass(frozen=True)
class Schedule:
    """A rate as a function of alpha: a plain function and its numbers, so that it can be compiled."""

    @property
    def parameters(self) -> tuple[float, ...]:
        """The numbers that the function takes after alpha."""
        raise NotImplementedError

    @property
    def rate(self) -> Callable[..., float]:
        """The function of alpha and the numbers."""
        raise NotImplementedError

    def __call__(self, alpha: float) -> float:
        """Return the rate at alpha."""
        return float(self.rate(alpha, *self.parameters))


@dataclass(frozen=True)
class PowerLaw(Schedule):
    """The rate eta_0 alpha^(-z), at most ``cap``.  (schedules.2)

    >>> PowerLaw(2.0, z=1.0)(4.0)
    0.5
    """

    eta_0: float
    z: float = 1.0
    cap: float = math.inf

    def __post_init__(self) -> None:
        checks.positive("eta_0", self.eta_0, LEARNS)
        checks.not_negative("z", self.z, "A rate that grows for ever unlearns what it knows.")
        if not self.cap > 0.0:
            raise ValueError(f"cap must be above 0; got {self.cap!r}. It is the largest rate.")

    @property
    def parameters(self) -> tuple[float, ...]:
        """The prefactor, the exponent and the cap."""
        return float(self.eta_0), float(self.z), float(self.cap)

    @property
    def rate(self) -> Callable[..., float]:
        """The power law."""
        return power_law


def power_law(alpha: float, eta_0: float, z: float, cap: float) -> float:
    return min(cap, eta_0 * alpha**-z)  # schedules.2


@dataclass(frozen=True)
class OwnSchedule(Schedule):
    """A user's function of alpha.  (schedules.3)"""

    function: Callable[[float], float]

    def __post_init__(self) -> None:
        check_repeatable(self.function)
        for alpha in _PROBES:
            try:
                value = self.function(alpha)
                finite = not isinstance(value, bool) and isinstance(value, (int, float)) and math.isfinite(value)
            except (ArithmeticError, ValueError) as problem:
                value, finite = problem, False
            if not finite:
                raise ValueError(
                    f"schedule must return a finite number; got {value!r} at alpha={alpha:g}. Guard that case in it."
                )

    @property
    def parameters(self) -> tuple[float, ...]:
        """Nothing: the function knows its numbers."""
        return ()

    @property
    def rate(self) -> Callable[..., float]:
        """The function itself."""
        return self.function


@dataclass(frozen=True)
class Tabulated(Schedule):
    """A smooth rate through ``rates`` at places between ``first`` and ``last`` that are even in ln(alpha).

    (schedules.4) Kernels take its numbers: another table of the same length is not compiled anew.

    >>> half = Tabulated(0.01, 100.0, (2.0, 1.0, 0.5, 0.25, 0.125))  # it halves with each decade
    >>> round(half(1.0), 12), round(half(10.0), 12), round(half(1e4), 12)
    (0.5, 0.25, 0.03125)
    """

    first: float
    last: float
    rates: tuple[float, ...]

    def __post_init__(self) -> None:
        checks.positive("first", self.first)
        if not self.last > self.first:
            raise ValueError(f"last must be above first = {self.first!r}; got {self.last!r}. Give a later alpha.")
        if len(self.rates) < 4:
            raise ValueError(f"rates must be four or more; got {len(self.rates)}. Fewer do not make a cubic spline.")
        for rate in self.rates:
            checks.positive("rates", rate, LEARNS)

    @property
    def parameters(self) -> tuple[float, ...]:
        """The logarithm of the first alpha, the places per unit of ln(alpha), and the coefficients of B-splines."""
        return self._spline

    @cached_property
    def _spline(self) -> tuple[float, ...]:
        logarithms = np.log(np.array(self.rates, dtype=float))
        size = len(logarithms)
        # The spline through the values, a parabola in its first and its last piece.
        matrix, wanted = np.zeros((size + 2, size + 2)), np.zeros(size + 2)
        matrix[0, :4], matrix[-1, -4:] = (1.0, -3.0, 3.0, -1.0), (1.0, -3.0, 3.0, -1.0)
        for row in range(size):
            matrix[row + 1, row : row + 3] = (1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0)
        wanted[1:-1] = logarithms
        coefficients = np.linalg.solve(matrix, wanted).tolist()
        return math.log(self.first), (size - 1) / math.log(self.last / self.first), *coefficients

    @property
    def rate(self) -> Callable[..., float]:
        """The spline."""
        return _tabulated


def _tabulated(alpha: float, *numbers: float) -> float:
    pieces = len(numbers) - 5
    place = (math.log(alpha) - numbers[0]) * numbers[1]
    inside = min(max(place, 0.0), 1.0 * pieces)
    k = min(int(inside), pieces - 1)
    t, c = inside - k, 2 + k
    s = 1.0 - t
    value = (
        s**3 * numbers[c]
        + (3.0 * t**3 - 6.0 * t**2 + 4.0) * numbers[c + 1]
        + (3.0 * s**3 - 6.0 * s**2 + 4.0) * numbers[c + 2]
        + t**3 * numbers[c + 3]
    ) / 6.0
    slope = 0.5 * (numbers[c + 2] - numbers[c] if t < 0.5 else numbers[c + 3] - numbers[c + 1])
    value += (place - inside) * slope  # straight beyond its ends
    return math.exp(min(max(value, -700.0), 700.0))  # schedules.4


def schedule_or_number(name: str, value: Any) -> float | Schedule:
    """Return a parameter as a number, or as the schedule that an object or a function of alpha is."""
    if isinstance(value, Schedule):
        return value
    return OwnSchedule(value) if isinstance(value, FunctionType) else checks.number(name, value)


def rate_at(value: float | Schedule, alpha: float) -> float:
    """Return a parameter's number at alpha."""
    return value(alpha) if isinstance(value, Schedule) else float(value)


def check_rate(name: str, value: Any) -> None:
    """Raise if a rate is not above 0, wherever it is looked at."""
    for alpha in _PROBES:
        rate = rate_at(schedule_or_number(name, value), alpha)
        where = f" at alpha={alpha:g}" if isinstance(value, (Schedule, FunctionType)) else ""
        checks.positive(f"{name}{where}", rate, LEARNS)
