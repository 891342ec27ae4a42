"""What a `BayesRegressor` has learnt: its bank, how features are scaled, and the units of the targets."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

from rosenblatt import checks
from rosenblatt.estimators.bayes.feature_scaling import FeatureScaling
from rosenblatt.estimators.bayes.merging import change_of_view, merge_feature_scalings
from rosenblatt.estimators.bayes.posteriors import room_for_inputs
from rosenblatt.estimators.bayes.state import (
    COPIED_PER_ROW,
    MOST_COPIED,
    OF_OWN_SHAPE,
    ROWS_COPIED,
    ROWS_IN_PLACE,
    ROWS_TOGETHER,
)
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.held_back_signals import signals_held_back
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.model_files import part, prefixed
from rosenblatt.estimators.common.running_scaler import RunningScaler
from rosenblatt.estimators.common.validation import LARGEST_TARGET
from rosenblatt.estimators.numbers.bank import OF_ROWS, NumberBank, Report, nobody
from rosenblatt.estimators.numbers.members import KnownOfNumbers
from rosenblatt.estimators.numbers.merging import merge_banks, merge_units
from rosenblatt.estimators.numbers.student_mixture import StudentMixture
from rosenblatt.estimators.numbers.target_units import TargetUnits

FIXED = ("drifts", "priors", "starts", "forgettings", "tails", "shares")  # what members and mixtures do not learn
HEADER = ("rows", "features", "sparse", "centre", "unit")


@dataclass(frozen=True)
class Options:
    """What a user chooses, once it has been checked; see `BayesRegressor`."""

    known: KnownOfNumbers
    covariance: str
    memory: float
    standardise: bool
    linear: bool
    runs: bool


@dataclass(frozen=True)
class Foretold:
    """What was said of rows before they were learnt: means, log densities at the targets, and P(at most y)."""

    means: np.ndarray
    densities: np.ndarray
    probabilities: np.ndarray


@dataclass(eq=False)
class NumberState:
    """A bank that learns numbers, how it sees the features, and in what units it sees the targets."""

    bank: NumberBank
    feature_scaling: FeatureScaling
    units: TargetUnits

    @classmethod
    def new(cls, x: Any, options: Options) -> NumberState:
        """Return a bank that has learnt nothing, for rows such as ``x``."""
        features, known = x.shape[1], options.known
        needed = 8.0 * len(known.table(OF_ROWS)) * (features + 1) ** 2
        full = options.covariance == "full" or (options.covariance == "auto" and needed <= options.memory)
        sparse = sp.issparse(x) and not full
        linear = options.linear or not (options.standardise or sparse)
        bank = NumberBank.new(features + 1, known, full=full, sparse=sparse, linear=linear, runs=options.runs)
        scaling = FeatureScaling.new(features, standardise=options.standardise, sparse=sparse)
        return cls(bank, scaling, TargetUnits.new())

    def copy(self) -> NumberState:
        """Return a state that learns on its own."""
        return NumberState(self.bank.copy(), self.feature_scaling.copy(), self.units.copy())

    @property
    def rows(self) -> int:
        """Rows learnt."""
        return self.units.rows

    def room(self, memory: float) -> float:
        """Return how many features there may be, if full covariances are to fit into so many bytes."""
        return room_for_inputs(next(iter(self.bank.groups.values())), 1, memory)

    def is_copied_for(self, rows: int) -> bool:
        """Whether a copy of the state costs little beside learning so many rows."""
        return rows >= ROWS_COPIED and self.bank.nbytes <= min(COPIED_PER_ROW * rows, MOST_COPIED)

    def learn(
        self,
        x: Any,
        targets: np.ndarray,
        weights: np.ndarray,
        *,
        cdf: bool = False,
        in_place: bool = False,
        report: Report = nobody,
    ) -> Foretold:
        """Learn rows; return what was said of each just before it was learnt, of the very first one nothing (NaN).

        ``in_place`` is for a state that somebody will look at even if an interrupt ends this: it then comes between
        two rows. Probabilities are had only if ``cdf`` is asked for. ``report`` is told of the rows as they are learnt.
        """
        at_once: AbstractContextManager[None] = nullcontext()
        out = np.full((3, len(targets)), np.nan)
        most = ROWS_IN_PLACE if in_place else ROWS_TOGETHER
        for start in range(0, len(targets), most):
            rows = slice(start, start + most)
            with signals_held_back() if in_place else at_once:
                seen = self.feature_scaling.learn_and_look(x[rows], weights[rows])
                self._learn_seen(seen, targets[rows], weights[rows], out[:, rows], cdf=cdf, report=report)
        return Foretold(*out)

    def _learn_seen(
        self, x: Any, targets: np.ndarray, weights: np.ndarray, out: np.ndarray, *, cdf: bool, report: Report
    ) -> None:
        units, start = self.units, 0
        while start < len(targets):
            before, rows = units.copy(), slice(start, start + 1)
            if units.meet(float(targets[start])):
                if before.rows > 0:
                    self._judge_new_unit(x[rows], targets[rows], before, out[:, rows])
                self.bank.learn(x[rows], units.seen(targets[rows]), weights[rows], report=report)
            else:
                rows = slice(start, start + units.rows_alike(targets[start:]))
                seen = units.seen(targets[rows])
                judged = self.bank.learn(x[rows], seen, weights[rows], cdf=cdf, report=report)
                out[0, rows] = units.centre + units.said_unit * judged.others[0, 0]
                out[1, rows] = judged.densities[0] - np.log(units.said_unit)
                out[2, rows] = judged.others[1, 0] if cdf else np.nan
            units.learn(targets[rows], weights[rows])
            ratio, shift = units.renew()
            if (ratio, shift) != (1.0, 0.0):
                self.bank.in_units(ratio, shift)
            start = rows.stop

    def _judge_new_unit(self, x: Any, targets: np.ndarray, units: TargetUnits, out: np.ndarray) -> None:
        """Say of the first target that differs what was said of it before its distance was the unit."""
        said = self.bank.predict(x).moved(units.said_unit, units.centre)
        out[:] = said.mean(), said.log_density(targets), said.cdf(targets)

    def predict(self, x: Any) -> StudentMixture:
        """Return what is said of rows that come next."""
        pieces = [x[start : start + ROWS_TOGETHER] for start in range(0, x.shape[0], ROWS_TOGETHER)]
        said = StudentMixture.together([self.bank.predict(self.feature_scaling.look(piece)) for piece in pieces])
        return said.moved(self.units.said_unit, self.units.centre)

    def with_inputs(self, source: np.ndarray) -> NumberState:
        """Return a state whose features are those at ``source``; -1 is one that was 0, or missing, in all rows."""
        scaling = self.feature_scaling.with_inputs(source)
        return NumberState(self.bank.with_inputs(source, sparse=scaling.sparse), scaling, self.units.copy())

    def weights(self) -> np.ndarray:
        """Return the mean weights over the linear members in the units of the data, intercept last."""
        weights = self.units.said_unit * self.feature_scaling.in_units(self.bank.mean_weights()[None])[0]
        weights[-1] += self.units.centre
        return weights

    def noise(self) -> float:
        """Return the deviation of the noise, in the units of the data."""
        return self.units.said_unit * float(np.sqrt(self.bank.average("noises")))

    def table(self) -> pd.DataFrame:
        """Return a table of the members, noises as deviations in the units of the data."""
        table = self.bank.table()
        return table.assign(noise=self.units.said_unit * np.sqrt(table["noise"]))

    def merge(self, other: NumberState) -> NumberState:
        """Return the state that has learnt the rows of both, the other's last; see `merging`."""
        self._check_alike(other)
        scaling = merge_feature_scalings(self.feature_scaling, other.feature_scaling)
        views = (change_of_view(self.feature_scaling, scaling), change_of_view(other.feature_scaling, scaling))
        (mine, theirs), units = (self.bank.copy(), other.bank.copy()), merge_units(self.units, other.units)
        for bank, own in ((mine, self.units.copy()), (theirs, other.units.copy())):
            if own.unit > 0.0:
                bank.in_units(*own.become(units.centre, units.unit))
            elif units.unit > 0.0:
                bank.in_units(1.0, (own.centre - units.centre) / units.unit)
        return NumberState(merge_banks(mine, theirs, views), scaling, units)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all arrays by the names that they have in files."""
        statistics = {name: value for name, value in vars(self.units.statistics).items() if name != "count"}
        parts = {"eyes": self.feature_scaling.arrays(), "targets": statistics, "bank": self.bank.arrays()}
        return {name: array for key, own in parts.items() for name, array in prefixed(key, own).items()}

    def header(self) -> dict[str, Any]:
        """Return everything that is no array, as JSON, by the names that it has in files."""
        scaling, units = self.feature_scaling, self.units
        known = {"rows": self.rows, "features": scaling.features, "sparse": scaling.sparse}
        return {**known, "centre": units.centre, "unit": units.unit}

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray], header: dict[str, Any]) -> NumberState:
        """Return the state whose `arrays` and `header` these are, once they have been checked."""
        model_file_checks.check_keys("about", header, HEADER)
        features = model_file_checks.whole("features", header["features"], 1, checks.MOST_EXAMPLES)
        sparse = model_file_checks.truth("sparse", header["sparse"])
        rows = model_file_checks.whole("rows", header["rows"], 0, checks.MOST_EXAMPLES)
        centre = model_file_checks.number("centre", header["centre"], -LARGEST_TARGET, LARGEST_TARGET)
        unit = model_file_checks.number("unit", header["unit"], 0.0, 2.0 * LARGEST_TARGET)
        strange = {name.partition(".")[0] for name in arrays} - {"eyes", "targets", "bank"}
        if strange:
            raise Damaged(f"tensors must be of eyes, targets and bank; got {min(strange)!r}")
        count = 0.0 if sparse else float(rows)
        scaling = FeatureScaling.of_arrays(features, sparse, count, part("eyes", arrays))
        statistics = RunningScaler.of_arrays("targets", float(rows), part("targets", arrays), 1)
        bank = NumberBank.of_arrays("bank", part("bank", arrays), features + 1, sparse=sparse)
        return cls(bank, scaling, TargetUnits(centre, unit, statistics))

    def check_covariances(self) -> None:
        """Raise if a full covariance of some members is far from one."""
        self.bank.check_covariances("bank")

    def _check_alike(self, other: NumberState) -> None:
        """Raise if the other state is about something else."""
        one, two = self.bank.arrays(), other.bank.arrays()
        shapes = [
            {name: array.shape for name, array in arrays.items() if name.partition(".")[0] not in OF_OWN_SHAPE}
            for arrays in (one, two)
        ]
        scalings = [
            (scaling.sparse, sorted(scaling.arrays())) for scaling in (self.feature_scaling, other.feature_scaling)
        ]
        if shapes[0] != shapes[1] or scalings[0] != scalings[1]:
            raise ValueError("other must have the same bank: parameters and kind of data. Make both alike.")
        fixed = [name for name in one if name.rpartition(".")[2] in FIXED]
        if not all(np.array_equal(one[name], two[name]) for name in fixed):
            raise ValueError("other must have the same drift and prior. Make both alike.")
