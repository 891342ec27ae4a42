"""``rosenblatt reproduce``."""

from __future__ import annotations

from tests.helpers.command_line import run


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    result = run("reproduce", "--quick", "--out", str(tmp_path / "file" / "out"))
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
