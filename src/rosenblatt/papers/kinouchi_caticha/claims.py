"""What is reproduced of KC."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.kinouchi_caticha import (
    changing_teacher,
    energy_parameter,
    figures,
    graded_response,
    offline,
    online,
    online_against_offline,
    optimal_rule,
    training_error,
)

REPRODUCTION = Reproduction(
    rows=(
        *optimal_rule.ROWS,
        *online.ROWS,
        *online_against_offline.ROWS,
        *graded_response.ROWS,
        *changing_teacher.ROWS,
        *offline.ROWS,
        *energy_parameter.ROWS,
        *training_error.ROWS,
    ),
    figures={
        "figure-1": ("KC figure 1 from data: students of fixed and of free length.", figures.figure_1),
        "figure-2": ("KC figure 2: the overlap that the standard and the optimal rule reach.", figures.figure_2),
        "figure-3": ("KC figure 3: overlap of students of fixed length, and simulated points.", figures.figure_3),
        "errors": ("KC 51-55 and section 4.4: both errors of offline students.", figures.figure_errors),
        "tracking": ("KC section 3.5: the teacher changes, and then its length.", figures.figure_tracking),
        "drift": ("Following a drifting teacher: what is known against the best fixed rate.", figures.figure_drift),
    },
    beside={
        "figure-1": ("sec. 4.4",),
        "figure-2": ("eq. 23-25, fig. 2",),
        "figure-3": (
            "eq. 27, fig. 3",
            "eq. 47-49, fig. 3",
        ),
        "errors": ("eq. 51-55",),
        "tracking": ("sec. 3.5, changes",),
        "drift": (
            "eq. 32-35, drift",
            "drift, fixed rates",
        ),
    },
)
