"""Columns as they come in frames, Arrow tables, arrays and dictionaries, as numbers, days or texts.

kind        from                                                                  values
number      numbers, truth values, spans of time (in days)                        float64, NaN where missing
date        dates and times of day, of a time zone its own clock                  days since 1970, NaN where missing
category    texts, categories, Arrow dictionaries, whatever else prints itself    texts, None where missing
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import scipy.sparse as sp

DAY = np.timedelta64(1, "D")
NUMBER, DATE, CATEGORY, UNKNOWN = "number", "date", "category", "unknown"
NUMBERS = ("boolean", "integer", "floating", "decimal", "mixed-integer-float")
DATES = ("datetime", "datetime64", "date")
NO_VALUES = (dict, list, tuple, set, np.ndarray, pd.Series, pd.DataFrame)


class Read(NamedTuple):
    """A column as it was found: what kind its values are, they, and the same as they came, if that says more.

    Of an unknown kind all are missing.
    """

    kind: str
    values: Any
    as_they_came: Any = None

    def texts(self, name: Any) -> list[str | None]:
        """Return the values as texts, None where one is missing."""
        came = self.values if self.as_they_came is None else self.as_they_came
        values = came if isinstance(came, list) else came.tolist()
        gaps = pd.isna(np.fromiter(values, object, len(values))).tolist()
        return [None if gap else text_of(name, value) for value, gap in zip(values, gaps, strict=True)]


def read_series(name: Any, column: pd.Series) -> Read:
    """Return a column of a frame as numbers, days or texts."""
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        levels = [text_of(name, level) for level in dtype.categories]
        return Read(CATEGORY, [levels[code] if code >= 0 else None for code in column.cat.codes.tolist()])
    if isinstance(dtype, pd.DatetimeTZDtype):
        return Read(DATE, _days(column.dt.tz_localize(None).to_numpy()), column)
    kind = getattr(dtype, "kind", "O")
    if kind == "M":
        return Read(DATE, _days(column.to_numpy(dtype="datetime64[us]")), column)
    if kind == "m":
        return Read(NUMBER, column.to_numpy(dtype="timedelta64[us]") / DAY, column)
    if kind == "c":
        raise ValueError(f"Complex data not supported: column {name!r} of X must be real numbers. Split it in two.")
    if kind in "biuf":
        return Read(NUMBER, column.to_numpy(dtype=np.float64, na_value=np.nan), column)
    return read_objects(name, column.tolist())


def read_objects(name: Any, values: list[Any]) -> Read:
    """Return Python values of a column as numbers, days or texts."""
    inferred = pd.api.types.infer_dtype(values, skipna=True)
    if inferred == "empty":
        return Read(UNKNOWN, np.full(len(values), np.nan))
    gaps = pd.isna(np.fromiter(values, object, len(values))).tolist()
    if all(gaps):
        return Read(UNKNOWN, np.full(len(values), np.nan))
    if inferred in NUMBERS or (inferred == "mixed" and _are_numbers(values, gaps)):
        numbers = (math.nan if gap else number_of(value) for value, gap in zip(values, gaps, strict=True))
        return Read(NUMBER, np.fromiter(numbers, float, len(values)), values)
    if inferred in DATES:
        dates = [None if gap else _without_zone(value) for value, gap in zip(values, gaps, strict=True)]
        return Read(DATE, _days(np.array(dates, dtype="datetime64[us]")), values)
    if inferred in ("timedelta", "timedelta64"):
        spans = [None if gap else value for value, gap in zip(values, gaps, strict=True)]
        return Read(NUMBER, np.array(spans, dtype="timedelta64[us]") / DAY, values)
    return Read(CATEGORY, Read(CATEGORY, values).texts(name))


def _are_numbers(values: list[Any], gaps: list[bool]) -> bool:
    """Whether all values that are there are numbers or truth values."""
    kinds = (bool, int, float, np.bool_, np.integer, np.floating)
    return all(gap or isinstance(value, kinds) for value, gap in zip(values, gaps, strict=True))


def number_of(value: Any) -> float:
    """Return a number as a float; one that is too large for it is infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


def text_of(name: Any, value: Any) -> str:
    """Return the level of a category as a text; whole numbers have no fraction.

    >>> text_of("a", 3.0), text_of("a", "x"), text_of("a", True)
    ('3', 'x', 'True')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, NO_VALUES) or (not np.isscalar(value) and not _prints_itself(value)):
        raise TypeError(
            f"argument must be a string or a real number: column {name!r} of X has {value!r}. Give each its own column."
        )
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def _prints_itself(value: Any) -> bool:
    """Whether a value that is no number has a text of its own."""
    kinds = (Decimal, datetime.date, datetime.time, datetime.timedelta, pd.Period, pd.Interval)
    return isinstance(value, kinds)


def without_arrow(x: Any) -> Any:
    """Return an Arrow table as a frame, anything else as it is."""
    return x.to_pandas() if type(x).__module__.startswith("pyarrow") else x


def column_names(frame: pd.DataFrame) -> list[Any]:
    """Return the names of the columns of a frame or, if they are no texts, their numbers, as scikit-learn has it."""
    names = list(frame.columns)
    return names if all(isinstance(name, str) for name in names) else list(range(len(names)))


def read_table(x: Any) -> tuple[list[Any], list[Read]]:
    """Return the names of the columns of a frame, or their numbers, and the columns."""
    if isinstance(x, pd.DataFrame):
        names = column_names(x)
        return names, [read_series(name, x.iloc[:, k]) for k, name in enumerate(names)]
    array = np.asarray(x, dtype=object)
    return list(range(array.shape[1])), [read_objects(k, array[:, k].tolist()) for k in range(array.shape[1])]


def is_dictionary(x: Any) -> bool:
    """Whether an example is a dictionary of values by name; some sparse matrices are mappings too."""
    return isinstance(x, Mapping) and not sp.issparse(x)


def read_row(x: Mapping[Any, Any]) -> tuple[list[Any], list[Read]]:
    """Return the names in a dictionary, and its values as columns of one row."""
    return list(x), [read_value(name, value) for name, value in x.items()]


def read_value(name: Any, value: Any) -> Read:
    """Return one value as a column of one row."""
    if isinstance(value, str):
        return Read(CATEGORY, [value])
    if isinstance(value, (bool, int, float, np.bool_, np.number)) and not isinstance(value, np.timedelta64):
        return Read(UNKNOWN if value != value else NUMBER, np.array([number_of(value)]), [value])
    return read_objects(name, [value])


def is_numeric(x: Any) -> bool:
    """Whether a table has nothing but numbers, as far as its types tell: then it is taken as it is."""
    if isinstance(x, pd.DataFrame):
        return all(getattr(dtype, "kind", "O") in "biufc" for dtype in x.dtypes)
    return getattr(getattr(x, "dtype", None), "kind", "O") in "biufcV"


def has_gaps(numbers: np.ndarray) -> bool:
    """Whether a number is missing. Most often none is, which their sum tells at once, finite or not.

    >>> has_gaps(np.array([1e308, 1e308])), has_gaps(np.array([1.0, np.nan])), has_gaps(np.array([1, 2]))
    (False, True, False)
    """
    if numbers.dtype.kind != "f":
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        total = numbers.sum()
    return bool(np.isnan(total)) and bool(np.isnan(numbers).any())


def _days(dates: np.ndarray) -> np.ndarray:
    """Return dates as days since the beginning of 1970."""
    moments = dates.astype("datetime64[us]")
    return np.where(np.isnat(moments), np.nan, (moments - np.datetime64(0, "D")) / DAY)


def _without_zone(value: Any) -> Any:
    """Return a date by its own clock."""
    return value.replace(tzinfo=None) if isinstance(value, datetime.datetime) else value
