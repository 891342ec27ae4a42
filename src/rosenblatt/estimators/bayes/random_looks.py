"""What members look at who see random functions of some features: cells, or waves; see `random_inputs` in kernels.

random-looks.1   they see nothing of the first rows, and then look at the features that have varied until then; one
                 that comes later is for others to see. Whether a column was there, and 0, or not yet, is all the same
random-looks.2   if more features have varied than are good for waves, there are none

A look is a part of members, whatever they learn: labels or numbers. It learns nothing of either.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self

import numpy as np

from rosenblatt.estimators.bayes.member_inputs import Rows, Stored
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
class RandomLook:
    """Random functions of some features.

    Attributes
    ----------
    features : where the features are that are looked at.
    varied, rows : which features have varied in the first rows, as 0 and 1, and how many rows that were.
    """

    features: np.ndarray
    varied: np.ndarray
    rows: np.ndarray

    inputs: ClassVar[int]  # that members see, the intercept's among them
    full: ClassVar[bool]  # whether there are so few that they keep whole covariances

    @classmethod
    def new(cls, features: int) -> Self:
        """Return a look at rows of so many features, which has seen none yet."""
        raise NotImplementedError

    @property
    def silent(self) -> bool:
        """Whether there is nothing to see, yet or at all."""
        return self.rows[0] < FIRST_ROWS

    @property
    def rows_to_come(self) -> float:
        """How many rows there are yet to come before there is something to see."""
        return FIRST_ROWS - self.rows[0] if self.rows[0] < FIRST_ROWS else np.inf

    def notice(self, x: np.ndarray) -> None:
        """Note which features vary in the first rows; look at them from then on.  (random-looks.1)"""
        if self.rows[0] < FIRST_ROWS:
            np.maximum(self.varied, (x[:, :-1] != 0.0).any(axis=0), out=self.varied)
            self.rows += len(x)
            if self.rows[0] >= FIRST_ROWS:
                self._look_at(np.flatnonzero(self.varied).astype(np.uint64))

    def _look_at(self, features: np.ndarray) -> None:
        """Look at some features from now on."""
        raise NotImplementedError

    def see(self, x: np.ndarray) -> Rows:
        """Return what is seen of dense rows."""
        raise NotImplementedError

    def copy(self) -> Self:
        """Return an independent copy."""
        return replace(self, **{name: array.copy() for name, array in vars(self).items()})

    def with_inputs(self, source: np.ndarray) -> Self:
        """Return a look at the same features where they are now; at ``source`` is where they were."""
        varied = np.where(source < 0, 0.0, self.varied[source])
        return replace(self.copy(), varied=varied, features=self._features_now(source))

    def _features_now(self, source: np.ndarray) -> np.ndarray:
        """Return where the features are that are looked at, if some are."""
        return self.features.copy() if self.silent else places_now(self.features, source)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return {**vars(self), "features": self.features.astype(float)}

    def is_like(self, other: RandomLook) -> bool:
        """Whether the other sees the same functions of the same features."""
        own = [name for name in vars(self) if name not in ("varied", "rows")]
        return self.silent == other.silent and all(np.array_equal(getattr(self, k), getattr(other, k)) for k in own)

    @classmethod
    def names(cls) -> set[str]:
        """Return the names of all arrays."""
        return {field.name for field in fields(cls)}

    @classmethod
    def of_arrays(cls, name: str, arrays: dict[str, np.ndarray], features: int) -> Self:
        """Return the look whose `arrays` these are, once they have been checked."""
        model_file_checks.check_keys(name, arrays, cls.names())
        for key, expected in vars(cls.new(features)).items():
            model_file_checks.shape(f"{name}.{key}", arrays[key], *expected.shape)
            model_file_checks.within(f"{name}.{key}", arrays[key], -LARGEST_MEAN, LARGEST_MEAN)
        model_file_checks.within(f"{name}.varied", arrays["varied"], 0.0, 1.0)
        model_file_checks.within(f"{name}.rows", arrays["rows"], 0.0, 2.0**53)
        model_file_checks.within(f"{name}.features", arrays["features"], 0.0, features - 1)
        if not np.array_equal(arrays["features"], np.floor(arrays["features"])):
            raise Damaged(f"{name}.features must be whole numbers")
        return cls(**{**arrays, "features": arrays["features"].astype(np.uint64)})


@dataclass
class CellLook(RandomLook):
    """In which cells a row is.

    Attributes
    ----------
    features, edges : of the questions of each set, (sets, questions).
    """

    edges: np.ndarray

    inputs, full = CELLS + 1, False

    @classmethod
    def new(cls, features: int) -> CellLook:
        """Return a look at rows of so many features, which has seen none yet."""
        nowhere, edges = np.zeros((SETS, QUESTIONS), dtype=np.uint64), np.zeros((SETS, QUESTIONS))
        return cls(features=nowhere, varied=np.zeros(features), rows=np.zeros(1), edges=edges)

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
        if self.silent:
            return Stored(np.empty(0), np.empty(0, dtype=np.uint64), np.zeros(len(x) + 1, dtype=np.int64))
        values, cells, starts = self.room(len(x))
        random_inputs_kernel()(np.ascontiguousarray(x), self.features, self.edges, cells, *NO_WAVES)
        return Stored(values, cells, starts)


@dataclass
class WaveLook(RandomLook):
    """Waves through a few features.

    Attributes
    ----------
    features, frequencies, phases : (features,), (features, waves), (waves,); as many features as may be seen, some of
        them with no frequency.
    """

    frequencies: np.ndarray
    phases: np.ndarray

    inputs, full = WAVES + 1, True

    @classmethod
    def new(cls, features: int) -> WaveLook:
        """Return a look at rows of so many features, which has seen none yet."""
        return cls(
            features=np.zeros(MOST_WAVING, dtype=np.uint64),
            varied=np.zeros(features),
            rows=np.zeros(1),
            frequencies=np.zeros((MOST_WAVING, WAVES)),
            phases=np.zeros(WAVES),
        )

    @property
    def silent(self) -> bool:
        """Whether there is nothing to see, yet or at all.  (random-looks.2)"""
        return self.rows[0] < FIRST_ROWS or not self.phases.any()

    def _look_at(self, features: np.ndarray) -> None:
        number = len(features)
        if 0 < number <= MOST_WAVING:
            random = np.random.default_rng([SEED, number])
            self.features[:number] = features
            self.frequencies[:number] = random.standard_normal((number, WAVES)) / np.sqrt(number)
            self.phases[:] = random.uniform(0.0, 2.0 * np.pi, WAVES)

    def _features_now(self, source: np.ndarray) -> np.ndarray:
        """Return where the features are that are looked at, if some are."""
        return np.where(self.frequencies.any(axis=1), super()._features_now(source), 0).astype(np.uint64)

    def see(self, x: np.ndarray) -> np.ndarray:
        """Return the waves of dense rows."""
        waves = np.zeros((len(x), WAVES + 1))
        if self.silent:
            waves[:, WAVES] = 1.0
            return waves
        about = (self.features, self.frequencies, self.phases, waves)
        random_inputs_kernel()(np.ascontiguousarray(x), *NO_CELLS, *about)
        return waves


def places_now(features: np.ndarray, source: np.ndarray) -> np.ndarray:
    """Return where features are, if the one at ``source`` was where each now is; -1 is a new one.

    >>> places_now(np.array([0, 1, 1], dtype=np.uint64), np.array([1, -1, 0]))
    array([2, 0, 0], dtype=uint64)
    """
    now = np.zeros(source.max(initial=-1) + 1, dtype=np.uint64)
    known = np.flatnonzero(source >= 0)
    now[source[known]] = known
    return now[features]
