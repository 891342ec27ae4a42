r"""What approximate message passing knows after each sweep, for many independent features.

    state-evolution.1   A_{t+1} = alpha I(q_t),   q_{t+1} = q(A_{t+1}),   q_0 = 0

Its fixed point from ignorance is the metastable branch of `rosenblatt.theory.bayes`: algorithms stop there, while the
stable branch may be better (Barbier, Krzakala, Macris, Miolane and Zdeborova 2019).
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rosenblatt import checks
from rosenblatt.scenario import Channel, Teacher
from rosenblatt.scenario.priors import Prior
from rosenblatt.theory.bayes import bayes_disagreement, chosen_channel, chosen_prior

MOST_SWEEPS = 100_000


def state_evolution(
    teacher: str | Teacher | Prior,
    channel: str | Channel | float | None = None,
    *,
    alpha: float,
    sweeps: int = 20,
    noise: float = 0.0,
) -> pd.DataFrame:
    """Return what is known after each sweep without damping: ``sweep, a, q, deficit, disagreement``.

    Parameters
    ----------
    teacher, channel, noise : as of `rosenblatt.theory.thresholds`.
    alpha : examples per weight.
    sweeps : how many.

    >>> state_evolution("spherical", alpha=2.0, sweeps=3)["q"].round(4).tolist()
    [0.5601, 0.6737, 0.7085]
    """
    prior, labels = chosen_prior(teacher), chosen_channel(channel, noise)
    alpha = checks.positive("alpha", alpha, "It is the number of examples per weight.")
    alpha = float(checks.alpha_grid(alpha)[0])
    count = checks.whole("sweeps", sweeps, 1, "It is how often all examples are looked at.")
    if count > MOST_SWEEPS:
        raise ValueError(
            f"sweeps must be at most {MOST_SWEEPS}; got {sweeps!r}. It has come to its fixed point by then."
        )
    deficit, rows = 1.0, []
    for sweep in range(1, count + 1):
        a = alpha * float(labels.information(np.array([deficit]))[0])  # state-evolution.1
        deficit = max(float(prior.deficit(a)[0]), 1e-300)
        rows.append((sweep, a, 1.0 - deficit, deficit, float(bayes_disagreement(np.array(deficit)))))
    return pd.DataFrame(rows, columns=["sweep", "a", "q", "deficit", "disagreement"])
