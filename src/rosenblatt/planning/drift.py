"""How fast a teacher may drift for a rule to follow it with a given error.

The error at which a rule settles grows with the drift: it is inverted for the fastest drift that is within the target.
A simulation at the N in question gives the range in which a student's error is nine times out of ten.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks
from rosenblatt.planning.answer import Answer
from rosenblatt.planning.examples import NINE_OF_TEN, check_steps
from rosenblatt.planning.targets import Target, chosen_target
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Scenario, channel_of_noise
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.best_rate import best_rate
from rosenblatt.theory.tracking import forgetting_parameter, stationary

SLOWEST, LIKELY, FASTEST = 1e-6, 1e-2, 1e3  # drifts: where the search for the fastest one begins, and its ends
STEP = math.log(4.0)
MOST_RUNS, MOMENTS = 10, 20
STEPS_OF_ALL_RUNS = 2e8  # that all runs together take at most


@dataclass(frozen=True, kw_only=True)
class DriftPlan(Answer):
    """The answer of `plan` with ``ask="drift"``.

    Attributes
    ----------
    drift : the fastest drift, per alpha: the overlap of the teacher with its past is exp(-drift alpha).
    examples : in so many examples that overlap falls to 1/e.
    rule : the rule, knowing the drift if it can, and with the best rate for it if ``rate="best"`` was asked for.
    rate : that rate, or weight decay; None for the rule's own.
    interval : where the error (or disagreement) of a student of n weights is nine times out of ten.
    """

    drift: float
    examples: int
    interval: tuple[float, float]
    rate: float | None = None

    def __str__(self) -> str:
        low, high = self.interval
        rate = "" if self.rate is None else f", {forgetting_parameter(self.rule)} = {self.rate:.3g}"
        return (
            f"{self.rule.name}{rate}: a drift of {self.drift:.4g} per alpha (the rule is another one after "
            f"{self.examples:,} examples) {self.question()}; nine times out of ten it is {low:.3g} to {high:.3g}."
        )


def plan_drift(
    rule: str | Rule | type[Rule] | Callable[..., float],
    *,
    n: int,
    error: float | None = None,
    disagreement: float | None = None,
    noise: float = 0.0,
    rate: str = "own",
    seed: int = 0,
    progress: bool | None = None,
) -> DriftPlan:
    """Return the fastest drift that a rule can follow with a given error; see `plan`."""
    rule, n = resolve(rule), checks.size(n)
    channel = channel_of_noise(rule.labels, noise)
    checks.one_of("rate", rate, ("own", "best"))
    target = chosen_target(error, disagreement, channel)

    def settled(drift: float) -> tuple[Rule, float]:
        if rate == "best":
            best = best_rate(rule, drift, noise=noise)
            return best.rule, float(getattr(best, target.column))
        knowing = _knowing(rule, drift)
        return knowing, float(stationary(knowing, drift, noise=noise)[target.column])

    drift = _fastest(rule, settled, target)
    found, _ = settled(drift)
    best = float(getattr(found, forgetting_parameter(found))) if rate == "best" else None
    scenario = Scenario(channel=channel, drift=drift).completed(found)
    return DriftPlan(
        rule=found,
        n=n,
        scenario=scenario,
        target=target.column,
        value=target.value,
        drift=drift,
        examples=math.ceil(n / drift),
        interval=_interval(found, n, scenario, target, {"seed": seed, "progress": progress}),
        rate=best,
    )


def _knowing(rule: Rule, drift: float) -> Rule:
    """Return the rule with the drift that it is told, if it can be told one."""
    takes = any(field.name == "drift" for field in dataclasses.fields(rule))
    return dataclasses.replace(rule, drift=drift) if takes else rule


def _fastest(rule: Rule, settled: Callable[[float], tuple[Rule, float]], target: Target) -> float:
    """Return the largest drift at which the rule settles within the target."""

    def excess(log_drift: float) -> float:
        return settled(math.exp(log_drift))[1] - target.value

    low = high = math.log(LIKELY)
    while excess(low) > 0.0:
        if math.exp(low) < SLOWEST:
            raise ValueError(
                f"{target.column} must be one that {rule.name!r} can keep; got {target.value:g}, but even at a drift "
                f"of {SLOWEST:g} it has {excess(low) + target.value:.4g}. Choose a larger target, another rule, or "
                "rate='best'."
            )
        low, high = low - STEP, low
    while excess(high) <= 0.0:
        if math.exp(high) > FASTEST:
            raise ValueError(
                f"{target.column} must be one that some drift prevents; got {target.value:g}, which {rule.name!r} has "
                "however fast the teacher is. Choose a smaller target."
            )
        low, high = high, high + STEP
    return math.exp(root_scalar(excess, bracket=(low, high), method="brentq", xtol=1e-6).root)


def _interval(rule: Rule, n: int, scenario: Scenario, target: Target, how: dict[str, Any]) -> tuple[float, float]:
    """Return the range of errors of students of n weights, once they have settled."""
    drift = scenario.drift
    settling = 3.0 / drift + 20.0
    alpha = settling + np.arange(MOMENTS) * max(0.5 / drift, 1.0)
    runs = int(min(MOST_RUNS, max(2, STEPS_OF_ALL_RUNS / (n * float(alpha[-1])))))
    check_steps(n, runs, float(alpha[-1]))
    result = simulate(rule, n=n, alpha=alpha, runs=runs, scenario=scenario, **how)
    low, high = np.quantile(result.samples[target.column], NINE_OF_TEN)
    return float(low), float(high)
