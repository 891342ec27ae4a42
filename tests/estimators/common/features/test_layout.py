"""Columns and inputs: order, growth, room, files, merging."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from rosenblatt.estimators.common.features.layout import Layout
from rosenblatt.estimators.common.features.reading import read_row, read_table
from rosenblatt.estimators.common.model_file_checks import Damaged


@pytest.fixture
def frame(random):
    """A table of all kinds of columns, with gaps."""
    table = pd.DataFrame(
        {
            "n": random.standard_normal(40),
            "c": random.choice(["u", "v", "w"], 40),
            "d": pd.date_range("2024-01-01", periods=40, freq="11h"),
        }
    )
    for name in table:
        table.loc[random.random(40) < 0.2, name] = None
    return table


def learnt(frame, pieces, room=np.inf):
    """Return the layout of a table that came in pieces, and the rows, as wide as the last of them."""
    layout, rows = Layout(), []
    for piece in np.array_split(np.arange(len(frame)), pieces):
        rows.append(layout.learn(read_table(frame.iloc[piece]), len(piece), room))
    wide = [np.pad(some, ((0, 0), (0, len(layout.inputs) - some.shape[1]))) for some in rows]
    return layout, np.concatenate(wide)


@pytest.mark.parametrize("pieces", [4, 40])
def test_pieces_change_nothing(pieces, frame):
    layout, rows = learnt(frame, 1)
    other, same = learnt(frame, pieces)
    assert list(other.inputs) == list(layout.inputs)
    np.testing.assert_array_equal(same, rows)
    np.testing.assert_array_equal(layout.look(read_table(frame), 40)[-1], rows[-1])


def test_dictionaries_are_rows_of_tables(frame):
    layout, rows = learnt(frame, 1)
    other, found = Layout(), []
    for record in frame.to_dict("records"):
        found.append(other.learn(read_row(record), 1, np.inf)[0])
    assert list(other.inputs) == list(layout.inputs)
    for one, row in zip(found, rows, strict=True):
        np.testing.assert_array_equal(one, row[: len(one)])
        assert not row[len(one) :].any()


def test_columns_may_be_missing_and_new(frame):
    layout, _ = learnt(frame, 1)
    seen = layout.look(read_row({"n": 1.0, "z": 5.0}), 1)[0]
    table = layout.table().assign(seen=seen)
    assert set(table.loc[table["seen"] == 1.0, "input"]) == {"n", "c is missing", "d is missing"}
    before = len(layout.inputs)
    layout.learn(read_row({"z": 5.0}), 1, np.inf)
    assert list(layout.inputs)[before].name == "z"


def test_without_room_a_level_stays_rare(frame):
    layout, rows = learnt(frame, 1, room=12)
    assert len(layout.inputs) == 12
    assert rows.shape == (40, 12)
    there = frame["c"].notna().to_numpy()
    of_c = layout.table()["column"] == "c"
    levels = of_c & (layout.table()["what"] != "missing")
    assert rows[:, levels][there].sum(axis=1).tolist() == [1.0] * int(there.sum())


def test_facts_make_the_layout_again(frame):
    layout, _ = learnt(frame, 1)
    number, again = Layout.of_file({"features": 3, **layout.facts()}, len(layout.inputs))
    assert (number, again) == (3, layout)
    assert list(again.inputs) == list(layout.inputs)


@pytest.mark.parametrize(
    "damage",
    [
        lambda facts: facts["inputs"].pop(),
        lambda facts: facts["inputs"].append(["x"]),
        lambda facts: facts["inputs"].append(facts["inputs"][0]),
        lambda facts: facts["inputs"].append([0, "level", "q"]),
        lambda facts: facts["inputs"].append([9, "value", ""]),
        lambda facts: facts["columns"].append(facts["columns"][0]),
        lambda facts: facts.update(columns=3),
        lambda facts: facts.pop("features"),
        lambda facts: facts.update(features=2),
    ],
)
def test_damaged_files(damage, frame):
    layout, _ = learnt(frame, 1)
    facts = {"features": 3, **layout.facts()}
    damage(facts)
    with pytest.raises(Damaged):
        Layout.of_file(facts, len(layout.inputs))


def test_merged_layouts_have_the_inputs_of_both():
    one, two = Layout.of_numbers(["a", "b"]), Layout()
    two.learn(read_table(pd.DataFrame({"b": [1.0, np.nan], "c": ["x", "x"]})), 2, np.inf)
    merged = one.merged(two)
    assert merged.names() == ["a", "b", "c is another one", "b is missing", "c = x"]
    assert merged.sources(one).tolist() == [0, 1, -1, -1, -1]
    assert [list(two.inputs)[k].name for k in merged.sources(two) if k >= 0] == merged.names()[1:]
    three = Layout()
    three.learn(read_row({"a": "text"}), 1, np.inf)
    with pytest.raises(ValueError, match="same kinds of columns; got 'a' as category and number"):
        one.merged(three)


def test_a_column_keeps_its_kind():
    layout = Layout.of_numbers(["a"])
    with pytest.raises(ValueError, match="numbers in column 'a'; got the text 'x' in row 1"):
        layout.look(read_table(pd.DataFrame({"a": [None, "x"]})), 2)
    category = Layout()
    category.learn(read_row({"c": "7"}), 1, np.inf)
    category.learn(read_row({"c": 7.0}), 1, np.inf)
    assert category.names() == ["c is another one", "c = 7"]
    with pytest.raises(TypeError, match="names of columns must be texts or whole numbers; got \\(1, 2\\)"):
        layout.learn(read_row({(1, 2): 1.0}), 1, np.inf)
