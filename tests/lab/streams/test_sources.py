from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from rosenblatt.lab.streams import sources
from rosenblatt.lab.streams.sources import PIECE, ExampleSource, FileSource, columns


@pytest.fixture
def table(random):
    frame = pd.DataFrame({"a": random.standard_normal(700), "b": ["x", "y"] * 350})
    return frame.assign(answer=np.where(frame["a"] > 0, "yes", "no"))


@pytest.fixture
def file(table, tmp_path):
    path = tmp_path / "rows.csv"
    table.to_csv(path, index=False)
    return path


def test_a_file_comes_in_small_pieces_in_its_order(file, table):
    source = FileSource(file, "answer")
    assert source.classes().tolist() == ["no", "yes"]
    pieces = list(source.pieces(600))
    assert (source.rows, [len(piece.y) for piece in pieces]) == (700, [PIECE, PIECE, 100])
    assert np.concatenate([piece.y for piece in pieces]).tolist() == table["answer"][:600].tolist()
    assert np.allclose(np.concatenate([piece.x["a"] for piece in pieces]), table["a"][:600])


def test_an_example_comes_in_small_pieces_too():
    source = ExampleSource("cancer")
    assert [len(piece.y) for piece in source.pieces(10_000)] == [PIECE, PIECE, 69]
    assert [len(piece.y) for piece in source.pieces(100)] == [100]
    assert (source.rows, source.classes().tolist()) == (569, [0, 1])


def test_bad_rows_are_skipped(file):
    with file.open("a") as opened:
        opened.write("inf,x,yes\n1.0,x,\n")
    assert sum(len(piece.y) for piece in FileSource(file, "answer").pieces(10_000)) == 700


def test_a_target_without_classes_is_refused(file):
    with pytest.raises(ValueError, match="target must be a column of 2 to 12 classes; got 700 in 'a'"):
        FileSource(file, "a").classes()


def test_columns_are_those_of_the_file_in_either_format(file, table):
    assert columns(file) == ["a", "b", "answer"]
    table.to_parquet(file.with_suffix(".parquet"))
    assert columns(file.with_suffix(".parquet")) == ["a", "b", "answer"]


def test_other_files_and_large_ones_are_refused(file, monkeypatch):
    other = file.rename(file.with_suffix(".txt"))
    with pytest.raises(ValueError, match="must be a CSV or Parquet file; got 'rows.txt'"):
        columns(other)
    monkeypatch.setattr(sources, "MOST_BYTES", 10)
    with pytest.raises(ValueError, match="file must have at most"):
        columns(other.rename(file))
