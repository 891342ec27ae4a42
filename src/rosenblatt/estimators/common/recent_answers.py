"""The last labels and the fields that foretold them: how far predictions are off, and so how wide intervals must be.

recent-answers.1   a row that is learnt leaves its label y and the field h before it; the newest half of all rows is
                   kept, WINDOW at most: early fields knew nothing, and a world that changes has other errors
recent-answers.2   of m errors |y - A h| the one of rank ceil((m + 1) c) is exceeded by the next with a probability of
                   at most 1 - c, if errors come in no order; where m is too small for c, it is infinite
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rosenblatt.estimators.common import model_file_checks

WINDOW = 1000  # rows


@dataclass
class RecentAnswers:
    """Labels and fields of the last rows of some students.

    Attributes
    ----------
    labels, fields : shape (students, rows kept), the oldest first.
    seen : rows learnt, whether kept or not.
    """

    labels: np.ndarray
    fields: np.ndarray
    seen: int

    @classmethod
    def new(cls, students: int) -> RecentAnswers:
        """Return what is known before the first row."""
        return cls(np.empty((students, 0)), np.empty((students, 0)), 0)

    def after(self, labels: np.ndarray, fields: np.ndarray) -> RecentAnswers:
        """Return what is known after some rows more, (students, rows)."""
        seen = self.seen + labels.shape[1]
        pairs = ((self.labels, labels[:, -WINDOW:]), (self.fields, fields[:, -WINDOW:]))  # no view of a large batch
        both = [np.concatenate(pair, axis=1) for pair in pairs]
        first = max(both[0].shape[1] - kept_of(seen), 0)
        return RecentAnswers(both[0][:, first:], both[1][:, first:], seen)

    def error(self, coverage: float, factors: np.ndarray) -> np.ndarray:
        """Return for each student the error that a part ``coverage`` of the next ones will not exceed.

        Fields times the factors A of their students are what labels are compared with.
        """
        errors = np.sort(np.abs(self.labels - factors[:, None] * self.fields), axis=1)
        rank = math.ceil((errors.shape[1] + 1) * coverage - 1e-9)  # (recent-answers.2)
        return errors[:, rank - 1] if rank <= errors.shape[1] else np.full(len(errors), np.inf)

    def merged(self, other: RecentAnswers, factors: tuple[np.ndarray, np.ndarray]) -> RecentAnswers:
        """Return the newest of both, of each as its share of all rows; factors turn their units into common ones."""
        seen = self.seen + other.seen
        kept, share = kept_of(seen), other.seen / max(seen, 1)
        parts = []
        of_other = round(share * kept)
        for one, factor, many in ((self, factors[0], kept - of_other), (other, factors[1], of_other)):
            first = max(one.labels.shape[1] - many, 0)
            parts.append([factor[:, None] * rows[:, first:] for rows in (one.labels, one.fields)])
        labels, fields = (np.concatenate(rows, axis=1) for rows in zip(*parts, strict=True))
        return RecentAnswers(labels, fields, seen)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return what is kept by its names in files."""
        return {"labels": self.labels, "fields": self.fields}

    @classmethod
    def of_arrays(cls, found: dict[str, np.ndarray], students: int, seen: int, largest: float) -> RecentAnswers:
        """Return what a file holds, once it has been checked."""
        kept = found["labels"].shape[-1] if found["labels"].ndim == 2 else 0
        for name in ("labels", "fields"):
            model_file_checks.shape(f"answers.{name}", found[name], students, min(kept, kept_of(seen)))
            model_file_checks.within(f"answers.{name}", found[name], -largest, largest)
        return cls(found["labels"], found["fields"], seen)


def kept_of(seen: int) -> int:
    """Return how many rows are kept of so many that were learnt.  (recent-answers.1)"""
    return min(WINDOW, (seen + 1) // 2)
