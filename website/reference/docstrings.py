"""Docstrings, which are plain text with `names` in single backticks, as the reStructuredText that Sphinx reads."""

from __future__ import annotations

import re
from typing import Any

import rosenblatt as rb

PUBLIC = frozenset(dir(rb))

_QUOTED = re.compile(r"(``.+?``|`[^`]+`)")
_SPECIAL = re.compile(r"[\\*|]|(?<=\w)_(?!\w)")


def as_restructured_text(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Rewrite the lines of a docstring in place, when autodoc hands them over."""
    lines[:] = [*restructured("\n".join(lines)).splitlines(), ""]


def restructured(docstring: str) -> str:
    """Return a docstring with its examples as they are, equations as literal blocks, and names as code or links.

    >>> print(restructured("Hebb's, see `Hebb`:\\n\\n    F = label"))
    Hebb's, see :py:obj:`~rosenblatt.Hebb`:
    <BLANKLINE>
    ::
    <BLANKLINE>
        F = label
    """
    return "\n\n".join(_block(block) for block in re.split(r"\n\s*\n", docstring.strip("\n")))


def _block(block: str) -> str:
    lines = block.splitlines()
    if lines[0].lstrip().startswith(">>>"):
        return block
    if len(lines) > 1 and set(lines[1].strip()) == {"-"}:
        return f"**{lines[0].strip()}**\n\n" + _list(lines[2:])
    if all(line.startswith("    ") for line in lines):
        return "::\n\n" + block
    return "\n".join(_text(line) for line in lines)


def _list(lines: list[str]) -> str:
    """Return names with their meaning, ``name : meaning`` and more of it in indented lines, as a list."""
    entries: list[str] = []
    for line in lines:
        if line.startswith(" "):
            entries[-1] += " " + line.strip()
        else:
            entries.append(line.strip())
    found = []
    for entry in entries:
        names, _, meaning = entry.partition(" :")
        found.append(f"* ``{names}``: {_text(meaning.strip())}")
    return "\n".join(found)


def _text(text: str) -> str:
    """Return text in which what is special to reStructuredText is escaped, and names in backticks are code or links."""
    pieces = _QUOTED.split(text)
    return "".join(_code(one) if one.startswith("`") else _SPECIAL.sub(r"\\\g<0>", one) for one in pieces)


def _code(quoted: str) -> str:
    """Return a name that stands in backticks: a link, if it is public and not a word of the sentence besides."""
    name = quoted.strip("`")
    linked = name in PUBLIC and not quoted.startswith("``")
    return f":py:obj:`~rosenblatt.{name}`" if linked else f"``{name}``"
