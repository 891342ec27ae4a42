"""Summaries as tables, for notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterable


def html_table(entries: Iterable[tuple[str, str]]) -> str:
    """Return a table of names and values.

    >>> html_table([("classes", "a & b")])
    '<table><tr><th>classes</th><td>a &amp; b</td></tr></table>'
    """
    rows = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>" for name, value in entries)
    return f"<table>{rows}</table>"
