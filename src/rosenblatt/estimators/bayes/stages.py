r"""What features contribute through members that are asked, not differentiated: those that see cells, waves and trees.

    stages.1   the way from the mean row to a row is cut into stages; in each the features move to its end one after the
               other, in one order and in the next stage in the other. What a feature changes in the field of a member
               there, times dL/dfield, the mean over the stage, is what it contributes

A rule of steps has no slope; it changes where a feature crosses an edge, and the feature that moved is the one that
did.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.random_views import RandomView

STAGES = 8


class Stages:
    """The way of rows from the mean row, and what members say along it; as `explanation.Way`."""

    def __init__(self, members: RandomView | Forest, view: Any, x: np.ndarray) -> None:
        self.members, self.view, self.x = members, view, x  # rows end with the 1 of the intercept

    def at(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the fields at times, (members, rows, times), in units of their spread, and ones."""
        fields = np.stack([self._said(self._on_the_way(time)) for time in t.tolist()], axis=2)
        return fields, np.ones_like(fields)

    def contributions(self, slopes: np.ndarray, t: np.ndarray, features: int) -> np.ndarray:
        """Return what features contribute, (rows, features); ``slopes`` are dL/dfield times the weights of times."""
        found, ends = np.zeros((len(self.x), features)), np.linspace(0.0, 1.0, STAGES + 1)
        moving = np.flatnonzero(self.x[:, :-1].any(axis=0))
        rows = self._on_the_way(0.0)
        before = self._said(rows)
        for stage, end in enumerate(ends[1:].tolist()):
            inside = (t > ends[stage]) & (t <= end)
            slope = slopes[..., inside].sum(axis=2) * STAGES
            for feature in moving if stage % 2 == 0 else moving[::-1]:
                rows[:, feature] = end * self.x[:, feature]
                after = self._said(rows)
                found[:, feature] += (slope * (after - before)).sum(axis=0)
                before = after
        return found

    def _on_the_way(self, time: float) -> np.ndarray:
        rows = time * self.x
        rows[:, -1] = 1.0
        return rows

    def _said(self, rows: Any) -> np.ndarray:
        """Return the fields of the members, (members, rows)."""
        return self.members.predict(self.view(rows)).fields
