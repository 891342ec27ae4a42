"""How many examples a perceptron of signs needs: what is guaranteed beside what is usual."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt import checks
from rosenblatt.batch import influence
from rosenblatt.planning.examples import plan_examples
from rosenblatt.theory import clipped_hebb


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
            answer = plan_examples(
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
