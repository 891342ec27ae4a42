r"""An alarm: when the world changed, by what members that forget and members that do not say of each label.

    changes.1   evidence for a change:  S <- max(S, 0) + ln P_lively(label)/P_staying(label);  alarm at S >= ln 10^4
    changes.2   after an alarm the evidence against it is gathered in the same way; at ln 10^4 the next alarm is armed
    changes.3   a change began with the row at which the evidence last rose from 0

If labels come as the staying members say, the product of the ratios from any row on is a martingale of mean 1. So
exp S <= R, the sum of the products from all rows on, and R - rows is a martingale too (Shiryaev and Roberts): the mean
time to a false alarm is at least 10^4 rows, and in n rows there is one with a probability of at most n/10^4. This is a
bound: where the staying members are good, the ratios are small and false alarms far rarer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pandas as pd

ROWS_TO_A_FALSE_ALARM = 1e4
CERTAIN = 1e-10  # no label counts more than that
COLUMNS = {"row": int, "began": int, "evidence": float, "drift_before": float, "drift_after": float}


def changes(lively: np.ndarray, staying: np.ndarray, drifts: np.ndarray) -> pd.DataFrame:
    """Return a table of alarms.

    Parameters
    ----------
    lively, staying : the probabilities of the labels that came, as members of either kind said before.
    drifts : what was believed of the drift before each row, and after the last.

    Returns the row that raised the alarm (the first is 0), the one with which the change ``began``, the ``evidence`` in
    nats, and the drift that was believed before the change and after the alarm.
    """
    ratios = np.log(np.clip(lively, CERTAIN, 1.0)) - np.log(np.clip(staying, CERTAIN, 1.0))
    found = [(row, began, size, drifts[began], drifts[row + 1]) for row, began, size in _alarms(ratios)]
    return pd.DataFrame(found, columns=list(COLUMNS)).astype(COLUMNS)


def no_changes() -> pd.DataFrame:
    """Return the table of a stream in which nothing has changed."""
    return changes(np.empty(0), np.empty(0), np.empty(1))


def _alarms(ratios: np.ndarray) -> Iterator[tuple[int, int, float]]:
    """Yield the row of each alarm, the one with which the evidence began, and how much there is."""
    enough, armed, evidence, began = math.log(ROWS_TO_A_FALSE_ALARM), True, 0.0, 0
    for row, ratio in enumerate(ratios.tolist()):
        if evidence <= 0.0:
            evidence, began = 0.0, row  # changes.3
        evidence += ratio if armed else -ratio  # changes.1, changes.2
        if evidence >= enough:
            if armed:
                yield row, began, evidence
            armed, evidence = not armed, 0.0
