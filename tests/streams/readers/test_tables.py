"""What readers of tables have in common."""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from rosenblatt.streams.readers.reader import Position
from tests.helpers.row_files import labels_from, mixed_frame, reader_of, write_rows


@pytest.mark.parametrize("ending", ["parquet", "feather"])
@pytest.mark.parametrize("part", [8, 0.5, 0.99])
def test_a_damaged_file_is_named(ending, part, tmp_path, random):
    path = write_rows(mixed_frame(random, 300), tmp_path / f"rows.{ending}")
    data = path.read_bytes()
    path.write_bytes(data[: part if part > 1 else int(part * len(data))])
    with pytest.raises(ValueError, match=rf"file '.*rows.{ending}' must be whole, and of its format"):
        labels_from(reader_of(path), Position())


def test_a_table_without_rows_is_refused(tmp_path, random):
    path = write_rows(mixed_frame(random, 3).iloc[:0], tmp_path / "rows.parquet")
    with pytest.raises(ValueError, match="must have rows; got none"):
        labels_from(reader_of(path), Position())


def test_a_value_of_another_kind_than_is_known_is_a_bad_row(tmp_path):
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"a": ["1", "2", "x"], "y": [1, 0, 1]}), path)
    reader = reader_of(path, kinds={"a": "number"})
    with pytest.raises(ValueError, match="row 3 of file .* column 'a' must be a number; got 'x'"):
        labels_from(reader, Position())


def test_records_of_a_table_are_lines_of_csv(tmp_path):
    path = tmp_path / "rows.parquet"
    pd.DataFrame({"a": [1.5, None], "q": ["x,y", "z\nw"]}).to_parquet(path)
    reader = reader_of(path, None, kinds={"a": "number"})
    reader.keep_raw = True
    (piece,) = reader.pieces(Position())
    assert piece.raw == (b'1.5,"x,y"\n', b',"z\nw"\n')
    assert reader.extended_head(["p"]) == b'"a","q",p\n'
    assert reader.extended(piece.raw[0], ["p"], [0.5]) == b'1.5,"x,y",0.5\n'
