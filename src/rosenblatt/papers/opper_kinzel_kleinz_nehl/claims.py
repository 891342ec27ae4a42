"""What is reproduced of OKKN."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.opper_kinzel_kleinz_nehl import figures, largest_margin

REPRODUCTION = Reproduction(
    rows=largest_margin.ROWS,
    figures={
        "curves": (
            "OKKN: disagreement, margin and support vectors of maximal stability, theory and exact programs. Flipped "
            "labels end the curves (dots) where they are no longer separable.",
            figures.figure_curves,
        )
    },
    beside={
        "curves": (
            "equations",
            "law",
            "flipped labels",
            "programs",
        )
    },
)
