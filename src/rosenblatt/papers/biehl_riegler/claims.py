"""What is reproduced of BR."""

from __future__ import annotations

from rosenblatt.papers.biehl_riegler import angle_equation, best_rate, constant_rate, figures, label_noise
from rosenblatt.papers.judging import Reproduction

REPRODUCTION = Reproduction(
    rows=(*angle_equation.ROWS, *constant_rate.ROWS, *best_rate.ROWS, *label_noise.ROWS),
    figures={"rates": ("BR: the AdaTron at several rates, and where flipped labels leave it.", figures.figure_rates)},
    beside={
        "rates": (
            "constant rate",
            "critical rate",
            "best rate",
            "label noise",
        )
    },
)
