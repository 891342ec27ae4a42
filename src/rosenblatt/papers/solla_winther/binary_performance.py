"""SW sec. 5, the performance of the online algorithms on a binary teacher: figure 3, and R = q."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.papers.chance import over_allowed
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with, times
from rosenblatt.papers.solla_winther.binary_weights import BIAS
from rosenblatt.rules.bayes_binary import BayesBinary
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve

ALPHA_3 = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
# Name, rule, readout: the online curves of figure 3.
CURVES = (
    ("binary weights", "bayes-binary", "mean"),
    ("binary weights, clipped", "bayes-binary", "clipped"),
    ("continuous weights", "bayes-hebb", "mean"),
    ("continuous weights, clipped", "bayes-hebb", "clipped"),
    ("continuous weights, binarised", "bayes-hebb", "binarised"),
)


def size_of_figure_3(context: Context) -> tuple[int, int]:
    """Return the number of weights and of runs, which are SW's."""
    return (400, 60) if context.quick else (1000, 100)


def points_of_figure_3(context: Context, rule: str, readout: str) -> pd.DataFrame:
    """Return what an online rule reaches on a binary teacher, from the ledger if it is there.

    ``r_minus_q`` is R - q, of which a run's two parts are taken together.
    """
    n, runs = size_of_figure_3(context)

    def experiment() -> dict[str, list[float]]:
        how: dict[str, Any] = {"n": n, "alpha": ALPHA_3, "runs": runs, "seed": context.seed, "readout": readout}
        found = simulate(rule, teacher="binary", inputs="binary", **how)
        columns = ("alpha", "disagreement", "disagreement_sem", "overlap", "overlap_sem")
        apart = found.samples["r"] - found.samples["q_norm"]
        return {column: found.frame[column].tolist() for column in columns} | {
            "r_minus_q": apart.mean(axis=0).tolist(),
            "r_minus_q_sem": (apart.std(axis=0, ddof=1) / math.sqrt(runs)).tolist(),
        }

    return pd.DataFrame(context.result("figure 3", experiment, rule=rule, readout=readout, n=n, runs=runs))


def _figure_3_row(context: Context) -> Outcome:
    """Five online curves against theory, by the overlap, up to the last point before the end of learning."""
    n, runs = size_of_figure_3(context)
    measured = {}
    for name, rule, readout in CURVES:
        points = points_of_figure_3(context, rule, readout)
        theory = learning_curve(rule, ALPHA_3, teacher="binary", readout=readout).frame["overlap"]
        measured[f"{name}: largest difference of the overlap over what is allowed"] = over_allowed(
            points["overlap"],
            theory,
            points["overlap_sem"],
            tests=len(CURVES) * len(ALPHA_3),
            runs=runs,
            bias=BIAS / n,
        )
    return Outcome(measured, max(measured.values()) < 1.0)


def _order(context: Context) -> Outcome:
    """What SW say of the five curves at small, middle and large alpha, by theory.

    Curves approach each other by their difference: of the errors of signs and of means the ratio tends to 2/sqrt(pi).
    """
    theory = {
        name: learning_curve(rule, ALPHA_3, teacher="binary", readout=readout).frame["disagreement"].to_numpy()
        for name, rule, readout in CURVES
    }
    binary, clipped, continuous, signs, binarised = theory.values()
    said = {
        "the binary algorithm is the best": all((binary <= other).all() for other in theory.values()),
        "clipping is worse at small alpha": bool(
            min(clipped[0], signs[0]) > max(binary[0], continuous[0], binarised[0])
        ),
        "the continuous one falls back": bool(continuous[-1] / binary[-1] > 5.0 > 1.05 > continuous[0] / binary[0]),
        "binarised is good up to alpha = 2": bool(binarised[3] / binary[3] < 1.15),
        "then it approaches clipped": bool(np.all(np.diff(signs - binarised)[1:] < 0.0)),
        "clipped binary approaches binary": bool(np.all(np.diff(clipped - binary)[1:] < 0.0)),
        "at large alpha by a ratio": bool(abs(_far_ratio() / (2.0 / math.sqrt(math.pi)) - 1.0) < 5e-3),
    }
    measured: dict[str, Any] = {name: values.tolist() for name, values in theory.items()}
    return Outcome(measured | said, all(said.values()))


def _far_ratio() -> float:
    """Return the error of the signs over that of the means, at an alpha where hardly a weight is unknown."""
    signs, mean = (
        learning_curve("bayes-binary", 4.368, teacher="binary", readout=readout).frame["disagreement"][0]
        for readout in ("clipped", "mean")
    )
    return float(signs / mean)


def _identity(context: Context) -> Outcome:
    """R = q along the binary rule."""
    n, runs = size_of_figure_3(context)
    points = points_of_figure_3(context, "bayes-binary", "mean")
    part = over_allowed(points["r_minus_q"], 0.0, points["r_minus_q_sem"], runs=runs, bias=BIAS / n)
    measured = {"R - q at each alpha": points["r_minus_q"].tolist(), "largest |R - q| over what is allowed": part}
    return Outcome(measured, part < 1.0)


def _doubting(run: Callable[..., Any]) -> Callable[..., Any]:
    """Return the simulation with a rule that takes five labels in a hundred for flipped, where none is."""
    return lambda rule, **how: run(BayesBinary(noise=0.05) if rule == "bayes-binary" else rule, **how)


ROWS = (
    Row(
        "eq. 5.14, fig. 3",
        "five online curves, N = 1000, up to alpha = 4",
        "as in theory",
        _figure_3_row,
        sabotages=(
            times("rosenblatt.scenario.channels:Flips.information", 1.1),
            times("rosenblatt.theory.bayes:clipped_disagreement", 1.1),
            called_with("rosenblatt.simulation.simulate:simulate", readout="mean"),
        ),
    ),
    Row(
        "fig. 3, order of the curves",
        "which of the online algorithms is better, at which alpha",
        "as SW say",
        _order,
        sabotages=(
            times("rosenblatt.theory.bayes:clipped_disagreement", 0.7),
            times("rosenblatt.scenario.priors:BinaryPrior.binarised_angle", 1.15),
        ),
    ),
    Row(
        "sec. 5, R = q",
        "teacher and student are sampled from the same space",
        0.0,
        _identity,
        sabotages=(Sabotage("a rule that assumes noise", "rosenblatt.simulation.simulate:simulate", _doubting),),
    ),
)
