"""What is reproduced of GM."""

from __future__ import annotations

from rosenblatt.papers.golea_marchand import average_case, figures, learners_on_data, pac_learning
from rosenblatt.papers.judging import Reproduction

REPRODUCTION = Reproduction(
    rows=(
        *pac_learning.ROWS,
        *learners_on_data.ROWS,
        *average_case.ROWS,
    ),
    figures={
        "figure-2a": (
            "GM figure 2a: generalisation rate, 50 samples of each size with their standard deviations. "
            "Dashed: theory of n weights.",
            figures.figure_2("mean of G", "G_std", r"generalisation rate $\langle\langle G \rangle\rangle$"),
        ),
        "figure-2b": (
            "GM figure 2b: normalised overlap, the same samples.",
            figures.figure_2("overlap", "overlap_std", r"overlap $\langle\langle \rho \rangle\rangle$"),
        ),
        "figure-3": ("GM figure 3: n = 100, noise levels from 0 to 0.4; bars at 0.4 only.", figures.figure_3),
        "fooled": (
            "A product distribution that fools the clipped Hebb rule (n = 100, weights +1, threshold 0).",
            figures.figure_fooled,
        ),
    },
    tables={
        "sample-sizes": ("How many examples: GM's guarantee beside the average case.", figures.table_sizes),
        "figures-2-and-3": ("All points of figures 2 and 3: <G(rho)> and G(<rho>) apart.", figures.table_points),
    },
)
