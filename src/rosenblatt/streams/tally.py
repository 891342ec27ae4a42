"""An evaluation that is added up while rows come, in an amount of memory that does not grow with them.

tally.1   sums are added row by row: they are the same to the last bit however rows are cut into blocks
tally.2   the history has a line after each ``step`` rows; when there are `MOST_LINES`, every second one is dropped and
          the step doubled
tally.3   the window is the last `WINDOW` rows
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.kernels.running_counts import sums_after
from rosenblatt.streams import measures
from rosenblatt.streams.changes import Alarm
from rosenblatt.streams.learning import Said
from rosenblatt.streams.score_counts import ScoreCounts
from rosenblatt.streams.window import Window

MOST_LINES = 200
FIRST_STEP = 100
WINDOW = 10_000
SUMS = ("accuracy", "log_loss", "brier")
KEPT = ("hit", "surprise", "square", "said", "happened", "score", "second")  # of each row in the window


@dataclass
class Tally:
    """What is known of the rows that a model has predicted.

    Attributes
    ----------
    classes : those that were met.
    rows : how many were scored.
    sums : of hits, surprises and squares.
    counts : rows by the score of the last class; ``chosen`` by the probability of the one that was predicted.
    """

    classes: np.ndarray = field(default_factory=lambda: np.array([]))
    rows: int = 0
    sums: dict[str, float] = field(default_factory=lambda: dict.fromkeys(SUMS, 0.0))
    counts: ScoreCounts = field(default_factory=ScoreCounts)
    chosen: ScoreCounts = field(default_factory=ScoreCounts)
    has_probabilities: bool = False
    has_scores: bool = False
    alarm: Alarm = field(default_factory=Alarm)
    step: int = FIRST_STEP
    history: list[dict[str, float]] = field(default_factory=list)
    last: dict[str, float] = field(default_factory=dict)
    window: Window = field(default_factory=lambda: Window(np.empty((len(KEPT), 0))))

    def add(self, said: Said, y: np.ndarray) -> None:
        """Score rows by their labels."""
        two = len(said.classes) == 2
        labels = (y == said.classes[1]).astype(int) if two else np.searchsorted(said.classes, y)
        self.classes, p, last = said.classes, said.probabilities, len(said.classes) - 1
        self.has_probabilities, self.has_scores = p is not None, said.scores is not None
        hits, nothing = said.predictions == labels, np.zeros(len(y))
        values = [hits.astype(float), nothing, nothing]
        happened, second, told, scores = hits, labels == last, nothing, nothing
        if p is not None:
            values = [values[0], measures.surprises(p, labels), measures.squares(p, labels)]
            self.counts.add_probabilities(p[:, last], second)
            told, scores, happened = p[:, last], p[:, last], second
            if not two:
                told = p.max(axis=1)
                self.chosen.add_probabilities(told, hits)
                happened = hits
        elif said.scores is not None:
            scores = said.scores
            self.counts.add(scores, second)
        if (heard := said.of_labels(y)) is not None:
            self.alarm.hear(*heard)
        self._remember(said, values)
        self.rows += len(y)
        self.window.add([*values, told, happened, scores, second], WINDOW)  # tally.3

    def _remember(self, said: Said, values: list[np.ndarray]) -> None:
        """Add rows to the sums, and lines to the history.  (tally.1, tally.2)"""
        rows, first = len(values[0]), -self.rows % self.step if self.rows else self.step
        points = np.append(np.arange(first, rows, self.step), rows)  # at the last row, the line is only a passing one
        running = np.empty((len(SUMS), len(points)))
        for name, own, sums in zip(SUMS, values, running, strict=True):
            sums_after(own, self.sums[name], points, sums)
        self.sums = dict(zip(SUMS, running[:, -1].tolist(), strict=True))
        beliefs = {name: own.tolist() for name, own in said.believed(points).items()}
        lines = [
            {
                "rows": float(self.rows + point),
                **{name: float(sums[k]) for name, sums in zip(SUMS, running, strict=True)},
                **{name: own[k] for name, own in beliefs.items()},
            }
            for k, point in enumerate(points.tolist())
        ]
        self.history += lines[:-1]
        self.last = lines[-1]
        while len(self.history) > MOST_LINES:
            self.history, self.step = self.history[1::2], 2 * self.step

    def frame(self) -> pd.DataFrame:
        """Return how it went, see `Evaluation.frame`."""
        found = pd.DataFrame([*self.history, self.last])
        rows = found["rows"].to_numpy()
        table: dict[str, Any] = {"rows": rows.astype(int)}
        for name in SUMS if self.has_probabilities else SUMS[:1]:
            totals = found[name].to_numpy()
            table[name] = totals / rows
            table[f"recent_{name}"] = np.diff(totals, prepend=0.0) / np.diff(rows, prepend=0.0)
        return pd.concat([pd.DataFrame(table), self.beliefs()], axis=1)

    def beliefs(self) -> pd.DataFrame:
        """Return what the model believed, at the rows of the frame."""
        return pd.DataFrame([*self.history, self.last]).drop(columns=["rows", *SUMS])

    def recent(self) -> dict[str, float]:
        """Return the measures of the window.  (tally.3)"""
        kept = dict(zip(KEPT, self.window.values, strict=True))
        found = {"rows": float(len(kept["hit"])), "accuracy": float(kept["hit"].mean())}
        if self.has_probabilities:
            found |= {"log-loss": float(kept["surprise"].mean()), "Brier score": float(kept["square"].mean())}
            found["calibration error"] = measures.calibration_error(kept["said"], kept["happened"])
        if self.has_scores:
            found["AUC"] = measures.auc(kept["score"], kept["second"] > 0.0)
        return found

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all arrays by the names that they have in files."""
        parts = {"counts": self.counts, "chosen": self.chosen}
        held = {f"{name}.{key}": array for name, part in parts.items() for key, array in part.arrays().items()}
        return {**held, "window": self.window.values}

    def facts(self) -> dict[str, Any]:
        """Return everything that is no array, as JSON."""
        return {
            "rows": self.rows,
            "sums": self.sums,
            "has_probabilities": self.has_probabilities,
            "has_scores": self.has_scores,
            "alarm": vars(self.alarm),
            "step": self.step,
            "history": self.history,
            "last": self.last,
        }

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray], facts: dict[str, Any], classes: np.ndarray) -> Tally:
        """Return the tally whose `arrays` and `facts` these are."""
        alarm = {**facts["alarm"], "rung": [tuple(one) for one in facts["alarm"]["rung"]]}
        counts, chosen = (
            ScoreCounts.of_arrays({key: arrays[f"{name}.{key}"] for key in ("bins", "misses", "hits", "said")})
            for name in ("counts", "chosen")
        )
        own = {**facts, "alarm": Alarm(**alarm)}
        return cls(classes=classes, counts=counts, chosen=chosen, window=Window(arrays["window"]), **own)
