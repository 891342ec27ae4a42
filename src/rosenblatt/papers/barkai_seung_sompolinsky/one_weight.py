"""BSS sec. 4 in one dimension, f = s + w: the laws of delta w/eta and, with flipped labels, of delta w/sqrt(eta).

With inputs N(0, 1) the density of inputs at the boundary is rho = 1/sqrt(2 pi), and f' = 1. A step goes from
x = delta w/eta to x - sgn(x) with probability rho eta |x|, so that

    one-weight.1   x F(x) = (1 - x) F(x - 1), 0 < x < 1: for x mod 1 uniform, F(x) = 1 - |x| and <|x|> = 1/3    (BSS 24)
    one-weight.2   eta = eta_0 n^(-z), z < 1, c = z/(eta_0 rho n^(1-z)):  <|x|> = 1/3 up to terms of c; and with
                   r = x mod 1, of density g, G(r) = -G(r - 1) = -(z/(eta_0 rho)) d(r (1 - r) g)/dr, so that for
                   h(r) = r^2 (1 - r)^2 (1 - 2 r), which is 0 where students jump late, <x h> = c <r (1 - r) h'>
                   up to terms of c^2                                                                           (BSS 26)
    one-weight.3   z = 1:  eta_0 rho <|x|> = 2 (eta_0 rho - 1) <x^2>, if eta_0 rho > 1                          (BSS 27)
    one-weight.4   z = 1:  <delta w> ~ n^(-eta_0 rho), so that for eta_0 rho < 1 there is no solution of (27)
    one-weight.5   labels flipped with probability p: <(delta w)^2> -> eta p/(2 rho), a normal law
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
from scipy import stats

from rosenblatt.papers.barkai_seung_sompolinsky.sabotages import faster, learning_from, power_of_the_rate, steeper
from rosenblatt.papers.barkai_seung_sompolinsky.smooth_scaling import Crowd
from rosenblatt.papers.chance import CHANCE_OF_A_ROW, limit, over_allowed
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.rules.parts.smooth_functions import smooth_function
from rosenblatt.rules.smooth import Smooth

LINE = smooth_function(lambda s, w: (s + w)[..., 0], lambda s, w: np.ones_like(s + w), weights=1)
RHO = 1.0 / math.sqrt(2.0 * math.pi)
FLIPS = 0.1


def _crowd(eta: float | PowerLaw, students: int, context: Context, noise: float = 0.0) -> Crowd:
    """Return students of the target w_0 = 0, all of them there."""
    rule = Smooth(LINE, eta=eta, correction="none")
    return Crowd.near_target(rule, np.zeros(1), 1, noise, students, context.seed, spread=0.0)


def _place(crowd: Crowd, delta_w: np.ndarray, examples: float = 0.0) -> None:
    """Put the students at distances from the target, as if they had seen so many examples."""
    crowd.synapses[:, 0, 0] = delta_w
    crowd.cells.examples = examples


def _triangle(crowd: Crowd) -> np.ndarray:
    """Return a place x for each student by the law F(x) = 1 - |x|."""
    return crowd.random.random(len(crowd.cells)) - crowd.random.random(len(crowd.cells))


def _at_rate(eta: float, students: int, context: Context, noise: float = 0.0) -> np.ndarray:
    """Return delta w of students that have settled at a constant rate, x mod 1 uniform."""
    crowd = _crowd(eta, students, context, noise)
    wide = math.sqrt(noise / (2.0 * RHO * eta)) * crowd.random.standard_normal(students)  # over eta
    _place(crowd, eta * (crowd.random.random(students) if noise == 0.0 else wide))
    crowd.learn(round((12.0 if noise == 0.0 else 4.0) / (RHO * eta)))
    return crowd.synapses[:, 0, 0].copy()


def law_points(context: Context) -> dict[str, Any]:
    """Return densities of delta w/eta, clean labels, and of delta w/sqrt(eta), flipped ones, at several rates."""
    students = context.runs(40_000)

    def experiment() -> dict[str, Any]:
        found: dict[str, Any] = {}
        for which, reach, power, noise in (("clean", 1.1, 1.0, 0.0), ("noisy", 1.3, 0.5, FLIPS)):
            edges = np.linspace(-reach, reach, 24)
            laws = {eta: _at_rate(eta, students, context, noise) / eta**power for eta in (0.2, 0.05, 0.02)}
            found[f"{which} x"] = (0.5 * (edges[1:] + edges[:-1])).tolist()
            found[which] = {
                f"rate {eta:g}": (np.histogram(x, edges)[0] / (students * np.diff(edges))).tolist()
                for eta, x in laws.items()
            }
        return found

    return context.result("laws of one weight", experiment, students=students)


def _equation_23(context: Context) -> Outcome:
    """The law of x at several rates, x mod 1 uniform: the same at all of them, and not a normal one."""
    students, measured, holds = context.runs(40_000), {}, True
    etas = (0.2, 0.1, 0.05)
    for eta in etas:
        x = _at_rate(eta, students, context) / eta
        chance = float(stats.kstest(x, stats.triang(0.5, loc=-1.0, scale=2.0).cdf).pvalue)
        kurtosis = float(stats.kurtosis(x))
        measured[f"eta = {eta:g}: <|x|>, excess kurtosis"] = [float(np.abs(x).mean()), kurtosis]
        holds &= chance > CHANCE_OF_A_ROW / len(etas)
        holds &= kurtosis < -limit(len(etas)) * math.sqrt(24.0 / students)  # that of a normal law
    return Outcome(measured, holds)


def _equation_24(context: Context) -> Outcome:
    """x F(x) = (1 - x) F(x - 1), bin by bin, from two starts that give different F."""
    eta, students, edges = 0.05, context.runs(40_000), np.linspace(0.0, 1.0, 6)
    ratios, shares = [], []
    for start in ("uniform", "rising"):
        crowd = _crowd(eta, students, context)
        place = crowd.random.random(students)
        _place(crowd, eta * (place if start == "uniform" else np.sqrt(place)))
        crowd.learn(round(12.0 / (RHO * eta)))
        x = crowd.synapses[:, 0, 0] / eta
        for low, high in itertools.pairwise(edges):
            right, left = x[(x > low) & (x <= high)], -x[(x > low - 1.0) & (x <= high - 1.0)]
            spread = np.sqrt((right**2).sum() + (left**2).sum())
            ratios.append(float((right.sum() - left.sum()) / spread))
        shares.append(float(np.mean(np.abs(x % 1.0) < 0.5)))
        outside = float(np.mean(np.abs(x) > 1.0 + 1e-9))
        if outside > 0.0:
            return Outcome({"outside of |x| < f'": outside}, False)
    worst = float(np.abs(ratios).max())
    measured = {
        "largest z of the two sides, bin by bin": worst,
        "share of x mod f' below f'/2, two starts": shares,
    }
    differ = over_allowed(shares[0], shares[1], math.sqrt(0.5 / students)) > 1.0
    return Outcome(measured, worst < limit(len(ratios)) and differ)


def _equation_25(context: Context) -> Outcome:
    """z = 1/2: <|x|>, and an average that only G contributes to."""
    students, eta_0, z, first, last = 80_000 if context.quick else 200_000, 1.0, 0.5, 100, 400
    crowd = _crowd(PowerLaw(eta_0, z=z), students, context)
    _place(crowd, eta_0 * first**-z * _triangle(crowd), first)
    crowd.learn(last - first)
    x = crowd.synapses[:, 0, 0] / (eta_0 * last**-z)
    early, late = (z / (eta_0 * RHO * n ** (1.0 - z)) for n in (first, last))
    r, s = x % 1.0, (x % 1.0) * (1.0 - x % 1.0)
    only_g = x * s**2 * (1.0 - 2.0 * r)
    expected = late * float(np.mean(s * (2.0 * s * (1.0 - 2.0 * r) ** 2 - 2.0 * s**2)))
    found, errors = zip(
        *[(float(p.mean()), float(p.std()) / math.sqrt(students)) for p in (np.abs(x), only_g)], strict=True
    )
    bias = np.array([early / 3.0, -0.4 * expected])  # of the order of c, and of the next one
    measured = {
        "<|x|>, measured, F": [found[0], 1.0 / 3.0],
        "<x h>, measured, F alone, F and G": [found[1], 0.0, expected],
    }
    seen = over_allowed(found[1], 0.0, errors[1]) > 1.0
    far = over_allowed(found, [1.0 / 3.0, expected], errors, bias=bias)
    return Outcome(measured, seen and far < 1.0, errors[0])


def _equation_27(context: Context) -> Outcome:
    """z = 1, eta_0 rho = 4: F stays and obeys the second moment of (27); eta_0 rho = 1/2: <delta w> ~ n^(-1/2)."""
    students, strength = context.runs(40_000), 4.0
    schedule = PowerLaw(strength / RHO)
    crowd = _crowd(schedule, students, context)
    _place(crowd, schedule(50.0) * _triangle(crowd), 50.0)
    sizes, moments, errors = [], [], []
    for before, after in ((50, 200), (200, 400)):
        crowd.learn(after - before)
        x = np.abs(crowd.synapses[:, 0, 0]) / schedule(after)
        moment = strength * x - 2.0 * (strength - 1.0) * x * x
        sizes.append((float(x.mean()), float(x.std()) / math.sqrt(students)))
        moments.append(float(moment.mean()))
        errors.append(float(moment.std()) / math.sqrt(students))
    slow = PowerLaw(0.5 / RHO)
    crowd = _crowd(slow, students, context)
    _place(crowd, np.full(students, 2.0 * slow(50.0)), 50.0)
    crowd.learn(150)
    mean, spread = (float(part(crowd.synapses[:, 0, 0] / (2.0 * slow(50.0)))) for part in (np.mean, np.std))
    law = math.prod(1.0 - 0.5 / n for n in range(51, 201))
    measured = {
        "eta_0 rho = 4: n d ~ <|x|> at n = 200, 400": [size for size, _ in sizes],
        "eta_0 rho <|x|> - 2 (eta_0 rho - 1) <x^2>": moments,
        "eta_0 rho = 1/2: <delta w> at n = 200 over that at 50, (50/200)^(1/2)": [mean, 0.5],
    }
    size_error = math.hypot(sizes[0][1], sizes[1][1])
    far = over_allowed(
        [*moments, sizes[1][0], mean],
        [0.0, 0.0, sizes[0][0], law],
        [*errors, size_error, spread / math.sqrt(students)],
        bias=np.array([0.0, 0.0, 0.0, 0.01 * law]),  # rho is smaller away from the target
    )
    return Outcome(measured, far < 1.0)


def stationary(eta: float, noise: float) -> tuple[float, float]:
    """Return variance over eta and excess kurtosis of the exact law of delta w with flipped labels.

    delta w goes up by eta where the label is +1 and s < -w, and down as often at -w: a chain on a line.
    """
    reach = math.ceil(10.0 * math.sqrt(noise / (2.0 * RHO * eta)))
    w = eta * np.arange(-reach, reach + 1)
    up = np.where(
        w >= 0.0, noise * stats.norm.cdf(-w), 0.5 * noise + (1.0 - noise) * (stats.norm.cdf(np.maximum(-w, 0.0)) - 0.5)
    )
    law = np.cumsum(np.log(up[:-1]) - np.log(up[::-1][1:]))
    law = np.exp(np.concatenate([[0.0], law]) - law.max())
    law /= law.sum()
    variance = float(law @ w**2)
    return variance / eta, float(law @ w**4) / variance**2 - 3.0


def _gaussian_law(context: Context) -> Outcome:
    """delta w/sqrt(eta) with flipped labels: simulated at one rate, exact at smaller ones, where it is normal."""
    eta, students = 0.01, context.runs(100_000)
    variance, kurtosis = stationary(eta, FLIPS)
    x = _at_rate(eta, students, context, FLIPS) / math.sqrt(eta)
    error = variance * math.sqrt((kurtosis + 2.0) / students)
    far = over_allowed(
        [float(np.mean(x * x)), float(x.mean())], [variance, 0.0], [error, math.sqrt(variance / students)]
    )
    measured: dict[str, Any] = {
        f"variance of delta w/sqrt(eta), eta = {eta:g}: simulated, exact": [float(np.var(x)), variance]
    }
    law = FLIPS / (2.0 * RHO)
    limits = {small: stationary(small, FLIPS) for small in (1e-4, 1e-6, 1e-8)}
    for small, (spread, excess) in limits.items():
        measured[f"eta = {small:g}: variance over p/(2 rho), excess kurtosis"] = [spread / law, excess]
    normal = abs(limits[1e-8][0] / law - 1.0) < 1e-3 and abs(limits[1e-8][1]) < 1e-3
    slowly = 0.05 < (limits[1e-6][0] / law - 1.0) / (limits[1e-4][0] / law - 1.0) < 0.2  # as sqrt(eta)
    return Outcome(measured, far < 1.0 and normal and slowly, error)


SLOWER_DOWN = learning_from("steps down are smaller by a tenth", lambda labels, cells: np.where(labels < 0.0, 0.9, 1.0))
FORGETFUL = learning_from(
    "every third mistake on a label -1 is ignored",
    lambda labels, cells: np.where((labels < 0.0) & (cells.examples % 3.0 == 0.0), 0.0, 1.0),
)
LONGER = learning_from("steps longer by a tenth", lambda labels, cells: np.full(len(labels), 1.1))

CLEAN = (
    Row(
        "eq. 23",
        "at small eta, delta w/eta has the same law F, which is not a normal one",
        "F",
        _equation_23,
        sabotages=(power_of_the_rate(1.05), FORGETFUL, LONGER),
    ),
    Row(
        "eq. 24",
        "the stationary law F of (w - w_0)/eta",
        "x F(x) = (f' - x) F(x - f') for 0 < x < f'",
        _equation_24,
        errata="the equation gives this ratio only: F itself depends on where students began",
        correction=Correction(
            "(24) gives the stationary law F",
            "(24) gives x F(x) : (f' - x) F(x - f') only",
            "from two starts 50 % and 26 % of the law are where x mod f' < f'/2",
        ),
        sabotages=(SLOWER_DOWN, FORGETFUL),
    ),
    Row(
        "eq. 25, 26",
        "eta = eta_0 n^(-z), z < 1: the law of delta w/eta is F + G n^(z-1)",
        "<|x|> of F and G",
        _equation_25,
        sabotages=(faster(1.2), steeper(0.05)),
    ),
    Row(
        "eq. 27",
        "z = 1, eta_0 large enough: delta w/eta has a law that stays",
        "<|x|>/<x^2> = 2 (eta_0 rho - 1)/(eta_0 rho)",
        _equation_27,
        sabotages=(faster(0.9), steeper(0.05), LONGER),
    ),
)
NOISY = (
    Row(
        "sec. 4, noise, normal law",
        "with flipped labels delta w/sqrt(eta) has a normal law for small eta",
        "variance p/(2 rho)",
        _gaussian_law,
        sabotages=(LONGER, FORGETFUL),
    ),
)
ROWS = (*CLEAN, *NOISY)
