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
        text = page.read_text(encoding="utf-8")
        for name, target in BESIDE.items():
            text = text.replace(f"](../{name}", f"]({target}")
        text = text.replace(f"]({LIST})", f"]({LIST_ON_SITE})")
        page.write_text(with_pictures(text, page.with_suffix("").name, source / "drawn"), encoding="utf-8")
    for name, target in BESIDE.items():
        text = (root / name).read_text(encoding="utf-8").replace("](docs/", "](")
        (source / target).write_text(text, encoding="utf-8")
    listed = source / LIST
    with (source / "index.md").open("a", encoding="utf-8") as start:
        start.write("\n" + contents.toctrees(listed.read_text(encoding="utf-8")))
    listed.rename(source / LIST_ON_SITE)
