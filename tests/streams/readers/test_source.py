"""Bytes of files: from any place, decompressed, and refused in a sentence."""

from __future__ import annotations

import gzip
import io

import pyarrow as pa
import pytest

from rosenblatt.streams.readers.source import Source

DATA = bytes(range(32, 127)) * 100


def packed(path, kind):
    if kind == "gzip":
        path.write_bytes(gzip.compress(DATA[:4000]) + gzip.compress(DATA[4000:]))  # two members are one file
    elif kind == "zstd":
        with pa.CompressedOutputStream(str(path), "zstd") as file:
            file.write(DATA)
    else:
        path.write_bytes(DATA)
    return path


def everything(source):
    found = b""
    while more := source.read(1000):
        found += more
    return found


@pytest.mark.parametrize("kind", ["plain", "gzip", "zstd"])
@pytest.mark.parametrize("place", [0, 1, 5000, len(DATA), 10**6])
def test_bytes_are_read_from_any_place(kind, place, tmp_path):
    source = Source(packed(tmp_path / "file.csv", kind))
    source.seek(place)
    assert everything(source) == DATA[place:]


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_a_file_that_ends_too_early_is_named(kind, tmp_path):
    path = packed(tmp_path / "file.csv", kind)
    path.write_bytes(path.read_bytes()[:-20])
    source = Source(path)
    source.seek(0)
    with pytest.raises(ValueError, match=r"file '.*file.csv' must be whole; got one whose compressed bytes end"):
        everything(source)


@pytest.mark.parametrize("kind", ["plain", "gzip"])
def test_standard_input_is_decompressed_too_and_read_once(kind, tmp_path, monkeypatch):
    path = packed(tmp_path / "file.csv", kind)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    source = Source("-")
    source.seek(0)
    assert everything(source) == DATA
    with pytest.raises(ValueError, match="must be one that can be read again; got standard input"):
        source.seek(10)


def test_paths_that_are_no_files(tmp_path):
    with pytest.raises(ValueError, match="there is none called"):
        Source(tmp_path / "nothing.csv")
    with pytest.raises(ValueError, match="is a folder"):
        Source(tmp_path)
