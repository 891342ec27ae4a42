"""`StreamEvaluation`: an evaluation of a stream that was read in pieces, from its `Tally`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.streams.summary import Summary
from rosenblatt.streams.tally import Tally


@dataclass(frozen=True)
class StreamEvaluation(Summary):
    """What a model said of each row of a stream before it learnt it, as far as it has been added up.

    It has the measures of an `Evaluation`, and no single rows.

    Attributes
    ----------
    tally : the sums and counts.
    seconds : for all rows.
    name : how the model is called where several are compared.
    skipped : rows that could not be read, and were skipped.
    """

    tally: Tally
    seconds: float
    name: str = ""
    skipped: int = 0

    @property
    def classes(self) -> np.ndarray:
        """The classes that were met."""
        return self.tally.classes

    @property
    def rows(self) -> int:
        """How many rows were scored."""
        return self.tally.rows

    @property
    def has_probabilities(self) -> bool:
        """Whether the model has probabilities: if not, there are accuracy and AUC only."""
        return self.tally.has_probabilities

    @property
    def has_scores(self) -> bool:
        """Whether there are two classes, and something that orders the rows."""
        return self.tally.has_scores

    @property
    def accuracy(self) -> float:
        """How many predictions were right."""
        return self.tally.sums["accuracy"] / self.rows

    @property
    def log_loss(self) -> float:
        """The mean surprise, in nats; infinite surprises are cut at 34.5.  (measures.1)"""
        return self._needed().sums["log_loss"] / self.rows

    @property
    def brier(self) -> float:
        """The mean square error of the probabilities.  (measures.2)"""
        return self._needed().sums["brier"] / self.rows

    @property
    def auc(self) -> float:
        """How often a row of the second class is ranked above one of the first, to within ``auc_error``."""
        return self.tally.counts.auc() if self.has_scores else float("nan")

    @property
    def auc_error(self) -> float:
        """How far the AUC may be off, at most: rows are counted by scores in narrow bins.  (counts.2)"""
        return self.tally.counts.auc_error() if self.has_scores else float("nan")

    @property
    def calibration_error(self) -> float:
        """How far probabilities of the last class are from frequencies.  (measures.4, counts.3)"""
        return self._needed().counts.calibration_error()

    @property
    def reliability(self) -> pd.DataFrame:
        """A table of probabilities and frequencies: of the second of two classes, or of the one predicted."""
        tally = self._needed()
        return (tally.counts if len(self.classes) == 2 else tally.chosen).reliability()

    @property
    def frame(self) -> pd.DataFrame:
        """How it went, with a line after equal numbers of rows; see `Evaluation.frame`."""
        return self.tally.frame()

    @property
    def beliefs(self) -> pd.DataFrame:
        """What the model believed of the world, at the rows of the frame."""
        return self.tally.beliefs()

    @property
    def changes_(self) -> pd.DataFrame:
        """When the world changed, see `rosenblatt.streams.changes`."""
        return self.tally.alarm.table()

    @property
    def recent(self) -> dict[str, float]:
        """The measures over the last 10,000 rows."""
        return self.tally.recent()

    def as_json(self) -> dict[str, Any]:
        """Return everything as values that JSON has; NaN is None."""
        found: dict[str, Any] = {
            "name": self.name,
            "classes": self.classes.tolist(),
            "rows": self.rows,
            "measures": self.measures() | ({"largest error of AUC": self.auc_error} if self.has_scores else {}),
            "recent": self.recent,
            "beliefs": self.beliefs.iloc[-1].to_dict() if len(self.beliefs.columns) else {},
            "changes": self.changes_.to_dict("records"),
            "frame": self.frame.to_dict("records"),
            "reliability": self.reliability.to_dict("records") if self.has_probabilities else [],
        }
        return _plain(found)

    def _needed(self) -> Tally:
        if not self.has_probabilities:
            raise AttributeError("the model has no predict_proba: it has an accuracy and an AUC only")
        return self.tally


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(own) for name, own in value.items()}
    if isinstance(value, list):
        return [_plain(own) for own in value]
    return None if isinstance(value, float) and value != value else value
