"""Pictures of a page, drawn by the lines that the page shows.

A comment ``<!-- drawn: what one sees -->`` stands in a page below the block of code that draws. When the site is built
the examples of the page are run, and each comment becomes the picture of what they last called ``figure`` or ``ax``.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path
from typing import Any

MARK = re.compile(r"^<!-- drawn: (.+) -->$", re.MULTILINE)
DOTS = 110  # an inch: screens with fine dots show a picture at half its size
DRAWN = ("figure", "ax")


def with_pictures(text: str, name: str, folder: Path) -> str:
    """Return a page with its comments replaced by pictures, which are written into a folder beside the page."""
    parts = MARK.split(text)
    names: dict[str, Any] = {}
    written = []
    for number, (before, caption) in enumerate(zip(parts[:-1:2], parts[1::2], strict=True), 1):
        run_examples(before, names)
        file = folder / f"{name}-{number}.png"
        save_last(names, file)
        written += [before, f"![{caption}]({folder.name}/{file.name})"]
    return "".join([*written, parts[-1]])


def run_examples(text: str, names: dict[str, Any]) -> None:
    """Run the examples of a text but for those that are to fail: names are kept, what is printed is not."""
    for example in doctest.DocTestParser().get_examples(text):
        if example.exc_msg is not None:
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(example.source, "<page>", "exec"), names)


def save_last(names: dict[str, Any], file: Path) -> None:
    """Write the figure that was drawn last to a file, and forget it, so that the next one starts on a clean sheet."""
    import matplotlib.pyplot as plt

    drawn = [names.pop(name) for name in DRAWN if name in names]
    if not drawn:
        raise ValueError(f"lines must call what they draw 'figure' or 'ax'; got neither for {file.name}. Name it.")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure = drawn[0] if hasattr(drawn[0], "savefig") else drawn[0].figure
    figure.savefig(file, dpi=DOTS, bbox_inches="tight")
    plt.close("all")
