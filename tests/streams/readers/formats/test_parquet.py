"""Parquet."""

from __future__ import annotations

import io

import pytest

from rosenblatt.streams.readers.opening import open_reader
from rosenblatt.streams.readers.reader import Position
from tests.helpers.row_files import labels_from, mixed_frame, reader_of, write_rows


def test_marks_are_groups_and_rows_of_them(tmp_path, random):
    frame = mixed_frame(random, 90)
    pieces = list(reader_of(write_rows(frame, tmp_path / "rows.parquet")).pieces(Position()))
    assert [piece.mark for piece in pieces] == [(0, 0), (1, 0), (2, 0)]
    assert pieces[1].position(7) == Position((1, 0), 7, 37)
    assert labels_from(reader_of(tmp_path / "rows.parquet"), Position((1, 0), 7, 37)) == frame["y"].tolist()[37:]


def test_it_is_not_read_from_a_pipe(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"PAR1")))
    with pytest.raises(ValueError, match="format of standard input must be of rows; got parquet"):
        _ = open_reader("-", format="parquet").kinds
