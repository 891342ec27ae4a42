"""Summaries as tables."""

from __future__ import annotations

from rosenblatt.streams.html_tables import html_table


def test_names_and_values_are_text():
    shown = html_table([("<b>", "1 < 2"), ("rows", "3")])
    assert shown == "<table><tr><th>&lt;b&gt;</th><td>1 &lt; 2</td></tr><tr><th>rows</th><td>3</td></tr></table>"
