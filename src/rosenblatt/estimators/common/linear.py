"""What every linear classifier does with its weights once it has them."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from rosenblatt.estimators.common.exporting import Exports, plain_classes
from rosenblatt.estimators.common.validation import ValidatingEstimator, largest_of, validated_features
from rosenblatt.export.linear_models import LinearModel


class LinearClassifier(Exports, ClassifierMixin, ValidatingEstimator):
    """Fields and classes from ``coef_``, ``intercept_`` and ``classes_``, one row for each class or one for two."""

    n_features_in_: int
    classes_: Any
    coef_: Any
    intercept_: Any

    def decision_function(self, X: Any) -> np.ndarray:
        """Return the fields: one for each row, or for each row and class if there are more than two."""
        check_is_fitted(self)
        fields = self._fields(self._seen(X))
        return fields[:, 0] if fields.shape[1] == 1 else fields

    def predict(self, X: Any) -> np.ndarray:
        """Return the class of each row; a field of exactly 0 is the first of two classes."""
        fields = self.decision_function(X)
        if len(self.classes_) == 1:
            return np.repeat(self.classes_, len(fields))
        return self.classes_[(fields > 0.0).astype(int) if fields.ndim == 1 else fields.argmax(axis=1)]

    def _as_linear(self) -> LinearModel:
        """Return the weights as they are, for features as they come."""
        classes = plain_classes(self.classes_)
        return LinearModel(np.asarray(self.coef_, dtype=float), np.asarray(self.intercept_, dtype=float), classes)

    def _seen(self, X: Any) -> Any:
        """Return the features as the weights see them."""
        return validated_features(self, X, reset=False, largest=largest_of(self))

    def _fields(self, x: Any) -> np.ndarray:
        """Return the field of each row and binary subproblem."""
        return np.asarray(x @ self.coef_.T) + self.intercept_
