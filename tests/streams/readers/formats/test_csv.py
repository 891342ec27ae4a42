"""CSV in its varieties."""

from __future__ import annotations

import pytest

from rosenblatt.streams.readers import text
from rosenblatt.streams.readers.kinds import Asked
from rosenblatt.streams.readers.opening import open_reader
from rosenblatt.streams.readers.reader import Position
from tests.helpers.row_files import features_of, labels_from, reader_of


def written(tmp_path, data):
    path = tmp_path / "rows.csv"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "values"),
    [
        (b"a;y\r\n1,5;0\r\n\r\n2;1\r\n", ["1,5", "2"]),
        (b"a\ty\nu\t0\nv\t1", ["u", "v"]),
        (b'a,y\n"u\nv",0\n5" pipe,1\n', ["u\nv", '5" pipe']),
        (b'a,"y"\nNA,0\nv,1\n', [None, "v"]),
    ],
)
def test_delimiters_line_ends_quotation_marks_and_gaps(data, values, tmp_path):
    reader = reader_of(written(tmp_path, data))
    found = features_of(reader)["a"].astype(object)
    assert found.where(found.notna(), None).tolist() == values
    assert labels_from(reader, Position()) == [0, 1]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a,y", "must begin with a line of names; got none that ends"),
        (b"a,y\r1,2\r", "must begin with a line of names"),
        (b"a,y\n", "must have rows; got a line of names alone"),
        (b"a,a,y\n1,2,3\n", "different names; got 'a' twice"),
        (b"a,y\n1,2\n1\n", "row 2 of file .* it must have 2 cells, as many as there are names; got 1"),
        (b"a,y\n1,2\n1,\n", "row 2 of file .* column 'y' must have a label; got none"),
        (b'a,y\n"1,2\n', "row 1 of file .* it must have 2 cells"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(data, said, tmp_path):
    with pytest.raises(ValueError, match=said):
        labels_from(reader_of(written(tmp_path, data)), Position())


def test_chunks_end_where_records_do(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "CHUNK", 64)
    rows = [f'"{"x" * (k % 20)}\n",{k}' for k in range(100)]
    path = written(tmp_path, ("a,y\n" + "\n".join(rows)).encode())
    assert labels_from(reader_of(path), Position()) == list(range(100))


def test_a_delimiter_may_be_said(tmp_path):
    reader = open_reader(written(tmp_path, b"a|y,y|y\n1|2|3\n"), Asked("y"), delimiter="|")
    assert list(reader.kinds) == ["a", "y,y", "y"]


def test_records_are_extended_as_they_came(tmp_path):
    reader = reader_of(written(tmp_path, b"a,y\n007, 1\n"), None)
    reader.keep_raw = True
    (piece,) = reader.pieces(Position())
    assert reader.extended(piece.raw[0], ["p"], ["x,y"]) == b'007, 1,"x,y"\n'
