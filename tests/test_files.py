"""Files are written whole or not at all."""

from __future__ import annotations

import signal
import subprocess
import sys

import pandas as pd
import pytest

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


def test_what_a_killed_process_left_is_removed_and_what_a_live_one_writes_is_kept(tmp_path):
    file, other = tmp_path / "t.csv", tmp_path / "u.csv"
    code = (
        "import os, signal, sys; from pathlib import Path; from rosenblatt.files import write_whole\n"
        "write_whole(Path(sys.argv[1]), lambda path: path.write_text('ha') and os.kill(os.getpid(), signal.SIGKILL))\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(file)], timeout=60).returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    assert left.read_text() == "ha"
    write_whole(other, lambda path: path.write_text("other"))
    assert left.exists()  # it may be somebody else's: the next who writes that file removes it

    def within(path):
        assert not left.exists()
        write_whole(file, lambda inner: inner.write_text("inner"))
        assert path.exists()
        path.write_text("outer")

    write_whole(file, within)
    assert sorted(found.name for found in tmp_path.iterdir()) == ["t.csv", "u.csv"]
    assert file.read_text() == "outer"


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
