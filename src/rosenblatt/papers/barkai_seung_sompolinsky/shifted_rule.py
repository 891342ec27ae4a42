"""BSS sec. 3, the shifted rule: its shift, its drift near W_0, and its second fixed point."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from rosenblatt import gaussian
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.papers.barkai_seung_sompolinsky.normalised_rule import SIMULATE
from rosenblatt.papers.barkai_seung_sompolinsky.output_noise import FIGURE_2, NOISE
from rosenblatt.papers.barkai_seung_sompolinsky.printed_shifted_rule import PrintedShifted
from rosenblatt.papers.barkai_seung_sompolinsky.sabotages import slope
from rosenblatt.papers.chance import over_allowed, too_many
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, times
from rosenblatt.rules.shifted import Shifted
from rosenblatt.scenario import ShiftedInputs
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory import shifted_perceptron

MILD = ShiftedInputs(1.5, 1.0)
SLOPES = "rosenblatt.theory.shifted_perceptron:slopes"


def _shift(context: Context) -> Outcome:
    """The rule's own T, from clean and from noisy labels, against (13); and (11), counted with (13)."""
    random, rows = np.random.default_rng([context.seed, 13]), 400_000
    q0, teacher = FIGURE_2.q0, np.array([1.0, 0.0, 0.0])
    centre = FIGURE_2.mean(teacher, random)
    along = math.sqrt(2.0 / math.pi) * math.exp(-0.5 * q0 * q0) / (2.0 * gaussian.scalar_cdf(q0) - 1.0)
    # (13), with U as inputs are declared to have it: q_0 along the teacher, v in the direction that was drawn
    exact = along * teacher + np.array([q0, *(FIGURE_2.across * centre[1:] / np.linalg.norm(centre[1:]))])
    measured, found, errors = {"BSS 13": exact.tolist()}, [], []
    for p in (0.0, NOISE):
        x = FIGURE_2.draw(centre, rows, random)
        clean = np.where(x[:, 0] > 0.0, 1.0, -1.0)
        flips = random.random(rows) < p
        labels = np.where(flips, -clean, clean)
        student = Shifted().start_students(1, 3)
        learn_rows(Shifted(), x, labels[None], *student)
        shift = Shifted().report(student[0][0], student[1][0])["shift"]
        lack = labels[:, None] * (x - exact) / labels.mean()  # of which the mean is what T lacks
        measured[f"T learnt, p = {p:g}"] = shift.tolist()
        found += [*(shift - exact)]
        errors += [*(lack.std(axis=0) / math.sqrt(rows))]
        if p > 0.0:
            push = np.where(flips, labels, 0.0)[:, None] * (x - exact)  # W_0 is wrong where labels are flipped
            found += [*push.mean(axis=0)]
            errors += [*(push.std(axis=0) / math.sqrt(rows))]
            measured["<epsilon_0 sigma_0 (S - T)>"] = push.mean(axis=0).tolist()
    return Outcome(measured, over_allowed(found, np.zeros(len(found)), errors) < 1.0, max(errors))


def _linearised(context: Context) -> Outcome:
    """BSS 14 against the exact drift, at distances of the order of eta, where all terms are of that of eta^2."""
    worst = {}
    for eta in (1e-4, 1e-6, 1e-8):
        differences = []
        for inputs in (FIGURE_2, MILD):
            for delta_r, across in ((0.0, 0.0), (3.0, 0.0), (1.0, 2.0), (2.0, -1.0)):
                exact = _slopes_near_teacher(eta * delta_r, eta * across, inputs, eta)
                printed = _equation_14(eta * delta_r, eta * across, inputs, eta)
                differences += [abs(one - other) / eta**2 for one, other in zip(exact, printed, strict=True)]
        worst[eta] = max(differences)
    measured = {f"largest difference over eta^2 at eta = {eta:g}": value for eta, value in worst.items()}
    # What (14) leaves out of epsilon is d, of the order of sqrt(eta).
    return Outcome(measured, worst[1e-8] < 2e-4 and worst[1e-8] < 0.02 * worst[1e-4])


def _slopes_near_teacher(delta_r: float, across: float, inputs: ShiftedInputs, eta: float) -> tuple[float, float]:
    """Return the slopes of delta R and delta q by the theory of the rule."""
    r = 1.0 - delta_r
    rest = max(delta_r * (2.0 - delta_r) - across * across, 0.0)
    to_r, to_across, _ = shifted_perceptron.slopes(r, across, rest, NOISE, inputs, eta)
    return -to_r, -(to_r * inputs.q0 + to_across * inputs.across)


def _equation_14(delta_r: float, across: float, inputs: ShiftedInputs, eta: float) -> tuple[float, float]:
    """Return the slopes of delta R and delta q as they are printed."""
    q0, lean = inputs.q0, math.exp(-0.5 * inputs.q0**2)
    delta_q = q0 * delta_r - across * inputs.across
    return (
        -eta * math.sqrt(2.0 / math.pi) * lean * delta_r + 0.5 * eta**2 * NOISE,
        -eta * lean / math.sqrt(2.0 * math.pi) * (delta_q + q0 * delta_r) + 0.5 * eta**2 * q0 * NOISE,
    )


def _end(r: float, across: float) -> float:
    """Return the R at which the drift ends from a place, T known and the rate small."""

    def in_time(_: float, state: np.ndarray) -> tuple[float, ...]:
        r, across, rest = (float(part) for part in state)
        return shifted_perceptron.slopes(r, across, max(rest, 0.0), NOISE, MILD, 0.01)

    start = (r, across, 1.0 - r * r - across * across)
    return float(solve_ivp(in_time, (0.0, 10_000.0), start, method="LSODA", rtol=1e-6, atol=1e-9).y[0, -1])


def _second_fixed_point(context: Context) -> Outcome:
    """The drift from starts with both signs of q; the noisy rule with its running T, as printed; and the repair."""
    ends = {start: _end(*start) for start in ((0.3, -0.1), (-0.1, 0.3), (0.1, -0.3), (-0.3, 0.1))}
    decided = all((end > 0.9) if r * MILD.q0 + s * MILD.across > 0.0 else (end < -0.9) for (r, s), end in ends.items())
    runs = 60 if context.quick else 200
    how: dict[str, Any] = {"n": 250, "alpha": [100.0], "noise": NOISE, "inputs": FIGURE_2, "seed": context.seed}
    printed = simulate(PrintedShifted.for_inputs(FIGURE_2), runs=runs, **how).samples["r"][:, 0]
    repaired = simulate("shifted", runs=runs, **how).samples["r"][:, 0]
    lost, lost_after_repair = int((printed < 0.0).sum()), int((repaired < 0.0).sum())
    measured = {
        "starts (R, s_2) and ends of R": [[*start, end] for start, end in ends.items()],
        "as printed, figure 2's parameters, on the side of -W_0": lost / runs,
        "repaired, on the side of -W_0": lost_after_repair / runs,
    }
    both = too_many(lost, runs, 0.01) and too_many(runs - lost, runs, 0.01)
    return Outcome(measured, decided and both and not too_many(lost_after_repair, runs, 1e-3))


def _even(cdf_step: Callable[..., float]) -> Callable[..., float]:
    """Return steps from q_0 > 0 as if Phi - 1/2 were even."""

    def changed(place: float, step: float) -> float:
        half = gaussian.scalar_cdf(place) - 0.5
        return abs(half + cdf_step(place, step)) - half

    return changed


def _one_rule_for(what: str, rule: Any, other: Any) -> Sabotage:
    """Return the sabotage of simulations in which one rule stands for another, by their names."""

    def change(function: Callable[..., Any]) -> Callable[..., Any]:
        def changed(asked: Any, **how: Any) -> Any:
            return function(other if getattr(asked, "name", asked) == rule else asked, **how)

        return changed

    return Sabotage(what, SIMULATE, change)


ROWS = (
    Row(
        "eq. 10-13",
        "T = <sigma_0 S>/<sigma_0> = U + W_0 sqrt(2/pi) exp(-q_0^2/2)/(1 - 2H(q_0))",
        "equal, whatever p",
        _shift,
        sabotages=(
            Sabotage(
                "the learnt shift times 1.01",
                "rosenblatt.rules.shifted:Shifted.report",
                lambda report: lambda *arguments: {"shift": 1.01 * report(*arguments)["shift"]},
            ),
            times("rosenblatt.scenario.inputs:ShiftedInputs.mean", 1.01),
        ),
    ),
    Row(
        "eq. 14",
        "the drift near W_0",
        0.0,
        _linearised,
        sabotages=(
            slope(SLOPES, 0, 1.001, "the slope of R"),
            slope(SLOPES, 1, 1.001, "the slope across"),
            Sabotage(
                "the noise of the slopes times 1.01",
                SLOPES,
                lambda slopes: lambda r, s, rest, noise, *more: slopes(r, s, rest, 1.01 * noise, *more),
            ),
        ),
    ),
    Row(
        "eq. 10, second fixed point",
        "the shifted rule converges to W_0",
        "from a start with the right sign of q",
        _second_fixed_point,
        errata="-W_0 is a stable fixed point too: from random directions a third to a half go there",
        correction=Correction(
            "the rule converges to W_0",
            "to W_0 from a start with the right sign of q, else to -W_0",
            "a third to a half of the runs end at -W_0",
        ),
        sabotages=(
            Sabotage("|k(q)| for k(q): the drift always points to W_0", "rosenblatt.gaussian:cdf_step", _even),
            _one_rule_for("the printed rule is the repaired one", PrintedShifted.name, Shifted()),
            _one_rule_for("the repaired rule is the printed one", "shifted", PrintedShifted.for_inputs(FIGURE_2)),
        ),
    ),
)
