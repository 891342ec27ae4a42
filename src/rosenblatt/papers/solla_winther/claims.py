"""What is reproduced of SW."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.solla_winther import (
    binary_performance,
    binary_weights,
    continuous_performance,
    continuous_weights,
    correlated_inputs,
    costs,
    figures,
    offline_binary,
    perfect_learning,
)

REPRODUCTION = Reproduction(
    rows=(
        *continuous_weights.ROWS,
        *continuous_performance.ROWS,
        *costs.ROWS,
        *correlated_inputs.ROWS,
        *binary_weights.ROWS,
        *binary_performance.ROWS,
        *offline_binary.ROWS,
        *perfect_learning.ROWS,
    ),
    figures={
        "figure-2": (
            "SW figure 2: continuous weights; lower curves kappa = 0, upper ones kappa = 0.1.",
            figures.figure_2,
        ),
        "correlated-inputs": (
            "Continuous weights on correlated inputs, N = 40, kappa = 0: what the full covariance gains.",
            figures.figure_correlated_inputs,
        ),
        "figure-3": ("SW figure 3: binary weights, kappa = 0, seven curves and the transition.", figures.figure_3),
        "transition": (
            "The transition at finite N, by enumeration of all weight vectors.",
            figures.figure_transition,
        ),
    },
    tables={
        "table-1": (
            "SW table 1, costs: powers of the number of weights N and of examples t, counted.",
            figures.table_1,
        ),
    },
    beside={
        "figure-2": (
            "fig. 2, Hebb approximation",
            "fig. 2, second order",
            "fig. 2, offline",
            "sec. 4, second order",
        ),
        "correlated-inputs": ("sec. 4, 6, correlated inputs",),
        "figure-3": (
            "eq. 5.14, fig. 3",
            "fig. 3, order of the curves",
            "fig. 3, transition",
            "sec. 6, gradual decay",
        ),
        "transition": ("fig. 3, finite N",),
    },
)
