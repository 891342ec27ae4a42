"""Online learners on real streams: python -m benchmarks.streams --data DIR. Every row is predicted, then learnt.

DIR holds Parquet files: a label column (0 or 1), and either one column a feature or lists idx and val, with the width
as n_features in the metadata. Each run (file, rows, flip, contender, setting) leaves one .npz file with its scores and
seconds. A run that is there is not repeated, so a stopped programme goes on where it was.

With --flip p the labels that are learnt are wrong with probability p; scores are measured against the clean ones.
Without --rows and --flip: whole files at 0 and 0.2, then the first 20,000 rows at 0.1 and 0.3.

A table shows each contender at its best setting in hindsight: by log-loss if it gives probabilities, else by accuracy.
Probabilities are clipped to [1e-15, 1 - 1e-15]. The calibration error (ECE) is over 15 bins of equal mass.
Best accuracy is that of any setting. The rows/s of scikit-learn are those of its compiled copies.

Trees and forests (`benchmarks.forests`) run where --contenders names them. One that is stopped because it is too slow
leaves a .slow file that says how slow, in place of its run.
"""

from __future__ import annotations

import argparse
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.metrics import roc_auc_score

from benchmarks.data_files import load
from benchmarks.forests import FORESTS, TooSlow
from benchmarks.ours import OURS
from benchmarks.peers import FAMILIES as PEERS
from benchmarks.peers import SLOW, TWINS, Contender, Matrix, check

FAMILIES = {**OURS, **PEERS, **FORESTS}
SEED = 2026
CLIP = 1e-15
BINS = 15
CHECKED = 1000  # rows on which copies are compared with their originals
TOLERANCE = 1e-10
COLUMNS = ("contender", "log-loss", "accuracy", "AUC", "ECE", "rows/s", "best accuracy", "setting")


@dataclass(frozen=True)
class Case:
    """How much of a file is used, and how many of its labels are wrong."""

    rows: int | None
    flip: float

    @property
    def title(self) -> str:
        return f"{'all' if self.rows is None else self.rows} rows, flip {self.flip:g}"

    @property
    def slug(self) -> str:
        return f"{'all' if self.rows is None else self.rows}-{self.flip:g}"


PROGRAMME = (Case(None, 0.0), Case(None, 0.2), Case(20_000, 0.1), Case(20_000, 0.3))


@dataclass(frozen=True)
class Measured:
    """What one run scored. Log-loss and ECE are not a number if it gives no probabilities."""

    contender: Contender
    log_loss: float
    accuracy: float
    auc: float
    ece: float
    speed: float

    @property
    def rank(self) -> float:
        """Smaller is better."""
        return self.log_loss if self.contender.probabilistic else -self.accuracy


def flipped(labels: np.ndarray, flip: float, name: str) -> np.ndarray:
    """Return the labels to learn: the same wrong ones for every contender."""
    random = np.random.default_rng([SEED, round(1e6 * flip), zlib.crc32(name.encode())])
    return np.where(random.random(len(labels)) < flip, 1 - labels, labels)


def place(out: Path, name: str, case: Case, contender: Contender) -> Path:
    """Return where a run is kept."""
    setting = re.sub(r"[^A-Za-z0-9.=+-]+", "_", contender.setting)
    return out / f"{name}-{case.slug}" / f"{contender.name}-{setting}.npz"


def keep(path: Path, contender: Contender, case: Case, scores: np.ndarray, seconds: float) -> None:
    """Write a run; a run that is stopped leaves nothing under its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}.part")
    with partial.open("wb") as file:
        np.savez(
            file,
            scores=scores.astype(np.float64),
            seconds=seconds,
            contender=contender.name,
            setting=contender.setting,
            rows=len(scores),
            flip=case.flip,
        )
    partial.replace(path)


def note_of(path: Path) -> Path:
    """Return where it is noted that a run would take too long."""
    return path.with_suffix(".slow")


def is_done(path: Path) -> bool:
    """Return whether a run is there, or known to take too long."""
    return path.exists() or note_of(path).exists()


def calibration_error(p: np.ndarray, labels: np.ndarray) -> float:
    """Return the mean |probability - frequency| over bins of equal mass."""
    order = np.argsort(p, kind="stable")
    gaps = [abs(float(np.sum(p[part] - labels[part]))) for part in np.array_split(order, BINS)]
    return sum(gaps) / len(p)


def measure(contender: Contender, scores: np.ndarray, seconds: float, labels: np.ndarray) -> Measured:
    """Return the scores of a run against clean labels."""
    log_loss = ece = float("nan")
    if contender.probabilistic:
        p = np.clip(scores, CLIP, 1.0 - CLIP)
        log_loss = float(-np.mean(np.where(labels == 1, np.log(p), np.log1p(-p))))
        ece = calibration_error(scores, labels)
    accuracy = float(np.mean((scores > 0.5 * contender.probabilistic) == labels))
    return Measured(
        contender, log_loss, accuracy, float(roc_auc_score(labels, scores)), ece, len(labels) / max(seconds, 1e-9)
    )


def line(runs: list[Measured]) -> tuple[str, ...]:
    """Return the cells of a contender's line in a table."""
    best = min(runs, key=lambda run: run.rank)
    numbers = (best.log_loss, best.accuracy, best.auc, best.ece)
    cells = ("-" if np.isnan(number) else f"{number:.4f}" for number in numbers)
    top = f"{max(run.accuracy for run in runs):.4f}"
    return (best.contender.name, *cells, f"{best.speed:,.0f}", top, best.contender.setting)


def measured(out: Path, name: str, case: Case, families: Iterable[str], data: Path) -> Iterator[list[Measured]]:
    """Yield, for every family with runs on disk, all that were finite: a rate can be so high that weights overflow."""
    x, labels = load(data / f"{name}.parquet")
    labels = labels[: case.rows]
    for family in families:
        runs = []
        for contender in FAMILIES[family](sparse.issparse(x)):
            path = place(out, name, case, contender)
            if path.exists():
                with np.load(path) as kept:
                    scores, seconds = kept["scores"], float(kept["seconds"])
                if np.all(np.isfinite(scores)):
                    runs.append(measure(contender, scores, seconds, labels))
        if runs:
            yield runs


def as_text(table: list[tuple[str, ...]]) -> str:
    """Return a table in columns."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join("  ".join(map(str.ljust, cells, widths)).rstrip() for cells in table)


def as_markdown(table: list[tuple[str, ...]]) -> str:
    """Return a table as markdown."""
    rule = ("---", *("---:" for _ in COLUMNS[1:-1]), "---")
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (table[0], rule, *table[1:]))


def report(options: argparse.Namespace, families: list[str], names: list[str], cases: Iterable[Case]) -> None:
    """Print the table of every case and file that has runs; write them as markdown if asked to."""
    pages = []
    for case in cases:
        for name in names:
            lines = [line(runs) for runs in measured(options.out, name, case, families, options.data)]
            if lines:
                print(f"\n{name}, {case.title}\n{as_text([COLUMNS, *lines])}", flush=True)
                pages.append(f"### {name}, {case.title}\n\n{as_markdown([COLUMNS, *lines])}\n")
    if options.markdown:
        options.markdown.write_text("\n".join(pages))


def compare_copies(name: str, family: str, x: Matrix, labels: np.ndarray) -> None:
    """Print how far the compiled copies are from scikit-learn."""
    difference, cost = check(TWINS[family](), x[:CHECKED], labels[:CHECKED])
    verdict = "hold" if difference <= TOLERANCE else "FAIL"
    print(f"{name}: copies of {family} {verdict}, off by {difference:.1e}; scikit-learn takes {cost:.0f} us a row")


def run_file(options: argparse.Namespace, families: Iterable[str], name: str, case: Case) -> None:
    """Run what is missing on one file."""
    x, labels = load(options.data / f"{name}.parquet")
    learnt = flipped(labels, case.flip, name)[: case.rows]
    for family in families:
        todo = [c for c in FAMILIES[family](sparse.issparse(x)) if not is_done(place(options.out, name, case, c))]
        if todo and family in TWINS and not case.flip:
            compare_copies(name, family, x, labels)
        for contender in todo:
            path = place(options.out, name, case, contender)
            what = f"{name}, {case.title}: {contender.name} {contender.setting}"
            try:
                scores, seconds = contender.run(x[: case.rows], learnt)
            except TooSlow as slow:
                path.parent.mkdir(parents=True, exist_ok=True)
                note_of(path).write_text(f"{what}, {slow}\n")
                print(f"{what}, too slow: {slow}", flush=True)
                continue
            keep(path, contender, case, scores, seconds)
            print(f"{what}, {seconds:.1f} s", flush=True)


def in_order(options: argparse.Namespace, families: list[str], names: list[str], cases: Iterable[Case]) -> None:
    """Run the fast families on all files before the slow ones, and the largest file last."""
    slow = [family for family in families if family in SLOW]
    fast = [family for family in families if family not in SLOW]
    names = sorted(names, key=lambda name: (options.data / f"{name}.parquet").stat().st_size)
    for group in (fast, slow):
        for case in cases:
            for name in names:
                run_file(options, group, name, case)


def parse() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of Parquet files")
    parser.add_argument("--out", type=Path, default=Path("out/streams"), help="where runs are kept")
    parser.add_argument("--rows", type=int, help="use only so many rows of each file")
    parser.add_argument("--flip", type=float, help="probability that a label that is learnt is wrong")
    parser.add_argument("--files", help="names without .parquet, with commas between; default: all")
    parser.add_argument(
        "--contenders",
        help=f"default: {','.join(f for f in FAMILIES if f not in FORESTS)}; slower: {','.join(FORESTS)}",
    )
    parser.add_argument("--table", action="store_true", help="run nothing, print what is there")
    parser.add_argument("--markdown", type=Path, help="write the tables into this file")
    return parser.parse_args()


def main() -> None:
    """Run what is missing, then print the tables."""
    options = parse()
    names = options.files.split(",") if options.files else sorted(path.stem for path in options.data.glob("*.parquet"))
    usual = [family for family in FAMILIES if options.table or family not in FORESTS]
    families = options.contenders.split(",") if options.contenders else usual
    given = options.rows is not None or options.flip is not None
    cases = (Case(options.rows, options.flip or 0.0),) if given else PROGRAMME
    if not options.table:
        in_order(options, families, names, cases)
    report(options, families, names, cases)


if __name__ == "__main__":
    main()
