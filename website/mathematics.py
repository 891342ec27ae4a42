"""MathJax: of the copy that Sphinx puts into the site only what pages load stays."""

from __future__ import annotations

import shutil
from pathlib import Path

LOADED = "tex-svg.js"


def keep_what_is_loaded(out: Path) -> None:
    """Remove all of MathJax from a built site but the one file that its pages load."""
    folder = out / "_static" / "mathjax"
    for entry in folder.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
        elif entry.name != LOADED:
            entry.unlink()
