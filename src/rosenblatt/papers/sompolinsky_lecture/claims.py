"""What is reproduced of L8."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.sompolinsky_lecture import (
    bounded_synapses,
    cover_count,
    cover_proof,
    figures,
    fixed_threshold,
    generalisation,
    perceptron_algorithm,
)

REPRODUCTION = Reproduction(
    rows=(
        *cover_count.ROWS,
        *cover_proof.ROWS,
        *perceptron_algorithm.ROWS,
        *fixed_threshold.ROWS,
        *bounded_synapses.ROWS,
        *generalisation.ROWS,
    ),
    figures={
        "figure-1": ("Fraction of linearly separable dichotomies against P/N (L8 figure 1).", figures.figure_fraction),
        "log-count": (
            "The number of separable dichotomies on a logarithmic scale, for each weight (L8 sec. 1, consequence 3).",
            figures.figure_log_count,
        ),
        "alignment": ("The perceptron algorithm: A(n) and its two bounds.", figures.figure_alignment),
        "bounded": (
            "Bounded synapses: 40 separable sets of 30 patterns of 20 zeros and ones, one condition changed at a time; "
            "dotted, the value that the others keep.",
            figures.figure_conditions,
        ),
        "recoding": (
            "Points with four inputs, before and after the products of two inputs are added: lines are Cover's count.",
            figures.figure_recoding,
        ),
    },
    beside={
        "figure-1": (
            "theorem, P = 30",
            "theorem, P = 40",
            "theorem, P = 50",
            "consequence 4, half point",
            "consequence 4, figure 1",
        ),
        "log-count": (
            "consequence 3",
            "consequence 3, logarithmic plot",
        ),
        "alignment": (
            "eq. 21",
            "eq. 15, 20, 21, any start",
        ),
        "bounded": (
            "sec. 3, all conditions",
            "sec. 3, condition 1",
            "sec. 3, condition 1, upper end",
            "sec. 3, condition 2",
            "sec. 3, condition 3",
        ),
        "recoding": ("sec. 4, item 3",),
    },
)
