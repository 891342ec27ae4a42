"""The promises of every reader: all rows, once, from any place on, and bad ones named."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import dump_svmlight_file

from rosenblatt.streams.readers import text
from rosenblatt.streams.readers.reader import BadRecord, Position, read_ahead
from tests.helpers.row_files import TABLES, features_of, labels_from, mixed_frame, reader_of, write_rows

ROWS = 900


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(text, "CHUNK", 2**13)


@pytest.mark.parametrize("ending", TABLES)
def test_all_rows_are_read_in_their_kinds(ending, tmp_path, random, small_chunks):
    frame = mixed_frame(random, ROWS)
    reader = reader_of(write_rows(frame, tmp_path / f"rows.{ending}"))
    assert reader.kinds == {"a": "number", "b": "text", "d": "date", "t": "truth", "y": "whole"}
    found = features_of(reader)
    assert np.array_equal(found["a"], frame["a"], equal_nan=True)
    assert found["b"].tolist() == frame["b"].tolist()
    assert (found["d"] == frame["d"]).all()
    assert found["t"].tolist() == frame["t"].astype(float).tolist()


@pytest.mark.parametrize("ending", [*TABLES, "svm"])
def test_reading_goes_on_from_any_position(ending, tmp_path, random, small_chunks):
    frame = mixed_frame(random, ROWS)
    path = tmp_path / f"rows.{ending}"
    if ending == "svm":
        dump_svmlight_file(random.random((ROWS, 5)), frame["y"], str(path))
    else:
        write_rows(frame, path)
    target = None if ending == "svm" else "y"
    reader = reader_of(path, target)
    pieces = list(reader.pieces(Position()))
    assert sum(len(piece.rows) for piece in pieces) == ROWS
    assert len(pieces) > 2
    for piece in (pieces[0], pieces[1], pieces[-1]):
        for row in (0, 1, len(piece.rows) // 2, len(piece.rows)):
            again, position = reader_of(path, target), piece.position(row)
            again.recall(reader.facts())
            assert labels_from(again, position) == frame["y"].tolist()[position.records :]


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_bad_row_comes_after_all_rows_before_it_and_reading_goes_on_from_it(ending, tmp_path, random, small_chunks):
    frame = mixed_frame(random, ROWS).drop(columns="b")
    good = write_rows(frame, tmp_path / f"good.{ending}").read_bytes()
    lines = good.split(b"\n")
    bad, number = list(lines), 700
    line = number + (ending == "csv")
    bad[line] = b"x" + lines[line] if ending == "csv" else b'{"a": "word", "y": 1}'
    path = tmp_path / f"rows.{ending}"
    path.write_bytes(b"\n".join(bad))
    reader = reader_of(path)
    seen = []
    with pytest.raises(BadRecord, match=f"row {number + 1} of file .*rows.{ending}'.*column 'a' must be a number"):
        seen.extend(reader.pieces(Position()))  # as far as they come
    assert sum(len(piece.rows) for piece in seen) == number
    place = seen[-1].position(len(seen[-1].rows))
    assert place.records == number
    path.write_bytes(good)
    again = reader_of(path)
    again.recall(reader.facts())
    assert labels_from(again, place) == frame["y"].tolist()[number:]


def test_bad_rows_are_skipped_and_counted(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,y\n" + "1,0\n2,1\n" * 3000 * 60 + "x,1\n3,\n4,1,1\ninf,0\n5,1\n")
    *_, last = reader_of(path, skip_bad=True).pieces(Position())
    assert [fault.why.split(" must")[0] for fault in last.faults] == ["column 'a'", "column 'y'", "it", "column 'a'"]
    assert last.rows.labels()[-1] == 1
    assert last.position(len(last.rows)).records == 2 * 3000 * 60 + 5


def test_labels_alone_are_read_over_what_is_bad(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,b,y\n1,2,p\n1,2\n1,3,q\n")
    assert labels_from(reader_of(path).of_labels(), Position()) == ["p", "q"]


def test_what_is_read_ahead_comes_in_order_with_its_error():
    def pieces():
        yield 1
        yield 2
        raise ValueError("third")

    found = []
    with pytest.raises(ValueError, match="third"):
        found.extend(read_ahead(pieces()))
    assert found == [1, 2]
