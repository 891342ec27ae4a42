r"""The best penalty: where the angle to the teacher no longer falls with it.

best-penalty.1   d ln(gamma)/d ln(penalty) = 0, from + to -, gamma = cot(angle): the only such place in all cases that
                 were tried (flips, alpha of 0.01 to 1e5, spectra of several blocks)
best-penalty.2   it is followed from alpha to alpha, by Newton's method with the slope of the last alpha
best-penalty.3   between alphas that are APART in ln(alpha) it is a cubic through the four nearest: of ln(penalty), or
                 of itself, as near places where it becomes 0. Where either is nearly a parabola, and not far from a
                 line, it is right to 1e-3, and the angle to the square of that
best-penalty.4   the range: from 0, where a student without a penalty exists and no penalty makes it better, or
                 ``LEAST``, to ``MOST``, both in units of the mean eigenvalue. An end is told
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial

import numpy as np
from scipy.interpolate import BarycentricInterpolator
from scipy.optimize import brentq

LEAST, MOST = 1e-25, 1e12
FLAT = 5e-9  # a slope below which more penalty is as good
NEAR = 0.005  # of ln(penalty): the last step of Newton's method is right to the square of it
STRIDE, FARTHEST = 0.35, 0.8  # of a search, in ln(penalty)
BESIDE = 0.02  # of ln(penalty), for the slope of the slope
TRIES = 6
FLAT_STRIDES = 30

APART = 0.12  # of ln(alpha): between places at which the best penalty is searched
SURE = 3e-3  # of a penalty: what a cubic may be off a parabola, and a tenth of what it may be off a line
FAR_LESS, CUBIC_AND_PARABOLAS = 0.1, (slice(0, 4), slice(0, 3), slice(1, 4))
Slope = Callable[[float], float]  # of ln(gamma) in ln(penalty), at a logarithm of a penalty


@dataclass
class BestPenalty:
    """A search that remembers where the last one ended."""

    scale: float
    bend: float = 0.0  # the slope's own slope where the last one ended; 0 if it is not known
    found: list[tuple[float, float]] = field(default_factory=list)  # the last two ln(alpha) and ln(penalty)
    ends: list[tuple[float, float]] = field(default_factory=list)

    def follow(
        self, alphas: list[float], slope: Callable[[float, float], float], none_is_best: Callable[[float], bool]
    ) -> list[float]:
        """Return the best penalty at alphas that increase: at some by a search, between them as they tell.

        ``slope`` takes an alpha and the logarithm of a penalty, and ``none_is_best`` an alpha, as `find` has them.
        """

        def sought(alpha: float) -> float:
            return self.find(alpha, partial(slope, alpha), partial(none_is_best, alpha))

        known, bends = {}, {}
        for alpha in knots_of(alphas):
            known[alpha] = sought(alpha)
            bends[alpha] = self.bend
        places = list(known.items())
        for alpha in alphas:
            if alpha not in known:
                told = between(places, alpha)
                if told is None:
                    (*_, before), (after, *_) = (
                        [p for p in places if (p[0] < alpha) == side] for side in (True, False)
                    )
                    self.found = [(math.log(a), math.log(p)) for a, p in (before, after) if p > 0.0]
                    self.bend = bends[before[0]]
                    told = sought(alpha)
                elif told == 0.0:
                    self.tell(alpha, told)
                known[alpha] = told
        self.ends.sort()
        return [known[alpha] for alpha in alphas]

    def find(self, alpha: float, slope: Slope, none_is_best: Callable[[], bool] = bool) -> float:
        """Return the best penalty, at an alpha that is larger than the last; 0 where ``none_is_best`` says so.

        It is asked only where the last place does not lead to a new one: only where it is no best there is one above 0.
        """

        @cache
        def rest(x: float) -> float:  # asked twice at one place it may differ in its last digits
            return slope(x) - FLAT

        start = self._guess(math.log(alpha))
        found = self._near(rest, start) if self.bend < 0.0 else None
        if found is None and none_is_best():
            self.tell(alpha, 0.0)
            self.bend = 0.0
            return 0.0
        if found is None:
            found = self._bracketed(rest, start)
        self.found = [*self.found[-1:], (math.log(alpha), found)]
        low, high = math.log(LEAST * self.scale), math.log(MOST * self.scale)
        if found <= low or found >= high:
            self.tell(alpha, math.exp(found))
        return math.exp(found)

    def _guess(self, place: float) -> float:
        """Return ln(penalty) on the line through the last two."""
        if not self.found:
            return math.log(self.scale)
        (before, far), (last, near) = self.found[0], self.found[-1]
        return near + (near - far) * (place - last) / (last - before) if last > before else near

    def tell(self, alpha: float, penalty: float) -> None:
        """Remember that the best penalty is an end of the range."""
        self.ends.append((alpha, penalty))

    def warn(self, name: str) -> None:
        """Warn of ends."""
        for penalty in dict.fromkeys(penalty for _, penalty in self.ends):
            alphas = [alpha for alpha, other in self.ends if other == penalty]
            places = f"{alphas[0]:.4g}" if len(alphas) == 1 else f"{alphas[0]:.4g} to {alphas[-1]:.4g}"
            warnings.warn(
                f"best penalty of {name!r} is an end of its range, {penalty:.3g}, at alpha = {places}: "
                "the disagreement still falls toward it.",
                stacklevel=2,
            )

    def _near(self, rest: Slope, x: float) -> float | None:
        """Return the root near a place, or None if Newton's method does not come to it.  (best-penalty.2)"""
        before: tuple[float, float] | None = None
        for _ in range(TRIES):
            value = rest(x)
            if before is not None and x != before[0]:
                bend = (value - before[1]) / (x - before[0])
                self.bend = bend if bend < 0.0 else self.bend
            step = -value / self.bend
            if abs(step) < NEAR:
                return x + step
            if abs(step) > FARTHEST:
                return None
            before, x = (x, value), x + step
        return None

    def _bracketed(self, rest: Slope, x: float) -> float:
        """Return the root, by steps until the sign changes or all is flat; an end of the range if it does not."""
        low, high = math.log(LEAST * self.scale), math.log(MOST * self.scale)
        x = min(max(x, low), high)
        x = self._off_the_plain(rest, x)
        up = rest(x) > 0.0
        while True:
            other = min(max(x + (STRIDE if up else -STRIDE), low), high)
            if other == x:
                self.bend = 0.0
                return x
            after = rest(other)
            if (after > 0.0) != up:
                break
            if not up and after > -2.0 * FLAT:  # as good as the least penalty, which for a hinge is all that are small
                self.bend = 0.0
                return other
            x = other
        found = float(brentq(rest, x, other, xtol=1e-4, rtol=1e-12))  # pyright: ignore[reportArgumentType]
        self.bend = min((rest(found + BESIDE) - rest(found - BESIDE)) / (2.0 * BESIDE), 0.0)
        return found

    def _off_the_plain(self, rest: Slope, x: float) -> float:
        """Return a place where more penalty helps, if all is flat here and there is one not far above; else this one.

        To a hinge all small penalties are one, and so are all large ones where labels tell little.
        """
        for step in range(FLAT_STRIDES):
            value = rest(x + step * STRIDE) + FLAT
            if abs(value) > 0.1 * FLAT:
                return x + step * STRIDE if value > 0.0 else x
        return x


def knots_of(alphas: list[float]) -> list[float]:
    """Return at which alphas the best penalty is searched: the first, the last and some between.  (best-penalty.3)

    >>> knots_of([1.0, 1.01, 1.2, 1.21, 1.22])
    [1.0, 1.2, 1.22]
    """
    knots = alphas[:1]
    for alpha in alphas[1:-1]:
        if math.log(alpha / knots[-1]) >= APART:
            knots.append(alpha)
    return [*knots, *alphas[max(len(alphas) - 1, 1) :]]


def between(known: list[tuple[float, float]], alpha: float) -> float | None:
    """Return what alphas and their best penalties tell of an alpha between two of them, or None.  (best-penalty.3)

    >>> between([(one, one**-2) for one in (1.0, 1.1, 1.2, 1.3)], 1.15).__round__(9) == round(1.15**-2, 9)
    True
    """
    after = next(k for k, (place, _) in enumerate(known) if place > alpha)
    near = known[after - 1 : after + 1]
    if not any(penalty for _, penalty in near):
        return 0.0
    first = max(min(after - 2, len(known) - 4), 0)
    around = known[first : first + 4]
    if len(around) < 4 or not all(penalty for _, penalty in around):
        return None
    x = np.log([place for place, _ in around])
    now, penalties = math.log(alpha), np.array([penalty for _, penalty in around])
    told = []
    for y, back in ((np.log(penalties), math.exp), (penalties, float)):
        through = [back(float(BarycentricInterpolator(x[part], y[part])(now))) for part in CUBIC_AND_PARABOLAS]
        line = back(float(np.interp(now, x, y)))
        told.append((max(np.ptp(through), FAR_LESS * abs(through[0] - line)) / line, through[0]))
    unsure, penalty = min(told)
    return penalty if unsure < SURE else None
