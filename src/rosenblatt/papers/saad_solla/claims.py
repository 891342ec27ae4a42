"""What is reproduced of SS."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.saad_solla import (
    closed_equations,
    convergence,
    escape,
    figures,
    output_noise,
    symmetric_plateau,
)

REPRODUCTION = Reproduction(
    rows=(
        *closed_equations.ROWS,
        *symmetric_plateau.ROWS,
        *escape.ROWS,
        *convergence.ROWS,
        *output_noise.ROWS,
    ),
    figures={
        "curves": ("SS: learning curves of two units with their plateaus, at three rates.", figures.figure_curves),
        "overlaps": ("SS: the overlaps of three units through the plateau: they specialise.", figures.figure_overlaps),
        "rates": ("SS: what the rate does to plateau and last stage.", figures.figure_rates),
    },
    beside={
        "curves": (
            "plateau, finite eta",
            "plateau length, asymmetry",
        ),
        "overlaps": (
            "dynamics, K = M",
            "escape rate",
        ),
        "rates": (
            "critical rate",
            "last stage",
        ),
    },
)
