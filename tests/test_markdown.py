"""Tables in pages are replaced, and nothing around them."""

from __future__ import annotations

import pytest

from rosenblatt.markdown import table, with_table

HEADER = ["name", "formula"]


def test_a_table_has_a_line_for_each_row():
    assert table(HEADER, [["one", "a"], ["two", "b"]]).splitlines() == [
        "| name | formula |",
        "| --- | --- |",
        "| one | a |",
        "| two | b |",
    ]


def test_only_the_table_with_the_same_header_is_replaced():
    old, other = table(HEADER, [["old", "x"], ["older", "y"]]), table(["name", "year"], [["one", "1990"]])
    new = table(HEADER, [["new", r"\1 \g<0>"]])  # what a pattern would take for a reference to itself
    page = "before\n\n{}\n\nbetween\n\n{}\n\nafter\n"
    assert with_table(page.format(other, old), new) == page.format(other, new)


def test_a_page_without_the_table_is_refused():
    with pytest.raises(ValueError, match=r"file must have a table that begins with '\| name \| formula \|'; got none"):
        with_table("nothing here\n", table(HEADER, []))
