"""Readers by the names of files."""

from __future__ import annotations

import pytest

from rosenblatt.streams.readers.opening import format_names, open_reader
from rosenblatt.streams.readers.source import Source


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.csv", "Csv"), ("A.TSV.GZ", "Csv"), ("a.b.parquet", "Parquet"), ("a.jsonl.zst", "Json"), ("a.svm", "Libsvm")],
)
def test_the_ending_says_the_format(name, kind, tmp_path):
    (tmp_path / name).write_text("a,y\n1,2\n")
    assert type(open_reader(tmp_path / name)).__name__ == f"{kind}Reader"


def test_what_has_no_ending_has_to_be_said(tmp_path):
    path = tmp_path / "rows"
    path.write_text("a,y\n1,2\n")
    with pytest.raises(ValueError, match="must be said.*Write --format with one of arrow, csv"):
        open_reader(path)
    assert type(open_reader(path, format="csv")).__name__ == "CsvReader"
    with pytest.raises(ValueError, match="format must be one of.*Did you mean 'csv'"):
        open_reader(path, format="cvs")
    with pytest.raises(ValueError, match="columns must be left out for csv"):
        open_reader(path, format="csv", columns=3)
    assert not Source("-").is_file
    assert type(open_reader("-")).__name__ == "CsvReader"


def test_every_format_says_its_endings():
    assert format_names() == ["arrow", "csv", "jsonl", "libsvm", "parquet"]
