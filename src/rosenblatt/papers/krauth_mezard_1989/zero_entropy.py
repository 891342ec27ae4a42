r"""The capacity of weights +1 and -1: the entropy of solutions is 0 there, long before they are one.

zero-entropy.1   s(alpha_c) = 0 at q = 0.5639;   q -> 1 would be at alpha = 4/pi, where s is far below 0
zero-entropy.2   at N weights the mean logarithm of the number of solutions is N s up to a constant and O(1/N)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.papers.chance import over_allowed
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, times
from rosenblatt.simulation.storage import count_solutions, weight_vectors
from rosenblatt.theory.capacity_of import capacity_of, capacity_point, entropy_of_solutions
from rosenblatt.theory.discrete_weights import checked_weights, saddle
from rosenblatt.theory.random_labels import RandomLabels

DEMANDS = "rosenblatt.theory.random_labels:RandomLabels.demands"
KNOWN = {0.0: (0.833079, 0.563949), 0.5: (0.455665, 0.638413)}


def _scaled_volume(factor: float) -> Sabotage:
    """Return the sabotage that scales the logarithm of the share of solutions that an example leaves."""

    def change(demands: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*given: Any) -> Any:
            asked = demands(*given)
            return asked._replace(log_volume=factor * asked.log_volume)

        return changed

    return Sabotage(f"ln H times {factor:g}", DEMANDS, change)


VOLUME = _scaled_volume(1.02)


def _capacity(context: Context) -> Outcome:
    """alpha_c and q, and that one label per weight more is too many."""
    measured: dict[str, Any] = {}
    worst = 0.0
    for margin, (alpha, q) in KNOWN.items():
        point = capacity_point("binary", margin)
        worst = max(worst, abs(point.alpha - alpha), abs(point.q - q))
        measured[f"K = {margin:g}: alpha_c, q"] = [point.alpha, point.q]
    return Outcome({**measured, "largest difference": worst}, worst < 1e-6)


def _not_alone(context: Context) -> Outcome:
    """The saddle point for q -> 1.  (zero-entropy.1)"""
    late = saddle(checked_weights((-1, 1)), RandomLabels(), math.exp(16.0))
    measured = {"alpha at q -> 1": late.alpha, "q": late.q, "s": late.entropy, "alpha_c": capacity_of("binary")}
    good = abs(late.alpha - 4.0 / math.pi) < 1e-3 and late.q > 0.999 and late.entropy < -1.0
    return Outcome(measured, good and measured["alpha_c"] < 0.9)


def enumerated(
    context: Context, values: tuple[int, ...], n: int, alpha: float, margin: float, runs: int
) -> tuple[float, float]:
    """Return the mean logarithm of the number of solutions over N, and its error, of sets that have one."""
    random, vectors = np.random.default_rng([context.seed, n, len(values)]), weight_vectors(values, n)
    counts = [count_solutions(vectors, round(alpha * n), random, margin=margin)[-1] for _ in range(runs)]
    logs = np.log(np.maximum(counts, 1.0)) / n
    return float(logs.mean()), float(logs.std(ddof=1)) / math.sqrt(runs)


def follow_entropy(
    context: Context, cases: dict[tuple[int, ...], tuple[int, float, float, float]]
) -> tuple[dict[str, Any], float]:
    """Return what was counted, in words, and the largest difference to theory over what is allowed.

    A case has N, alpha, the margin, and the constant of the correction in 1/N.  (zero-entropy.2)
    """
    runs, measured, worst = context.runs(400), {}, 0.0
    for values, (n, alpha, margin, bias) in cases.items():
        found, error = enumerated(context, values, n, alpha, margin, runs)
        theory = entropy_of_solutions(values, alpha, margin)
        worst = max(worst, over_allowed(found, theory, error, tests=len(cases), runs=runs, bias=bias / n))
        measured[f"{values}, alpha = {alpha:g}, N = {n}: s, theory"] = [found, theory]
    return {**measured, "largest difference over what is allowed": worst}, worst


def _enumerated(context: Context) -> Outcome:
    """All 2^15 vectors.  At N = 5, 10 and 15 N (s - theory) is 0.04, 0.03 and 0.11, with errors of 0.03 and 0.04."""
    measured, worst = follow_entropy(context, {(-1, 1): (15, 0.4, 0.0, 0.2)})
    return Outcome(measured, worst < 1.0)


ROWS = (
    Row(
        "capacity",
        "weights of +1 and -1 store 0.833 labels each, where the entropy of solutions is 0",
        [alpha for alpha, _ in KNOWN.values()],
        _capacity,
        sabotages=(
            VOLUME,
            Sabotage("the margin is lost", "rosenblatt.theory.capacity_of:capacity_point", lambda p: lambda w, k: p(w)),
        ),
    ),
    Row(
        "not one solution",
        "it is not where solutions become one, q -> 1, at alpha = 4/pi: there the entropy is far below 0",
        4.0 / math.pi,
        _not_alone,
        sabotages=(
            _scaled_volume(0.7),
            times("rosenblatt.theory.capacity_of:capacity_of", 1.5),
        ),
    ),
    Row(
        "enumeration",
        "the logarithm of the number of solutions of small systems, all of them counted, is N s",
        0.396455,
        _enumerated,
        sabotages=(_scaled_volume(1.5), times("rosenblatt.theory.capacity_of:entropy_of_solutions", 1.15)),
    ),
)
