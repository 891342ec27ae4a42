"""What is reproduced of L8."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.sompolinsky_lecture import bounded_synapses, cover_count, figures, perceptron_algorithm

REPRODUCTION = Reproduction(
    rows=(
        *cover_count.ROWS,
        *perceptron_algorithm.ROWS,
        *bounded_synapses.ROWS,
    ),
    figures={
        "figure-1": ("Fraction of linearly separable dichotomies against P/N (L8 figure 1).", figures.figure_fraction),
        "alignment": ("The perceptron algorithm: A(n) and its two bounds.", figures.figure_alignment),
        "bounded": (
            "Bounded synapses: 40 separable sets of 30 patterns of 20 zeros and ones, one condition changed at a time; "
            "dotted, the value that the others keep.",
            figures.figure_conditions,
        ),
    },
)
