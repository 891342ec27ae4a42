"""What estimators share that take tables of any columns: how they read them, say what became of them, and save it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.exceptions import NotFittedError

from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.features.encoding import Encoder
from rosenblatt.estimators.common.features.layout import Layout
from rosenblatt.estimators.common.features.reading import is_dictionary
from rosenblatt.estimators.common.merging_checks import check_same_features, check_same_kind, feature_names
from rosenblatt.estimators.common.single_examples import StreamingMixin


class TakesTables(StreamingMixin):
    """An estimator with a ``state_`` for the inputs that the columns of tables become."""

    features: str
    n_features_in_: int
    feature_names_in_: np.ndarray
    layout_: Layout | None
    state_: Any

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # pyright: ignore[reportAttributeAccessIssue]
        tags.input_tags.allow_nan = tags.input_tags.string = tags.input_tags.categorical = True
        return tags

    @property
    def features_(self) -> pd.DataFrame:
        """A table of the inputs that the bank sees: name, column, the kind of the column, what of it, which level."""
        self._learnt()
        return Encoder.of(self).known_layout().table()

    def _learnt(self) -> Any:
        """Return the state, or raise if there is none yet."""
        if not hasattr(self, "state_"):
            raise NotFittedError(f"this {type(self).__name__} has learnt nothing yet: call fit or partial_fit first")
        return self.state_

    def _as_row(self, x: Any) -> Any:
        """Return one example as what `Encoder` reads: a dictionary as it is, a row as a table of one."""
        x = x.to_dict() if isinstance(x, pd.Series) else x
        return x if is_dictionary(x) else super()._as_row(x)

    def _grown(self, draft: Any) -> Any | None:
        """Return the state with room for the inputs that a draft has met, None if there are no new ones."""
        if self.layout_ is None and draft.layout_ is None and self.n_features_in_ == draft.n_features_in_:
            return None  # as many columns of plain numbers as before
        before, after = Encoder.of(self).known_layout(), Encoder.of(draft).known_layout()
        return self.state_.with_inputs(after.sources(before)) if len(after.inputs) > len(before.inputs) else None

    def _with_inputs_of_both(self, other: Any) -> tuple[Layout, Any, Any]:
        """Return a layout of the inputs of this model and another, and the states of both for it."""
        check = check_same_kind if self.features == "open" else check_same_features
        check(self, other)
        mine, theirs = Encoder.of(self).known_layout(), Encoder.of(other).known_layout()
        layout, states = mine.merged(theirs), (self.state_, other.state_)
        if list(mine.inputs) == list(layout.inputs) == list(theirs.inputs):
            return layout, *states
        return layout, states[0].with_inputs(layout.sources(mine)), states[1].with_inputs(layout.sources(theirs))

    def _columns_for_file(self) -> dict[str, Any]:
        """Return what a file says of the columns."""
        said: dict[str, Any] = {"feature_names": feature_names(self)}
        if self.layout_ is not None:
            said["layout"] = {"features": self.n_features_in_, **self.layout_.facts()}
        return said

    def _take_columns(self, about: dict[str, Any]) -> None:
        """Take the columns that a file has said, once they have been checked."""
        self.n_features_in_, self.layout_ = about["features"], None
        if "layout" in about:
            self.n_features_in_, self.layout_ = Layout.of_file(about["layout"], about["features"])
        names = model_file_checks.texts("feature_names", about["feature_names"], (0, self.n_features_in_))
        if names:
            self.feature_names_in_ = np.array(names, dtype=object)


def columns_in_file(about: Any) -> tuple[str, ...]:
    """Return the names under which a file tells of the columns; of plain numbers there is no layout."""
    laid_out = isinstance(about, dict) and "layout" in about
    return ("feature_names", *(("layout",) if laid_out else ()))
