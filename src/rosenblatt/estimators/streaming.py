"""What every learner of streams does: single examples, and calls that fail without a trace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted


class StreamingMixin:
    """Single examples for a classifier that has ``partial_fit`` and ``predict``."""

    partial_fit: Any
    predict: Any

    def learn_one(self, x: Any, y: Any) -> Any:
        """Learn one example: a row, or a dictionary of features by name."""
        return self.partial_fit(self._as_row(x), [y])

    def predict_one(self, x: Any) -> Any:
        """Return the class of one example: a row, or a dictionary of features by name."""
        check_is_fitted(self)
        return self.predict(self._as_row(x))[0]

    def _as_row(self, x: Any) -> Any:
        """Return one example as a table of one row; a dictionary has a column for each name."""
        x = x.to_dict() if isinstance(x, pd.Series) else x
        if not isinstance(x, Mapping):
            return np.asarray(x)[None, :] if isinstance(x, (np.ndarray, list, tuple)) else x
        names = list(getattr(self, "feature_names_in_", x))
        if set(names) != set(x):
            missing, unknown = sorted(set(names) - set(x)), sorted(set(x) - set(names))
            raise ValueError(
                f"x must have the features {names}; got missing {missing} and unknown {unknown}. Give each of them."
            )
        return pd.DataFrame([[x[name] for name in names]], columns=names)

    @contextmanager
    def _unchanged_by_failure(self) -> Iterator[None]:
        """If what is done in it fails, be again what was before."""
        before = dict(self.__dict__)
        try:
            yield
        except Exception:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
