"""Build the site: python -m website [--out FOLDER]. Exit code 1 if Sphinx has anything to say."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from website.build import build


def main() -> int:
    """Build the site and say where it is."""
    parser = argparse.ArgumentParser(prog="python -m website", description="Build the site.")
    parser.add_argument("--out", type=Path, default=Path("out/site"), help="folder to write to (default: out/site)")
    out = parser.parse_args().out
    failed = build(out)
    if not failed:
        print(f"the site begins with {out / 'index.html'}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
