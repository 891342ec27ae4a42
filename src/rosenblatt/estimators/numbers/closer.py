"""Members of a bank of numbers that look closer: by cells, by waves, or through trees over the last rows.

closer.1   those that see cells or waves are posteriors as all others: of the first rows they see the intercept
closer.2   those that see trees start from their sum F, and learn its noise and what is wrong with it all the time;
           they see S = F - f_0 and 1; see `rosenblatt.kernels.bank.number_trees`
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from rosenblatt.estimators.bayes.grown_trees import GrownTrees
from rosenblatt.estimators.bayes.random_looks import RandomLook
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_files import part, prefixed
from rosenblatt.estimators.numbers.members import LARGEST_WEIGHT, NumberMembers
from rosenblatt.kernels.bank.number_trees import number_trees_kernel
from rosenblatt.kernels.bank.numbers import NumbersSaid


@dataclass
class LookingNumbers(NumberMembers):
    """Members that see what a ``look`` sees.  (closer.1)"""

    look: RandomLook

    @classmethod
    def of_look(cls, table: np.ndarray, look: RandomLook) -> LookingNumbers:
        """Return members that have learnt nothing, with the priors of a table."""
        return cls(**vars(NumberMembers.of_table(table, look.inputs, full=look.full)), look=look)

    def learn(self, x: Any, targets: np.ndarray, weights: np.ndarray, offsets: Any = None) -> NumbersSaid:
        """Predict some rows, each after the ones before it have been learnt; at most as many as are `rows_to_come`."""
        said = super().learn(self.look.see(x), targets, weights, offsets)
        self.look.notice(x)
        return said

    def predict(self, x: Any, offsets: Any = 0.0) -> NumbersSaid:
        """Return what is said of rows that come next."""
        return super().predict(self.look.see(x), offsets)

    @property
    def rows_to_come(self) -> float:
        """How many rows may be learnt in one go: they see others then."""
        return self.look.rows_to_come

    def copy(self) -> LookingNumbers:
        """Return members that learn on their own."""
        return LookingNumbers(**vars(_posteriors(self).copy()), look=self.look.copy())

    def with_inputs(self, source: np.ndarray) -> LookingNumbers:
        """Return members that look at the same features where they are now; at ``source`` is where they were."""
        return LookingNumbers(**vars(_posteriors(self).copy()), look=self.look.with_inputs(source))

    def is_like(self, other: NumberMembers) -> bool:
        """Whether the other members see the same."""
        return isinstance(other, LookingNumbers) and self.look.is_like(other.look)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return {**_posteriors(self).arrays(), **prefixed("look", self.look.arrays())}

    @classmethod
    def of_file(cls, name: str, arrays: dict[str, np.ndarray], features: int, kind: type[RandomLook]) -> LookingNumbers:
        """Return the members whose `arrays` these are, once they have been checked; ``kind`` is that of their look."""
        own = {key: array for key, array in arrays.items() if not key.startswith("look.")}
        look = kind.of_arrays(f"{name}.look", part("look", arrays), features)
        return cls(**vars(NumberMembers.of_arrays(name, own, look.inputs, full=look.full)), look=look)


@dataclass
class NumberTrees(GrownTrees):
    """Trees whose sum is a number."""

    largest = LARGEST_WEIGHT
    kernel = staticmethod(number_trees_kernel)

    @classmethod
    def check_targets(cls, name: str, targets: np.ndarray) -> None:
        """Raise if targets of a saved window are none."""
        model_file_checks.within(name, targets, -LARGEST_WEIGHT, LARGEST_WEIGHT)

    def in_units(self, ratio: float, shift: float) -> None:
        """See targets in other units from now on, y' = ratio y + shift."""
        self.targets[:] = ratio * self.targets + shift
        self.start[0] = ratio * self.start[0] + shift
        self.sums *= ratio
        self.values *= ratio


@dataclass
class TreeNumbers(NumberMembers):
    """Members that start from the sum of some ``trees``.  (closer.2)"""

    trees: NumberTrees

    @classmethod
    def of_features(cls, table: np.ndarray, features: int) -> TreeNumbers:
        """Return members that have learnt nothing, with the priors of a table, and trees of so many features."""
        return cls(**vars(NumberMembers.of_table(table, 2, full=True)), trees=NumberTrees.new(features))

    def learn(self, x: Any, targets: np.ndarray, weights: np.ndarray, offsets: Any = None) -> NumbersSaid:
        """Predict some rows, each after the ones before it have been learnt."""
        sums = self.trees.ask(x, targets, weights, learn=True)
        return super().learn(_inputs(sums), targets, weights, sums[0, 0])

    def predict(self, x: Any, offsets: Any = 0.0) -> NumbersSaid:
        """Return what is said of rows that come next."""
        nothing = np.zeros(len(x))
        sums = self.trees.ask(x, nothing, nothing, learn=False)
        return super().predict(_inputs(sums), sums[0, 0])

    def in_units(self, ratio: float, shift: float, *, of_weights: float) -> None:
        """See targets in other units from now on, y' = ratio y + shift; what is learnt beside the sum has no centre."""
        super().in_units(ratio, 0.0, of_weights=1.0)
        self.trees.in_units(ratio, shift)

    def copy(self) -> TreeNumbers:
        """Return members that learn on their own."""
        return TreeNumbers(**vars(_posteriors(self).copy()), trees=self.trees.copy())

    def with_inputs(self, source: np.ndarray) -> TreeNumbers:
        """Return members whose trees see the same features where they are now; at ``source`` is where they were."""
        return TreeNumbers(**vars(_posteriors(self).copy()), trees=self.trees.with_inputs(source))

    def is_like(self, other: NumberMembers) -> bool:
        """Whether the other members see the same: trees have grown on other rows, and do not add up."""
        return False

    @property
    def nbytes(self) -> int:
        """The size of what is learnt, most of it windows and covariances."""
        return super().nbytes + self.trees.nbytes

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return {**_posteriors(self).arrays(), **prefixed("trees", self.trees.arrays())}

    @classmethod
    def of_file(cls, name: str, arrays: dict[str, np.ndarray], features: int) -> TreeNumbers:
        """Return the members whose `arrays` these are, once they have been checked."""
        own = {key: array for key, array in arrays.items() if not key.startswith("trees.")}
        trees = NumberTrees.of_arrays(f"{name}.trees", part("trees", arrays), features)
        model_file_checks.within(f"{name}.trees.odds", trees.start[:1], -LARGEST_WEIGHT, LARGEST_WEIGHT)
        return cls(**vars(NumberMembers.of_arrays(name, own, 2, full=True)), trees=trees)


def _posteriors(members: NumberMembers) -> NumberMembers:
    """Return what members have learnt, without what they look at."""
    return NumberMembers(**{field.name: getattr(members, field.name) for field in fields(NumberMembers)})


def _inputs(sums: np.ndarray) -> np.ndarray:
    """Return S and 1 of each row."""
    return np.stack([sums[1, 0], np.ones_like(sums[1, 0])], axis=1)
