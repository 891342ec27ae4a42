"""What two models must have in common before one takes what the other has learnt."""

from __future__ import annotations

from typing import Any

from sklearn.utils.validation import check_is_fitted


def feature_names(model: Any) -> list[str]:
    """Return the names of the features that a model has learnt, none if they had none."""
    return list(getattr(model, "feature_names_in_", ()))


def check_same_kind(model: Any, other: Any) -> None:
    """Raise if the other model is not of this kind, or one of them is not fitted."""
    if not isinstance(other, type(model)):
        name = type(model).__name__
        raise TypeError(f"other must be of the class {name}; got {type(other).__name__}. Merge like with like.")
    for one in (model, other):
        check_is_fitted(one)


def check_same_features(model: Any, other: Any) -> None:
    """Raise if the other model is not of this kind, not fitted, or of other features."""
    check_same_kind(model, other)
    names = feature_names(other)
    if other.n_features_in_ != model.n_features_in_ or names != feature_names(model):
        raise ValueError(
            f"other must have the same {model.n_features_in_} features in the same order; "
            f"got {other.n_features_in_}, {names or 'without names'}. Reorder its columns and learn again."
        )
