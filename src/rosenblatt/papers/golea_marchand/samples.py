"""The samples of GM's figures 2 and 3: simulated, beside the theory of n weights and of many.

G is GM's (14), the probability to agree on fair signs, which for two vectors of signs is known exactly from the number
of weights that differ; and G(rho) = 1 - arccos(rho)/pi, GM's (19), which is the same for many weights.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from rosenblatt import signs
from rosenblatt.papers.chance import limit
from rosenblatt.papers.judging import Context, Outcome
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory import clipped_hebb
from rosenblatt.theory.learning_curve import learning_curve

RULE = "clipped-hebb"
SIZES, NOISES = (50, 100, 500), (0.0, 0.1, 0.2, 0.3, 0.4)
ALPHA = (0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 15.0)
QUANTITIES = ("overlap", "G", "G(rho)")


def runs_at(context: Context, n: int) -> int:
    """Return how many students of n weights to simulate for the same error at every n."""
    return max(20_000 // n, 40) if context.quick else max(400, 40_000 // n)


def simulated(context: Context, n: int, noise: float, runs: int, alpha: tuple[float, ...] = ALPHA) -> pd.DataFrame:
    """Return means and standard deviations over students of n weights."""

    def compute() -> dict[str, list[float]]:
        result = simulate(RULE, n=n, alpha=alpha, noise=noise, runs=runs, seed=context.seed)
        overlap = result.samples["overlap"]
        differ = np.rint(0.5 * n * (1.0 - overlap)).astype(int)
        of_students = {
            "overlap": overlap,
            "G": 1.0 - signs.fair_disagreements(n)[differ],
            "G(rho)": 1.0 - result.samples["disagreement"],
        }
        columns = {"alpha": result.frame["alpha"].tolist()}
        for name, values in of_students.items():
            columns[name] = values.mean(axis=0).tolist()
            columns[f"{name}_std"] = values.std(axis=0, ddof=1).tolist()
        return columns

    return pd.DataFrame(context.result(f"n = {n}, noise {noise:g}", compute, runs=runs, alpha=list(alpha)))


def theory(n: int, alpha: np.ndarray, noise: float = 0.0) -> pd.DataFrame:
    """Return the means and standard deviations that theory has for n weights."""
    curve = learning_curve(RULE, alpha, noise=noise, n=n).frame
    on_signs, on_signs_std = clipped_hebb.disagreement_on_signs(n, alpha, noise)
    return pd.DataFrame(
        {
            "alpha": curve["alpha"],
            "overlap": curve["overlap"],
            "overlap_std": clipped_hebb.overlap_deviation(n, alpha, noise),
            "G": 1.0 - on_signs,
            "G_std": on_signs_std,
            "G(rho)": 1.0 - curve["disagreement"],
            "G(rho)_std": clipped_hebb.disagreement_deviation(n, alpha, noise),
        }
    )


def many_weights(alpha: np.ndarray, noise: float = 0.0) -> pd.DataFrame:
    """Return GM's (28), (29), (33) and (34), where both G are the same."""
    curve = learning_curve(RULE, alpha, noise=noise).frame
    agreement = 1.0 - curve["disagreement"]
    return pd.DataFrame({"alpha": curve["alpha"], "overlap": curve["overlap"], "G": agreement, "G(rho)": agreement})


def over_allowed(found: pd.DataFrame, n: int, noise: float, runs: int, column: str, tests: int) -> float:
    """Return the largest difference of a column of means from theory over what chance allows, at all alpha.

    The standard errors are the theory's: where a run has less than one wrong weight, that of a sample is often too
    small. There the mean is skewed, as a Poisson number is: its tails are those of the next order of its law.
    """
    alpha = found["alpha"].to_numpy()
    right = theory(n, alpha, noise)
    error, most = right[f"{column}_std"] / math.sqrt(runs), limit(tests)
    skewness = 1.0 / np.sqrt(runs * n * 0.5 * (1.0 - right["overlap"]))
    allowed = error * (most + (most**2 - 1.0) / 6.0 * skewness)
    return float(((found[column] - right[column]).abs() / allowed).max())


def judged_means(context: Context, n: int, noise: float, quantities: tuple[str, ...]) -> Outcome:
    """Return whether means of n weights are those of theory: chance alone, no allowance for n."""
    runs, tests = runs_at(context, n), len(quantities) * len(ALPHA)
    found = simulated(context, n, noise, runs)
    off = {name: over_allowed(found, n, noise, runs, name, tests) for name in quantities}
    return Outcome({"largest difference/allowed": off, "points": tests, "runs": runs}, max(off.values()) < 1.0)
