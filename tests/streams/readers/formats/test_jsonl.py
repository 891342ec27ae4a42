"""JSON lines."""

from __future__ import annotations

import pytest

from rosenblatt.streams.readers.reader import Position
from tests.helpers.row_files import features_of, labels_from, reader_of


def written(tmp_path, *lines):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_names_may_be_missing_and_in_any_order(tmp_path):
    path = written(tmp_path, '{"a": 1, "y": "p"}', "", '{"y": "q", "b": true}', '{"b": false, "y": "p", "a": 2.5}')
    reader = reader_of(path)
    assert reader.kinds == {"a": "number", "y": "text", "b": "truth"}
    assert features_of(reader).fillna(-1.0).to_numpy().tolist() == [[1.0, -1.0], [-1.0, 1.0], [2.5, 0.0]]
    assert labels_from(reader, Position()) == ["p", "q", "p"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("words", "row 2 of file .* it must be an object of JSON in UTF-8"),
        ("null", "row 2 of file .* it must be an object of JSON; got null"),
        (' null, "y": 0}', "row 2 of file .* it must be an object of JSON in UTF-8"),
        ("[1]", r"row 2 of file .* it must be an object of JSON; got \[1\]"),
        ('{"a": "x", "y": 1}', "column 'a' must be a number; got \"x\""),
        ('{"a": 1}', "column 'y' must have a label"),
        ('{"a": 1, "y": 0}{"a": 1, "y": 0}', "must be an object of JSON"),
        ('{"a": 1, "a": 1, "y": 0}', "each name once"),
    ],
)
def test_bad_lines(line, said, tmp_path):
    with pytest.raises(ValueError, match=said):
        labels_from(reader_of(written(tmp_path, '{"a": 1, "y": 0}', line)), Position())


@pytest.mark.parametrize("line", ["words", "null", "null null", 'null,"y":1}'])  # null is what Arrow crashes at
def test_the_first_line_must_be_good(line, tmp_path):
    with pytest.raises(ValueError, match="must begin with an object of JSON on a line"):
        labels_from(reader_of(written(tmp_path, line, '{"a": 1, "y": 0}')), Position())


def test_values_may_be_null(tmp_path):
    path = written(tmp_path, '{"a": null, "y": 0}', '{"a":\tnull, "y": 1}')
    assert labels_from(reader_of(path), Position()) == [0, 1]


def test_objects_are_extended_as_they_came(tmp_path):
    reader = reader_of(written(tmp_path, '{"a": 1.0,  "q": [2] }', "{}"), None, kinds={"a": "number"})
    reader.keep_raw = True
    (piece,) = reader.pieces(Position())
    assert reader.extended(piece.raw[0], ["p"], ["é"]) == b'{"a": 1.0,  "q": [2], "p": "\\u00e9"}\n'
    assert reader.extended(piece.raw[1], ["p"], [1]) == b'{"p": 1}\n'
    assert reader.extended_head(["p"]) == b""
