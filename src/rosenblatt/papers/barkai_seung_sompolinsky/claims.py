"""What is reproduced of BSS."""

from __future__ import annotations

from rosenblatt.papers.barkai_seung_sompolinsky import (
    figures,
    normalised_rule,
    one_weight,
    output_noise,
    shifted_convergence,
    shifted_rule,
    smooth_functions,
    without_normalisation,
)
from rosenblatt.papers.judging import Reproduction

REPRODUCTION = Reproduction(
    rows=(
        *normalised_rule.ROWS,
        *output_noise.ROWS,
        *shifted_rule.ROWS,
        *shifted_convergence.ROWS,
        *smooth_functions.FIRST,
        *one_weight.CLEAN,
        *smooth_functions.LAST,
        *one_weight.NOISY,
        *without_normalisation.ROWS,
    ),
    figures={
        "figure-1": ("BSS figure 1: the optimal schedule, N = 50, and 1.27/alpha (dashed).", figures.figure_1),
        "figure-2": (
            "BSS figure 2: p = 0.2, u = 4, q_0 = -1.95, N = 250; dashed, BSS 18; dotted, the least error.",
            figures.figure_2,
        ),
        "figure-2-ratio": ("The modified rule of BSS figure 2 over BSS 18.", figures.figure_ratio),
        "scaling": ("BSS sec. 4: scaling laws of thresholded smooth functions, measured.", figures.figure_scaling),
        "laws": (
            "BSS sec. 4 in one dimension: laws of delta w at several rates; lines, exact.",
            figures.figure_laws,
        ),
    },
    beside={
        "figure-1": (
            "eq. 6, optimum",
            "fig. 1",
        ),
        "figure-2": (
            "fig. 2, plain rule",
            "eq. 9",
            "fig. 2, modified rule",
        ),
        "figure-2-ratio": ("eq. 18",),
        "scaling": (
            "eq. 19, 20",
            "text after eq. 20",
            "text after eq. 27",
            "sec. 4, noise",
        ),
        "laws": (
            "eq. 23",
            "eq. 24",
            "eq. 25, 26",
            "eq. 27",
        ),
    },
)
