r"""What every channel from the teacher's field to a label has, and what one example tells of a field half known.

    channels.7   error of a student:  P(label h < 0) = e_B + < |m(b)| 1(h b < 0) >,  m(b) = < label | b >,
                 floor e_B = (1 - <|m(b)|>)/2;   for numbers half the mean square
    channels.9   correlation of label and field:  m_1 = < label b >

The teacher's field b has variance 1, of which q is known and lambda = 1 - q is not. With Z(tau; omega) the
probability of a label given the known part, omega ~ N(0, q),

    channels.8   Z(tau; omega) = < P(tau|omega + sqrt(lambda) y) >_y,   D = dZ/d omega,   C = dD/d omega
    channels.1   I = sum_tau < D^2/Z >                     (labels that are numbers: an integral over them)
    channels.4   the entropy of a label, with its sign changed:  chi = sum_tau < Z ln Z >,  d chi/dq = I/2

By parts D = < P y >/sqrt(lambda) and C = < P (y^2 - 1) >/lambda: only the probability itself is needed.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from scipy.fft import dct
from scipy.optimize import root_scalar

from rosenblatt import gaussian
from rosenblatt.scenario.channels.blurred_probability import STEPS, blurred

LEAST_BLUR = 1e-6  # of a field; slopes on it are right to 1e-10, and for less to as much as P has no kinks on its scale
BESIDE = 1e-9  # of a jump
KNOWN = 1e-20  # a deficit below which smooth channels tell no more, and those that jump 1/sqrt(deficit) as much
Likelihood = tuple[float, float, float, float]  # Z(+1), Z(-1), D and C of +1

PLAIN, FEW = np.arange(-10.0, 12.0, 4.0), 20  # more ends of panels of a normal law, and nodes of each
MANY = 100  # deficits: more of them are interpolated
LOG_PANEL = 11.52  # of the logarithm of a deficit: four of them come to KNOWN
FEWEST_POINTS, MOST_POINTS = 8, 128  # of a panel
LAST, NOTHING, SMOOTH = 3, 1e-11, 1e-7  # coefficients, that are to be no more than a share of the largest


@dataclass(frozen=True)
class Channel(ABC):
    """How a field becomes a label. It is of one of two kinds: `SignChannel` or `NumberChannel`."""

    name: ClassVar[str]
    level = math.nan  # the noise as the keyword ``noise`` has it, if it is one number

    @property
    def sharp(self) -> bool:
        """Whether I grows beyond all bounds as the deficit goes to 0: only then can a teacher be known perfectly."""
        return False

    @property
    @abstractmethod
    def numbers(self) -> tuple[float, ...]:
        """What the compiled functions of the channel take."""

    @property
    def parametric(self) -> bool:
        """Whether the numbers are a few parameters, and not a table."""
        return True

    @cached_property
    def kernel_numbers(self) -> np.ndarray:
        """The same as an array."""
        return np.array(self.numbers, dtype=float)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is only remembered."""
        kept = set(type(self).__dataclass_fields__) | {"level", "noise"}
        return {name: value for name, value in vars(self).items() if name in kept}

    @property
    def student_width(self) -> float:
        """The deviation of noise on each input as the student sees it."""
        return 0.0

    @property
    def as_student_sees(self) -> Channel:
        """The channel from the teacher's field on the inputs that the student sees, made to have variance 1."""
        return self

    @abstractmethod
    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I where 1 - q is ``deficit``.  (channels.1)"""

    @abstractmethod
    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi.  (channels.4)"""

    @abstractmethod
    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return how often the sign of a field at this angle to the teacher's is not the label."""

    @abstractmethod
    def student_error(self, r: Any, q_norm: Any, disagreement: Any) -> Any:
        """Return the error of a student with these order parameters on labels of the channel.  (channels.7)"""

    @abstractmethod
    def missed(self, labels: np.ndarray, fields: np.ndarray) -> np.ndarray:
        """Return by how much a student with these fields errs on each label; the mean is its error."""

    @abstractmethod
    def draw(self, fields: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return a label for each of the teacher's fields; kernels draw their own, from the same law."""


@dataclass(frozen=True)
class SignChannel(Channel):
    """Labels +1 and -1.

    A channel gives ``probability`` for arrays, and for compiled loops two plain functions that use ``math`` and
    `rosenblatt.gaussian` only: ``chance(field, numbers)``, the same for one field, and
    ``likelihood(known, spread, numbers)``, which returns Z(+1), Z(-1), and D and C of +1 (those of -1 are opposite).
    ``features`` are the places at which the probability is steep, and how wide each is: 0 where it jumps.
    """

    chance: ClassVar[Callable[..., float]]
    likelihood: ClassVar[Callable[..., Likelihood]]

    @property
    def features(self) -> tuple[tuple[float, float], ...]:
        """Places at which the probability of a label is steep, and how wide each is."""
        return ()

    @abstractmethod
    def probability(self, field: np.ndarray) -> np.ndarray:
        """Return the probability of +1 for each of the teacher's fields."""

    def draw(self, fields: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """Return a sign for each field."""
        return np.where(random.random(len(fields)) < self.probability(fields), 1.0, -1.0)

    def missed(self, labels: np.ndarray, fields: np.ndarray) -> np.ndarray:
        """Return 1 for each label that is not the sign of a student's field."""
        return (labels * fields <= 0.0).astype(float)

    @cached_property
    def correlation(self) -> float:
        """The correlation of label and field.  (channels.9)"""
        return self._mean(lambda b: b * (2.0 * self.probability(b) - 1.0))

    @cached_property
    def floor(self) -> float:
        """The error of who knows the teacher, e_B.  (channels.7)"""
        return 0.5 * (1.0 - self._mean(lambda b: np.abs(2.0 * self.probability(b) - 1.0), self._coins))

    def _mean(self, quantity: Callable[[np.ndarray], np.ndarray], splits: Iterable[float] = ()) -> float:
        return float(gaussian.average(quantity, sorted({0.0, *self._cuts.tolist(), *splits})))

    @property
    def _coins(self) -> list[float]:
        """Fields at which both labels are as likely, and which of them is likelier changes."""

        def lean(field: float) -> float:
            return float(self.probability(np.array([field]))[0]) - 0.5

        grid = np.linspace(-gaussian.REACH, gaussian.REACH, 2401)
        changes = np.flatnonzero(np.diff(self.probability(grid) >= 0.5))  # a field of the grid may be one itself
        return [float(root_scalar(lean, bracket=(grid[k], grid[k + 1]), method="brentq").root) for k in changes]

    @cached_property
    def _cuts(self) -> np.ndarray:
        """Fields at which integrals are split."""
        return np.unique([place + width * step for place, width in self.features for step in STEPS])

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the probability of the label +1 where the field is normal with mean ``known`` and deviation
        ``spread``, and its slope in ``known``.  (channels.8)"""
        known = np.asarray(known, dtype=float)
        if spread < LEAST_BLUR:
            return self._nearly_known(known, spread)
        return blurred(self.probability, self.features, known, spread)

    @cached_property
    def _jumps(self) -> tuple[tuple[float, float], ...]:
        """Where the probability jumps, and by how much."""
        places = [place for place, width in self.features if width == 0.0]
        ends = [self.probability(np.array([place - BESIDE, place + BESIDE])) for place in places]
        return tuple((place, float(high - low)) for place, (low, high) in zip(places, ends, strict=True))

    def _nearly_known(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z and its slope for a small spread: what does not jump hardly changes on its scale."""

        def smooth(field: np.ndarray) -> np.ndarray:
            return self.probability(field) - sum(size * (field > place) for place, size in self._jumps)

        up, slope = blurred(smooth, self.features, known, LEAST_BLUR)
        for place, size in self._jumps:
            u = (known - place) / max(spread, 1e-300)
            up, slope = up + size * gaussian.cdf(u), slope + size * gaussian.pdf(u) / max(spread, 1e-300)
        return up, slope

    def information(self, deficit: np.ndarray) -> np.ndarray:
        """Return I.  (channels.1)"""
        if not self.sharp:
            return self._averaged(deficit, lambda up, slope, spread: slope * slope / (up * (1.0 - up)))
        grown = self._averaged(deficit, lambda up, slope, spread: spread * slope * slope / (up * (1.0 - up)))
        return grown / np.sqrt(np.maximum(deficit, 1e-300))

    def potential(self, deficit: np.ndarray) -> np.ndarray:
        """Return chi.  (channels.4)"""
        return self._averaged(deficit, lambda up, slope, spread: up * np.log(up) + (1.0 - up) * np.log1p(-up))

    def _averaged(
        self, deficit: np.ndarray, quantity: Callable[[np.ndarray, np.ndarray, float], np.ndarray]
    ) -> np.ndarray:
        """Return an average over the known part of a function of Z(+1), its slope and the deviation, from KNOWN on."""
        different, back = np.unique(np.clip(np.asarray(deficit, dtype=float), KNOWN, 1.0), return_inverse=True)

        def average(lam: float) -> float:
            size, spread = math.sqrt(max(1.0 - lam, 0.0)), math.sqrt(lam)
            splits = [at + math.hypot(width, spread) * step for at, width in self.features for step in STEPS]
            z, weights = gaussian.panels([*PLAIN, *(np.array(splits) / size if size > 0.0 else ())], FEW)
            up, slope = self.evidence(size * z, spread)
            inside = (up > 0.0) & (up < 1.0)
            with np.errstate(divide="ignore", invalid="ignore"):
                return float(np.where(inside, quantity(up, slope, spread), 0.0) @ weights)

        if len(different) > MANY:
            value = interpolated(lambda logs: np.array([average(math.exp(log)) for log in logs]), np.log(different))
        else:
            value = np.array([average(lam) for lam in different.tolist()])
        return value[back].reshape(np.shape(deficit))

    def error(self, angle: np.ndarray) -> np.ndarray:
        """Return how often the label is another one than the sign of a field at this angle.  (channels.7)"""
        angle = np.asarray(angle, dtype=float)
        value = np.empty(angle.shape)
        for place in np.ndindex(angle.shape):
            cotangent = math.cos(angle[place]) / max(math.sin(angle[place]), 1e-300)
            steep = STEPS / max(abs(cotangent), 1e-300)
            b, weights = gaussian.panels([*PLAIN, *self._cuts.tolist(), *steep.tolist()], FEW)
            p, positive = self.probability(b), gaussian.cdf(b * cotangent)  # that the student's field is, given b
            value[place] = float((positive * (1.0 - p) + (1.0 - positive) * p) @ weights)
        return value

    def student_error(self, r: Any, q_norm: Any, disagreement: Any) -> Any:
        """Return how often a label of the channel is missed, for inputs without a mean.  (channels.7)"""
        return self.error(math.pi * disagreement)


@dataclass(frozen=True)
class NumberChannel(Channel):
    """Labels that are numbers."""


def interpolated(function: Callable[[np.ndarray], np.ndarray], places: np.ndarray) -> np.ndarray:
    """Return a function at places of at most 0, from Chebyshev's points of the panels in which they are.

    They are doubled until the last coefficients of the series are nothing.

    >>> places = np.linspace(-9.0, 0.0, 7)
    >>> bool(np.allclose(interpolated(np.exp, places), np.exp(places), rtol=1e-12, atol=1e-13))
    True
    """
    panel = np.maximum(np.floor(-places / LOG_PANEL), 0.0)
    value = np.empty(len(places))
    for one in np.unique(panel):
        here, middle = panel == one, -LOG_PANEL * (one + 0.5)
        series = chebyshev_series(lambda x, middle=middle: function(middle + 0.5 * LOG_PANEL * x))
        value[here] = np.polynomial.chebyshev.chebval((places[here] - middle) * 2.0 / LOG_PANEL, series)
    return value


def chebyshev_series(function: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """Return the series of a function on [-1, 1].

    >>> (chebyshev_series(lambda x: 2.0 * x * x).round(12) + 0.0).tolist()[:4]
    [1.0, 0.0, 1.0, 0.0]
    """
    points, last = FEWEST_POINTS, math.inf
    values = function(np.cos(np.pi * np.arange(points + 1) / points))
    while True:
        found: Any = dct(values, type=1)
        series = found / points
        series[[0, -1]] *= 0.5
        before, last = last, float(np.abs(series[-LAST:]).max() / np.abs(series).max())
        if points == MOST_POINTS or last <= NOTHING or (last < SMOOTH and last > 0.5 * before):
            return series  # what no longer falls is rounding
        points *= 2
        between = np.cos(np.pi * np.arange(1, points, 2) / points)
        values = np.insert(values, np.arange(1, len(values)), function(between))
