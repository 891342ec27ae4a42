"""What a `BayesClassifier` knows, merged with what another one knows, written to a file and read again."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.feature_scaling import FeatureScaling
from rosenblatt.estimators.bayes.merging import change_of_view, merge_banks, merge_eyes
from rosenblatt.estimators.common.model_files import labels_from_json, labels_to_json, save_state
from rosenblatt.estimators.common.validation import check_kind
from rosenblatt.kernels.mixture import LONG


class KnowledgeMixin:
    """``merge``, ``save`` and ``restore`` for a classifier of banks."""

    n_features_in_: int
    feature_names_in_: np.ndarray
    classes_: np.ndarray
    banks_: list[Bank]
    get_params: Any
    _eyes: FeatureScaling
    _clock: int
    _expected: np.ndarray
    _declared: bool
    _plane_of: dict[Any, int]
    _meet: Any
    _unchanged_by_failure: Any

    def merge(self, other: Any) -> Any:
        """Add what another model has learnt from other rows, as if this one had seen them; return this one.

        Both posteriors count, the prior once; see `rosenblatt.estimators.bayes.merging`.
        """
        if type(other) is not type(self):
            raise TypeError(f"other must be a {type(self).__name__}; got {type(other).__name__}. Merge like with like.")
        for model in (self, other):
            check_is_fitted(model, "banks_")
        self._check_alike(other)
        eyes = merge_eyes(self._eyes, other._eyes)
        views = (change_of_view(self._eyes, eyes), change_of_view(other._eyes, eyes))
        with self._unchanged_by_failure():
            if not self._declared:
                self._meet(other.classes_)
            theirs = [other.banks_[0]] if not self._plane_of else self._banks_of(other)
            self.banks_ = [merge_banks(mine, their, views) for mine, their in zip(self.banks_, theirs, strict=True)]
        share = min(other._clock, LONG) / max(min(self._clock, LONG) + min(other._clock, LONG), 1.0)
        self._expected = (1.0 - share) * self._expected + share * other._expected
        self._eyes, self._clock = eyes, self._clock + other._clock
        return self

    def _check_alike(self, other: Any) -> None:
        """Raise if the other model is about something else."""
        names = [getattr(model, "feature_names_in_", np.array([])).tolist() for model in (self, other)]
        if other.n_features_in_ != self.n_features_in_ or names[0] != names[1]:
            raise ValueError(
                f"other must have the same {self.n_features_in_} features in the same order; "
                f"got {other.n_features_in_}, {names[1] or 'without names'}. Reorder its columns and learn again."
            )
        one, two = (model.banks_[0].arrays() for model in (self, other))
        shapes = [{name: array.shape for name, array in arrays.items()} for arrays in (one, two)]
        eyes = [(model._eyes.sparse, sorted(model._eyes.arrays())) for model in (self, other)]
        if shapes[0] != shapes[1] or eyes[0] != eyes[1]:
            raise ValueError("other must have the same bank: parameters and kind of data. Make both alike.")
        fixed = [name for name in one if name.partition(".")[2] in ("drifts", "priors", "grid")]
        if not all(np.array_equal(one[name], two[name]) for name in fixed):
            raise ValueError("other must have the same drift, noise and prior. Make both alike.")
        check_kind(other.classes_, self.classes_)
        alike = self.classes_.tolist() == other.classes_.tolist()
        if self._declared != other._declared or (self._declared and not alike):
            raise ValueError(
                f"other must have the same classes, {self.classes_.tolist()}; got {other.classes_.tolist()}. "
                "Declare them with classes= in both, or in none."
            )

    def _banks_of(self, other: Any) -> list[Bank]:
        """Return another model's banks in the order of this one's; the first is for who is of another class."""
        theirs = [other.banks_[0]] * len(self.banks_)
        for c, k in self._plane_of.items():
            theirs[k] = other.banks_[other._plane_of.get(c, 0)]
        return theirs

    def save(self, path: Any) -> None:
        """Write the model into a safetensors file, whole or not at all; `rosenblatt.load` reads it."""
        check_is_fitted(self, "banks_")
        arrays = {f"bank{k}.{name}": a for k, bank in enumerate(self.banks_) for name, a in bank.arrays().items()}
        arrays |= {f"eyes.{name}": array for name, array in self._eyes.arrays().items()}
        scaler = self._eyes.scaler
        about = {
            "parameters": self.get_params(),
            "classes": labels_to_json(self.classes_),
            "declared": self._declared,
            "planes": list(self._plane_of.values()),
            "of_planes": labels_to_json(np.array(list(self._plane_of))),
            "banks": len(self.banks_),
            "clock": self._clock,
            "expected_error": float(self._expected[0]),
            "features": self.n_features_in_,
            "feature_names": getattr(self, "feature_names_in_", np.array([])).tolist(),
            "sparse": self._eyes.sparse,
            "count": scaler.count if scaler is not None else 0.0,
        }
        save_state(path, type(self).__name__, arrays, about)

    @classmethod
    def restore(cls, arrays: dict[str, np.ndarray], about: dict[str, Any]) -> Any:
        """Return the model of a saved state."""
        model = cls(**about["parameters"])

        def part(name: str) -> dict[str, np.ndarray]:
            return {key.partition(".")[2]: value for key, value in arrays.items() if key.startswith(f"{name}.")}

        model.banks_ = [Bank.of_arrays(part(f"bank{k}")) for k in range(about["banks"])]
        model._eyes = FeatureScaling.of_arrays(about["features"], about["sparse"], about["count"], part("eyes"))
        model.classes_, model._declared = labels_from_json(about["classes"]), about["declared"]
        model._plane_of = dict(zip(labels_from_json(about["of_planes"]).tolist(), about["planes"], strict=True))
        model._clock, model._expected = about["clock"], np.array([about["expected_error"]])
        model.n_features_in_ = about["features"]
        if about["feature_names"]:
            model.feature_names_in_ = np.array(about["feature_names"], dtype=object)
        return model
