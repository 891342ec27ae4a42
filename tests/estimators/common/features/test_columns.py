"""Kinds of columns: what each row becomes depends on the rows before it alone."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.common.features import columns
from rosenblatt.estimators.common.features.columns import (
    DAYS,
    HOUR,
    LEVEL,
    MISSING,
    OTHER,
    VALUE,
    WEEKDAY,
    CategoryColumn,
    DateColumn,
    Input,
    NumberColumn,
    of_facts,
)
from rosenblatt.estimators.common.model_file_checks import Damaged


def written(cells, rows):
    """Return the inputs that are not 0 in each row, by what they are."""
    found = [{} for _ in range(rows)]
    for one, those, values in cells:
        those = np.arange(rows)[those]
        for row, value in zip(those, np.broadcast_to(values, those.shape), strict=True):
            found[row][one[1:]] = float(value)
    return found


def test_a_level_has_an_input_from_its_third_time_on():
    column = CategoryColumn("c")
    cells, new = column.learn(["a", "b", "a", "a", None, "b", "b", None])
    other, a, b, gap = (OTHER, ""), (LEVEL, "a"), (LEVEL, "b"), (MISSING, "")
    expected = [{other: 1}, {other: 1}, {other: 1}, {a: 1}, {}, {other: 1}, {b: 1}, {gap: 1}]
    assert written(cells, 8) == expected
    assert new == [(2, Input("c", *a)), (5, Input("c", *b)), (4, Input("c", MISSING))]
    assert written(column.cells(["a", "never", None]), 3) == [{a: 1}, {other: 1}, {gap: 1}]


def test_levels_are_limited(monkeypatch):
    monkeypatch.setattr(columns, "MOST_LEVELS", 2)
    monkeypatch.setattr(columns, "MOST_COUNTED", 2)
    column = CategoryColumn("c")
    column.learn(["a", "b", "c", "a"])  # when c comes, a is the one that is forgotten
    assert column.rare == {"c": 1, "a": 1}
    column.learn(["a", "c", "b", "b"])
    assert list(column.levels) == ["a", "c"]


def test_a_date_is_days_hours_and_a_day_of_the_week():
    moment = (np.datetime64("2024-02-29T06:30") - np.datetime64(0, "D")) / np.timedelta64(1, "D")
    (row,) = written(DateColumn("d").cells(np.array([moment])), 1)
    assert row == {(DAYS, ""): moment, (HOUR, ""): pytest.approx(6.5, abs=1e-9), (WEEKDAY, "Thursday"): 1.0}
    (before,) = written(DateColumn("d").cells(np.array([-0.25])), 1)
    assert before == {(DAYS, ""): -0.25, (HOUR, ""): 18.0, (WEEKDAY, "Wednesday"): 1.0}


def test_a_missing_number_has_an_input_from_its_second_time_on():
    column = NumberColumn("n")
    cells, new = column.learn(np.array([1.0, np.nan, np.nan]))
    rows = written(cells, 3)
    assert [MISSING in {what for what, _ in row} for row in rows] == [False, False, True]
    assert new == [(1, Input("n", MISSING))]
    assert np.isnan(rows[1][VALUE, ""])
    assert written(column.cells(np.array([np.nan])), 1)[0][MISSING, ""] == 1.0


def test_facts_make_the_column_again():
    column = CategoryColumn("c")
    column.learn(["a", "a", "b", None])
    for one in (column, NumberColumn(3, gapped=True), DateColumn("d")):
        assert of_facts(one.facts()) == one
    assert column.copy() == column
    assert column.copy().levels is not column.levels


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "colour"},
        {"kind": [1]},
        {"kind": {}},
        {"kind": None},
        {"name": 1.5},
        {"gapped": 1},
        {"levels": [1]},
        {"levels": ["x"] * 101},
        {"rare": []},
        {"rare": {"a": 0}},
        {"more": 1},
    ],
    ids=str,
)
def test_damaged_facts(change):
    column = CategoryColumn("c")
    column.learn(["a", "a", "b"])
    with pytest.raises(Damaged):
        of_facts(column.facts() | change)
