"""BSS sec. 2: the normalised perceptron at a constant rate and with a schedule; and the rule of Baum of sec. 5."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from rosenblatt.gaussian import SQRT_2PI
from rosenblatt.papers.judging import Z_LIMIT, Context, Outcome, Row
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.rules.rosenblatt import Rosenblatt
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.hebbian import fixed_point
from rosenblatt.theory.learning_curve import learning_curve


def with_schedule(eta_0: float, z: float = 1.0) -> Normalised:
    """Return the normalised rule with BSS's schedule eta_0 sqrt(2 pi) alpha^(-z)."""
    return Normalised(eta=PowerLaw(eta_0 * SQRT_2PI, z=z))


def _equation_4(context: Context) -> Outcome:
    """The curve against BSS's equation, integrated plainly in R."""
    worst = 0.0
    alpha = np.array([0.5, 2.0, 10.0, 100.0])
    for eta in (0.1, 0.5, 2.0):

        def slope(now: float, state: np.ndarray, eta: float = eta) -> list[float]:
            r = float(state[0])
            return [eta * (1.0 - r * r) / SQRT_2PI - eta * eta * r * math.acos(r) / (2.0 * math.pi)]

        plain = solve_ivp(slope, (0.0, 100.0), [0.0], t_eval=alpha, rtol=1e-10, atol=1e-12).y[0]
        worst = max(worst, float(np.abs(learning_curve(Normalised(eta=eta), alpha).frame["r"] - plain).max()))
    return Outcome({"largest difference of R": worst}, worst < 1e-7)


def _meaning_of_error(context: Context) -> Outcome:
    """Learning where student and label agree, as the text says, against learning where they differ."""
    right, printed = (
        simulate(rule, n=200, alpha=[20.0], runs=context.runs(50), seed=context.seed).frame["disagreement"][0]
        for rule in (Normalised(eta=1.0), _AsPrinted(eta=1.0))
    )
    measured = {"d, learning from mistakes": float(right), "d, learning where they agree": float(printed)}
    return Outcome(measured, right < 0.15 < printed)


@dataclass(frozen=True)
class _AsPrinted(Normalised):
    """Learns where student and label agree."""

    name = "as-printed"
    mistake_driven = False

    @staticmethod
    def modulation(label: float, field: float, eta: float) -> float:
        return eta * label if label * field > 0.0 else 0.0


def _equation_5(context: Context) -> Outcome:
    ratio = {eta: fixed_point(Normalised(eta=eta)) / (eta / math.sqrt(2.0 * math.pi**3)) for eta in (1.0, 0.1, 0.001)}
    measured = {f"d/(eta/sqrt(2 pi^3)) at eta = {eta:g}": value for eta, value in ratio.items()}
    return Outcome(measured, abs(ratio[0.001] - 1.0) < 1e-6 and abs(ratio[0.1] - 1.0) < 1e-2)


def _approach(context: Context) -> Outcome:
    eta = 0.05
    end, alpha = fixed_point(Normalised(eta=eta)), np.array([400.0, 600.0])
    excess = learning_curve(Normalised(eta=eta), alpha).frame["disagreement"].to_numpy() - end
    rate = float(-np.diff(np.log(excess))[0] / 200.0)
    measured = {"rate": rate, "eta/sqrt(2 pi)": eta / SQRT_2PI, "2 eta/sqrt(2 pi)": 2.0 * eta / SQRT_2PI}
    return Outcome(measured, abs(rate / (eta / SQRT_2PI) - 1.0) < 0.05)


def _regime(eta_0: float, z: float):
    def compute(context: Context) -> Outcome:
        rule = with_schedule(eta_0, z)
        assert rule.decay is not None
        prefactor, exponent = rule.decay
        frame = learning_curve(rule, [1e8, 1e9]).frame
        slope = float(np.diff(np.log(frame["disagreement"]))[0] / math.log(10.0))
        scaled = float(frame["disagreement"][1] * 1e9**-exponent)
        measured = {"exponent": slope, "prefactor": scaled, "predicted": [prefactor, exponent]}
        return Outcome(measured, abs(slope - exponent) < 3e-3 and abs(scaled / prefactor - 1.0) < 5e-3)

    return compute


def _stops_short(context: Context) -> Outcome:
    d = learning_curve(with_schedule(1.0, 2.0), [1e3, 1e6, 1e9]).frame["disagreement"].tolist()
    return Outcome({"d at 1e3, 1e6, 1e9": d}, d[2] > 0.05 and abs(d[2] - d[1]) < 1e-4)


def _border(context: Context) -> Outcome:
    """eta_0 = 1: pi alpha d against ln(alpha); and the printed square root of it."""
    alpha = np.array([1e4, 1e8, 1e16])
    scaled = learning_curve(with_schedule(1.0), alpha).frame["disagreement"].to_numpy() * alpha * math.pi
    slopes = np.diff(scaled) / np.diff(np.log(alpha))
    printed = scaled / np.sqrt(np.log(alpha))
    measured = {"d(pi alpha d)/d ln(alpha)": slopes.tolist(), "pi alpha d/sqrt(ln alpha)": printed.tolist()}
    return Outcome(measured, bool(np.abs(slopes - 1.0).max() < 1e-2 and printed[2] > 1.3 * printed[1]))


def _start_decides(context: Context) -> Outcome:
    d = learning_curve(with_schedule(0.5), [1e4, 1e6, 1e8]).frame["disagreement"].to_numpy()
    exponents = np.diff(np.log(d)) / math.log(100.0)
    return Outcome({"exponents": exponents.tolist()}, bool(abs(exponents[1] + 0.5) < 1e-3))


def _best(context: Context) -> Outcome:
    theory = learning_curve("normalised", [1e4]).frame["disagreement"][0] * 1e4
    frame = simulate(
        "normalised", n=10_000, alpha=[1e4], runs=context.runs(100), method="events", seed=context.seed
    ).frame
    simulated, error = float(frame["disagreement"][0]) * 1e4, float(frame["disagreement_sem"][0]) * 1e4
    measured = {"alpha d, theory at alpha = 1e4": theory, "simulated, N = 1e4": simulated, "4/pi": 4.0 / math.pi}
    holds = abs(theory / 1.2732 - 1.0) < 0.003 and abs(simulated - theory) < Z_LIMIT * error
    return Outcome(measured, holds, error)


def _figure_1_row(context: Context) -> Outcome:
    frame = simulate("normalised", n=50, alpha=[100.0, 1000.0], runs=context.runs(400), seed=context.seed).frame
    scaled = (frame["alpha"] * frame["disagreement"]).tolist()
    return Outcome({"alpha d at alpha = 100, 1000": scaled}, all(abs(value / 1.2732 - 1.0) < 0.05 for value in scaled))


def _baum(context: Context) -> Outcome:
    """The rule that is not normalised: |W| ~ alpha^(1/3), so that the effective rate falls with z = 1/3."""
    frame = learning_curve(Rosenblatt(), [1e8, 1e9]).frame
    d = float(np.diff(np.log(frame["disagreement"]))[0] / math.log(10.0))
    length = float(np.diff(np.log(frame["q_norm"]))[0] / (2.0 * math.log(10.0)))
    effective = 1.0 / math.sqrt(float(frame["q_norm"][1]))
    # z = 1/3 < 1: d follows the fixed point of the effective rate, up to the growth of |W| itself.
    ratio = float(frame["disagreement"][1]) / (effective / math.sqrt(2.0 * math.pi**3))
    measured = {"exponent of d": d, "exponent of |W|": length, "d over that of eta/|W| by (5)": ratio}
    return Outcome(measured, abs(d + 1 / 3) < 1e-3 and abs(length - 1 / 3) < 1e-3 and abs(ratio - 1.0) < 0.01)


ROWS = (
    Row(
        "text after eq. 2",
        "epsilon = 1 where the student is wrong",
        "differ",
        _meaning_of_error,
        errata='BSS print "if sigma sigma_0 = 1", where they agree; a student that learns there learns little',
    ),
    Row("eq. 3, 4", "dR/dalpha = eta (1 - R^2)/sqrt(2 pi) - eta^2 R arccos(R)/(2 pi)", 0.0, _equation_4),
    Row("eq. 5", "constant eta: d -> eta/sqrt(2 pi^3) for small eta", 1.0, _equation_5),
    Row(
        "text after eq. 5",
        "the fixed point is approached as exp(-eta alpha/sqrt(2 pi))",
        "eta/sqrt(2 pi)",
        _approach,
    ),
    Row("z > 1", "the rate falls too fast: d does not go to 0", "> 0", _stops_short),
    Row("z < 1", "d follows the fixed point of eta(alpha): alpha^(-z)", "declared", _regime(0.5, 0.5)),
    Row("eq. 6, eta_0 > 1", "d -> eta_0^2/(pi (eta_0 - 1))/alpha", "declared", _regime(3.0, 1.0)),
    Row(
        "eq. 6, eta_0 = 1",
        "d at the border",
        "ln(alpha)/(pi alpha)",
        _border,
        errata="BSS print sqrt(log alpha)/alpha; pi alpha d grows as ln(alpha)",
    ),
    Row("eq. 6, eta_0 < 1", "d -> A alpha^(-eta_0)", -0.5, _start_decides),
    Row("eq. 6, optimum", "eta_0 = 2: d -> 1.27/alpha", 4.0 / math.pi, _best),
    Row("fig. 1", "N = 50 follows 1.27/alpha", 1.27, _figure_1_row),
    Row("sec. 5, Baum", "without normalisation |W| ~ alpha^(1/3) and d ~ alpha^(-1/3)", "1/3, -1/3", _baum),
)
