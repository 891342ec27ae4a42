"""What is reproduced of G."""

from __future__ import annotations

from rosenblatt.papers.gardner_1988 import figures, spherical_capacity
from rosenblatt.papers.judging import Reproduction

REPRODUCTION = Reproduction(
    rows=spherical_capacity.ROWS,
    figures={
        "capacities": (
            "G, KM89, GS: how many random labels are stored. Left: sets that are, by Cover's count for N = 10, 50 and "
            "250, and by all vectors counted for N = 7, 11 and 15. Middle and right: what a margin costs, and what a "
            "bias of the labels gains.",
            figures.figure_capacities,
        )
    },
    beside={
        "capacities": (
            "capacity",
            "bias",
            "Cover",
            "programs",
        )
    },
)
