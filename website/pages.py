"""The pages of ``docs``: copied, with links that lead out of it mended and the pictures drawn that their lines make."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from website import contents
from website.drawing import with_pictures

BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}  # pages of the repository's root
_LAST_EMPTY_LINE = re.compile(r"^(```python\n(?:(?!```).*\n)*?(?!```).*)\n\n```$", re.MULTILINE)
LIST, LIST_ON_SITE = "README.md", "all-pages.md"  # Sphinx has a page of its own for the start


def write(root: Path, source: Path) -> None:
    """Write the pages of ``docs``, and those of the root, into a folder."""
    shutil.copytree(root / "docs", source, ignore=shutil.ignore_patterns("notebooks", "*.py"))
    for page in sorted(source.rglob("*.md")):
        text = with_links_of_the_site(page.read_text(encoding="utf-8"))
        drawn = with_pictures(text, page.stem, source / "drawn")
        page.write_text(without_last_empty_lines(drawn), encoding="utf-8")
    for name, target in BESIDE.items():
        text = (root / name).read_text(encoding="utf-8").replace("](docs/", "](")
        (source / target).write_text(with_links_of_the_site(text), encoding="utf-8")
    listed = source / LIST
    with (source / "index.md").open("a", encoding="utf-8") as start:
        start.write("\n" + contents.toctrees(listed.read_text(encoding="utf-8")))
    listed.rename(source / LIST_ON_SITE)


def with_links_of_the_site(text: str) -> str:
    """Return a page with its links to pages that have another place on the site.

    >>> with_links_of_the_site("[all](README.md), [more](../CONTRIBUTING.md#rules)")
    '[all](all-pages.md), [more](contributing.md#rules)'
    """
    for name, target in BESIDE.items():
        text = text.replace(f"](../{name}", f"]({target}")
    return text.replace(f"]({LIST})", f"]({LIST_ON_SITE})")


def without_last_empty_lines(text: str) -> str:
    """Return a page without the empty line that ends a block of examples, which doctest wants and a reader does not.

    >>> without_last_empty_lines("```python\\n>>> a = 1\\n\\n```\\n\\nText.")
    '```python\\n>>> a = 1\\n```\\n\\nText.'
    """
    return _LAST_EMPTY_LINE.sub(r"\1\n```", text)
