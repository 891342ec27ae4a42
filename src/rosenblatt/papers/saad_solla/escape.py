r"""How units leave the symmetric plateau: small differences grow until each unit has found one of the teacher's.

escape.1   x_i = J_i.S/sqrt(N) where the J_i differ by d_i, of which sum_i d_i = 0, from what they have in common:
           the output is as before, and d_i changes by eta <g''(x) e z^2> d_i, z the field of its direction u, which
           is one of the teacher's space with sum_n u_n = 0. On the plateau of eta -> 0, <g''(x) e> = -<x g'(x) e>
           = 0, so that only sum_n u_n^2 <g''(x) g''(y_n)> is left:
           rate = eta (2/pi) R/(2 (1 + Q) - R^2)^(3/2) = eta (2/pi) K (2K - 1)^(-1/2) (2K + 1)^(-3/2)
escape.2   a difference of delta at the start leaves the plateau at ln(1/delta)/rate + const; one by chance, of
           order 1/sqrt(N), at ln(N)/(2 rate) + const
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.papers.chance import limit
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.saad_solla.closed_equations import CURVE, SIMULATED, THIRD
from rosenblatt.papers.saad_solla.symmetric_plateau import without_rate
from rosenblatt.papers.sabotage import Sabotage, called_with, times
from rosenblatt.simulation.soft_committee import simulate_soft_committee
from rosenblatt.theory.soft_committee import Plateau, plateau, soft_committee

GROWTH = "rosenblatt.theory.soft_committee:_growth"
DIFFERENCES = (1e-4, 1e-6)
ETA = 1.5  # of students that chance alone makes differ
SPECIALISED = 0.5  # of R_11 - R_12: half of what it is at the end


def slow_escape(k: int) -> float:
    """Return the rate of escape over eta, for eta -> 0.  (escape.1)

    >>> round(slow_escape(2), 6)
    0.06575
    """
    return 2.0 / math.pi * k / math.sqrt((2 * k - 1) * (2 * k + 1) ** 3)


def _rate(context: Context) -> Outcome:
    """The rate for eta -> 0 against the closed form; at a finite one against how differences grow along a curve."""
    measured, good = {}, True
    for k in (2, 3) if context.quick else (2, 3, 4, 6):
        found = float(without_rate(lambda eta, k=k: plateau(k, eta=eta).escape_rate / eta, 0.01 / k))
        measured[f"K = {k}: rate over eta, in closed form"] = [found, slow_escape(k)]
        good &= abs(found / slow_escape(k) - 1.0) < 1e-4
    state = plateau(2, eta=0.5)
    frame = soft_committee([50.0, 150.0], eta=0.5, **beside(state, 1e-7)).frame
    apart = (frame["r_11"] - frame["r_12"]).to_numpy()
    grown = math.log(apart[1] / apart[0]) / 100.0
    measured["K = 2, eta = 0.5: rate of a curve, of the plateau"] = [grown, state.escape_rate]
    return Outcome(measured, good and abs(grown / state.escape_rate - 1.0) < 1e-3)


def beside(state: Plateau, delta: float) -> dict[str, Any]:
    """Return a start of two units on their plateau, but for a difference."""
    one = np.eye(2)
    return {
        "r0": state.r + delta * (2.0 * one - 1.0),
        "q0": np.full((2, 2), state.between) + (state.q_norm - state.between) * one,
    }


def escape_time(delta: float, eta: float) -> float:
    """Return the alpha at which two units that differ by delta on their plateau are half specialised."""
    state = plateau(2, eta=eta)
    alpha = np.linspace(0.0, (5.0 - math.log(delta)) / state.escape_rate, 100)
    frame = soft_committee(alpha, eta=eta, **beside(state, delta)).frame
    return first_crossing(alpha, (frame["r_11"] - frame["r_12"]).to_numpy())


def first_crossing(alpha: np.ndarray, apart: np.ndarray) -> float:
    """Return where a difference first is ``SPECIALISED``, between two points on a straight line, or NaN."""
    beyond = np.flatnonzero(apart > SPECIALISED)
    if not len(beyond) or not beyond[0]:
        return math.nan
    k = int(beyond[0])
    part = (SPECIALISED - apart[k - 1]) / (apart[k] - apart[k - 1])
    return float(alpha[k - 1] + part * (alpha[k] - alpha[k - 1]))


def _length(context: Context) -> Outcome:
    """How much later units specialise that differ a hundred times less; and at smaller rates."""
    measured, worst = {}, 0.0
    for eta in (1.0,) if context.quick else (1.0, 0.5, 0.25):
        found = [escape_time(delta, eta) for delta in DIFFERENCES]
        exact = math.log(DIFFERENCES[0] / DIFFERENCES[1]) / plateau(2, eta=eta).escape_rate
        measured[f"eta = {eta:g}: alpha of escape from differences of {DIFFERENCES}"] = found
        measured[f"eta = {eta:g}: later by, ln(100)/rate"] = [found[1] - found[0], exact]
        worst = max(worst, abs((found[1] - found[0]) / exact - 1.0))
    return Outcome({**measured, "largest relative difference": worst}, worst < 5e-3)


def apart_by_chance(context: Context, n: int, runs: int, alpha: list[float]) -> np.ndarray:
    """Return how much two units differ, in each run and at each alpha, whose start is symmetric."""
    how: dict[str, Any] = {"alpha": alpha, "runs": runs, "seed": context.seed, "eta": ETA, "r0": 0.0, "q0": 0.25}
    found = simulate_soft_committee(n=n, **how).samples
    return 0.5 * np.abs(found["r_11"] - found["r_12"] - found["r_21"] + found["r_22"])


def _by_chance(context: Context) -> Outcome:
    """N times the mean square difference at alpha = 10 is the same for few and many inputs; and so times differ.

    The difference is nearly normal: the logarithm of its mean square over many runs has variance 2/runs.
    """
    sizes, runs = ((60, 960), 80) if context.quick else ((100, 3200), 100)
    squares = [float((apart_by_chance(context, n, runs, [10.0]) ** 2).mean()) for n in sizes]
    power = math.log(squares[1] / squares[0]) / math.log(sizes[1] / sizes[0])
    allowed = (limit(2) * math.sqrt(4.0 / runs) + 4.0 / sizes[0]) / math.log(sizes[1] / sizes[0])
    measured: dict[str, Any] = {
        f"mean square difference at N = {sizes[0]}, {sizes[1]}": squares,
        "power of N, expected": [power, -1.0],
        "allowed": allowed,
    }
    good = abs(power + 1.0) < allowed
    if not context.quick:
        sizes, runs, alpha = (100, 1600), 60, np.linspace(0.0, 160.0, 81)
        found = [
            np.array([first_crossing(alpha, one) for one in apart_by_chance(context, n, runs, alpha.tolist())])
            for n in sizes
        ]
        later = float(found[1].mean() - found[0].mean())
        exact = math.log(sizes[1] / sizes[0]) / (2.0 * plateau(2, eta=ETA).escape_rate)
        error = math.sqrt(sum(one.var(ddof=1) / runs for one in found))
        measured[f"alpha of escape at N = {sizes[0]}, {sizes[1]}"] = [float(one.mean()) for one in found]
        measured["later by, ln(16)/(2 rate), standard error"] = [later, exact, error]
        good &= abs(later - exact) < limit(2, runs) * error
    return Outcome(measured, good)


def _one_size(simulate: Any) -> Any:
    return lambda **how: simulate(**{**how, "n": 300})


ROWS = (
    Row(
        "escape rate",
        "differences on the plateau grow exponentially, for eta -> 0 at eta (2/pi) K (2K - 1)^(-1/2) (2K + 1)^(-3/2)",
        slow_escape(2),
        _rate,
        sabotages=(times(THIRD, 1.01), times(GROWTH, 1.01), called_with(CURVE, noise=0.1)),
    ),
    Row(
        "plateau length, asymmetry",
        "the plateau lasts as long as ln(1/asymmetry)/rate, the asymmetry being that of the start",
        "ln(100)/rate",
        _length,
        sabotages=(called_with(CURVE, noise=0.15), times(GROWTH, 1.02)),
    ),
    Row(
        "plateau length, ln N",
        "from a symmetric start chance makes units differ by 1/sqrt(N): the plateau lasts longer by ln(N)/(2 rate)",
        "mean square difference ~ 1/N",
        _by_chance,
        sabotages=(
            Sabotage("300 inputs always", SIMULATED, _one_size),
            called_with(SIMULATED, r0=0.05),
        ),
    ),
)
