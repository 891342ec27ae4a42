"""What is reproduced of KR."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.kinzel_rujan import figures, orthogonal_examples

REPRODUCTION = Reproduction(
    rows=orthogonal_examples.ROWS,
    figures={"selection": ("KR: Hebb's rule with and without selected examples.", figures.figure_selection)},
    beside={
        "selection": (
            "law",
            "dynamics",
        )
    },
)
