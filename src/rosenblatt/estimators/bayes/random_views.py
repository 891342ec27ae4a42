"""Members that look at features at random: by the cells in which a row is, or by waves; see `random_looks`.

They say and learn nothing as long as there is nothing to see.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from rosenblatt.estimators.bayes.member_inputs import Rows, Stored
from rosenblatt.estimators.bayes.members import Members, Predicted, Table
from rosenblatt.estimators.bayes.random_looks import CellLook, RandomLook, WaveLook

AnyLook = TypeVar("AnyLook", bound=RandomLook)


@dataclass
class RandomView(Members, Generic[AnyLook]):
    """Members that see what a ``look`` sees."""

    look: AnyLook

    kind_of_look: ClassVar[type[Any]]

    @classmethod
    def of_features(cls, table: Table, features: int) -> Self:
        """Return members with the priors and drifts of a table, of so many features."""
        kind = cls.kind_of_look
        return cls(**vars(Members.of_table(table, kind.inputs, full=kind.full)), look=kind.new(features))

    def learn(self, x: Rows, labels: np.ndarray, weights: np.ndarray, offsets: Any = None) -> Predicted:
        """Predict some rows, each after the ones before it have been learnt."""
        return self._nothing(len(labels)) if self.look.silent else super().learn(x, labels, weights, offsets)

    def predict(self, x: Rows, offsets: Any = 0.0) -> Predicted:
        """Return the fields of rows that come next, and what is known of the noise."""
        if self.look.silent:
            return self._nothing(len(x.starts) - 1 if isinstance(x, Stored) else len(x))
        return super().predict(x, offsets)

    def _nothing(self, rows: int) -> Predicted:
        fields = np.zeros((len(self), rows))
        return Predicted(fields, np.broadcast_to(self.noises[:, None], fields.shape), np.full_like(fields, 0.5))

    def copy(self) -> Self:
        """Return members that learn on their own."""
        return type(self)(**vars(self._posteriors().copy()), look=self.look.copy())

    def with_inputs(self, source: np.ndarray) -> Self:
        """Return members that look at the same features where they are now; at ``source`` is where they were."""
        return type(self)(**vars(self._posteriors().copy()), look=self.look.with_inputs(source))

    def _posteriors(self) -> Members:
        """Return what has been learnt, without the look."""
        return Members(**{field.name: getattr(self, field.name) for field in fields(Members)})

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return {**self._posteriors().arrays(), **self.look.arrays()}

    @classmethod
    def of_file(cls, name: str, arrays: dict[str, np.ndarray], features: int) -> Self:
        """Return the members whose `arrays` these are, once they have been checked."""
        kind = cls.kind_of_look
        seen = {key: array for key, array in arrays.items() if key in kind.names()}
        own = {key: array for key, array in arrays.items() if key not in seen}
        look = kind.of_arrays(name, seen, features)
        return cls(**vars(Members.of_arrays(name, own, kind.inputs, full=kind.full)), look=look)


@dataclass
class Cells(RandomView[CellLook]):
    """Members that see in which cells a row is."""

    kind_of_look = CellLook


@dataclass
class Waves(RandomView[WaveLook]):
    """Members that see rows by waves, with whole covariances."""

    kind_of_look = WaveLook
