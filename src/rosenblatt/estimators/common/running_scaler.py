"""Running means and deviations of features, and what rows look like through them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.export.linear_models import Scaling
from rosenblatt.kernels.standardise import CONSTANT, FARTHEST, LARGEST_UNIT, TINIEST, standardise_dense

FARTHEST_TARGET = 1e9
SCALED_TOGETHER = 256  # rows that are looked at twice while they are near; they tell the size of a column
ROWS_TOGETHER = 4096  # rows that are scaled and learnt while they are near
DENSE_TOGETHER = 1 << 22  # numbers of sparse rows that are made dense at a time, or one row
LARGEST_POWER = 2.0**1000  # that is a unit
LARGEST_MEAN, LARGEST_SPREAD = 1e150, 1e300  # in units, of a saved scaler: squares are numbers
LARGEST = float(np.finfo(float).max)


@dataclass
class RunningScaler:
    """Running means and deviations of the features; see `rosenblatt.kernels.standardise`.

    Attributes
    ----------
    count : rows seen.
    numbers, mean, spread : values seen, means, sums of squared deviations; a missing value (NaN) is not seen.
    units : powers of two by which the columns are multiplied before anything else; 0 for columns of zeros.
    raw : 1 for columns that have held only 0 and 1, if such are kept as they are, else 0.
    """

    count: float
    numbers: np.ndarray
    mean: np.ndarray
    spread: np.ndarray
    units: np.ndarray
    raw: np.ndarray

    @classmethod
    def new(cls, features: int, *, keep_binary: bool = False) -> RunningScaler:
        """Return a scaler that has seen nothing."""
        numbers, mean, spread, units = np.zeros((4, features))
        return cls(0.0, numbers, mean, spread, units, np.full(features, float(keep_binary)))

    @classmethod
    def of_arrays(cls, name: str, count: float, arrays: dict[str, np.ndarray], features: int) -> RunningScaler:
        """Return the scaler with this count and these arrays, by their names, once they have been checked.

        Files of models that knew no missing values have no numbers of them.
        """
        arrays = {"numbers": np.full(np.shape(arrays.get("mean", ())), count), **arrays}
        model_file_checks.check_keys(name, arrays, [field.name for field in fields(cls)[1:]])
        for key, least, most in (
            ("numbers", 0.0, count),
            ("mean", -LARGEST_MEAN, LARGEST_MEAN),
            ("spread", 0.0, LARGEST_SPREAD),
            ("units", 0.0, LARGEST_POWER),
            ("raw", 0.0, 1.0),
        ):
            model_file_checks.shape(f"{name}.{key}", arrays[key], features)
            model_file_checks.within(f"{name}.{key}", arrays[key], least, most)
        own = cls(count, **arrays)
        if not np.isin(np.frexp(own.units)[0], (0.0, 0.5)).all() or not np.isin(own.raw, (0.0, 1.0)).all():
            raise Damaged(f"{name}.units must be 0 or powers of two, and {name}.raw 0 or 1")
        with np.errstate(over="ignore"):
            model_file_checks.within(f"means of {name}", own.centre(), -LARGEST, LARGEST)
        return own

    def copy(self) -> RunningScaler:
        """Return an independent copy."""
        return RunningScaler(self.count, *(getattr(self, field.name).copy() for field in fields(self)[1:]))

    def learn_and_scale(
        self, x: np.ndarray, weights: np.ndarray, farthest: float = FARTHEST, *, further: int = 0
    ) -> np.ndarray:
        """Return the rows, each seen through the statistics up to itself, and remember these.

        ``further`` columns are left empty on the right, for the caller to fill.
        """
        out = np.empty((x.shape[0], x.shape[1] + further))
        start = 0
        while start < len(x):
            waits = self._choose_units(x[start : start + SCALED_TOGETHER])
            rows = slice(start, start + SCALED_TOGETHER if waits else len(x))
            standardise_dense(x[rows], weights[rows], self.known(), self.units, farthest, True, out[rows])
            start = rows.stop
        self.count += np.count_nonzero(weights)
        return out

    def learn_units(self, y: np.ndarray, weights: np.ndarray, rows: int) -> np.ndarray:
        """Return one column of targets, seen through statistics that no longer change once they know so many rows.

        So the units of what is learnt do not move under the learner. A column that has not varied yet is waited for.
        """
        last = max(rows - int(self.count), 0)
        if self.spread[0] == 0.0:
            known = self.mean[0] / self.units[0] if self.units[0] > 0.0 else y[0]
            varied = np.flatnonzero(y != known)
            last = max(last, int(varied[0]) + 1 if varied.size else len(y))
        if last == 0:
            inner = (y * self.units[0] - self.mean[0]) / np.sqrt(self.spread[0] / self.numbers[0])
            return np.clip(inner, -FARTHEST_TARGET, FARTHEST_TARGET)
        counted = np.where(np.arange(len(y)) < last, weights, 0.0)
        return self.learn_and_scale(np.ascontiguousarray(y)[:, None], counted, FARTHEST_TARGET)[:, 0]

    def deviation(self) -> np.ndarray:
        """Return the deviations, in the units of the columns."""
        inner = np.sqrt(self.spread / np.maximum(self.numbers, 1.0))
        return np.where(inner**2 > CONSTANT * self.mean**2, inner, 0.0)

    def factor(self) -> np.ndarray:
        """Return by what deviations from the mean are multiplied: 0 where nothing has varied, 1 for raw columns."""
        deviation = self.deviation()
        factor = np.divide(self.units, deviation, out=np.zeros_like(deviation), where=deviation > 0.0)
        return np.where(self.raw > 0.0, 1.0, factor)

    def centre(self) -> np.ndarray:
        """Return what is subtracted from the columns as they come."""
        mean = np.divide(self.mean, self.units, out=np.zeros_like(self.mean), where=self.units > 0.0)
        return np.where(self.raw > 0.0, 0.0, mean)

    def as_scaling(self) -> Scaling:
        """Return what `scale` does."""
        return Scaling(self.centre(), self.factor(), FARTHEST)

    def scale(self, x: np.ndarray) -> np.ndarray:
        """Return the rows seen through the present statistics."""
        deviation, usual = self.deviation(), self.raw == 0.0
        factor = np.divide(1.0, deviation, out=np.zeros_like(deviation), where=deviation > 0.0)
        with np.errstate(over="ignore", invalid="ignore"):  # infinite is far, whatever its distance
            z = np.clip((x * self.units - self.mean) * factor, -FARTHEST, FARTHEST)
        return np.where(usual, z, x) if not usual.all() else z

    def preview(self, x: np.ndarray, *, further: int = 0) -> np.ndarray:
        """Return dense rows as `learn_and_scale` would see each of them if it came next."""
        out = np.empty((x.shape[0], x.shape[1] + further))
        as_it_is = self._silent().size == 0 and self.mean.flags.writeable  # kernels take no others
        known = self if as_it_is else self.copy()
        for start in range(0, len(x), SCALED_TOGETHER):
            rows = slice(start, start + SCALED_TOGETHER)
            known._choose_units(x[rows])
            standardise_dense(x[rows], np.ones(len(x[rows])), known.known(), known.units, FARTHEST, False, out[rows])
        return out

    def with_inputs(self, source: np.ndarray, *, keep_binary: bool) -> RunningScaler:
        """Return a scaler whose columns are those at ``source``; -1 is one that has not been seen."""
        fresh = RunningScaler.new(1, keep_binary=keep_binary)
        arrays = [np.append(getattr(self, own.name), getattr(fresh, own.name))[source] for own in fields(self)[1:]]
        return RunningScaler(self.count, *arrays)

    def known(self) -> tuple[np.ndarray, ...]:
        """Return what changes with each row, as kernels want it."""
        return self.numbers, self.mean, self.spread, self.raw

    def _silent(self) -> np.ndarray:
        """Return the columns that have not varied yet."""
        return np.flatnonzero(self.spread == 0.0)

    def _choose_units(self, x: np.ndarray) -> bool:
        """Take a power of two near the usual size of a column as its unit, until the column has varied.

        Return whether there was one that had not.
        """
        silent = self._silent()
        if x.shape[0] == 0 or silent.size == 0:
            return False
        some = np.nan_to_num(np.abs(x[:, silent].astype(np.float64)), nan=0.0, posinf=np.inf)
        silent, some = silent[some.any(axis=0)], some[:, some.any(axis=0)]
        usual = np.array([_middle(column[column > 0.0]) for column in some.T])
        known = self.units[silent]
        poor = (known == 0.0) | (usual > LARGEST_UNIT / np.maximum(known, TINIEST))
        fresh = np.ldexp(1.0, np.clip(-np.frexp(usual[poor])[1], -1000, 1000))
        change = np.divide(fresh, known[poor], out=np.ones_like(fresh), where=known[poor] > 0.0)
        self.mean[silent[poor]] *= change
        self.units[silent[poor]] = fresh
        return True


def dense_pieces(x: Any, most: int = ROWS_TOGETHER) -> Iterator[tuple[slice, np.ndarray]]:
    """Yield some rows at a time and where they are; sparse ones made dense, so few that there is room for them.

    >>> import scipy.sparse as sp
    >>> [(rows.start, piece.tolist()) for rows, piece in dense_pieces(sp.csr_matrix([[0.0, 2.0]]))]
    [(0, [[0.0, 2.0]])]
    """
    most = most if isinstance(x, np.ndarray) else min(most, DENSE_TOGETHER // max(x.shape[1], 1))
    for start in range(0, x.shape[0], max(most, 1)):
        rows = slice(start, start + max(most, 1))
        yield rows, x[rows] if isinstance(x, np.ndarray) else x[rows].toarray()


def _middle(sizes: np.ndarray) -> float:
    """Return the median, of two in the middle the smaller: their sum may not be finite."""
    return float(np.partition(sizes, (len(sizes) - 1) // 2)[(len(sizes) - 1) // 2])
