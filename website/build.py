"""Building the site: all pages are written into one folder, then Sphinx makes HTML of them.

Pages come from ``docs`` as they are, and from the package itself: the rules, the public names, the commands. Nothing is
written into the source tree. Warnings are errors: a link that leads nowhere stops the build.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from website import mathematics, notebooks, pages
from website.reference import api, commands, rules

HERE = Path(__file__).parent
ROOT = HERE.parent


def build(out: Path) -> int:
    """Write the site into a folder, which is emptied first, and return Sphinx's exit code."""
    source = out.with_name(out.name + "-pages")
    for folder in (source, out):
        shutil.rmtree(folder, ignore_errors=True)
    write_pages(source)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-n", "-q", "-c", str(HERE)]
    failed = subprocess.run([*command, str(source), str(out)], cwd=ROOT, check=False).returncode
    if not failed:
        mathematics.keep_what_is_loaded(out)
        shutil.rmtree(out / ".doctrees")
        shutil.rmtree(source)
    return failed


def write_pages(source: Path) -> None:
    """Write all pages, with their pictures, into a folder."""
    pages.write(ROOT, source)
    rules.write(source / "rules")
    api.write(source / "api")
    commands.write(source / "commands")
    notebooks.write(ROOT / "docs" / "notebooks", source / "notebooks")
