"""Members that look at features at random: by the cells in which a row is, or by waves; see `random_inputs` in kernels.

They look at the features that there were when they began: one that comes later is for others to see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from rosenblatt.estimators.bayes.member_inputs import Stored
from rosenblatt.estimators.bayes.members import Members, Table
from rosenblatt.estimators.bayes.posteriors import LARGEST_MEAN
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.kernels.bank.members import NO_ROWS
from rosenblatt.kernels.bank.random_inputs import random_inputs_kernel

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
    """

    features: np.ndarray

    look = ("features",)  # what does not change, but for where features are

    def copy(self) -> Self:
        """Return members that learn on their own; what never changes is shared."""
        return replace(self, means=self.means.copy(), spreads=self.spreads.copy(), kappas=self.kappas.copy())

    def with_inputs(self, source: np.ndarray) -> Self:
        """Return members that look at the same features where they are now; at ``source`` is where they were."""
        return replace(self.copy(), features=places_now(self.features, source))

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return {**super().arrays(), "features": self.features.astype(float)}

    def looks_as(self, other: RandomView) -> bool:
        """Whether others see the same functions of the same features."""
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self.look)

    @classmethod
    def _of_posteriors(cls, name: str, arrays: dict[str, np.ndarray], inputs: int, *, full: bool) -> Members:
        """Return the posteriors whose `arrays` are among these, once they have been checked."""
        own = {key: array for key, array in arrays.items() if key not in cls.look}
        model_file_checks.check_keys(name, arrays, (*own, *cls.look))
        return Members.of_arrays(name, own, inputs, full=full)


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
        """Return members with the priors and drifts of a table that look at so many features."""
        random = np.random.default_rng([SEED, features])
        asked = [random.permutation(np.resize(random.permutation(features), QUESTIONS)) for _ in range(SETS)]
        edges = random.standard_normal((SETS, QUESTIONS))
        members = Members.of_table(table, CELLS + 1, full=False)
        return cls(**vars(members), features=np.array(asked, dtype=np.uint64), edges=edges)

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
        members = cls._of_posteriors(name, arrays, CELLS + 1, full=False)
        for key, least, most in (("features", 0.0, features - 1), ("edges", -LARGEST_MEAN, LARGEST_MEAN)):
            model_file_checks.shape(f"{name}.{key}", arrays[key], SETS, QUESTIONS)
            model_file_checks.within(f"{name}.{key}", arrays[key], least, most)
        return cls(**vars(members), features=whole_numbers(name, arrays["features"]), edges=arrays["edges"])


@dataclass
class Waves(RandomView):
    """Members that see rows by waves, with whole covariances.

    Attributes
    ----------
    features, frequencies, phases : (features,), (features, waves), (waves,).
    """

    frequencies: np.ndarray
    phases: np.ndarray

    look = ("features", "frequencies", "phases")

    @classmethod
    def of_features(cls, table: Table, features: int) -> Waves:
        """Return members with the priors and drifts of a table that look at so many features."""
        random = np.random.default_rng([SEED, features])
        frequencies = random.standard_normal((features, WAVES)) / np.sqrt(features)
        members = Members.of_table(table, WAVES + 1, full=True)
        every = np.arange(features, dtype=np.uint64)
        phases = random.uniform(0.0, 2.0 * np.pi, WAVES)
        return cls(**vars(members), features=every, frequencies=frequencies, phases=phases)

    def see(self, x: np.ndarray) -> np.ndarray:
        """Return the waves of dense rows."""
        waves = np.empty((len(x), WAVES + 1))
        random_inputs_kernel()(np.ascontiguousarray(x), *NO_CELLS, self.features, self.frequencies, self.phases, waves)
        return waves

    @classmethod
    def of_file(cls, name: str, arrays: dict[str, np.ndarray], features: int) -> Waves:
        """Return the members whose `arrays` these are, once they have been checked."""
        members = cls._of_posteriors(name, arrays, WAVES + 1, full=True)
        (number,) = model_file_checks.lengths(f"{name}.features", arrays["features"], 1)
        model_file_checks.shape(f"{name}.frequencies", arrays["frequencies"], number, WAVES)
        model_file_checks.shape(f"{name}.phases", arrays["phases"], WAVES)
        model_file_checks.within(f"{name}.features", arrays["features"], 0.0, features - 1)
        for key in ("frequencies", "phases"):
            model_file_checks.within(f"{name}.{key}", arrays[key], -LARGEST_MEAN, LARGEST_MEAN)
        seen: dict[str, Any] = {key: arrays[key] for key in ("frequencies", "phases")}
        return cls(**vars(members), features=whole_numbers(name, arrays["features"]), **seen)


def places_now(features: np.ndarray, source: np.ndarray) -> np.ndarray:
    """Return where features are, if the one at ``source`` was where each now is; -1 is a new one.

    >>> places_now(np.array([0, 1, 1], dtype=np.uint64), np.array([1, -1, 0]))
    array([2, 0, 0], dtype=uint64)
    """
    now = np.zeros(source.max(initial=-1) + 1, dtype=np.uint64)
    known = np.flatnonzero(source >= 0)
    now[source[known]] = known
    return now[features]


def whole_numbers(name: str, array: np.ndarray) -> np.ndarray:
    """Return places of features from a file."""
    if not np.array_equal(array, np.floor(array)):
        raise Damaged(f"{name}.features must be whole numbers")
    return array.astype(np.uint64)
