"""How many examples until a student is good enough.

The exact learning curve is inverted for the smallest alpha at which it reaches the target; at the N
in question single students scatter around it, so a simulation at that N gives the range in which
nine students of ten get there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import root_scalar

from rosenblatt import checks
from rosenblatt.batch import influence
from rosenblatt.rules.base import Rule
from rosenblatt.rules.registry import resolve
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory import clipped_hebb
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.learning_curve import learning_curve

FIRST_ALPHA, LAST_ALPHA = 1e-3, 1e9
FLAT = 1e-4  # a curve that falls by less than this part over a decade has hit its limit
RANGE = (0.05, 0.95)
WIDEST = 30.0  # times alpha: who is not there by then is not waited for
RUNS, FEWEST_RUNS, STEPS = 200, 40, 1e9  # of the simulation: all its runs together take so many steps at most


@dataclass(frozen=True)
class Plan:
    """The answer of `plan`.

    Attributes
    ----------
    examples : the smallest number of examples with which the average student reaches the target.
    alpha : the same per weight.
    interval : numbers of examples between which nine students of ten reach it for the first time.
    """

    rule: Rule
    n: int
    target: str
    value: float
    noise: float
    alpha: float
    examples: int
    interval: tuple[int, int]
    how: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        low, high = self.interval
        article = "an" if self.target == "error" else "a"
        return (
            f"{self.rule.name}: {self.examples:,} examples ({self.alpha:.4g} per weight) "
            f"for {article} {self.target} of {self.value:g} with n = {self.n:,} and noise {self.noise:g}; "
            f"nine students of ten need {low:,} to {high:,}."
        )


def plan(
    rule: str | Rule | type[Rule] | Callable[..., float],
    *,
    n: int,
    error: float | None = None,
    disagreement: float | None = None,
    noise: float = 0.0,
    runs: int | None = None,
    seed: int = 0,
    progress: bool | None = None,
    **how: Any,
) -> Plan:
    """Return the smallest number of examples for a target, and how much it scatters.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function.
    n : number of weights.
    error, disagreement : the target, exactly one of them: the error against the noisy labels, or the
        disagreement with the true rule.
    noise : the probability that a label is flipped.
    runs, seed, progress : of the simulation that gives the interval; 200 runs, or fewer if these would
        take more than some ten seconds, but at least 40.
    how : ``teacher`` and ``readout``, as for `learning_curve`; ``inputs``, as for `simulate`.

    >>> answer = plan("hebb", n=100, disagreement=0.05, noise=0.1)
    >>> answer.examples, round(answer.alpha, 2)
    (9784, 97.84)
    """
    rule, n, noise = resolve(rule), checks.size(n), checks.noise(noise)
    for name in how:
        if name not in ("teacher", "readout", "inputs"):
            raise TypeError(
                f"plan must have options among teacher, readout, inputs; got {name!r}. "
                f"{checks.nearest(name, ('teacher', 'readout', 'inputs'))}"
            )
    if runs is not None:
        checks.whole("runs", runs, 20, "A range that holds nine runs of ten needs a few.")
    column, value, target = _target(error, disagreement, noise)
    alpha = max(_first_crossing(rule, value, noise, how, column, target), 1.0 / n)
    return Plan(
        rule=rule,
        n=n,
        target=column,
        value=target,
        noise=noise,
        alpha=alpha,
        examples=math.ceil(alpha * n * (1.0 - 1e-12)),
        interval=_interval(rule, n, alpha, value, {**how, "noise": noise, "seed": seed, "progress": progress}, runs),
        how=how,
    )


def _target(error: float | None, disagreement: float | None, noise: float) -> tuple[str, float, float]:
    """Return which target was given, the disagreement that it means, and its value."""
    if (error is None) == (disagreement is None):
        given = "both" if error is not None else "neither"
        raise TypeError(f"plan must have exactly one of error= and disagreement=; got {given}. Give one of them.")
    if disagreement is not None:
        value = checks.number("disagreement", disagreement)
        if not 0.0 < value < 0.5:
            raise ValueError(
                f"disagreement must be in (0, 0.5); got {disagreement!r}. A coin has 0.5, and no finite sample has 0."
            )
        return "disagreement", value, value
    value = checks.number("error", error)
    if not noise < value < 0.5:
        reason = (
            f"With {noise:.0%} label noise no rule errs less: plan for disagreement= with the true rule instead."
            if value <= noise
            else "A coin has 0.5."
        )
        raise ValueError(f"error must be above the noise, in ({noise:g}, 0.5); got {error!r}. {reason}")
    return "error", (value - noise) / (1.0 - 2.0 * noise), value


def _first_crossing(rule: Rule, value: float, noise: float, how: dict[str, Any], column: str, target: float) -> float:
    """Return the smallest alpha at which the curve reaches ``value``."""

    def curve(alpha: Any) -> Curve:
        return learning_curve(rule, alpha, noise=noise, **how)

    last = 10.0
    while True:
        frame = curve(np.geomspace(FIRST_ALPHA, last, 20 * round(math.log10(last / FIRST_ALPHA)) + 1)).frame
        reached = np.flatnonzero(frame["disagreement"].to_numpy() <= value)
        if reached.size:
            break
        lowest, latest = frame["disagreement"].min(), frame["disagreement"].iloc[-1]
        decade = frame["disagreement"].iloc[-21]
        if latest > lowest * (1.0 + FLAT) or latest > decade * (1.0 - FLAT) or last >= LAST_ALPHA:
            raise ValueError(_unreachable(rule, frame, column, target, noise))
        last *= 10.0
    high = int(reached[0])
    if high == 0:
        return FIRST_ALPHA
    low_alpha, high_alpha = float(frame["alpha"].iloc[high - 1]), float(frame["alpha"].iloc[high])

    def excess(log_alpha: float) -> float:
        return float(curve(math.exp(log_alpha)).frame["disagreement"].iloc[0]) - value

    bracket = (math.log(low_alpha), math.log(high_alpha))
    return math.exp(root_scalar(excess, bracket=bracket, method="brentq", xtol=1e-10).root)


def _unreachable(rule: Rule, frame: Any, column: str, target: float, noise: float) -> str:
    best = frame.loc[frame["disagreement"].idxmin()]
    return (
        f"{column} must be one that {rule.name!r} can reach; got {target:g}, but with noise {noise:g} it goes no lower "
        f"than {best[column]:.4g} (at alpha = {best['alpha']:.3g}). Choose a larger target or another rule."
    )


def _interval(rule: Rule, n: int, alpha: float, value: float, how: dict[str, Any], runs: int | None) -> tuple[int, int]:
    """Return the numbers of examples between which nine students of ten first reach the target."""
    runs = runs or int(min(RUNS, max(FEWEST_RUNS, STEPS / (alpha * n))))
    before = after = 1.0 + 10.0 / math.sqrt(n)  # students differ by parts of the order 1/sqrt(n)
    while True:
        grid = np.unique(np.maximum(np.rint(n * np.geomspace(alpha / before, alpha * after, 121)), 1.0)) / n
        result = simulate(rule, n=n, alpha=grid, runs=runs, **how)
        there = result.samples["disagreement"] <= value
        early = np.mean(there[:, 0]) > RANGE[0] and grid[0] * n > 1.0
        late = np.mean(~there.any(axis=1)) > 1.0 - RANGE[1] and after < WIDEST
        if not early and not late:
            break
        # Only the side that is too narrow is widened: waiting for the latest costs most.
        before, after = before**2 if early else before, after**2 if late else after
    first = np.where(there.any(axis=1), there.argmax(axis=1), len(grid) - 1)
    low, high = np.quantile(np.rint(grid * n)[first], RANGE, method="nearest")
    return int(low), int(high)


def sample_sizes(
    n: Any = (10, 50, 100, 500),
    epsilon: Any = (0.1, 0.05, 0.01),
    *,
    delta: float = 0.05,
    noise: float = 0.0,
    runs: int = 40,
    seed: int = 0,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Return how many examples a perceptron of signs needs: GM's guarantee beside the average case.

    Columns: ``n``, ``epsilon``, ``delta``; ``guaranteed``, the m of GM's theorem 1, for every target and
    product distribution; ``bound``, n times the alpha at which the exponential bound on the clipped Hebb
    rule's learning curve is epsilon, O(n ln 1/epsilon); ``average``, what `plan` says for that rule, whose
    curve is that of many weights; ``average_at_n``, the same from the curve of n weights, which find all
    signs sooner; ``low`` and ``high``, between which nine students of ten get there for the first time. With
    noise there is no guarantee (NaN): the theorem has none in it.

    >>> table = sample_sizes(50, 0.05)
    >>> table["average"].tolist(), f"{table['guaranteed'][0]:.3g}"
    ([493], '2.76e+17')
    """
    checks.fraction("delta", delta)
    for error in np.atleast_1d(epsilon).tolist():
        if not 0.0 < checks.number("epsilon", error) < 0.5:
            raise ValueError(f"epsilon must be in (0, 0.5); got {error!r}. A coin has 0.5, and no finite sample has 0.")
    rows = []
    for size in np.atleast_1d(n).tolist():
        for error in np.atleast_1d(epsilon).tolist():
            answer = plan(
                "clipped-hebb", n=size, disagreement=error, noise=noise, runs=runs, seed=seed, progress=progress
            )
            alpha = -2.0 * math.pi * math.log(2.0 * error) / (1.0 - 2.0 * noise) ** 2
            rows.append(
                {
                    "n": answer.n,
                    "epsilon": error,
                    "delta": delta,
                    "guaranteed": influence.sample_size(size, error, delta) if noise == 0.0 else math.nan,
                    "bound": math.ceil(alpha * size),
                    "average": answer.examples,
                    "average_at_n": clipped_hebb.examples_needed(size, error, noise),
                    "low": answer.interval[0],
                    "high": answer.interval[1],
                }
            )
    return pd.DataFrame(rows)
