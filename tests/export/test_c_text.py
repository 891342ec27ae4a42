"""Names, arrays and comments of headers."""

from __future__ import annotations

from pathlib import Path

import pytest

from rosenblatt.export.c_text import array, classes_comment, name_of


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.h", "a"),
        ("My-Model.h", "my_model"),
        ("9.h", "model_9"),
        ("int.h", "model_int"),
        ("é.h", "model"),
        ("_.h", "model"),
    ],
)
def test_names_can_be_had_in_c(path, name):
    assert name_of(Path(path)) == name


def test_a_class_does_not_end_the_comment():
    said = classes_comment(["*/ int x;", "ü\n"])
    assert "*/" not in said and said.isascii() and len(said.splitlines()) == 3


def test_lines_are_not_too_long():
    lines = array("int", "a", [str(k) for k in range(100)], "100").splitlines()
    assert max(map(len, lines)) <= 100 and len(lines) > 3
    assert "".join(lines[1:-1]).replace(" ", "") == "".join(f"{k}," for k in range(100))
