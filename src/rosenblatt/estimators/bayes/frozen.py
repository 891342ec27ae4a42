"""A model as it was at one moment, for others to ask while the original goes on learning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn, Self

import numpy as np

LEARNING = ("fit", "partial_fit", "learn_one", "predict_then_learn", "merge", "set_params")


@dataclass(frozen=True, eq=False, repr=False)
class Frozen:
    """What a model would have said at the moment of its `freeze`, for ever.

    It shares nothing that changes with the model, and asking it changes nothing: any number of threads may. It has no
    method that learns.
    """

    _model: Any

    @classmethod
    def of(cls, model: Any) -> Self:
        """Return an independent copy of everything that a model has learnt."""
        own = object.__new__(type(model))
        own.__dict__.update({name: _copied(value) for name, value in vars(model).items()})
        return cls(own)

    @property
    def n_examples_(self) -> int:
        """Rows that had been learnt."""
        return self._model.n_examples_

    def predict_one(self, x: Any) -> Any:
        """Return what `predict` does for one example: a row, or a dictionary of features by name."""
        return self._model.predict_one(x)

    def __getattr__(self, name: str) -> NoReturn:
        if name in LEARNING:
            raise AttributeError(
                f"a frozen model must not learn; got {name}. Let the original learn, and freeze it again."
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._model!r}, after {self.n_examples_:,} rows)"


@dataclass(frozen=True, eq=False, repr=False)
class FrozenClassifier(Frozen):
    """What a `BayesClassifier` would have said at the moment of its `freeze`, for ever."""

    @property
    def classes_(self) -> np.ndarray:
        """The classes that were known."""
        return self._model.classes_.copy()

    def predict(self, X: Any) -> np.ndarray:
        """Return the most probable class of each row."""
        return self._model.predict(X)

    def predict_proba(self, X: Any, *, proba: str | None = None) -> np.ndarray:
        """Return the probability of each class, for each row."""
        return self._model.predict_proba(X, proba=proba)

    def predict_proba_one(self, x: Any) -> dict[Any, float]:
        """Return the probability of each class for one example: a row, or a dictionary of features by name."""
        return self._model.predict_proba_one(x)


def _copied(value: Any) -> Any:
    return value.copy() if hasattr(value, "copy") else value
