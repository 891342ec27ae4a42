"""Every page is in the table of contents, once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from website.contents import MADE, groups, toctrees

DOCS = Path(__file__).parent.parent.parent / "docs"
LISTED = (DOCS / "README.md").read_text(encoding="utf-8")


def test_every_page_is_listed_once():
    listed = Counter(page for pages in groups(LISTED).values() for page in pages)
    pages = {file.stem for file in DOCS.glob("*.md")} - {"README", "index"}
    assert set(listed) == pages | {page for pages in MADE.values() for page in pages}
    assert max(listed.values()) == 1


def test_a_group_is_a_table_of_its_own():
    text = toctrees("## Start\n\n- [One](one.md): first.\n")
    assert ":caption: Start\n\none\n" in text
