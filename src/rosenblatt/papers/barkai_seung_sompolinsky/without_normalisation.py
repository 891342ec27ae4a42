"""BSS sec. 5: perceptron and parity machine whose weights are not normalised, at a constant rate."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.papers.barkai_seung_sompolinsky.sabotages import LEARN, flipping, loss_times, pull_times
from rosenblatt.papers.barkai_seung_sompolinsky.smooth_scaling import Crowd, decay
from rosenblatt.papers.chance import limit, over_allowed
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.rules.parts.smooth_functions import Parity
from rosenblatt.rules.rosenblatt import Rosenblatt
from rosenblatt.rules.smooth import Smooth
from rosenblatt.theory.learning_curve import learning_curve

AVERAGES = "rosenblatt.rules.rosenblatt:Rosenblatt.averages"
TARGET = np.array([3.0, 0.0, 3.0, 0.0])  # a parity machine of two units with two inputs each
MARKS = (500, 1000, 2000, 4000, 8000)


def _baum(context: Context) -> Outcome:
    """The rule that is not normalised: |W| ~ alpha^(1/3), so that the effective rate falls with z = 1/3."""
    frame = learning_curve(Rosenblatt(), [1e8, 1e9]).frame
    d = float(np.diff(np.log(frame["disagreement"]))[0] / math.log(10.0))
    length = float(np.diff(np.log(frame["q_norm"]))[0] / (2.0 * math.log(10.0)))
    effective = 1.0 / math.sqrt(float(frame["q_norm"][1]))
    # z = 1/3 < 1: d follows the fixed point of the effective rate, up to the growth of |W| itself.
    ratio = float(frame["disagreement"][1]) / (effective / math.sqrt(2.0 * math.pi**3))
    measured = {"exponent of d": d, "exponent of |W|": length, "d over that of eta/|W| by (5)": ratio}
    return Outcome(measured, abs(d + 1 / 3) < 1e-5 and abs(length - 1 / 3) < 1e-5 and abs(ratio - 1.0) < 1e-5)


def _parity(context: Context) -> Outcome:
    """At a constant rate |w|^3 grows as n, and d is as the effective rate; at eta ~ 1/n, d falls as 1/n."""
    students, marks = (150, MARKS[:4]) if context.quick else (600, MARKS)
    machine = Smooth(Parity(), eta=1.0, correction="none")
    crowd = Crowd.near_target(machine, TARGET, 4, 0.0, students, context.seed, spread=0.1)
    crowd.learn(marks[0])
    cubes, products = [], []
    for before, after in itertools.pairwise(marks):
        start = _lengths(crowd)
        shares, end = crowd.learn(after - before), _lengths(crowd)
        cubes.append((end**3 - start**3) / (after - before))
        products.append(shares * np.sqrt(start * end))
    measured = {
        "constant rate: growth of |w|^3 for each example": _means(cubes)[0].tolist(),
        "constant rate: d |w|": _means(products)[0].tolist(),
    }
    x, d, sem = decay(machine, TARGET, 4, PowerLaw(120.0, cap=1.0), marks, students=students, seed=context.seed)
    measured["eta ~ 1/n: n d"] = (x * d).tolist()
    checks = [(*_means(cubes), 0.15), (*_means(products), 0.1), (x * d, x * sem, 0.05)]
    far = [
        over_allowed(value[1:], value[0], np.hypot(error[1:], error[0]), tests=9, bias=bias * value[0])
        for value, error, bias in checks
    ]
    grows = _means(cubes)[0] > limit(9) * _means(cubes)[1]
    return Outcome(measured, max(far) < 1.0 and bool(grows.all()))


def _lengths(crowd: Crowd) -> np.ndarray:
    """Return the length of each student's units, the mean of both."""
    return np.linalg.norm(crowd.synapses[:, 0].reshape(-1, 2, 2), axis=2).mean(axis=1)


def _means(values: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return means over students, and standard errors."""
    rows = np.array(values)
    return rows.mean(axis=1), rows.std(axis=1, ddof=1) / math.sqrt(rows.shape[1])


def _kept_length(learn: Callable[..., Any]) -> Callable[..., Any]:
    """Return learning after which each unit has its length back."""

    def changed(self: Any, inputs: Any, labels: Any, sample_weight: float, synapses: Any, cells: Any) -> Any:
        before = np.linalg.norm(synapses[:, 0].reshape(-1, 2, 2), axis=2, keepdims=True)
        wrong = learn(self, inputs, labels, sample_weight, synapses, cells)
        units = synapses[:, 0].reshape(-1, 2, 2)
        units *= before / np.linalg.norm(units, axis=2, keepdims=True)
        synapses[:, 0] = units.reshape(-1, 4)
        return wrong

    return changed


ROWS = (
    Row(
        "sec. 5, Baum",
        "without normalisation |W| ~ alpha^(1/3) and d ~ alpha^(-1/3)",
        "1/3, -1/3",
        _baum,
        sabotages=(loss_times(1.001, AVERAGES), pull_times(1.001, AVERAGES)),
    ),
    Row(
        "sec. 5, parity machine",
        "two units: |w| ~ n^(1/3) and d ~ n^(-1/3) without normalisation; d ~ 1/n at eta ~ 1/n",
        "|w|^3/n, d |w| and n d stay",
        _parity,
        sabotages=(
            Sabotage("units keep their length", LEARN, _kept_length),
            flipping("1 label in 50 is flipped", 0.02),
        ),
    ),
)
