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
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

ROWS_TO_A_FALSE_ALARM = 1e4
CERTAIN = 1e-10  # no label counts more than that
COLUMNS = {"row": int, "began": int, "evidence": float, "drift_before": float, "drift_after": float}


@dataclass
class Alarm:
    """What gathers the evidence, label by label, over a stream that comes in pieces.

    Attributes
    ----------
    evidence, armed : how much there is, for a change if the alarm is armed, else against it.
    row : the number of the next row.
    began, drift : the row with which the evidence last rose from 0, and the drift that was believed before it.
    rung : what `table` has.
    """

    evidence: float = 0.0
    armed: bool = True
    row: int = 0
    began: int = 0
    drift: float = 0.0
    rung: list[tuple[int, int, float, float, float]] = field(default_factory=list)

    def hear(self, lively: np.ndarray, staying: np.ndarray, drifts: np.ndarray) -> None:
        """Go on with rows; see `changes` for what is said of them."""
        enough, first = math.log(ROWS_TO_A_FALSE_ALARM), self.row
        self.row += len(lively)
        ratios = np.log(np.clip(lively, CERTAIN, 1.0)) - np.log(np.clip(staying, CERTAIN, 1.0))
        for row, ratio in enumerate(ratios.tolist()):
            if self.evidence <= 0.0:
                self.evidence, self.began, self.drift = 0.0, first + row, float(drifts[row])  # changes.3
            self.evidence += ratio if self.armed else -ratio  # changes.1, changes.2
            if self.evidence >= enough:
                if self.armed:
                    self.rung.append((first + row, self.began, self.evidence, self.drift, float(drifts[row + 1])))
                self.armed, self.evidence = not self.armed, 0.0

    def table(self) -> pd.DataFrame:
        """Return the alarms."""
        return pd.DataFrame(self.rung, columns=list(COLUMNS)).astype(COLUMNS)


def changes(lively: np.ndarray, staying: np.ndarray, drifts: np.ndarray) -> pd.DataFrame:
    """Return a table of alarms.

    Parameters
    ----------
    lively, staying : the probabilities of the labels that came, as members of either kind said before.
    drifts : what was believed of the drift before each row, and after the last.

    Returns the row that raised the alarm (the first is 0), the one with which the change ``began``, the ``evidence`` in
    nats, and the drift that was believed before the change and after the alarm.
    """
    alarm = Alarm()
    alarm.hear(lively, staying, drifts)
    return alarm.table()


def no_changes() -> pd.DataFrame:
    """Return the table of a stream in which nothing has changed."""
    return Alarm().table()
