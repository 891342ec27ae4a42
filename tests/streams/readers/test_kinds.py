"""Kinds of columns from Arrow's types."""

from __future__ import annotations

import pyarrow as pa
import pytest

from rosenblatt.streams.readers.kinds import Asked, kinds_of

SCHEMA = pa.schema(
    [
        ("n", pa.int32()),
        ("f", pa.float32()),
        ("m", pa.decimal128(5, 2)),
        ("e", pa.null()),
        ("s", pa.dictionary(pa.int8(), pa.string())),
        ("w", pa.timestamp("ns", "Europe/Berlin")),
        ("d", pa.date32()),
        ("h", pa.time32("s")),
        ("y", pa.int8()),
    ]
)


def test_each_type_has_a_kind_and_whole_numbers_are_kept_of_the_target_alone():
    found = kinds_of(SCHEMA, Asked("y", ignore=("e",), texts=("n",)), "a file")
    wanted = ["text", "number", "number", "text", "instant", "date", "time", "whole"]
    assert list(found.values()) == wanted
    assert kinds_of(SCHEMA, Asked("y"), "a file")["e"] == "number"


def test_known_kinds_are_kept_in_their_order_and_no_other_column_is_read():
    asked = Asked("y", kinds={"f": "number", "d": "text"})
    assert kinds_of(SCHEMA, asked, "a file") == {"f": "number", "d": "text", "y": "whole"}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Asked("z"), r"target must be a column of a file; got 'z'. It has 'n', 'f'"),
        (Asked("y", ignore=("q",)), "ignore must be a column"),
        (Asked("y", texts=("q",)), "text must be a column"),
        (Asked(None, kinds={"q": "number"}), "column must be a column"),
        (Asked("y", ignore=tuple(SCHEMA.names[:-1])), "must have a column to learn from besides the target"),
    ],
)
def test_what_is_asked_must_be_there(asked, said):
    with pytest.raises(ValueError, match=said):
        kinds_of(SCHEMA, asked, "a file")


def test_columns_that_cannot_be_learnt_and_names_that_come_twice():
    with pytest.raises(ValueError, match=r"got list<item: int8> in column 'l'. Leave it out with --ignore l"):
        kinds_of(pa.schema([("l", pa.list_(pa.int8())), ("y", pa.int8())]), Asked("y"), "a file")
    with pytest.raises(ValueError, match="different names; got 'a' twice"):
        kinds_of(pa.schema([("a", pa.int8()), ("a", pa.int8())]), Asked("a"), "a file")
