"""How scores of rows are distributed, by class: counted in narrow bins, in an amount of memory that is fixed.

counts.1   a bin holds the scores that agree in the first `BITS` bits of a float: its width is 0.2 % of the score.
           Scores of probabilities are their odds; see `rosenblatt.kernels.running_counts`
counts.2   AUC: pairs of rows within a bin count as half, so it is off by at most half the share of these pairs
counts.3   bins of equal mass are cut through the bins of counts.1, as if what is in one were alike
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from rosenblatt.kernels.running_counts import count_probabilities, count_scores
from rosenblatt.streams.measures import BINS, CERTAIN, with_standard_errors

BITS = 18
SIZE, SHIFT = 2**BITS, 32 - BITS


@dataclass
class ScoreCounts:
    """Counts of rows by score.

    Attributes
    ----------
    misses, hits : in each bin, how many rows of the first class and of the second.
    said : the sum of the probabilities in each bin.
    """

    misses: np.ndarray = field(default_factory=lambda: np.zeros(SIZE))
    hits: np.ndarray = field(default_factory=lambda: np.zeros(SIZE))
    said: np.ndarray = field(default_factory=lambda: np.zeros(SIZE))

    def add(self, scores: np.ndarray, second: np.ndarray) -> None:
        """Count rows by scores that are no probabilities."""
        count_scores(scores, second, SHIFT, self.misses, self.hits)

    def add_probabilities(self, p: np.ndarray, second: np.ndarray) -> None:
        """Count rows by probabilities of the second class."""
        count_probabilities(p, second, CERTAIN, SHIFT, self.misses, self.hits, self.said)

    def auc(self) -> float:
        """Return the area under the curve; NaN if one of the classes is missing.  (counts.2)"""
        pairs = self.misses.sum() * self.hits.sum()
        below = np.cumsum(self.misses) - self.misses
        return float((self.hits * (below + 0.5 * self.misses)).sum() / pairs) if pairs > 0.0 else float("nan")

    def auc_error(self) -> float:
        """Return how far it may be off, at most.  (counts.2)"""
        pairs = self.misses.sum() * self.hits.sum()
        return float(0.5 * (self.hits * self.misses).sum() / pairs) if pairs > 0.0 else float("nan")

    def calibration_error(self) -> float:
        """Return how far probabilities are from frequencies.  (measures.4, counts.3)"""
        table = self._bins_of_equal_mass()
        gaps = (table["said"] - table["happened"]).abs() * table["rows"]
        return float(gaps.sum() / table["rows"].sum())

    def reliability(self) -> pd.DataFrame:
        """Return a table of probabilities and frequencies.  (measures.5, counts.3)"""
        return with_standard_errors(self._bins_of_equal_mass())

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the bins that hold something, for a file."""
        bins = np.flatnonzero(self.misses + self.hits)
        held = {name: getattr(self, name)[bins] for name in ("misses", "hits", "said")}
        return {"bins": bins.astype(float), **held}

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray]) -> ScoreCounts:
        """Return the counts of a file."""
        counts, bins = cls(), arrays["bins"].astype(int)
        for name in ("misses", "hits", "said"):
            getattr(counts, name)[bins] = arrays[name]
        return counts

    def _bins_of_equal_mass(self) -> pd.DataFrame:
        """Return what was said and what happened in bins of equal mass.  (counts.3)"""
        held = np.flatnonzero(self.misses + self.hits)
        mass, said, hits = (
            np.cumsum(np.append(0.0, part[held])) for part in (self.misses + self.hits, self.said, self.hits)
        )
        edges = np.linspace(0.0, mass[-1], BINS + 1)
        rows, sums, happened = (
            np.diff(edges),
            np.diff(np.interp(edges, mass, said)),
            np.diff(np.interp(edges, mass, hits)),
        )
        return pd.DataFrame({"said": sums / rows, "happened": happened / rows, "rows": rows})
