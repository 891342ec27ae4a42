r"""The AdaTron on random examples of a teacher: the plane of an exact program, and a geometric end.

climbing.1   at the end label h >= 1 with equality where x > 0, K = 1/sqrt(Q), Q = sum x/N
climbing.2   batch steps climb at rates up to 2/lambda_max, lambda_max -> (1 + sqrt(alpha))^2 for many inputs
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from rosenblatt.batch.dual_ascent import adatron_rounds, batch_adatron_rounds, largest_eigenvalue
from rosenblatt.batch.margin_certificate import SignedRows, watched
from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.kernels.dual_sweep import compiled_sweep
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.krauth_mezard_1987.least_stable_first import taught
from rosenblatt.papers.sabotage import Sabotage, called_with, times

SEQUENTIAL = "rosenblatt.batch.dual_ascent:adatron_rounds"
BATCH = "rosenblatt.batch.dual_ascent:batch_adatron_rounds"
TOLERANCE, MOST_ROUNDS = 1e-4, 200
STEEPEST = "rosenblatt.batch.dual_ascent:largest_eigenvalue"


def _optimum(context: Context) -> Outcome:
    """Margins of both algorithms against the exact program, and what holds at the end.  (climbing.1)"""
    worst = {"margin": 0.0, "K sqrt(Q)": 0.0, "label h where x > 0": 0.0}
    for number in range(context.runs(20)):
        x, labels = taught(context, number)
        best = find_best_separator(x, labels)
        assert best is not None
        largest, rows = float(np.min(labels * (x @ best))), SignedRows(x, labels, False)
        for rounds in (adatron_rounds(rows, sweep=compiled_sweep), batch_adatron_rounds(rows, rate=1.9)):
            found = watched(rows, rounds, TOLERANCE, MOST_ROUNDS)
            fields = labels * (x @ found.plane.weights)
            off = {
                "margin": abs(found.plane.margin / largest - 1.0),
                "K sqrt(Q)": abs(found.plane.margin * math.sqrt(found.shares.sum()) - 1.0),
                "label h where x > 0": float(np.abs(fields[found.shares > 0.05 * found.shares.max()] - 1.0).max()),
            }
            worst = {name: max(value, off[name]) for name, value in worst.items()}
    measured = {f"largest difference of {name}": value for name, value in worst.items()}
    return Outcome(
        measured,
        worst["margin"] < 2.0 * TOLERANCE
        and worst["K sqrt(Q)"] < 2.0 * TOLERANCE
        and worst["label h where x > 0"] < 1e-2,
    )


def _geometric(context: Context) -> Outcome:
    """How the gap of the batch algorithm shrinks in twice as many rounds: MinOver's would be halved."""
    shrinks = []
    for number in range(context.runs(20)):
        x, labels = taught(context, number, alpha=1.0)
        best = find_best_separator(x, labels)
        assert best is not None
        largest, rows = float(np.min(labels * (x @ best))), SignedRows(x, labels, False)
        planes = [rows.plane(shares) for shares in itertools.islice(batch_adatron_rounds(rows, rate=1.9), 8)]
        gaps = [1.0 - plane.margin / largest for plane in planes]
        shrinks.append(math.log(gaps[7] / gaps[3]) if gaps[7] > 1e-13 else -math.inf)
    typical = float(np.median(shrinks))
    return Outcome({"median of ln(gap at 8 rounds/gap at 4)": typical}, typical < math.log(0.2))


def _rates(context: Context) -> Outcome:
    """The height that is reached at rates 1.9 and 4 in units of 1/lambda_max, and lambda_max of many inputs."""
    x, labels = taught(context, 0, alpha=2.0, n=200)
    rows = SignedRows(x, labels, False)
    steepest, alpha = largest_eigenvalue(rows), 2.0

    def heights(rate: float) -> np.ndarray:
        products = (labels[:, None] * x) @ (labels[:, None] * x).T
        steps = itertools.islice(batch_adatron_rounds(rows, rate=rate), 10)
        return np.array([shares.sum() - 0.5 * shares @ products @ shares for shares in steps])

    climbing, falling = heights(1.9), heights(4.0)
    measured = {
        "lambda_max, theory": [steepest, (1.0 + math.sqrt(alpha)) ** 2],
        "height after 10 rounds at 1.9, at 4": [float(climbing[-1]), float(falling[-1])],
    }
    good = bool((np.diff(climbing) > 0.0).all()) and falling[-1] < climbing[-1]
    return Outcome(measured, good and abs(steepest / (1.0 + math.sqrt(alpha)) ** 2 - 1.0) < 0.06)


ROWS = (
    Row(
        "optimum",
        "on every separable set it ends at the largest margin, K = 1/sqrt(Q), and only examples at the margin are kept",
        "equal",
        _optimum,
        sabotages=(
            Sabotage(
                "examples have no share above 1",
                SEQUENTIAL,
                lambda rounds: lambda rows, **how: (np.minimum(shares, 1.0) for shares in rounds(rows, **how)),
            ),
            called_with(BATCH, rate=0.01),
        ),
    ),
    Row(
        "geometric",
        "its end is geometric: each so many steps the gap shrinks by the same factor",
        "a fifth or less",
        _geometric,
        sabotages=(called_with(BATCH, rate=0.02),),
    ),
    Row(
        "rates",
        "batch steps climb at every rate below 2/lambda_max, and lambda_max is (1 + sqrt(alpha))^2",
        (1.0 + math.sqrt(2.0)) ** 2,
        _rates,
        sabotages=(times(STEEPEST, 1.2), called_with(BATCH, rate=1.0)),
    ),
)
