"""BSS sec. 2: the normalised perceptron at a constant rate and with a schedule."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from rosenblatt.gaussian import SQRT_2PI
from rosenblatt.papers.barkai_seung_sompolinsky.sabotages import faster, loss_times, pull_times, schedule, steeper
from rosenblatt.papers.chance import over_allowed
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import called_with, instead, times
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.hebbian import fixed_point
from rosenblatt.theory.learning_curve import learning_curve

SIMULATE = "rosenblatt.simulation.simulate:simulate"
OF_THE_SIZE = 1.0  # d of N weights is smaller than that of many by some 0.8/N, relatively: this is allowed


def with_schedule(eta_0: float, z: float = 1.0, cap: float = math.inf) -> Normalised:
    """Return the normalised rule with BSS's schedule eta_0 sqrt(2 pi) alpha^(-z)."""
    return Normalised(eta=PowerLaw(eta_0 * SQRT_2PI, z=z, cap=cap))


def _meaning_of_error(context: Context) -> Outcome:
    """Learning where student and label agree, as the text says, against learning where they differ."""
    n, alpha, runs = 1000, [5.0, 20.0], context.runs(400)
    theory = learning_curve(Normalised(eta=1.0), alpha).frame["disagreement"].to_numpy()
    measured, far = {"d by (4), alpha = 5, 20": theory.tolist()}, []
    for name, rule in (("learning from mistakes", Normalised(eta=1.0)), ("as printed", _AsPrinted(eta=1.0))):
        frame = simulate(rule, n=n, alpha=alpha, runs=runs, seed=context.seed).frame
        d, sem = frame["disagreement"].to_numpy(), frame["disagreement_sem"].to_numpy()
        far.append(over_allowed(d, theory, sem, tests=4, runs=runs, bias=OF_THE_SIZE / n * theory))
        measured[f"d, {name}"] = d.tolist()
    return Outcome(measured, far[0] < 1.0 < far[1])


@dataclass(frozen=True)
class _AsPrinted(Normalised):
    """Learns where student and label agree."""

    name = "as-printed"
    mistake_driven = False

    @staticmethod
    def modulation(label: float, field: float, eta: float) -> float:
        return eta * label if label * field > 0.0 else 0.0


def _equation_4(context: Context) -> Outcome:
    """The curve against BSS's equations, integrated plainly in R."""
    worst = 0.0
    alpha = np.array([0.5, 2.0, 10.0, 100.0])
    for eta in (0.1, 0.5, 2.0):

        def slope(now: float, state: np.ndarray, eta: float = eta) -> list[float]:
            r = float(state[0])
            return [eta * (1.0 - r * r) / SQRT_2PI - eta * eta * r * math.acos(r) / (2.0 * math.pi)]

        plain = solve_ivp(slope, (0.0, 100.0), [0.0], t_eval=alpha, rtol=1e-10, atol=1e-12).y[0]
        frame = learning_curve(Normalised(eta=eta), alpha).frame
        worst = max(worst, float(np.abs(frame["r"] - plain).max()))
        worst = max(worst, float(np.abs(frame["disagreement"] - np.arccos(plain) / math.pi).max()))
    return Outcome({"largest difference of R and of d": worst}, worst < 1e-7)


def _equation_5(context: Context) -> Outcome:
    """The ratio to the law goes to 1 as eta^2."""
    ratio = {eta: fixed_point(Normalised(eta=eta)) / (eta / math.sqrt(2.0 * math.pi**3)) for eta in (1.0, 0.1, 0.001)}
    measured = {f"d/(eta/sqrt(2 pi^3)) at eta = {eta:g}": value for eta, value in ratio.items()}
    return Outcome(measured, abs(ratio[0.001] - 1.0) < 1e-7 and abs(ratio[0.1] - 1.0) < 3e-4)


def _approach(context: Context) -> Outcome:
    eta = 0.05
    end, alpha = fixed_point(Normalised(eta=eta)), np.array([400.0, 600.0])
    excess = learning_curve(Normalised(eta=eta), alpha).frame["disagreement"].to_numpy() - end
    rate = float(-np.diff(np.log(excess))[0] / 200.0)
    measured = {"rate": rate, "eta/sqrt(2 pi)": eta / SQRT_2PI, "2 eta/sqrt(2 pi)": 2.0 * eta / SQRT_2PI}
    return Outcome(measured, abs(rate / (eta / SQRT_2PI) - 1.0) < 1e-3)


def _from_two_starts(rule: Normalised, alpha: list[float]) -> np.ndarray:
    """Return d at each alpha from R = 0 and from R = 0.9; the rate must be capped, as one that diverges forgets."""
    curves = [learning_curve(rule, alpha, start=r).frame for r in (0.0, 0.9)]
    return np.array([curve["disagreement"] for curve in curves])


def _stops_short(context: Context) -> Outcome:
    """z = 2 from two starts: d stays, and where depends on the start."""
    d = _from_two_starts(with_schedule(0.2, 2.0, cap=0.5), [1e6, 1e9])
    stays = bool(np.abs(d[:, 1] / d[:, 0] - 1.0).max() < 1e-3)
    measured = {"d at alpha = 1e9 from R = 0, 0.9": d[:, 1].tolist(), "it stays": stays}
    return Outcome(measured, stays and d[1, 1] > 0.05 and d[0, 1] > 1.2 * d[1, 1])


def _regime(eta_0: float, z: float):
    def compute(context: Context) -> Outcome:
        rule = with_schedule(eta_0, z)
        assert rule.decay is not None
        prefactor, exponent = rule.decay
        frame = learning_curve(rule, [1e10, 1e11]).frame
        slope = float(np.diff(np.log(frame["disagreement"]))[0] / math.log(10.0))
        scaled = float(frame["disagreement"][1] * 1e11**-exponent)
        measured = {"exponent": slope, "prefactor": scaled, "predicted": [prefactor, exponent]}
        return Outcome(measured, abs(slope - exponent) < 1e-4 and abs(scaled / prefactor - 1.0) < 1e-4)

    return compute


def _border(context: Context) -> Outcome:
    """eta_0 = 1: pi alpha d against ln(alpha); and the printed square root of it."""
    alpha = np.array([1e4, 1e8, 1e16])
    scaled = learning_curve(with_schedule(1.0), alpha).frame["disagreement"].to_numpy() * alpha * math.pi
    slopes = np.diff(scaled) / np.diff(np.log(alpha))
    printed = scaled / np.sqrt(np.log(alpha))
    measured = {"d(pi alpha d)/d ln(alpha)": slopes.tolist(), "pi alpha d/sqrt(ln alpha)": printed.tolist()}
    return Outcome(measured, bool(np.abs(slopes - 1.0).max() < 1e-5 and printed[2] > 1.3 * printed[1]))


def _start_decides(context: Context) -> Outcome:
    """eta_0 = 1/2 from two starts: the exponent is the same, the prefactor is not."""
    d = _from_two_starts(with_schedule(0.5, cap=0.5), [1e8, 1e10])
    exponents = np.diff(np.log(d), axis=1)[:, 0] / math.log(100.0)
    measured = {"exponents": exponents.tolist(), "A from R = 0, 0.9": (d[:, 1] * 1e10**0.5).tolist()}
    return Outcome(measured, bool(np.abs(exponents + 0.5).max() < 1e-4 and d[0, 1] > 1.2 * d[1, 1]))


def _best(context: Context) -> Outcome:
    """alpha d of three schedules by theory, the least at eta_0 = 2; and simulated there."""
    n, runs, late = 1000, context.runs(1000), 1e8
    ends = {
        eta_0: float(learning_curve(with_schedule(eta_0), [late]).frame["disagreement"][0]) for eta_0 in (1.9, 2, 2.1)
    }
    theory = learning_curve("normalised", [1e4]).frame["disagreement"][0] * 1e4
    frame = simulate("normalised", n=n, alpha=[1e4], runs=runs, method="events", seed=context.seed).frame
    simulated, error = float(frame["disagreement"][0]) * 1e4, float(frame["disagreement_sem"][0]) * 1e4
    measured = {
        "alpha d, theory, eta_0 = 1.9, 2, 2.1": [late * d for d in ends.values()],
        "alpha d, theory at alpha = 1e4": theory,
        f"simulated, N = {n}": simulated,
        "4/pi": 4.0 / math.pi,
    }
    least = ends[2] < min(ends[1.9], ends[2.1]) and abs(late * ends[2] / (4.0 / math.pi) - 1.0) < 1e-6
    follows = over_allowed(simulated, theory, error, runs=runs, bias=OF_THE_SIZE / n * theory) < 1.0
    return Outcome(measured, least and follows, error)


def _figure_1_row(context: Context) -> Outcome:
    n, alpha, runs = 50, np.array([100.0, 1000.0]), 2000 if context.quick else 4000
    theory = learning_curve("normalised", alpha).frame["disagreement"].to_numpy() * alpha
    frame = simulate("normalised", n=n, alpha=alpha, runs=runs, seed=context.seed).frame
    scaled, error = (frame[name].to_numpy() * alpha for name in ("disagreement", "disagreement_sem"))
    far = over_allowed(scaled, theory, error, runs=runs, bias=OF_THE_SIZE / n * theory)
    measured = {"alpha d at alpha = 100, 1000": scaled.tolist(), "for many weights": theory.tolist()}
    return Outcome(measured, far < 1.0 and abs(theory[1] / 1.27 - 1.0) < 5e-3, float(error.max()))


ROWS = (
    Row(
        "text after eq. 2",
        "epsilon = 1 where the student is wrong",
        "differ",
        _meaning_of_error,
        errata='BSS print "if sigma sigma_0 = 1", where they agree; a student that learns there learns little',
        correction=Correction(
            "epsilon = 1 if sigma sigma_0 = 1",
            "epsilon = 1 if sigma sigma_0 = -1",
            "as printed d is 0.276 at alpha = 20 instead of 0.124",
        ),
        sabotages=(loss_times(1.1), instead(f"{__name__}:_AsPrinted", Normalised)),
    ),
    Row(
        "eq. 3, 4",
        "dR/dalpha = eta (1 - R^2)/sqrt(2 pi) - eta^2 R arccos(R)/(2 pi)",
        0.0,
        _equation_4,
        sabotages=(pull_times(1.001), loss_times(1.001)),
    ),
    Row(
        "eq. 5",
        "constant eta: d -> eta/sqrt(2 pi^3) for small eta",
        1.0,
        _equation_5,
        sabotages=(loss_times(1.001), pull_times(1.001)),
    ),
    Row(
        "text after eq. 5",
        "the fixed point is approached as exp(-eta alpha/sqrt(2 pi))",
        "eta/sqrt(2 pi)",
        _approach,
        sabotages=(pull_times(1.01), times("rosenblatt.theory.hebbian:fixed_point", 0.999)),
    ),
    Row(
        "z > 1",
        "the rate falls too fast: d does not go to 0, and where it stays depends on the start",
        "> 0",
        _stops_short,
        sabotages=(
            steeper(-1.0),
            schedule("the rate is not capped", lambda eta_0, z, cap: (eta_0, z, math.inf)),
        ),
    ),
    Row(
        "z < 1",
        "d follows the fixed point of eta(alpha): alpha^(-z)",
        "declared",
        _regime(0.5, 0.5),
        sabotages=(loss_times(1.001), pull_times(1.001), steeper(0.001)),
    ),
    Row(
        "eq. 6, eta_0 > 1",
        "d -> eta_0^2/(pi (eta_0 - 1))/alpha",
        "declared",
        _regime(3.0, 1.0),
        sabotages=(loss_times(1.001), pull_times(1.001), faster(1.001), steeper(0.001)),
    ),
    Row(
        "eq. 6, eta_0 = 1",
        "d at the border",
        "ln(alpha)/(pi alpha)",
        _border,
        errata="BSS print sqrt(log alpha)/alpha; pi alpha d grows as ln(alpha)",
        correction=Correction(
            "d ~ sqrt(log alpha)/alpha",
            "d -> ln(alpha)/(pi alpha)",
            "a factor that grows as sqrt(ln(alpha))",
        ),
        sabotages=(loss_times(1.001), pull_times(1.001)),
    ),
    Row(
        "eq. 6, eta_0 < 1",
        "d -> A alpha^(-eta_0), where A depends on the start",
        -0.5,
        _start_decides,
        sabotages=(
            pull_times(1.001),
            faster(1.001),
            schedule("the rate is not capped", lambda eta_0, z, cap: (eta_0, z, math.inf)),
        ),
    ),
    Row(
        "eq. 6, optimum",
        "eta_0 = 2 is the best: d -> 1.27/alpha",
        4.0 / math.pi,
        _best,
        sabotages=(loss_times(1.001), faster(1.05), called_with(SIMULATE, noise=1e-4)),
    ),
    Row(
        "fig. 1",
        "N = 50 follows 1.27/alpha",
        1.27,
        _figure_1_row,
        sabotages=(faster(0.8), called_with(SIMULATE, n=10), called_with(SIMULATE, noise=0.002)),
    ),
)
