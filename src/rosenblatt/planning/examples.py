"""How many examples until a student is good enough.

The exact learning curve is inverted for the smallest alpha at which it reaches the target; at the N
in question single students scatter around it, so a simulation at that N gives the range in which
nine students of ten get there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks
from rosenblatt.planning.answer import Answer
from rosenblatt.planning.targets import Target, chosen_target
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Scenario, resolve_scenario
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.learning_curve import learning_curve

FIRST_ALPHA, LAST_ALPHA = 1e-3, 1e9
FLAT = 1e-4  # a curve that falls by less than this part over a decade has hit its limit
NINE_OF_TEN = (0.05, 0.95)
MOST_STEPS = 2e10  # of all runs, some minutes
WIDEST = 30.0  # times alpha: who is not there by then is not waited for
USUAL_RUNS, FEWEST_RUNS = 200, 40  # of the simulation
STEPS_OF_ALL_RUNS = 1e9  # that they take together, if the fewest runs do not take more


@dataclass(frozen=True, kw_only=True)
class Plan(Answer):
    """The answer of `rosenblatt.plan`.

    Attributes
    ----------
    examples : the smallest number of examples with which the average student reaches the target.
    alpha : the same per weight.
    interval : numbers of examples between which nine students of ten reach it for the first time.
    """

    alpha: float
    examples: int
    interval: tuple[int, int]

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.rule.name}: {self.examples:,} examples ({self.alpha:.4g} per weight) {self.question()}; "
            f"nine students of ten need {low:,} to {high:,}."
        )


def plan_examples(
    rule: str | Rule | type[Rule] | Callable[..., float],
    *,
    n: int,
    error: float | None = None,
    disagreement: float | None = None,
    readout: str | None = None,
    runs: int | None = None,
    seed: int = 0,
    progress: bool | None = None,
    **scenario: Any,
) -> Plan:
    """Return the smallest number of examples for a target; see `plan`."""
    rule, n = resolve(rule), checks.size(n)
    world = resolve_scenario(rule, **scenario)
    if runs is not None:
        checks.whole("runs", runs, 20, "A range that holds nine runs of ten needs a few.")
    target = chosen_target(error, disagreement, world.channel)
    alpha = max(first_crossing(rule, world, target, readout), 1.0 / n)
    how = {"scenario": world, "readout": readout, "seed": seed, "progress": progress}
    return Plan(
        rule=rule,
        n=n,
        scenario=world,
        target=target.column,
        value=target.value,
        alpha=alpha,
        examples=math.ceil(alpha * n * (1.0 - 1e-12)),
        interval=_interval(rule, n, alpha, target, runs, how),
    )


def first_crossing(rule: Rule, scenario: Scenario, target: Target, readout: str | None) -> float:
    """Return the smallest alpha at which the curve reaches the target."""
    column, value = target

    def curve(alpha: Any) -> Curve:
        return learning_curve(rule, alpha, scenario=scenario, readout=readout)

    last = 10.0
    while True:
        frame = curve(np.geomspace(FIRST_ALPHA, last, 20 * round(math.log10(last / FIRST_ALPHA)) + 1)).frame
        reached = np.flatnonzero(frame[column].to_numpy() <= value)
        if reached.size:
            break
        lowest, latest = frame[column].min(), frame[column].iloc[-1]
        decade = frame[column].iloc[-21]
        if latest > lowest * (1.0 + FLAT) or latest > decade * (1.0 - FLAT) or last >= LAST_ALPHA:
            raise ValueError(_unreachable(rule, frame, target, scenario.noise))
        last *= 10.0
    high = int(reached[0])
    if high == 0:
        return FIRST_ALPHA
    low_alpha, high_alpha = float(frame["alpha"].iloc[high - 1]), float(frame["alpha"].iloc[high])

    def excess(log_alpha: float) -> float:
        return float(curve(math.exp(log_alpha)).frame[column].iloc[0]) - value

    bracket = (math.log(low_alpha), math.log(high_alpha))
    return math.exp(root_scalar(excess, bracket=bracket, method="brentq", xtol=1e-10).root)


def _unreachable(rule: Rule, frame: Any, target: Target, noise: float) -> str:
    column, value = target
    best = frame.loc[frame[column].idxmin()]
    return (
        f"{column} must be one that {rule.name!r} can reach; got {value:g}, but with noise {noise:g} it goes no lower "
        f"than {best[column]:.4g} (at alpha = {best['alpha']:.3g}). Choose a larger target or another rule."
    )


def check_steps(n: int, runs: int, alpha: float) -> None:
    """Raise if nobody would wait for a simulation of so many students up to an alpha."""
    if n * runs * alpha > MOST_STEPS:
        raise ValueError(
            f"n must be such that {runs} students can be simulated, with at most {MOST_STEPS:g} examples together; got "
            f"n = {n:,}, where they take {n * runs * alpha:.2g}. Plan with a smaller n: alpha, here {alpha:.4g}, is "
            "the same for all."
        )


def _interval(
    rule: Rule, n: int, alpha: float, target: Target, runs: int | None, how: dict[str, Any]
) -> tuple[int, int]:
    """Return the numbers of examples between which nine students of ten first reach the target."""
    usual = int(min(USUAL_RUNS, max(FEWEST_RUNS, STEPS_OF_ALL_RUNS / (alpha * n))))
    few, runs = runs or FEWEST_RUNS, runs or usual
    check_steps(n, runs, alpha)
    before = after = 1.0 + 10.0 / math.sqrt(n)  # students differ by parts of the order 1/sqrt(n)
    while True:
        grid = np.unique(np.maximum(np.rint(n * np.geomspace(alpha / before, alpha * after, 121)), 1.0)) / n
        result = simulate(rule, n=n, alpha=grid, runs=runs, **how)
        there = result.samples[target.column] <= target.value
        early = np.mean(there[:, 0]) > NINE_OF_TEN[0] and grid[0] * n > 1.0
        late = np.mean(~there.any(axis=1)) > 1.0 - NINE_OF_TEN[1] and after < WIDEST
        if not early and not late:
            break
        if not there.any():  # perhaps nobody will ever be: do not wait for many
            runs = few
        # Only the side that is too narrow is widened: waiting for the latest costs most.
        before, after = before**2 if early else before, min(after**2, WIDEST) if late else after
    if np.mean(there.any(axis=1)) < 0.5:
        raise ValueError(
            f"{target.column} must be one that students of n = {n:,} weights reach; got {target.value:g}, and of "
            f"{runs} no more than {int(there.any(axis=1).sum())} did within alpha = {grid[-1]:.4g}, although the "
            f"average of many weights does at {alpha:.4g}. Choose a larger target or a larger n."
        )
    first = np.where(there.any(axis=1), there.argmax(axis=1), len(grid) - 1)
    low, high = np.quantile(np.rint(grid * n)[first], NINE_OF_TEN, method="nearest")
    return int(low), int(high)
