"""The table of rules, made from the registry: for the README, the docs and the command line."""

from __future__ import annotations

import re

from rosenblatt.rules.registry import registered


def table() -> list[tuple[str, str, str]]:
    """Return name, first line of the docstring and reference of every registered rule."""
    return [(name, (cls.__doc__ or "").splitlines()[0], str(cls.reference or "")) for name, cls in registered().items()]


def markdown_table() -> str:
    """Return the table in Markdown."""
    rows = [("rule", "what it is", "from"), ("---", "---", "---"), *((f"`{n}`", w, f) for n, w, f in table())]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def write_table(text: str) -> str:
    """Return a Markdown text with its table of rules, the one that starts with its header, brought up to date."""
    header = markdown_table().splitlines()[0]
    if header not in text:
        raise ValueError(f"file must have a table that begins with {header!r}; got none. Add that line to it.")
    return re.sub(re.escape(header) + r"\n(\|.*\n)*", lambda _: markdown_table() + "\n", text)
