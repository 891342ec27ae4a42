"""What is reproduced of AKLZ."""

from __future__ import annotations

from rosenblatt.papers.aubin_krzakala_lu_zdeborova import figures, least_squares, rates, students
from rosenblatt.papers.judging import Reproduction

CAPTION = "AKLZ: ridge, logistic regression and the hinge loss, in theory and by scikit-learn."

REPRODUCTION = Reproduction(
    rows=(*students.ROWS, *least_squares.ROWS, *rates.ROWS),
    figures={"convex-risk": (CAPTION, figures.figure_curves)},
    beside={
        "convex-risk": (
            "students",
            "interpolation peak",
            "near Bayes",
        )
    },
)
