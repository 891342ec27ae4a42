"""Rules that follow a drifting teacher: where they settle, which fixed rate is best, and how fast a drift may be.

    tracking.1   a student settles where its learning curve, with the drift in it, no longer changes
    tracking.2   adaline, eta:  R = eta/(eta + delta),  Q = (2 R (1 - eta) + eta (1 + s^2))/(2 - eta)
    tracking.3   bayes-hebb, which knows the drift: (1 - q)^2 I(q) = 2 delta q
    tracking.4   the best rate weighs the lag behind the teacher, ~ delta/eta, against the noise of learning, ~ eta

A rule that never forgets does not settle: its length grows and its steps get smaller beside it. What makes it follow
is a fixed rate at a fixed length, or weight decay: the parameter that `best_rate` varies.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar

from rosenblatt import checks
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import NumberChannel, Scenario, channel_of_noise
from rosenblatt.theory.registry import covering_theory, curve_of

SETTLED = 1e-7  # relative change of the error, and of the length, while alpha doubles
LATEST = 1e7
STEP = 2.1  # between neighbouring rates that are tried
RATES = (1e-9, 1e9)  # the smallest and the largest


def stationary(
    rule: str | Rule | type[Rule] | Callable[..., float],
    drift: float,
    *,
    noise: float = 0.0,
    readout: str | None = None,
) -> pd.Series:
    """Return the row of the learning curve at which a rule follows a drifting teacher.  (tracking.1)

    >>> from rosenblatt.rules.optimal_linear import OptimalLinear
    >>> round(float(stationary(OptimalLinear(drift=1.0), 1.0)["overlap"]), 4)
    0.5774
    """
    rule = resolve(rule)
    drift = checks.positive("drift", drift, "Without drift there is nothing to follow.")
    scenario = Scenario(channel=channel_of_noise(rule.labels, noise), drift=drift).completed(rule)
    chosen = rule.readout(readout)
    settled = covering_theory(rule, scenario, {})[0].settled(rule, scenario) if chosen is MEAN else None
    if settled is not None:
        return settled
    alpha = max(2.0 / drift, 10.0)
    before = np.full(2, np.nan)
    while alpha < LATEST * max(1.0, 1.0 / drift):
        row = curve_of(rule, scenario, np.array([alpha]), chosen).frame.iloc[0]
        now = row[["error", "q_norm"]].to_numpy(dtype=float)
        if np.all(np.abs(now - before) <= SETTLED * now):  # a length that still grows has an error that will change
            return row
        before, alpha = now, 2.0 * alpha
    raise ValueError(
        f"rule must settle behind a drifting teacher; got {rule.name!r}, which forgets too little to follow it. "
        "Give it a weight_decay, or take a rule of fixed length and constant rate, such as rb.Normalised(eta=0.1)."
    )


@dataclasses.dataclass(frozen=True)
class BestRate:
    """The fixed rate with which a rule follows a drift best.

    Attributes
    ----------
    rule : the rule with that rate.
    parameter, rate : which of its parameters was varied, and its best value.
    overlap, disagreement, error : where it settles.
    """

    rule: Rule
    drift: float
    parameter: str
    rate: float
    overlap: float
    disagreement: float
    error: float


def rate_parameter(rule: Rule) -> str:
    """Return what makes a rule forget: its rate, if its length is fixed or errors drive it, else the weight decay."""
    if not isinstance(rule, HebbianRule):
        raise ValueError(
            f"rule must have a fixed rate; got {rule.name!r}, which finds its own. Ask `stationary` where it settles."
        )
    follows = (rule.normalised or issubclass(rule.labels, NumberChannel)) and hasattr(rule, "eta")
    return "eta" if follows else "weight_decay"


def best_rate(
    rule: str | Rule | type[Rule], drift: float, *, noise: float = 0.0, parameter: str | None = None
) -> BestRate:
    """Return the constant rate (or weight decay) at which a rule follows a drifting teacher with the least error.

    >>> best = best_rate("normalised", 0.01)
    >>> best.parameter, round(best.rate, 2), round(best.disagreement, 3)
    ('eta', 0.43, 0.107)
    """
    rule = resolve(rule)
    drift = checks.positive("drift", drift, "Without drift there is nothing to follow.")
    channel_of_noise(rule.labels, noise)
    known = [field.name for field in dataclasses.fields(rule)]
    parameter = rate_parameter(rule) if parameter is None else checks.one_of("parameter", parameter, tuple(known))

    def settled(log_rate: float) -> float:
        try:
            return float(stationary(_with(rule, parameter, math.exp(log_rate)), drift, noise=noise)["error"])
        except (ValueError, RuntimeError):  # too small a rate to settle, or so large a one that errors grow
            return math.inf

    bounds = _around_the_least(settled, 0.5 * math.log(min(drift, 1.0)))
    if bounds is None:
        raise ValueError(
            f"{parameter} of {rule.name!r} must have a best value; got none between {RATES[0]:g} and {RATES[1]:g} at "
            "which it settles with less error than at both ends. Take another rule or another parameter."
        )
    found = minimize_scalar(settled, bounds=bounds, method="bounded", options={"xatol": 1e-6})
    best = _with(rule, parameter, math.exp(float(found.x)))  # pyright: ignore[reportAttributeAccessIssue]
    row = stationary(best, drift, noise=noise)
    values = {name: float(row[name]) for name in ("overlap", "disagreement", "error")}
    return BestRate(best, drift, parameter, float(getattr(best, parameter)), **values)


def _around_the_least(settled: Callable[[float], float], begin: float) -> tuple[float, float] | None:
    """Return two values between which a function has its least, walking both ways from ``begin``; None if it has none.

    A walk ends where the function has risen twice in a row and is well above its least, or where it is infinite beyond
    it: far off nothing settles.
    """
    low, high = (math.log(rate) for rate in RATES)
    values = {begin: settled(begin)}
    for step in (math.log(STEP), -math.log(STEP)):
        place, risen, before = begin + step, 0, values[begin]
        while low <= place <= high:
            now = values[place] = settled(place)
            least, risen = min(values.values()), risen + 1 if now > before else 0
            if math.isfinite(least) and (now == math.inf or (risen > 1 and now > 1.1 * least)):
                break
            place, before = place + step, now
    least = min(values, key=lambda place: values[place])
    sides = [place for place in values if place < least], [place for place in values if place > least]
    if not math.isfinite(values[least]) or not sides[0] or not sides[1]:
        return None
    return max(sides[0]), min(sides[1])


def _with(rule: Rule, parameter: str, value: float) -> Rule:
    return dataclasses.replace(rule, **{parameter: value})
