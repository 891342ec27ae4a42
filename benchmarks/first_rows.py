"""Ours against all peers on first rows: python -m benchmarks.first_rows --data DIR --data DIR --out RUNS.

The runs are those of `python -m benchmarks.streams --rows 20000 --flip 0`. There is a table for each folder of files.
Ours is as it comes; each other one is at its best setting in hindsight for each stream, and the best other is the best
of all. Streams that differ by their seed, `agrawal-1` and `agrawal-2`, are a line: its log-losses are means over those
seeds that both have learnt, and so is the ratio of them, whose peer is the one that is the closest.

Last comes how each peer does: the geometric mean of the ratios of ours to its log-loss, on how many lines ours is
lower, and on how many lines it is the best other. Runs that were stopped because they were too slow are listed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.streams import FAMILIES, Case, Measured, measured, note_of, place
from benchmarks.summary import as_markdown

CASE = Case(20_000, 0.0)
OURS = ("bayes-observed", "bayes-clean")
FOREST = "moa-arf"  # whose speed is shown beside ours

Best = dict[str, Measured]  # name of the family -> its best run on a stream


@dataclass(frozen=True)
class Rival:
    """How a peer and ours compare on the streams of a line that both have learnt."""

    name: str
    log_loss: float
    ratio: float


def generator_of(stream: str) -> str:
    """Return a stream's name without its seed."""
    name, dash, seed = stream.rpartition("-")
    return name if dash and seed.isdigit() else stream


def best_runs(options: argparse.Namespace, data: Path, stream: str) -> Best:
    """Return the best run of each family that has any."""
    families = [options.ours, *(family for family in FAMILIES if family not in (*OURS, options.ours))]
    found = measured(options.out, stream, CASE, families, data)
    return {runs[0].contender.name: min(runs, key=lambda run: run.rank) for runs in found}


def rivals(lines: list[Best], ours: str) -> list[Rival]:
    """Return all peers with probabilities, the best first."""
    found = []
    for name in {name: None for best in lines for name in best if name != ours}:
        pairs = [(best[ours].log_loss, best[name].log_loss) for best in lines if name in best]
        mine, theirs = np.mean(pairs, axis=0)
        if not np.isnan(theirs):
            found.append(Rival(name, float(theirs), float(mine / theirs)))
    return sorted(found, key=lambda rival: -rival.ratio)


def mean(runs: Iterable[Measured], what: str) -> float:
    """Return the mean of a score; not a number if there are no runs."""
    values = [getattr(run, what) for run in runs]
    return float(np.mean(values)) if values else float("nan")


def speed(runs: list[Measured]) -> str:
    """Return the rows/s of runs of the same lengths: the harmonic mean."""
    return f"{len(runs) / sum(1.0 / run.speed for run in runs):,.0f}" if runs else ""


def line(name: str, streams: list[Best], ours: str) -> tuple[dict[str, object], list[Rival]]:
    """Return a line of the table, and all peers on it."""
    mine = [best[ours] for best in streams]
    ranking = rivals(streams, ours)
    others = {other for best in streams for other in best if other != ours}
    hits = {other: mean((best[other] for best in streams if other in best), "accuracy") for other in others}
    sharpest = max(hits, key=lambda other: hits[other])
    cells: dict[str, object] = {
        "stream": name if len(streams) == 1 else f"{name} ({len(streams)} seeds)",
        "ours": mean(mine, "log_loss"),
        "best other": f"{ranking[0].log_loss:.4f} {ranking[0].name}",
        "ratio": ranking[0].ratio,
        "ECE": mean(mine, "ece"),
        "accuracy": mean(mine, "accuracy"),
        "best other accuracy": f"{hits[sharpest]:.4f} {sharpest}",
        "rows/s": speed(mine),
        f"rows/s {FOREST}": speed([best[FOREST] for best in streams if FOREST in best]),
    }
    return cells | {
        rival.name: rival.log_loss for rival in sorted(ranking, key=lambda r: list(FAMILIES).index(r.name))
    }, ranking


def table(options: argparse.Namespace, data: Path) -> tuple[pd.DataFrame, list[list[Rival]]]:
    """Return a row for each stream, and the peers on each of them."""
    lines: dict[str, list[Best]] = {}
    for path in sorted(data.glob("*.parquet")):
        best = best_runs(options, data, path.stem)
        if options.ours in best and any(
            not np.isnan(run.log_loss) for name, run in best.items() if name != options.ours
        ):
            lines.setdefault(generator_of(path.stem), []).append(best)
    made = [line(name, streams, options.ours) for name, streams in lines.items()]
    frame = pd.DataFrame([cells for cells, _ in made])
    known = [name for name in FAMILIES if name in frame]
    return frame[[*(name for name in frame if name not in known), *known]], [ranking for _, ranking in made]


def overall(ratios: Iterable[float]) -> str:
    """Return the geometric mean of ratios, and how many are below one."""
    logs = np.log(list(ratios))
    return f"{np.exp(logs.mean()):.3f}, lower on {(logs < 0.0).sum()} of {len(logs)}"


def by_peer(rankings: list[list[Rival]]) -> list[str]:
    """Return a line of text for each peer, the best first."""
    ratios: dict[str, list[float]] = {}
    firsts = [ranking[0].name for ranking in rankings]
    for rival in (rival for ranking in rankings for rival in ranking):
        ratios.setdefault(rival.name, []).append(rival.ratio)
    order = sorted(ratios, key=lambda name: -float(np.mean(np.log(ratios[name]))))
    return [f"- {name}: {overall(ratios[name])}; best other on {firsts.count(name)}" for name in order]


def stopped(options: argparse.Namespace, data: Path) -> list[str]:
    """Return the notes of runs that were too slow."""
    notes = []
    for path in sorted(data.glob("*.parquet")):
        folder = place(options.out, path.stem, CASE, next(FAMILIES[options.ours](False))).parent
        notes += [file.read_text().strip() for file in sorted(folder.glob(note_of(Path("*.npz")).name))]
    return notes


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", required=True, help="folder of Parquet files; repeatable")
    parser.add_argument("--out", type=Path, default=Path("out/streams"), help="where runs are kept")
    parser.add_argument("--ours", default=OURS[0], help="the family that all others are compared with")
    options = parser.parse_args()
    rankings: list[list[Rival]] = []
    for data in options.data:
        frame, found = table(options, data)
        rankings += found
        if found:
            print(f"\n**{data.name}, {CASE.title}**: geometric mean of the ratios {overall(frame['ratio'])}.\n")
            print(as_markdown(frame))
        print("".join(f"\ntoo slow: {note}" for note in stopped(options, data)))
    if rankings:
        print(f"\nAll lines: geometric mean of the ratios {overall(ranking[0].ratio for ranking in rankings)}.\n")
        print("\n".join(by_peer(rankings)))


if __name__ == "__main__":
    main()
