"""What every learner of streams does with single examples."""

from __future__ import annotations

from collections.abc import Mapping
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
        return self.predict(self._as_row(x)).tolist()[0]

    def _as_row(self, x: Any) -> Any:
        """Return one example as a table of one row; a dictionary has a column for each name."""
        x = x.to_dict() if isinstance(x, pd.Series) else x
        if not isinstance(x, Mapping):
            if isinstance(x, pd.DataFrame) and len(x) != 1:
                raise ValueError(f"x must be one example; got {len(x)} rows. Use partial_fit and predict for tables.")
            if isinstance(x, (list, tuple)) and any(isinstance(value, str) for value in x):
                return [list(x)]
            return np.asarray(x)[None, :] if isinstance(x, (np.ndarray, list, tuple)) else x
        names = list(getattr(self, "feature_names_in_", ()))
        if not names and all(isinstance(key, (int, np.integer)) for key in x):
            names = list(range(getattr(self, "n_features_in_", len(x))))  # columns by number
        elif not names and hasattr(self, "n_features_in_"):
            raise ValueError("x must be a row: the model has learnt rows without names; got names. Give a row.")
        names = names or list(x)
        if set(names) != set(x) or not names:
            missing, unknown = (sorted(a - b, key=str) for a, b in ((set(names), set(x)), (set(x), set(names))))
            raise ValueError(
                f"x must have the features {names}; got missing {missing} and unknown {unknown}. Give each of them."
            )
        values = [[x[name] for name in names]]
        return pd.DataFrame(values, columns=names) if isinstance(names[0], str) else np.asarray(values)
