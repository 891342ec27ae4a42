"""SW sec. 4 and 6: what the full covariance gains on correlated inputs, which SW expect and do not show.

Components are correlated as 0.8^|i - j|, so that the diagonal of their covariance says nothing. Gains are logarithms of
the ratio of two disagreements after the same examples of the same teacher.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.papers.chance import limit
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with
from rosenblatt.scenario import Covariance
from rosenblatt.simulation.simulate import simulate

N = 40
CORRELATION = 0.8  # of neighbours
ALPHAS = (2.0, 5.0, 10.0, 20.0)
RULES = {
    "second order": "bayes-gaussian",
    "diagonal covariance": "bayes-diagonal",
    "Hebb approximation": "bayes-hebb",
}
SPHERICAL = Covariance(eigenvalues=[1.0])
CORRELATED = Covariance(CORRELATION ** np.abs(np.subtract.outer(np.arange(N), np.arange(N))))
LAWS = {"spherical": SPHERICAL, "correlated": CORRELATED}


def disagreements(context: Context, law: str, name: str) -> np.ndarray:
    """Return the disagreement of a rule on inputs of a law, (runs, alphas), from the ledger if it is there."""
    runs = 60 if context.quick else 300

    def experiment() -> list[list[float]]:
        seed = 2 * context.seed + list(LAWS).index(law)  # the same for all rules, and another for the other law
        how: dict[str, Any] = {"n": N, "alpha": ALPHAS, "runs": runs, "seed": seed, "method": "vector"}
        return simulate(RULES[name], inputs=LAWS[law], **how).samples["disagreement"].tolist()

    return np.array(context.result("correlated inputs", experiment, law=law, name=name, runs=runs))


def gains(context: Context, law: str, name: str) -> np.ndarray:
    """Return the logarithm of a rule's disagreement over that of the full covariance, (runs, alphas)."""
    return np.log(disagreements(context, law, name) / disagreements(context, law, "second order"))


def points(context: Context, law: str, name: str) -> pd.DataFrame:
    """Return mean disagreements with their standard errors."""
    d = disagreements(context, law, name)
    return pd.DataFrame(
        {"alpha": ALPHAS, "disagreement": d.mean(axis=0), "disagreement_sem": d.std(axis=0, ddof=1) / math.sqrt(len(d))}
    )


def _score(values: np.ndarray, others: np.ndarray | None = None) -> tuple[float, float]:
    """Return the mean of some values, less that of independent others, and how many standard errors it is above 0."""
    groups = (values,) if others is None else (values, others)
    mean = float(values.mean() - (0.0 if others is None else others.mean()))
    error = math.sqrt(sum(group.var(ddof=1) / len(group) for group in groups))
    return mean, mean / max(error, 1e-300)  # values that are all 0 are not above it


def _gain(context: Context) -> Outcome:
    """The gain of the full covariance over one variance is larger on correlated inputs, and grows with alpha."""
    correlated, spherical = (gains(context, law, "Hebb approximation") for law in ("correlated", "spherical"))
    diagonal = gains(context, "correlated", "diagonal covariance")
    scores = {
        "gain at alpha = 10 above that on spherical inputs": _score(correlated[:, 2], spherical[:, 2]),
        "gain at alpha = 20 above that at 5": _score(correlated[:, 3] - correlated[:, 1]),
        "gain over the diagonal at alpha = 10": _score(diagonal[:, 2]),
        "the same above that of Hebb on spherical inputs": _score(diagonal[:, 2], spherical[:, 2]),
    }
    measured: dict[str, Any] = {
        f"d over that of second order at alpha = {', '.join(f'{a:g}' for a in ALPHAS)}, {law}": {
            name: np.exp(gains(context, law, name).mean(axis=0)).tolist() for name in list(RULES)[1:]
        }
        for law in LAWS
    }
    least = limit(len(scores), len(correlated))
    measured |= {f"logarithm, standard errors: {name}": list(score) for name, score in scores.items()}
    return Outcome(measured, all(z > least for _, z in scores.values()))


def _only_the_diagonal(run: Callable[..., Any]) -> Callable[..., Any]:
    return lambda rule, **how: run("bayes-diagonal" if rule == "bayes-gaussian" else rule, **how)


SIMULATE = "rosenblatt.simulation.simulate:simulate"
ROWS = (
    Row(
        "sec. 4, 6, correlated inputs",
        "the benefit of the full covariance is larger for non-spherical inputs, and does not vanish at large alpha; a "
        "diagonal covariance has it not",
        "larger, growing",
        _gain,
        sabotages=(
            Sabotage("spherical inputs", SIMULATE, called_with(SIMULATE, inputs=SPHERICAL).change),
            Sabotage("the diagonal in place of the full covariance", SIMULATE, _only_the_diagonal),
        ),
    ),
)
