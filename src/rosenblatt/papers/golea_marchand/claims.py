"""What is reproduced of GM."""

from __future__ import annotations

from rosenblatt.papers.golea_marchand import (
    algorithm,
    average_case,
    classification_noise,
    figures,
    guarantee,
    lemmas,
    other_distributions,
    reduction,
)
from rosenblatt.papers.judging import Reproduction

REPRODUCTION = Reproduction(
    rows=(
        *lemmas.ROWS,
        *algorithm.ROWS,
        *guarantee.ROWS,
        *reduction.ROWS,
        *average_case.ROWS,
        *other_distributions.ROWS,
        *classification_noise.ROWS,
    ),
    figures={
        "figure-2a": (
            "GM figure 2a: generalisation rate, 50 samples of each size with their standard deviations. Left: GM's "
            "(14), the probability to agree on signs; right: (19), from the overlap. Dashed: theory of n weights.",
            figures.figure_2a,
        ),
        "figure-2b": ("GM figure 2b: normalised overlap, the same samples.", figures.figure_2b),
        "figure-3": (
            "GM figure 3: n = 100, noise levels from 0 to 0.4; bars at 0.4 only. Left: (14), right: (19); solid: many "
            "weights, dashed: n = 100.",
            figures.figure_3,
        ),
        "fooled": (
            "A product distribution that fools the clipped Hebb rule (n = 100, weights +1, threshold 0).",
            figures.figure_fooled,
        ),
    },
    tables={
        "sample-sizes": ("How many examples: GM's guarantee beside the average case.", figures.table_sizes),
        "figures-2-and-3": (
            "All points of figures 2 and 3: the overlap, G on signs (14), and G of the overlap (19).",
            figures.table_points,
        ),
    },
    beside={
        "figure-2a": (
            "eq. 14, n = 15",
            "eq. 29",
            "fig. 2, text",
            "fig. 2a",
            "eq. 30",
        ),
        "figure-2b": (
            "eq. 20-24, n = 50",
            "eq. 20-24, n = 100",
            "eq. 20-24, n = 500",
            "eq. 20-24, n = 501",
            "eq. 26-28, fig. 2b",
            "fig. 2, error bars",
        ),
        "figure-3": (
            "eq. 33, 34, fig. 3, sigma = 0.1",
            "eq. 33, 34, fig. 3, sigma = 0.2",
            "eq. 33, 34, fig. 3, sigma = 0.3",
            "eq. 33, 34, fig. 3, sigma = 0.4",
            "sec. 5.2",
        ),
        "fooled": ("sec. 5.1, malicious distribution",),
    },
)
