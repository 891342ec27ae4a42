"""The numbers of the picture as a table."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from rosenblatt.lab.curves.lines import Line
from rosenblatt.lab.curves.points import Points

COLUMNS = ("alpha", "r", "q_norm", "overlap", "disagreement", "error")


def curves_csv(lines: Iterable[Line], points: Points) -> str:
    """Return lines and points as CSV: who, whether by theory or simulated, and the measures."""
    parts = []
    for line in lines:
        if line.frame is not None:
            parts.append(line.frame[list(COLUMNS)].assign(rule=line.title, by="theory"))
        simulation = points.simulations.get(line.title)
        if simulation is not None:
            errors = [f"{name}_sem" for name in COLUMNS[1:]]
            parts.append(simulation.frame[[*COLUMNS, *errors, "runs"]].assign(rule=line.title, by="simulation"))
    if not parts:
        return ",".join(("rule", "by", *COLUMNS)) + "\n"
    whole = pd.concat(parts, ignore_index=True)
    return whole[["rule", "by", *[name for name in whole.columns if name not in ("rule", "by")]]].to_csv(index=False)
