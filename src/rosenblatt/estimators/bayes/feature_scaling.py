"""How features are scaled before they are learnt: standardised as they come, or as logarithms of counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from rosenblatt import checks
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_files import part, prefixed
from rosenblatt.estimators.common.running_scaler import RunningScaler
from rosenblatt.kernels.standardise import compress_counts

LARGEST_SIZE = float(np.finfo(float).max)


@dataclass
class FeatureScaling:
    """What has been learnt of the features, and a column of ones for the intercept of dense rows.

    Attributes
    ----------
    features, sparse : how many there are, and whether rows stay sparse.
    scaler : running means and deviations, of dense rows.
    numbers, sizes : of stored values and their mean size, by column, of sparse rows.
    """

    features: int
    sparse: bool
    scaler: RunningScaler | None = None
    numbers: np.ndarray | None = None
    sizes: np.ndarray | None = None

    @classmethod
    def new(cls, features: int, *, standardise: bool, sparse: bool) -> FeatureScaling:
        """Return the scaling of no rows yet; without ``standardise`` features stay as they are."""
        if not standardise:
            return cls(features, sparse)
        if sparse:
            return cls(features, sparse, None, np.zeros(features), np.zeros(features))
        return cls(features, sparse, RunningScaler.new(features, keep_binary=True))

    def copy(self) -> FeatureScaling:
        """Return a scaling that learns on its own."""
        parts: Any = [own if own is None else own.copy() for own in (self.scaler, self.numbers, self.sizes)]
        return FeatureScaling(self.features, self.sparse, *parts)

    def with_inputs(self, source: np.ndarray) -> FeatureScaling:
        """Return a scaling whose features are those at ``source``; -1 is one that has not been seen."""
        if self.scaler is not None:
            return FeatureScaling(len(source), self.sparse, self.scaler.with_inputs(source, keep_binary=True))
        if self.numbers is not None and self.sizes is not None:
            parts = (np.where(source < 0, 0.0, own[source]) for own in (self.numbers, self.sizes))
            return FeatureScaling(len(source), self.sparse, None, *parts)
        return FeatureScaling(len(source), self.sparse)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers but the count of rows by name."""
        own = {name: value for name, value in (("numbers", self.numbers), ("sizes", self.sizes)) if value is not None}
        if self.scaler is None:
            return own
        return own | prefixed("scaler", {name: value for name, value in vars(self.scaler).items() if name != "count"})

    @classmethod
    def of_arrays(cls, features: int, sparse: bool, count: float, arrays: dict[str, np.ndarray]) -> FeatureScaling:
        """Return the scaling whose `arrays` these are, once they have been checked."""
        if not arrays:
            return cls(features, sparse)
        if not sparse:
            of_scaler = part("scaler", arrays)
            model_file_checks.check_keys("eyes", arrays, prefixed("scaler", of_scaler))
            return cls(features, sparse, RunningScaler.of_arrays("eyes.scaler", count, of_scaler, features))
        model_file_checks.check_keys("eyes", arrays, ("numbers", "sizes"))
        for name, most in (("numbers", checks.MOST_EXAMPLES), ("sizes", LARGEST_SIZE)):
            model_file_checks.shape(f"eyes.{name}", arrays[name], features)
            model_file_checks.within(f"eyes.{name}", arrays[name], 0.0, most)
        return cls(features, sparse, None, **arrays)

    def learn_and_look(self, x: Any, weights: np.ndarray) -> Any:
        """Return rows as they are seen, each after what the ones before it and itself have taught."""
        if self.sparse:
            return self._logarithms(x, learn=True)
        rows = np.ascontiguousarray(x.toarray() if sp.issparse(x) else x)
        if self.scaler is None:
            return _with_ones(rows)
        seen = self.scaler.learn_and_scale(rows, weights, further=1)
        seen[:, -1] = 1.0
        return seen

    def look(self, x: Any) -> Any:
        """Return rows as each would be seen if it came next."""
        if self.sparse:
            return self._logarithms(x, learn=False)
        rows = x.toarray() if sp.issparse(x) else x
        if self.scaler is None:
            return _with_ones(rows)
        seen = self.scaler.preview(rows, further=1)
        seen[:, -1] = 1.0
        return seen

    def factor(self) -> np.ndarray:
        """Return by what features are multiplied; of counts the logarithms are meant."""
        return self.scaler.factor() if self.scaler is not None else np.ones(self.features)

    def centre(self) -> np.ndarray:
        """Return what is subtracted from features."""
        return self.scaler.centre() if self.scaler is not None else np.zeros(self.features)

    def in_units(self, weights: np.ndarray) -> np.ndarray:
        """Return rows of weights of scaled features, intercept last, in the units of the data."""
        coef = weights[:, :-1] * self.factor()
        return np.column_stack([coef, weights[:, -1] - coef @ self.centre()])

    def _logarithms(self, x: Any, *, learn: bool) -> Any:
        x = sp.csr_matrix(x, dtype=np.float64)
        missing = np.isnan(x.data)
        if missing.any():
            x = sp.csr_matrix((np.where(missing, 0.0, x.data), x.indices, x.indptr), shape=x.shape)
        if self.numbers is None or self.sizes is None:
            return x
        known = (self.numbers, self.sizes) if learn else (self.numbers.copy(), self.sizes.copy())
        out = np.empty(x.nnz)
        compress_counts(x.data, x.indices, *known, learn, out)
        return sp.csr_matrix((out, x.indices, x.indptr), shape=x.shape)


def _with_ones(x: np.ndarray) -> np.ndarray:
    """Return rows as they are, 0 for missing values, with the 1 of the intercept."""
    seen = np.empty((x.shape[0], x.shape[1] + 1))
    seen[:, :-1], seen[:, -1] = x, 1.0
    seen[np.isnan(seen)] = 0.0  # missing
    return seen
