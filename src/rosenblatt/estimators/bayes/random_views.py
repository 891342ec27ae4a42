"""Members that look at features at random: by the cells in which a row is, or by waves; see `random_inputs` in kernels.

random-views.1   they say nothing for the first rows, and then look at the features that have varied until then; one
                 that comes later is for others to see. Whether a column was there, and 0, or not yet, is all the same
random-views.2   if more features have varied than are good for waves, these stay silent
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from rosenblatt.estimators.bayes.member_inputs import Rows, Stored
from rosenblatt.estimators.bayes.members import Members, Predicted, Table
from rosenblatt.estimators.bayes.posteriors import LARGEST_MEAN
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.kernels.bank.members import NO_ROWS
from rosenblatt.kernels.bank.random_inputs import random_inputs_kernel

FIRST_ROWS = 64
SETS, QUESTIONS = 128, 8
CELLS = SETS * 2**QUESTIONS
WAVES, MOST_WAVING = 64, 20  # waves, and features up to which there are some
SEED = 1988
NO_CELLS = (np.empty((0, 0), dtype=np.uint64), NO_ROWS, np.empty(0, dtype=np.uint64))
NO_WAVES = (np.empty(0, dtype=np.uint64), NO_ROWS, np.empty(0), NO_ROWS)


@dataclass
class RandomView(Members):
    """Members that see random functions of some features.

    Attributes
    ----------
    features : where the features are that they look at.
    varied, rows : which features have varied in the first rows, as 0 and 1, and how many rows that were.
    """

    features: np.ndarray
    varied: np.ndarray
    rows: np.ndarray

    look = ("features",)  # what does not change any more after the first rows, but for where features are

    @property
    def silent(self) -> bool:
        """Whether they say nothing, and learn nothing."""
        return self.rows[0] < FIRST_ROWS

    @property
    def rows_to_come(self) -> float:
        """How many rows they have yet to see before they look closer."""
        return FIRST_ROWS - self.rows[0] if self.rows[0] < FIRST_ROWS else np.inf

    def notice(self, x: np.ndarray) -> None:
        """Note which features vary in the first rows; look at them from then on.  (random-views.1)"""
        if self.rows[0] < FIRST_ROWS:
            np.maximum(self.varied, (x[:, :-1] != 0.0).any(axis=0), out=self.varied)
            self.rows += len(x)
            if self.rows[0] >= FIRST_ROWS:
                self._look_at(np.flatnonzero(self.varied).astype(np.uint64))

    def _look_at(self, features: np.ndarray) -> None:
        """Look at some features from now on."""
        raise NotImplementedError

    def learn(self, x: Rows, labels: np.ndarray, weights: np.ndarray, offsets: Any = None) -> Predicted:
        """Predict some rows, each after the ones before it have been learnt."""
        return self._nothing(len(labels)) if self.silent else super().learn(x, labels, weights, offsets)

    def predict(self, x: Rows, offsets: Any = 0.0) -> Predicted:
        """Return the fields of rows that come next, and what is known of the noise."""
        if self.silent:
            return self._nothing(len(x.starts) - 1 if isinstance(x, Stored) else len(x))
        return super().predict(x, offsets)

    def _nothing(self, rows: int) -> Predicted:
        fields = np.zeros((len(self), rows))
        return Predicted(fields, np.broadcast_to(self.noises[:, None], fields.shape), np.full_like(fields, 0.5))

    def copy(self) -> Self:
        """Return members that learn on their own."""
        changing = ("means", "spreads", "kappas", "varied", "rows", *self.look)
        return replace(self, **{name: getattr(self, name).copy(order="K") for name in changing})

    def with_inputs(self, source: np.ndarray) -> Self:
        """Return members that look at the same features where they are now; at ``source`` is where they were."""
        varied = np.where(source < 0, 0.0, self.varied[source])
        return replace(self.copy(), varied=varied, features=self._features_now(source))

    def _features_now(self, source: np.ndarray) -> np.ndarray:
        """Return where the features are that they look at, if they look at any."""
        return self.features.copy() if self.silent else places_now(self.features, source)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return {**super().arrays(), "features": self.features.astype(float)}

    def looks_as(self, other: RandomView) -> bool:
        """Whether others see the same functions of the same features."""
        alike = (np.array_equal(getattr(self, name), getattr(other, name)) for name in self.look)
        return self.silent == other.silent and all(alike)

    @classmethod
    def _of_posteriors(
        cls, name: str, arrays: dict[str, np.ndarray], inputs: int, features: int, *, full: bool
    ) -> dict[str, Any]:
        """Return the parts that all these members have, once they have been checked."""
        rest = (*cls.look, "varied", "rows")
        own = {key: array for key, array in arrays.items() if key not in rest}
        model_file_checks.check_keys(name, arrays, (*own, *rest))
        members = Members.of_arrays(name, own, inputs, full=full)
        model_file_checks.shape(f"{name}.varied", arrays["varied"], features)
        model_file_checks.shape(f"{name}.rows", arrays["rows"], 1)
        model_file_checks.within(f"{name}.varied", arrays["varied"], 0.0, 1.0)
        model_file_checks.within(f"{name}.rows", arrays["rows"], 0.0, 2.0**53)
        model_file_checks.within(f"{name}.features", arrays["features"], 0.0, features - 1)
        if not np.array_equal(arrays["features"], np.floor(arrays["features"])):
            raise Damaged(f"{name}.features must be whole numbers")
        places = arrays["features"].astype(np.uint64)
        return {**vars(members), "features": places, "varied": arrays["varied"], "rows": arrays["rows"]}


@dataclass
class Cells(RandomView):
    """Members that see in which cells a row is.

    Attributes
    ----------
    features, edges : of the questions of each set, (sets, questions).
    """

    edges: np.ndarray

    look = ("features", "edges")

    @classmethod
    def of_features(cls, table: Table, features: int) -> Cells:
        """Return members with the priors and drifts of a table, of so many features."""
        nowhere, edges = np.zeros((SETS, QUESTIONS), dtype=np.uint64), np.zeros((SETS, QUESTIONS))
        members = Members.of_table(table, CELLS + 1, full=False)
        return cls(**vars(members), features=nowhere, varied=np.zeros(features), rows=np.zeros(1), edges=edges)

    def _look_at(self, features: np.ndarray) -> None:
        random = np.random.default_rng([SEED, len(features)])
        self.edges[:] = random.standard_normal(self.edges.shape)
        for questions in self.features if len(features) else ():
            asked = random.permutation(len(features))
            questions[:] = features[random.permutation(np.resize(asked, QUESTIONS))]

    def room(self, rows: int) -> tuple[np.ndarray, ...]:
        """Return what the kernel of random inputs fills, as members take sparse rows."""
        return np.ones(rows * SETS), np.zeros(rows * SETS, dtype=np.uint64), SETS * np.arange(rows + 1)

    def see(self, x: np.ndarray) -> Stored:
        """Return the cells of dense rows."""
        values, cells, starts = self.room(len(x))
        random_inputs_kernel()(np.ascontiguousarray(x), self.features, self.edges, cells, *NO_WAVES)
        return Stored(values, cells, starts)

    @classmethod
    def of_file(cls, name: str, arrays: dict[str, np.ndarray], features: int) -> Cells:
        """Return the members whose `arrays` these are, once they have been checked."""
        parts = cls._of_posteriors(name, arrays, CELLS + 1, features, full=False)
        for key in ("features", "edges"):
            model_file_checks.shape(f"{name}.{key}", arrays[key], SETS, QUESTIONS)
        model_file_checks.within(f"{name}.edges", arrays["edges"], -LARGEST_MEAN, LARGEST_MEAN)
        return cls(**parts, edges=arrays["edges"])


@dataclass
class Waves(RandomView):
    """Members that see rows by waves, with whole covariances.

    Attributes
    ----------
    features, frequencies, phases : (features,), (features, waves), (waves,); as many features as may be seen, some of
        them with no frequency.
    """

    frequencies: np.ndarray
    phases: np.ndarray

    look = ("features", "frequencies", "phases")

    @classmethod
    def of_features(cls, table: Table, features: int) -> Waves:
        """Return members with the priors and drifts of a table, of so many features."""
        members = Members.of_table(table, WAVES + 1, full=True)
        return cls(
            **vars(members),
            features=np.zeros(MOST_WAVING, dtype=np.uint64),
            varied=np.zeros(features),
            rows=np.zeros(1),
            frequencies=np.zeros((MOST_WAVING, WAVES)),
            phases=np.zeros(WAVES),
        )

    @property
    def silent(self) -> bool:
        """Whether they say nothing, and learn nothing.  (random-views.2)"""
        return self.rows[0] < FIRST_ROWS or not self.phases.any()

    def _look_at(self, features: np.ndarray) -> None:
        number = len(features)
        if 0 < number <= MOST_WAVING:
            random = np.random.default_rng([SEED, number])
            self.features[:number] = features
            self.frequencies[:number] = random.standard_normal((number, WAVES)) / np.sqrt(number)
            self.phases[:] = random.uniform(0.0, 2.0 * np.pi, WAVES)

    def _features_now(self, source: np.ndarray) -> np.ndarray:
        """Return where the features are that they look at, if they look at any."""
        return np.where(self.frequencies.any(axis=1), super()._features_now(source), 0).astype(np.uint64)

    def see(self, x: np.ndarray) -> np.ndarray:
        """Return the waves of dense rows."""
        waves = np.empty((len(x), WAVES + 1))
        about = (self.features, self.frequencies, self.phases, waves)
        random_inputs_kernel()(np.ascontiguousarray(x), *NO_CELLS, *about)
        return waves

    @classmethod
    def of_file(cls, name: str, arrays: dict[str, np.ndarray], features: int) -> Waves:
        """Return the members whose `arrays` these are, once they have been checked."""
        parts = cls._of_posteriors(name, arrays, WAVES + 1, features, full=True)
        seen = {"frequencies": arrays["frequencies"], "phases": arrays["phases"]}
        model_file_checks.shape(f"{name}.features", arrays["features"], MOST_WAVING)
        model_file_checks.shape(f"{name}.frequencies", arrays["frequencies"], MOST_WAVING, WAVES)
        model_file_checks.shape(f"{name}.phases", arrays["phases"], WAVES)
        for key, array in seen.items():
            model_file_checks.within(f"{name}.{key}", array, -LARGEST_MEAN, LARGEST_MEAN)
        return cls(**parts, **seen)


def places_now(features: np.ndarray, source: np.ndarray) -> np.ndarray:
    """Return where features are, if the one at ``source`` was where each now is; -1 is a new one.

    >>> places_now(np.array([0, 1, 1], dtype=np.uint64), np.array([1, -1, 0]))
    array([2, 0, 0], dtype=uint64)
    """
    now = np.zeros(source.max(initial=-1) + 1, dtype=np.uint64)
    known = np.flatnonzero(source >= 0)
    now[source[known]] = known
    return now[features]
