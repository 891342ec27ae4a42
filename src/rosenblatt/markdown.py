"""Tables in Markdown that are made from the code, and brought up to date in the pages that show them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table.

    >>> table(["a", "b"], [["1", "2"]]).splitlines()
    ['| a | b |', '| --- | --- |', '| 1 | 2 |']
    """
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, ["---"] * len(header), *rows))


def with_table(text: str, new: str) -> str:
    """Return a text in which the table with the same header as ``new`` is replaced by it."""
    header = new.splitlines()[0]
    if header not in text:
        raise ValueError(f"file must have a table that begins with {header!r}; got none. Add that line to it.")
    return re.sub(re.escape(header) + r"\n(\|.*\n)*", lambda _: new + "\n", text)
