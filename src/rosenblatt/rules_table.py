"""The table of rules, made from the registry: for the README, the docs and the command line."""

from __future__ import annotations

from rosenblatt import markdown
from rosenblatt.rules.registry import registered


def table() -> list[tuple[str, str, str]]:
    """Return name, first line of the docstring and reference of every registered rule."""
    return [(name, (cls.__doc__ or "").splitlines()[0], str(cls.reference or "")) for name, cls in registered().items()]


def markdown_table() -> str:
    """Return the table in Markdown."""
    return markdown.table(
        ("rule", "what it is", "from"), [(f"`{name}`", what, origin) for name, what, origin in table()]
    )


def write_table(text: str) -> str:
    """Return a Markdown text with its table of rules, the one that starts with its header, brought up to date."""
    return markdown.with_table(text, markdown_table())
