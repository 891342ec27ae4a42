"""Rows that were read: as frames or sparse matrices, and what is wrong with them."""

from __future__ import annotations

import datetime

import numpy as np
import pyarrow as pa
import scipy.sparse as sp

from rosenblatt.streams.readers.rows import SparseRows, TableRows, in_kinds

KINDS = {"a": "number", "h": "time", "y": "whole"}
TABLE = in_kinds(
    pa.table({"a": [1, None, 3], "h": [datetime.time(6), datetime.time(12, 30), None], "y": [1, 0, 1]}), KINDS
)


def test_a_table_of_numbers_is_one_array():
    rows = TableRows(TABLE, KINDS, "y")
    wanted = [[1.0, 6.0], [np.nan, 12.5], [3.0, np.nan]]
    assert np.array_equal(rows.features().to_numpy(), wanted, equal_nan=True)
    assert rows.labels().tolist() == [1, 0, 1]
    assert (rows.width, len(rows)) == (2, 3)


def test_rows_are_taken_and_joined():
    rows = TableRows(TABLE, KINDS, "y")
    again = rows.take(slice(1, 3)).joined([rows.take(np.array([0]))])
    assert again.labels().tolist() == [0, 1, 1]
    sparse = SparseRows(sp.csr_matrix(np.eye(3)), np.array([1.0, 2.0, 3.0]))
    both = sparse.take(slice(1, 3)).joined([sparse.take(slice(0, 1))])
    assert both.features().toarray().tolist() == np.eye(3)[[1, 2, 0]].tolist()
    assert both.labels().tolist() == [2, 3, 1]


def test_faults_name_rows_and_columns():
    kinds = {"a": "number", "y": "text"}
    table = pa.table({"a": [1.0, np.inf, 1e308, 1e308], "y": ["p", "q", None, "p"]})
    found = TableRows(table, kinds, "y").faults()
    assert [fault.record for fault in found] == [1, 2]
    assert "finite" in found[0].why
    assert "label" in found[1].why
    sparse = SparseRows(sp.csr_matrix([[1.0, np.nan], [0.0, 1.0], [1.0, 1.0]]), np.array([1.0, 0.5, 2.0]))
    assert [fault.record for fault in sparse.faults()] == [0, 1]


def test_texts_and_categories_and_dates_of_a_zone():
    table = pa.table(
        {
            "s": pa.array(["u", None]).dictionary_encode(),
            "w": pa.array([0, 3_600_000], pa.timestamp("ms", "Europe/Berlin")),
        }
    )
    frame = TableRows(in_kinds(table, {"s": "text", "w": "instant"}), {"s": "text", "w": "instant"}, None).features()
    assert frame["s"].tolist()[0] == "u"
    assert frame["s"].isna().tolist() == [False, True]
    assert frame["w"].dt.hour.tolist() == [0, 1]  # in UTC
