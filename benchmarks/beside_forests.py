"""The table "Beside forests" of docs/streams.md as a picture: python -m benchmarks.beside_forests FILE.

Each stream is a bar: the log-loss of `BayesClassifier()` over that of the best other, below 1 where ours is the lower.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

PAGE = Path(__file__).parent.parent / "docs" / "streams.md"


def table(text: str) -> pd.DataFrame:
    """Return a row for each stream: both log-losses, and who the best other is."""
    lines = text.partition("### Beside forests")[2].partition("\n| stream ")[2].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        name, _, _, ours, _, _, best = [cell.strip() for cell in line.strip("|").split("|")][:7]
        loss, _, other = best.partition(" ")
        rows.append((name, float(ours), float(loss), other))
    return pd.DataFrame(rows, columns=["stream", "ours", "best other", "who"])


def draw(frame: pd.DataFrame, file: Path) -> None:
    """Draw the table, the stream first on which most is gained."""
    from rosenblatt import plots

    frame = frame.assign(ratio=frame["ours"] / frame["best other"]).sort_values("ratio", ignore_index=True)
    figure, ax = plots.new_figure(7.2, 4.0)
    linear = frame["who"].str.contains("linear|sklearn")
    for colour, label, some in (
        (plots.COLOURS[0], "a forest or boosted trees", frame[~linear]),
        (plots.COLOURS[1], "a linear learner, tuned in hindsight", frame[linear]),
    ):
        ax.bar(some.index, some["ratio"], color=colour, label=label)
    ax.axhline(1.0, color="0.4", linewidth=1.0)
    ax.set_xticks(frame.index, frame["stream"], rotation=90, fontsize=9)
    ax.set(ylabel="log-loss over that of the best other", xlim=(-0.7, len(frame) - 0.3))
    title = f"{len(frame)} streams, lower on {int((frame['ratio'] < 1.0).sum())}; the best other is"
    ax.legend(title=title, loc="upper left", frameon=True)
    ax.set_ylim(0.0, 1.45)
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    draw(table(PAGE.read_text(encoding="utf-8")), Path(sys.argv[1]))
