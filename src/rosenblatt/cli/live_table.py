"""A table on a terminal that shows how an evaluation goes, and nothing elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rosenblatt.streams.stream_evaluation import StreamEvaluation

MEASURES = ("accuracy", "log-loss", "Brier score", "AUC", "calibration error")
PAUSE = 0.5  # seconds between two looks: measures are worked out for each


@contextmanager
def live_table(
    found: Callable[[], Sequence[StreamEvaluation]], total: Callable[[], int], show: bool | None = None
) -> Iterator[Callable[[], None]]:
    """Give a function that is called now and then; ``show`` is True, False, or None for "if it is a terminal"."""
    if not (sys.stderr.isatty() if show is None else show):
        yield lambda: None
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True, force_terminal=True), auto_refresh=False, transient=True) as live:
        last = 0.0

        def look() -> None:
            nonlocal last
            if time.perf_counter() - last > PAUSE:
                live.update(table_of(found(), total()), refresh=True)
                last = time.perf_counter()

        yield look


def table_of(found: Sequence[StreamEvaluation], total: int) -> Any:
    """Return a table for rich: of each model a line for all rows and one for the window."""
    from rich.table import Table

    rows = found[0].rows if found else 0
    title = f"{rows:,} rows" + (f" of {total:,}" if total else "")
    table = Table("model", "rows", "rows/s", *MEASURES, "noise", "drift", title=title)
    for one in found:
        own = one.beliefs.iloc[-1] if len(one.beliefs.columns) else {}
        believed = [f"{own[name]:.3g}" if name in own else "" for name in ("noise_", "drift_")]
        table.add_row(one.name, "all", f"{one.rows_per_second:,.0f}", *_cells(one.measures()), *believed)
        recent = one.recent
        table.add_row("", f"last {int(recent['rows']):,}", "", *_cells(recent), "", "")
    return table


def _cells(measures: dict[str, float]) -> list[str]:
    return [f"{measures[name]:.4f}" if name in measures else "" for name in MEASURES]
