"""The pages of ``docs``: copied, with links that lead out of it mended and the pictures drawn that their lines make."""

from __future__ import annotations

import shutil
from pathlib import Path

from website import contents
from website.drawing import with_pictures

BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}  # pages of the repository's root
LIST, LIST_ON_SITE = "README.md", "all-pages.md"  # Sphinx has a page of its own for the start


def write(root: Path, source: Path) -> None:
    """Write the pages of ``docs``, and those of the root, into a folder."""
    shutil.copytree(root / "docs", source, ignore=shutil.ignore_patterns("notebooks"))
    for page in sorted(source.rglob("*.md")):
        text = with_links_of_the_site(page.read_text(encoding="utf-8"))
        page.write_text(with_pictures(text, page.stem, source / "drawn"), encoding="utf-8")
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
