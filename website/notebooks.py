"""Notebooks: text files in ``docs/notebooks``, shown as pages with what their cells say and draw, and as .ipynb files."""

from __future__ import annotations

from pathlib import Path


def write(notebooks: Path, folder: Path) -> None:
    """Write the pages and the .ipynb files into a folder."""
