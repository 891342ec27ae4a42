"""From what a user hands over to the rows of inputs that a learner sees, and the layout that says which is which.

Arrays, sparse matrices and frames that hold nothing but numbers are taken as they are, and have no layout until a value
is missing. Of sparse rows, a missing value is one that is not stored.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.utils.validation import validate_data

from rosenblatt.estimators.common.features.layout import Layout, Table
from rosenblatt.estimators.common.features.reading import (
    NUMBER,
    column_names,
    has_gaps,
    is_dictionary,
    is_numeric,
    read_row,
    read_table,
    without_arrow,
)
from rosenblatt.estimators.common.validation import LARGEST_UNSCALED, check_values, largest_of, validated_features
from rosenblatt.kernels.squares import sum_of_squares

FLOAT = {np.dtype(np.float64)}
FEATURES = ("fixed", "open")  # whether later frames must have the same columns


class Encoder(NamedTuple):
    """How the tables of an estimator are read.

    Attributes
    ----------
    estimator : has the names and the number of the columns; when it learns, they are noted there.
    layout : of the tables before; None if all were plain numbers.
    fitted : whether there were any.
    is_open : whether a later frame may lack columns, or have others.
    """

    estimator: Any
    layout: Layout | None
    fitted: bool
    is_open: bool

    @classmethod
    def of(cls, estimator: Any) -> Encoder:
        """Return what reads the next table of an estimator."""
        return cls(
            estimator, getattr(estimator, "layout_", None), hasattr(estimator, "state_"), estimator.features == "open"
        )

    def learn(self, x: Any, room: float) -> tuple[Any, Layout | None]:
        """Return the rows of a table as they are learnt, and the layout after them; ``room`` is for so many inputs."""
        if (plain := self._known_array(x)) is not None:
            return plain, None
        x = without_arrow(x)
        if is_dictionary(x) or self._is_read_by_columns(x):
            table, rows = self._table(x)
            layout = self._own_layout()
            seen = layout.learn(table, rows, room)
            if self._may_grow(x):
                return seen, self.noted(layout)
            return seen, None if self._is_plain(layout) else layout
        numbers = self._numbers(x)
        if self.layout is None and (sp.issparse(numbers) or not has_gaps(numbers)):
            return numbers, None
        layout = self.known_layout().copy()
        return layout.learn_numbers(numbers, room), layout

    def look(self, x: Any) -> Any:
        """Return the rows of a table as each would be seen if it came next."""
        x = without_arrow(x)
        if is_dictionary(x) or self._is_read_by_columns(x):
            table, rows = self._table(x)
            return self._own_layout().look(table, rows)
        numbers = self._numbers(x)
        return numbers if self.layout is None else self.layout.look_at_numbers(numbers)

    def _known_array(self, x: Any) -> np.ndarray | None:
        """Return the array that a frame is, if its columns are those of the frames before, float64, and finite.

        It is then learnt as it is; whatever else may be the matter with a frame is found out in the usual way.
        """
        noted = getattr(self.estimator, "feature_names_in_", None)
        if not self.fitted or self.layout is not None or noted is None or not isinstance(x, pd.DataFrame):
            return None
        if len(x.columns) != len(noted) or set(x.dtypes) != FLOAT or list(x.columns) != list(noted):
            return None
        values = x.to_numpy()
        is_finite = len(values) > 0 and sum_of_squares(values) < LARGEST_UNSCALED**2
        return values if is_finite and values.flags.c_contiguous else None

    def known_layout(self) -> Layout:
        """Return the layout of the tables before."""
        return Layout.of_numbers(self._names()) if self.layout is None else self.layout

    def noted(self, layout: Layout) -> Layout | None:
        """Let the estimator know the columns of a layout; return it, or None if it has no more to say."""
        self._note(list(layout.columns))
        return None if self._is_plain(layout) else layout

    def _own_layout(self) -> Layout:
        """Return a layout that may be changed; a first table has brought no columns yet."""
        if not self.fitted:
            return Layout()
        return self.known_layout().copy()

    def _is_read_by_columns(self, x: Any) -> bool:
        """Whether a table has, or has had, more than numbers, or others than before."""
        if sp.issparse(x):
            return False
        if isinstance(x, pd.DataFrame):
            other = self.fitted and self.is_open and column_names(x) != self._names()
            return other or not is_numeric(x) or not self._takes_numbers_in_order()
        if hasattr(x, "dtype"):
            return x.ndim == 2 and (x.dtype.kind in "OUS" or not self._takes_numbers_in_order())
        return isinstance(x, (list, tuple)) and _is_a_list_of_rows_with_texts(x)

    def _takes_numbers_in_order(self) -> bool:
        """Whether all columns of the layout are numbers, and those of any table in order."""
        if self.layout is None:
            return True
        return self.layout.has_numbers_only and list(self.layout.columns) == self._names()

    def _is_plain(self, layout: Layout) -> bool:
        """Whether a layout says nothing that the estimator does not say."""
        return layout.of_plain_numbers and list(layout.columns) == self._noted_names()

    def _may_grow(self, x: Any) -> bool:
        """Whether a table may have other columns than those before: a dictionary always may."""
        return is_dictionary(x) or (self.is_open and isinstance(x, pd.DataFrame))

    def _names(self) -> list[Any]:
        """Return the names of the columns that were learnt; their numbers, if they have none, or some of each."""
        noted = self._noted_names()
        known = [] if self.layout is None else list(self.layout.columns)
        return noted if set(known) <= set(noted) else known

    def _noted_names(self) -> list[Any]:
        """Return the names that the estimator says; of columns that have none, or not all of them, their numbers."""
        names = getattr(self.estimator, "feature_names_in_", None)
        return list(range(self.estimator.n_features_in_)) if names is None else list(names)

    def _note(self, names: list[Any]) -> None:
        """Let the estimator know which columns there are."""
        known = self._names() if self.fitted else []
        known += [name for name in names if name not in known]
        self.estimator.n_features_in_ = len(known)
        if all(isinstance(name, str) for name in known):
            self.estimator.feature_names_in_ = np.array(known, dtype=object)
        elif hasattr(self.estimator, "feature_names_in_"):
            del self.estimator.feature_names_in_

    def _numbers(self, x: Any) -> Any:
        """Return a table of numbers as an array or, as long as rows are inputs as they are, a sparse matrix."""
        largest = largest_of(self.estimator)
        found = validated_features(self.estimator, x, reset=not self.fitted, largest=largest, gaps=True)
        if sp.issparse(found) and has_gaps(found.data):
            found = found.copy()
            found.data[np.isnan(found.data)] = 0.0
            found.eliminate_zeros()
        return found.toarray() if sp.issparse(found) and self.layout is not None else found

    def _table(self, x: Any) -> tuple[Table, int]:
        """Return a table by its columns, once it has been checked."""
        if is_dictionary(x):
            return self._checked(read_row(x)), 1
        x = x if isinstance(x, pd.DataFrame) else np.asarray(x, dtype=object)
        by_name = self.fitted and self._may_grow(x) and self._is_known_by_names_or_numbers(column_names(x))
        if not by_name:
            self._check_width(x)
            x = validate_data(self.estimator, x, reset=not self.fitted, skip_check_array=True)
        rows, columns = x.shape
        if rows == 0 or columns == 0:
            raise ValueError(f"X must have rows and columns; got {rows} sample(s) and {columns} feature(s).")
        names, read = read_table(x)
        return self._checked((names if by_name else self._names(), read)), rows

    def _is_known_by_names_or_numbers(self, names: list[Any]) -> bool:
        """Whether columns with these names can be told by them: some are of the kind, texts or numbers, of those known.

        If not, all would be new and all that are known missing: such tables are taken by position.
        """
        kinds = {type(name) for name in self._names()}
        return not kinds or not names or any(type(name) in kinds for name in names)

    def _check_width(self, x: Any) -> None:
        """Raise if a frame that could have other columns, but for its names, has not as many as were learnt."""
        if self.fitted and self._may_grow(x) and x.shape[1] != self.estimator.n_features_in_:
            known, found = ("names", "none") if isinstance(self._names()[0], str) else ("no names", "names")
            raise ValueError(
                f"X must have {self.estimator.n_features_in_} columns, for those that were learnt had {known}; "
                f"got {x.shape[1]} with {found}. Begin with a frame, whose names tell which columns are new."
            )

    def _checked(self, table: Table) -> Table:
        """Return a table without infinite numbers and without a name that comes twice."""
        names, columns = table
        if len(set(names)) < len(names):
            twice = next(name for k, name in enumerate(names) if name in names[:k])
            raise ValueError(f"names of columns must be different; got {twice!r} twice. Rename one of them.")
        for name, read in zip(names, columns, strict=True):
            if read.kind == NUMBER:
                check_values(
                    self.estimator, read.values, largest_of(self.estimator), gaps=True, column=f"column {name!r}"
                )
        return table


def _is_a_list_of_rows_with_texts(x: Any) -> bool:
    rows = [row for row in x if isinstance(row, (list, tuple))]
    width = {len(row) for row in rows}
    return len(rows) == len(x) and len(width) == 1 and any(isinstance(value, str) for row in rows for value in row)
