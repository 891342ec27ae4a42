"""`load`: a saved model, whatever it is."""

from __future__ import annotations

from typing import Any

from rosenblatt import checks
from rosenblatt.estimators.bayes import BayesClassifier
from rosenblatt.estimators.common.model_files import damage_named, load_state
from rosenblatt.estimators.numbers import BayesRegressor
from rosenblatt.estimators.regression import OnlineRegressor

SAVED_CLASSES = {cls.__name__: cls for cls in (BayesClassifier, BayesRegressor, OnlineRegressor)}


def load(path: Any) -> Any:
    """Return a model that was saved with its ``save``; it goes on exactly where it stopped. No code is run.

    All of it is checked before anything is built, and a file that is damaged is refused.
    """
    kind, arrays, about = load_state(path)
    cls = SAVED_CLASSES[checks.one_of("kind of a saved model", kind, tuple(SAVED_CLASSES))]
    with damage_named(path):
        return cls.restore(arrays, about)
