"""What the runs of `benchmarks.streams` come to: python -m benchmarks.summary --data DIR --out RUNS [--plot FILE].

For each file the log-loss of our classifier as it comes, beside that of each other one at its best setting in
hindsight, and the ratio to the best of them. With flipped labels ours is asked for the clean label; all are scored
against it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.streams import FAMILIES, PROGRAMME, Case, Measured, measured

OURS = ("bayes-observed", "bayes-clean")
PEERS = [name for name in FAMILIES if name not in OURS]


def best_runs(options: argparse.Namespace, name: str, case: Case) -> dict[str, Measured]:
    """Return the best run of each family that has any; ours is the one that is meant."""
    ours = OURS[case.flip > 0.0]
    found = {}
    for runs in measured(options.out, name, case, [ours, *PEERS], options.data):
        found[runs[0].contender.name] = min(runs, key=lambda run: run.rank)
    return {"ours" if name == ours else name: run for name, run in found.items()}


def table(options: argparse.Namespace, case: Case) -> pd.DataFrame:
    """Return a row for each file."""
    rows = []
    for path in sorted(options.data.glob("*.parquet")):
        best = best_runs(options, path.stem, case)
        if "ours" not in best or len(best) < 2:
            continue
        ours = best.pop("ours")
        likely = {name: run for name, run in best.items() if not np.isnan(run.log_loss)}
        winner = min(likely, key=lambda name: likely[name].log_loss)
        sharpest = max(best, key=lambda name: best[name].accuracy)
        rows.append(
            {
                "file": path.stem,
                "ours": ours.log_loss,
                "best other": f"{likely[winner].log_loss:.4f} {winner}",
                "ratio": ours.log_loss / likely[winner].log_loss,
                **{name: likely[name].log_loss for name in PEERS if name in likely},
                "ECE": ours.ece,
                "AUC": ours.auc,
                "accuracy": ours.accuracy,
                "best other accuracy": f"{best[sharpest].accuracy:.4f} {sharpest}",
                "rows/s": round(ours.speed),
            }
        )
    return pd.DataFrame(rows)


def as_markdown(frame: pd.DataFrame) -> str:
    """Return a table as markdown, numbers with four digits."""

    def cell(value: object) -> str:
        if isinstance(value, float):
            return "" if np.isnan(value) else f"{value:.4f}"
        return f"{value:,}" if isinstance(value, int) else str(value)

    lines = [list(frame.columns), ["---"] * len(frame.columns), *([cell(v) for v in row] for row in frame.to_numpy())]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def draw(tables: dict[str, pd.DataFrame], file: Path) -> None:
    """Draw the ratios."""
    from rosenblatt import plots

    figure, ax = plots.new_figure(7.2, 3.6)
    width = 0.8 / len(tables)
    for k, (title, frame) in enumerate(tables.items()):
        places = np.arange(len(frame)) + k * width - 0.4 + width / 2.0
        ax.bar(places, frame["ratio"], width, color=plots.COLOURS[k], label=title)
    ax.axhline(1.0, color="0.4", linewidth=1.0)
    files = next(iter(tables.values()))["file"]
    ax.set_xticks(range(len(files)), files)
    ax.set_ylabel("log-loss over that of the best other")
    ax.legend(frameon=False, fontsize=9, ncols=len(tables), loc="upper center", bbox_to_anchor=(0.5, 1.14))
    figure.savefig(file, dpi=150)


def main() -> None:
    """Print all tables, and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of Parquet files")
    parser.add_argument("--out", type=Path, default=Path("out/streams"), help="where runs are kept")
    parser.add_argument("--plot", type=Path, help="draw the ratios into this file")
    options = parser.parse_args()
    tables = {case.title: table(options, case) for case in PROGRAMME}
    for title, frame in tables.items():
        if len(frame):
            mean = float(np.exp(np.log(frame["ratio"]).mean()))
            wins = f"lower on {(frame['ratio'] < 1.0).sum()} of {len(frame)}"
            print(f"\n{title}: geometric mean of the ratios {mean:.3f}, {wins}")
            print(as_markdown(frame))
    if options.plot is not None:
        draw({title: frame for title, frame in tables.items() if len(frame)}, options.plot)


if __name__ == "__main__":
    main()
