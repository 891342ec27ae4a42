"""What readers of text have in common."""

from __future__ import annotations

import pytest

from rosenblatt.streams.readers import text
from rosenblatt.streams.readers.reader import Position
from tests.helpers.row_files import labels_from, reader_of


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "must have rows; got an empty one"),
        (b"\n \n", "must have rows; got an empty one"),
        ("a,y\n1,2\n".encode("utf-16"), "must be text in UTF-8; got UTF-16"),
        ("ä,y\n1,2\n".encode("latin-1"), "must be text in UTF-8; got other bytes in the line of names"),
        ("a,y\nx,1\nä,1\n".encode("latin-1"), "row 2 of file .* column 'a' must be a text in UTF-8; got other bytes"),
    ],
)
def test_what_is_no_text_is_refused_in_a_sentence(data, said, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=said):
        labels_from(reader_of(path), Position())


def test_a_mark_of_utf_8_is_no_part_of_a_name(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes("\ufeffa,y\n1,2\n".encode())
    assert list(reader_of(path).kinds) == ["a", "y"]
    assert reader_of(path).extended_head(["p"]) == "\ufeffa,y,p\n".encode()


def test_a_record_without_an_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "CHUNK", 2**10)
    monkeypatch.setattr(text, "LONGEST", 2**14)
    path = tmp_path / "rows.csv"
    path.write_text("a,y\nx,1\n" * 200 + '"open,1\n' + "x,1\n" * 9000)
    with pytest.raises(ValueError, match="A quotation mark may be open there"):
        labels_from(reader_of(path), Position())


def test_a_file_that_has_changed_before_the_place_is_noticed(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,y\n" + "1,1\n" * 100)
    reader = reader_of(path)
    (piece,) = reader.pieces(Position())
    path.write_text("a,y\n" + "111,1\n" * 100)
    with pytest.raises(ValueError, match="must be the one that was read, up to row 100; got one that has changed"):
        labels_from(reader, piece.position(100))


def test_many_bad_rows_in_a_row_are_told_apart(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 1, "y": 1}\n' + '{"a": "x", "y": 1}\n[]\n\n' * 50 + '{"a": 2, "y": 0}\n')
    (piece,) = reader_of(path, skip_bad=True).pieces(Position())
    assert piece.rows.labels().tolist() == [1, 0]
    assert len(piece.faults) == 100
