"""The same rows with two checkouts of the package, in turn in one run: is any ratio worse by more than 5 %?

Each checkout has a process of its own, which measures one part of the rows when it is asked to, and the two never
measure at once. Both measure with the benchmarks of this checkout, so that a row means the same. A row is by how much
the ratio of this checkout is worse than that of the other, each over its peer in its own process:

    compare.1   worse = mean over pairs of ln(factor),   with its standard error, of at least `FEWEST` pairs
    compare.2   a row is clear when ln(1.05) is outside of worse -+ t errors; parts with rows that are not are repeated

A row that is not clear after `MOST` pairs is named so: it is neither passed nor failed by chance.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from benchmarks import timing
from benchmarks.groups import measured
from benchmarks.timing import Failure, Row

WORSE = 0.05
FEWEST, MOST = 3, 15  # pairs
ROUND = 0.4  # seconds, for rounds side by side: many short measurements tell more of two than few long ones
CONFIDENCE = 0.995  # one-sided, so that among a hundred rows hardly one is judged wrongly
HERE = Path(__file__).parent.parent


class Measurer:
    """A process that measures parts with the package of one checkout."""

    def __init__(self, checkout: Path) -> None:
        if not (checkout / "src" / "rosenblatt").is_dir():
            raise SystemExit(f"CHECKOUT must be a checkout of this repository, with src/rosenblatt; got {checkout}.")
        path = os.pathsep.join([str(checkout / "src"), str(HERE), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.compare"],
            env={**os.environ, "PYTHONPATH": path},
            cwd=HERE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rows(self, part: str) -> list[Row | Failure]:
        """Measure one part."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(part, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{part} ended the process that measures it; leave that part out.")
        return [Row(**one) if "ratio" in one else Failure(**one) for one in json.loads(answer)]

    def close(self) -> None:
        """Let the process end."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def serve() -> None:
    """Measure the parts that are named on standard input, and answer in lines of JSON."""
    timing.LONGEST = ROUND
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a part prints is no answer
    for line in sys.stdin:
        rows = [vars(row) for row in measured(line.strip())]
        print(json.dumps(rows), file=answers, flush=True)


def against(other: Path, parts: list[str]) -> int:
    """Compare this checkout with another; return 1 if a row is clearly worse, or could not be measured here."""
    measurers, failed = (Measurer(HERE), Measurer(other)), 0
    try:
        for part in parts:
            for name, verdict, text in compared(measurers, part):
                print(f"{name:<66} {text}  {verdict}", flush=True)
                failed += verdict in ("WORSE", "FAILS")
    finally:
        for measurer in measurers:
            measurer.close()
    print("no ratio is worse by more than 5 %" if not failed else f"{failed} ratios are worse by more than 5 %")
    return int(failed > 0)


def compared(measurers: tuple[Any, Any], part: str) -> list[tuple[str, str, str]]:
    """Return name, verdict and numbers of each row of a part, measured in turn until all verdicts are clear."""
    pairs: list[tuple[dict[str, Any], dict[str, Any]]] = []
    while True:
        order = (0, 1) if len(pairs) % 2 == 0 else (1, 0)
        found = {k: {row.name: row for row in measurers[k].rows(part)} for k in order}
        pairs.append((found[0], found[1]))
        judged = [_judged(name, pairs) for name in pairs[0][0]]
        if len(pairs) >= MOST or (len(pairs) >= FEWEST and all(verdict != "unclear" for _, verdict, _ in judged)):
            return judged


def _judged(name: str, pairs: list[tuple[dict[str, Any], dict[str, Any]]]) -> tuple[str, str, str]:
    """Return name, verdict and numbers of one row."""
    both = [(mine[name], theirs[name]) for mine, theirs in pairs if name in mine and name in theirs]
    if isinstance(pairs[0][0][name], Failure):
        return name, "FAILS", pairs[0][0][name].reason
    both = [(mine, theirs) for mine, theirs in both if isinstance(mine, Row) and isinstance(theirs, Row)]
    if not both:
        return name, "only here", f"{pairs[0][0][name].ratio:9.3g}"
    logs = np.log([mine.worse_than(theirs) for mine, theirs in both])
    mean, error = float(logs.mean()), float(logs.std(ddof=1) / math.sqrt(len(logs))) if len(logs) > 1 else math.inf
    reach = float(stats.t.ppf(CONFIDENCE, max(len(logs) - 1, 1))) * error
    edge = math.log1p(WORSE)
    verdict = "not worse" if mean + reach < edge else "WORSE" if mean - reach > edge else "unclear"
    here, there = (float(np.median([pair[k].ratio for pair in both])) for k in (0, 1))
    numbers = f"{here:9.3g} here, {there:9.3g} there, {math.exp(mean):.3f} times as bad"
    spread = f" ({math.exp(mean - reach):.3f} to {math.exp(mean + reach):.3f})" if math.isfinite(reach) else ""
    return name, verdict, f"{numbers}{spread}, {len(both)} pairs"


if __name__ == "__main__":
    serve()
