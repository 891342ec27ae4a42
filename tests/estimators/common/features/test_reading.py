"""What is found in frames, arrays and dictionaries."""

from __future__ import annotations

import datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import scipy.sparse as sp

from rosenblatt.estimators.common.features.reading import (
    CATEGORY,
    DATE,
    NUMBER,
    UNKNOWN,
    is_dictionary,
    is_numeric,
    read_objects,
    read_row,
    read_series,
    read_table,
    read_value,
    text_of,
    without_arrow,
)

NOON = datetime.datetime(1970, 1, 2, 12)


@pytest.mark.parametrize(
    ("column", "kind", "values"),
    [
        (pd.Series([1, 2], dtype="int8"), NUMBER, [1.0, 2.0]),
        (pd.Series([True, False]), NUMBER, [1.0, 0.0]),
        (pd.Series([True, None], dtype="boolean"), NUMBER, [1.0, np.nan]),
        (pd.Series([3, None], dtype="Int64"), NUMBER, [3.0, np.nan]),
        (pd.Series([Decimal("1.5"), None], dtype=object), NUMBER, [1.5, np.nan]),
        (pd.Series([1, 2.5, None], dtype=object), NUMBER, [1.0, 2.5, np.nan]),
        (pd.Series(pd.to_timedelta(["12h", None])), NUMBER, [0.5, np.nan]),
        (pd.Series([NOON, pd.NaT]), DATE, [1.5, np.nan]),
        (pd.Series([NOON.date(), None], dtype=object), DATE, [1.0, np.nan]),
        (pd.Series([pd.Timestamp(NOON, tz="Asia/Tokyo")]), DATE, [1.5]),
        (pd.Series(["a", None], dtype=object), CATEGORY, ["a", None]),
        (pd.Series(["a", None], dtype="string"), CATEGORY, ["a", None]),
        (pd.Series([2.0, 3.0, None], dtype="category"), CATEGORY, ["2", "3", None]),
        (pd.Series(["a", 1, True], dtype=object), CATEGORY, ["a", "1", "True"]),
    ],
    ids=lambda value: str(getattr(value, "dtype", "")),
)
def test_columns_of_frames(column, kind, values):
    found = read_series("c", column)
    assert found.kind == kind
    if kind == CATEGORY:
        assert found.values == values
    else:
        np.testing.assert_array_equal(found.values, values)


def test_nothing_but_gaps_is_of_no_kind():
    assert read_objects("c", [None, np.nan]).kind == UNKNOWN
    assert read_value("c", None).kind == UNKNOWN
    assert read_value("c", float("nan")).kind == UNKNOWN


def test_what_is_no_value_is_refused():
    for value in ([1, 2], {"a": 1}, np.zeros(2), object()):
        with pytest.raises(TypeError, match="argument must be a string or a real number: column 'c' of X has"):
            text_of("c", value)
    with pytest.raises(ValueError, match="Complex data not supported"):
        read_series("c", pd.Series([1j]))


def test_dictionaries_and_arrays():
    names, columns = read_row({"n": 2, "t": "x", "d": NOON, "b": np.True_, "huge": 10**400})
    assert names == ["n", "t", "d", "b", "huge"]
    assert [column.kind for column in columns] == [NUMBER, CATEGORY, DATE, NUMBER, NUMBER]
    assert columns[4].values[0] == np.inf
    assert read_table(np.array([[1, "x"], [2, "y"]], dtype=object))[1][0].kind == NUMBER


def test_arrow_dictionaries_are_categories():
    table = pa.table({"c": pa.array(["a", "b", None]).dictionary_encode()})
    (column,) = read_table(without_arrow(table))[1]
    assert (column.kind, column.values) == (CATEGORY, ["a", "b", None])


def test_what_holds_numbers_alone():
    assert is_numeric(pd.DataFrame({"a": [1.0], "b": [True]}))
    assert not is_numeric(pd.DataFrame({"a": [1.0], "b": ["x"]}))
    assert is_numeric(np.zeros((1, 1), dtype=np.float32))


def test_a_sparse_matrix_is_no_dictionary():
    assert is_dictionary({"a": 1})
    assert not is_dictionary(sp.dok_matrix((2, 2)))
