"""What is reproduced of KC92."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.kinouchi_caticha_1992 import figures, optimal_modulation, selected_examples, upper_bound

REPRODUCTION = Reproduction(
    rows=(*optimal_modulation.ROWS, *upper_bound.ROWS, *selected_examples.ROWS),
    figures={"bound": ("KC92: rules at their best rate against the bound; selected examples.", figures.figure_bound)},
    beside={
        "bound": (
            "upper bound",
            "upper bound, laws",
            "selection, exponential",
            "selection, dynamics",
        )
    },
)
