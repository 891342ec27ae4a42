"""`best_rate`: the constant rate with the least error, at one alpha or where a rule settles behind a drifting teacher.

    best-rate.1   at one alpha the best rate weighs what the start, or ignorance, costs against the noise of learning
    best-rate.2   behind a drift it weighs the lag behind the teacher, ~ delta/eta, against the noise of learning, ~ eta

It is never the edge of what is tried: rates are tried up and down, from 1e-9 to 1e9, until the error has risen on both
sides. Where it rises on one side only, or not at all, there is no best rate, and that is what is said.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from numbers import Real
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from rosenblatt import checks
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.kinds.with_rate import rate_parameter, with_rate
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Channel, Scenario, Start, resolve_scenario
from rosenblatt.theory.registry import NoTheory, covering_theory, curve_of
from rosenblatt.theory.tracking import forgetting_parameter, stationary

STEP = 2.1  # between neighbouring rates that are tried
RATES = (1e-9, 1e9)  # the smallest and the largest
FLAT = 1e-8  # relative difference between errors that are equal


@dataclasses.dataclass(frozen=True)
class BestRate:
    """The constant rate with which a rule learns best.

    Attributes
    ----------
    rule : the rule with that rate.
    scenario : what it learns.
    alpha : where it is best; infinite for a rule that has settled behind a drifting teacher.
    parameter, rate : which of its parameters was varied, and its best value.
    overlap, disagreement, error : what it reaches.
    """

    rule: Rule
    scenario: Scenario
    alpha: float
    parameter: str
    rate: float
    overlap: float
    disagreement: float
    error: float

    @property
    def drift(self) -> float:
        """The drift of the teacher."""
        return self.scenario.drift


def best_rate(
    rule: str | Rule | type[Rule] | Callable[..., float],
    scenario: Scenario | float | None = None,
    *,
    alpha: float | None = None,
    noise: float = 0.0,
    parameter: str | None = None,
    channel: Channel | None = None,
    drift: float | None = None,
    start: Start | float | tuple[float, float] | None = None,
) -> BestRate:
    """Return the constant rate (or weight decay) at which a rule has the least error.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function.
    scenario : what is learnt, as one object or by the keywords below; a number is a drift.
    alpha : the examples per weight at which the error counts; defaults to after ever so many behind a drifting teacher.
    parameter : what is varied; defaults to the parameter that multiplies the modulation, or one that is put in front of
        it, and, without an alpha, to what makes a rule forget: its rate if its length is fixed, else its weight decay.
    noise, channel, drift, start : keywords of a scenario, see `rosenblatt.scenario.Scenario`.

    >>> best = best_rate("normalised", 0.01)
    >>> best.parameter, round(best.rate, 2), round(best.disagreement, 3)
    ('eta', 0.43, 0.107)
    >>> best = best_rate("adatron", alpha=10.0, start=0.2)
    >>> round(best.rate, 3), round(best.disagreement, 4)
    (1.671, 0.1056)
    """
    rule = resolve(rule)
    checks.moderate_fields(rule)
    keywords: dict[str, Any] = {"noise": noise, "channel": channel, "drift": drift, "start": start}
    if isinstance(scenario, Real) and not isinstance(scenario, bool):
        if drift is not None:
            raise TypeError(f"drift must be given once; got {scenario!r} and {drift!r}. Leave out one of them.")
        keywords["drift"] = checks.positive("drift", scenario, "Without drift there is nothing to follow: give alpha.")
        scenario = None
    world = resolve_scenario(rule, scenario=scenario, **keywords)  # pyright: ignore[reportArgumentType]
    if alpha is None:
        checks.positive("drift", world.drift, "Without drift no rate is best after ever so many examples: give alpha.")
    else:
        alpha = checks.positive("alpha", alpha, "At 0 nothing has been learnt yet.")
    rule, parameter = _varied(rule, parameter, settled=alpha is None)
    covering_theory(rule, world, {})  # raises if there is none
    return _searched(rule, world, alpha, parameter)


def _varied(rule: Rule, parameter: str | None, *, settled: bool) -> tuple[Rule, str]:
    """Return the rule, with a rate if it has none and needs one, and the parameter that is varied."""
    if parameter is not None:
        return rule, checks.one_of("parameter", parameter, tuple(field.name for field in dataclasses.fields(rule)))
    forgetting = forgetting_parameter(rule)  # raises for a rule without a fixed rate
    if settled or not isinstance(rule, HebbianRule):
        return rule, forgetting
    rated = with_rate(rule)
    return rated, rate_parameter(rated) or forgetting


def _searched(rule: Rule, scenario: Scenario, alpha: float | None, parameter: str) -> BestRate:
    """Return the best value of a parameter, or raise if there is none."""

    def row(value: float) -> Any:
        varied = dataclasses.replace(rule, **{parameter: value})
        if alpha is None:
            return stationary(varied, scenario.drift, channel=scenario.channel)
        return curve_of(varied, scenario, np.array([alpha])).frame.iloc[0]

    def error(log_rate: float) -> float:
        try:
            return float(row(math.exp(log_rate))["error"])
        except NoTheory:
            raise
        except (ValueError, RuntimeError):  # too small a rate to settle, or so large a one that errors grow
            return math.inf

    begin = 0.5 * math.log(min(scenario.drift, 1.0)) if alpha is None else 0.0
    tried = _walk(error, begin)
    bounds = _around_the_least(tried)
    if isinstance(bounds, str):
        raise ValueError(
            f"{parameter} of {rule.name!r} must have a best value; got none between {RATES[0]:g} and {RATES[1]:g}: "
            f"{bounds}"
        )
    found = minimize_scalar(error, bounds=bounds, method="bounded", options={"xatol": 1e-6})
    rate = math.exp(float(found.x))  # pyright: ignore[reportAttributeAccessIssue]
    reached = {name: float(row(rate)[name]) for name in ("overlap", "disagreement", "error")}
    best = dataclasses.replace(rule, **{parameter: rate})
    return BestRate(best, scenario, math.inf if alpha is None else alpha, parameter, rate, **reached)


def _walk(error: Callable[[float], float], begin: float) -> dict[float, float]:
    """Return the errors at logarithms of rates, walking both ways from ``begin``.

    A walk ends where the error has risen twice in a row and is well above its least, or where it is infinite beyond
    it: far off nothing settles.
    """
    low, high = (math.log(rate) for rate in RATES)
    values = {begin: error(begin)}
    for step in (math.log(STEP), -math.log(STEP)):
        place, risen, before = begin + step, 0, values[begin]
        while low <= place <= high:
            now = values[place] = error(place)
            least, risen = min(values.values()), risen + 1 if now > before else 0
            if math.isfinite(least) and (now == math.inf or (risen > 1 and now > 1.1 * least)):
                break
            place, before = place + step, now
    return values


def _around_the_least(values: dict[float, float]) -> tuple[float, float] | str:
    """Return two places between which the error has its least, or say why there is none."""
    least = min(values.values())
    if not math.isfinite(least):
        return "it settles at none of them. Take another rule or another parameter."
    low, high = (value <= least * (1.0 + FLAT) for value in (values[min(values)], values[max(values)]))
    if low and high:
        return "the error is the same at all of them. Any will do."
    if low or high:
        return f"the {'smaller' if low else 'larger'} the better. Take another rule or another parameter."
    best = min(values, key=lambda place: values[place])
    return max(place for place in values if place < best), min(place for place in values if place > best)
