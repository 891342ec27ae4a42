"""All benchmarks: python -m benchmarks [GROUP ...]. Exit code 1 if a ratio is on the wrong side of its bound.

Each figure is the ratio of two things measured in turn in one run: one of this package, and a named peer or limit. With
--compare, the same rows are measured with another checkout of the package, in turn: see `benchmarks.compare`.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path

from benchmarks import compare
from benchmarks.groups import GROUPS, choose, measured
from benchmarks.machine import description
from benchmarks.timing import Failure, Row
from rosenblatt.markdown import table

HEADER = ["ratio", "measured", "bound", "made of"]


def main() -> int:
    """Measure what is asked for, and print every row as it is measured."""
    asked = _arguments()
    parts = choose(asked.groups)
    if asked.list:
        print("\n".join(parts))
        return 0
    machine = description()
    print("\n".join(f"{name}: {value}" for name, value in machine.items()), flush=True)
    if asked.compare is not None:
        return compare.against(asked.compare.resolve(), parts)
    rows = []
    for part in parts:
        for row in measured(part):
            print(row, flush=True)
            rows.append(row)
    _write(asked, machine, rows)
    failed = sum(not row.holds for row in rows)
    print("all ratios hold" if not failed else f"{failed} of {len(rows)} ratios do not hold")
    return int(failed > 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=str(__doc__))
    parser.add_argument("groups", nargs="*", help=f"of {', '.join(GROUPS)}, or parts of them; defaults to all")
    parser.add_argument("--list", action="store_true", help="name the parts, and measure nothing")
    parser.add_argument("--json", type=Path, help="a file for the rows, for programs")
    parser.add_argument("--markdown", type=Path, help="a file for the rows as a table")
    parser.add_argument("--compare", type=Path, metavar="CHECKOUT", help="another checkout, whose src is compared")
    return parser.parse_args()


def _write(asked: argparse.Namespace, machine: dict[str, str], rows: list[Row | Failure]) -> None:
    """Write the files that are asked for."""
    if asked.json is not None:
        listed = [
            {
                "name": row.name,
                "ratio": None if math.isnan(row.ratio) else row.ratio,
                "bound": getattr(row, "bound", None),
                "at_least": getattr(row, "at_least", None),
                "holds": row.holds,
                "detail": row.cells()[-1],
            }
            for row in rows
        ]
        asked.json.write_text(json.dumps({"machine": machine, "rows": listed}, indent=1))
    if asked.markdown is not None:
        asked.markdown.write_text(table(HEADER, [row.cells() for row in rows]) + "\n")


if __name__ == "__main__":
    sys.exit(main())
