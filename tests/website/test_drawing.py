"""A mark becomes the picture that the lines above it draw."""

from __future__ import annotations

import pytest

from website.drawing import run_examples, with_pictures

LINES = """
>>> from matplotlib.figure import Figure
>>> figure = Figure()
>>> print("not shown")
not shown

<!-- drawn: An empty sheet -->
"""


def test_a_mark_becomes_a_picture(tmp_path, capsys):
    text = with_pictures(LINES, "page", tmp_path / "drawn")
    assert "![An empty sheet](drawn/page-1.png)" in text
    assert (tmp_path / "drawn" / "page-1.png").read_bytes()[1:4] == b"PNG"
    assert capsys.readouterr().out == ""


def test_a_page_without_marks_is_not_run(tmp_path):
    text = ">>> 1 / 0\n"
    assert with_pictures(text, "page", tmp_path) == text


def test_lines_that_draw_nothing_are_refused(tmp_path):
    with pytest.raises(ValueError, match="call what they draw 'figure' or 'ax'"):
        with_pictures(">>> 1 + 1\n2\n\n<!-- drawn: Nothing -->\n", "page", tmp_path)


def test_lines_that_are_to_fail_are_left_out():
    names = {}
    run_examples(
        ">>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError: division by zero\n\n>>> a = 2\n", names
    )
    assert names["a"] == 2
