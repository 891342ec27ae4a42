"""Arrow's files and streams."""

from __future__ import annotations

import io

import numpy as np
import pyarrow as pa
import pytest

from rosenblatt.streams.readers.opening import open_reader
from rosenblatt.streams.readers.reader import Position
from tests.helpers.row_files import labels_from, mixed_frame, reader_of


def test_a_stream_of_batches_is_read_as_a_file_of_them_is(tmp_path, random):
    table = pa.Table.from_pandas(mixed_frame(random, 90), preserve_index=False)
    for name, writer in (("file.arrow", pa.ipc.new_file), ("stream.arrow", pa.ipc.new_stream)):
        with writer(str(tmp_path / name), table.schema) as out:
            out.write_table(table, max_chunksize=25)
        reader = reader_of(tmp_path / name)
        assert labels_from(reader, Position()) == table["y"].to_pylist()
        place = list(reader.pieces(Position()))[2].position(3)
        assert place.records == 53
        assert labels_from(reader_of(tmp_path / name), place) == table["y"].to_pylist()[53:]


def test_it_is_not_read_from_a_pipe(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"ARROW1")))
    with pytest.raises(ValueError, match="format of standard input must be of rows; got arrow"):
        _ = open_reader("-", format="arrow").kinds


def test_offsets_that_lead_out_of_the_file_are_refused(tmp_path):
    labels = ["left", "right", "left"]
    table = pa.table({"a": [1.0, 2.0, 3.0], "y": labels})
    with pa.ipc.new_file(str(tmp_path / "good.arrow"), table.schema) as out:
        out.write_table(table)
    good = (tmp_path / "good.arrow").read_bytes()
    offsets = np.array([0, 4, 9, 13], dtype=np.int32).tobytes()
    assert good.count(offsets) == 1
    far = np.array([0, 4, 900_000_000, -13], dtype=np.int32).tobytes()
    (tmp_path / "bad.arrow").write_bytes(good.replace(offsets, far))
    assert labels_from(reader_of(tmp_path / "good.arrow"), Position()) == labels
    with pytest.raises(ValueError, match=r"bad\.arrow"):
        labels_from(reader_of(tmp_path / "bad.arrow"), Position())
