"""Files are written whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pandas as pd
import pytest

from rosenblatt import files
from rosenblatt.files import write_table, write_whole


def test_a_file_that_cannot_be_finished_leaves_the_old_one(tmp_path):
    file = tmp_path / "good.csv"
    file.write_text("good")

    def half(path):
        path.write_text("ha")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_whole(file, half)
    assert file.read_text() == "good"
    assert [f.name for f in tmp_path.iterdir()] == ["good.csv"]


def test_a_file_can_be_read_by_others_in_a_folder_that_is_made(tmp_path):
    file = tmp_path / "new" / "folder" / "text.txt"
    write_whole(file, lambda path: path.write_text("all"))
    assert file.read_text() == "all"
    assert file.stat().st_mode & 0o777 == 0o644
    assert [other.name for other in file.parent.iterdir()] == ["text.txt"]


def test_what_a_killed_writer_left_is_removed_by_the_next_and_nothing_else(tmp_path):
    writer = "import os, signal; from pathlib import Path; from rosenblatt.files import write_whole;"
    kill = "lambda file: (file.write_text('ha'), os.kill(os.getpid(), signal.SIGKILL))"
    for name in ("text.txt", "other.txt"):
        code = f"{writer} write_whole(Path({str(tmp_path / name)!r}), {kill})"
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -signal.SIGKILL
    users = tmp_path / ".text-settings.txt"
    users.write_text("mine")
    assert len(list(tmp_path.iterdir())) == 3
    write_whole(tmp_path / "text.txt", lambda file: file.write_text("all"))
    left = sorted(file.name for file in tmp_path.iterdir())
    assert len(left) == 3
    assert left[0].startswith(".other-unfinished-")
    assert left[1:] == [users.name, "text.txt"]


def test_who_still_writes_is_not_taken_for_killed(tmp_path):
    file = tmp_path / "text.txt"

    def first(path):
        write_whole(file, lambda other: other.write_text("second"))
        assert file.read_text() == "second"
        path.write_text("first")

    write_whole(file, first)
    assert file.read_text() == "first"
    assert [other.name for other in tmp_path.iterdir()] == ["text.txt"]


@pytest.mark.parametrize("problem", ["no locks", "unreadable folder"])
def test_surroundings_in_which_nothing_can_be_removed(problem, tmp_path, monkeypatch):
    def fails(*args):
        raise OSError(problem)

    left = tmp_path / ".text-unfinished-12345678.txt"
    left.write_text("ha")
    if problem == "no locks":
        monkeypatch.setattr(files, "fcntl", None)
    else:
        monkeypatch.setattr(os, "listdir", fails)
    write_whole(tmp_path / "text.txt", lambda path: path.write_text("all"))
    assert (tmp_path / "text.txt").read_text() == "all"
    assert left.read_text() == "ha"


def test_long_names(tmp_path):
    file = tmp_path / ("a" * 240 + ".txt")
    write_whole(file, lambda path: path.write_text("all"))
    assert file.read_text() == "all"


@pytest.mark.parametrize(
    ("name", "read"), [("t.csv", pd.read_csv), ("t.PARQUET", pd.read_parquet), ("t.json", pd.read_json)]
)
def test_a_table_comes_back(name, read, tmp_path):
    frame = pd.DataFrame({"alpha": [0.1, 1.0 / 3.0], "rule": ["hebb", "rosenblatt"]})
    write_table(frame, tmp_path / name)
    pd.testing.assert_frame_equal(read(tmp_path / name), frame, check_exact=False, rtol=1e-9)


def test_another_ending_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(
        ValueError, match="the ending of the file must be one of csv, parquet, json; got 'cvs'"
    ) as error:
        write_table(pd.DataFrame({"alpha": [1.0]}), tmp_path / "t.cvs")
    assert "Did you mean 'csv'?" in str(error.value)
    assert not list(tmp_path.iterdir())
