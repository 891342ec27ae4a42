"""Models of other kinds as ones that have ``partial_fit``, ``predict`` and ``classes_``: River's, and Pipelines.

adapters.1   River's models are given dictionaries of the values that are there; of two classes, the second is True
adapters.2   of a Pipeline, the steps before the last transform a row, its own values learnt before by those that learn
             in pieces; the last one predicts it, and then learns it
adapters.3   scikit-learn's models take numbers: 0 where one is missing, texts and dates by a hash (`hashed_rows`)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import Pipeline

from rosenblatt.estimators.common.features.reading import is_numeric
from rosenblatt.streams.hashed_rows import HashedRows

HASHED = 2**12  # inputs of texts for models of scikit-learn


class RiverRows:
    """A classifier of River, taught row by row.  (adapters.1)"""

    def __init__(self, model: Any) -> None:
        self.model = model

    def rows_of(self, x: Any) -> list[dict[Any, Any]]:
        """Return rows as dictionaries."""
        if sp.issparse(x):
            ends = zip(x.indptr[:-1], x.indptr[1:], strict=True)
            return [dict(zip(x.indices[a:b].tolist(), x.data[a:b].tolist(), strict=True)) for a, b in ends]
        frame = x if isinstance(x, pd.DataFrame) else pd.DataFrame(np.asarray(x))
        rows = frame.astype(object).to_dict("records")
        return [{name: value for name, value in row.items() if not pd.isna(value)} for row in rows]

    def partial_fit(self, rows: Sequence[dict[Any, Any]], y: Any, classes: Any = None) -> RiverRows:
        """Learn rows."""
        if classes is not None:
            self.classes_ = np.asarray(classes)
            names = self.classes_.tolist()
            self._labels = dict(zip(names, (False, True) if len(names) == 2 else names, strict=True))
        for row, label in zip(rows, np.asarray(y).tolist(), strict=True):
            self.model.learn_one(row, self._labels[label])
        return self

    def predict_proba(self, rows: Sequence[dict[Any, Any]]) -> np.ndarray:
        """Return probabilities of the classes that were declared; where River has no opinion, equal ones."""
        said = np.array([self._proba(self.model.predict_proba_one(row)) for row in rows])
        return said / said.sum(axis=1, keepdims=True)

    def predict(self, rows: Sequence[dict[Any, Any]]) -> np.ndarray:
        """Return the most probable class of each row."""
        return self.classes_[self.predict_proba(rows).argmax(axis=1)]

    def _proba(self, said: dict[Any, float]) -> list[float]:
        found = [float(said.get(label, 0.0)) for label in self._labels.values()]
        return found if sum(found) > 0.0 else [1.0] * len(found)


class ScikitRows:
    """A classifier of scikit-learn, or a Pipeline, taught row by row.  (adapters.2, adapters.3)"""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.is_pipeline = isinstance(model, Pipeline)
        steps = [step for _, step in model.steps] if self.is_pipeline else [model]
        self.before = [step for step in steps[:-1] if step not in (None, "passthrough")]
        self.last = steps[-1]
        if not hasattr(self.last, "partial_fit"):
            raise TypeError(f"model must learn in pieces; got {type(self.last).__name__}, which has no partial_fit.")
        self.partial_fit, self.predict = self.last.partial_fit, self.last.predict
        for name in ("predict_proba", "decision_function"):
            if hasattr(self.last, name):
                setattr(self, name, getattr(self.last, name))

    @property
    def classes_(self) -> np.ndarray:
        """The classes that the last step knows."""
        if getattr(self.last, "classes_", None) is None:
            raise AttributeError("this model has no classes yet")
        return self.last.classes_

    def rows_of(self, x: Any) -> Any:
        """Return rows of numbers; a Pipeline's steps see them as they are, for they may choose columns by name."""
        if sp.issparse(x):
            x = sp.csr_matrix(x)
        elif isinstance(x, pd.DataFrame) and not self.is_pipeline:
            x = np.nan_to_num(x.to_numpy(dtype=float)) if is_numeric(x) else HashedRows((), HASHED)(x)
        return _SeenRows(x, self.before) if self.before else x


class _SeenRows:
    """Rows as the steps of a Pipeline before the last see them; each is to be asked for once, in order."""

    def __init__(self, x: Any, steps: list[Any]) -> None:
        self.take, self.steps = x.iloc if isinstance(x, pd.DataFrame) else x, steps

    def __getitem__(self, rows: slice) -> Any:
        row = self.take[rows]
        for step in self.steps:
            if hasattr(step, "partial_fit"):
                step.partial_fit(row)
            try:
                row = step.transform(row)
            except NotFittedError:
                raise ValueError(
                    f"steps of a Pipeline must learn in pieces or be fitted; got {type(step).__name__}, which is "
                    "neither. Fit it to some rows first."
                ) from None
        return row


def adapted(model: Any) -> Any:
    """Return a model as one that can be taught row by row; one of this package as it is."""
    if isinstance(model, Pipeline):
        return ScikitRows(model)
    if hasattr(model, "learn_one") and not hasattr(model, "partial_fit"):
        return RiverRows(model)
    return model
