"""What is reproduced of AB."""

from __future__ import annotations

from rosenblatt.papers.anlauf_biehl import climbing, figures
from rosenblatt.papers.judging import Reproduction

REPRODUCTION = Reproduction(
    rows=climbing.ROWS,
    figures={
        "convergence": (
            "AB, KM87: by how much the margin is below the largest one: AdaTron ends geometrically, MinOver does not.",
            figures.figure_convergence,
        )
    },
    beside={"convergence": ("geometric",)},
)
