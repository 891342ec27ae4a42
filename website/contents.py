"""The table of contents, read from the one list of pages, ``docs/README.md``.

Each heading there is a group, and each link in a list below it a page; pages that are made from the package are added
to the group that their heading here names.
"""

from __future__ import annotations

import re

MADE = {
    "Rules": ["rules/index"],
    "Reference": ["api/index", "commands/index", "contributing", "changelog", "all-pages"],
    "Notebooks": ["notebooks/index"],
}
_GROUP = re.compile(r"^## (.+)$", re.MULTILINE)
_PAGE = re.compile(r"^- \[[^\]]+\]\(([\w/-]+)\.md\)", re.MULTILINE)


def groups(listed: str) -> dict[str, list[str]]:
    """Return the pages of each group of a list of pages.

    >>> groups("## Start\\n\\n- [One](one.md): first.\\n")["Start"]
    ['one']
    """
    _, *parts = _GROUP.split(listed)
    found = {title: _PAGE.findall(body) for title, body in zip(parts[::2], parts[1::2], strict=True)}
    for title, pages in MADE.items():
        found[title] = [*pages, *found.get(title, [])]
    return found


def toctrees(listed: str) -> str:
    """Return the hidden tables of contents of the start page, one for each group."""
    return "\n".join(
        "\n".join(["```{toctree}", ":hidden:", f":caption: {title}", "", *pages, "```", ""])
        for title, pages in groups(listed).items()
    )
