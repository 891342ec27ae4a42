"""Numbers, texts and tables of what was computed, as HTML."""

from __future__ import annotations

import html
from typing import Any


def shown(value: Any) -> str:
    """Return a value as HTML: a dictionary becomes a table with a line for each key.

    >>> shown([0.1234567, True, "a < b"])
    '0.12346, yes, a &lt; b'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.5g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(item) for item in value)
    if isinstance(value, dict):
        lines = (f'<tr><th scope="row">{html.escape(str(key))}<td>{shown(item)}' for key, item in value.items())
        return f"<table>{''.join(lines)}</table>"
    return html.escape(str(value))


def terms(named: dict[str, str]) -> str:
    """Return a list of terms, each with what is said of it in HTML; one of which nothing is said is left out."""
    lines = (f"<div><dt>{name}<dd>{said}</div>" for name, said in named.items() if said)
    return f"<dl>{''.join(lines)}</dl>"
