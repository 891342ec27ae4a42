"""BSS sec. 3, the plain rule: what flipped labels do to the error and to the rule that is not shifted."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.integrate import quad

from rosenblatt import gaussian
from rosenblatt.papers.barkai_seung_sompolinsky.normalised_rule import OF_THE_SIZE, SIMULATE
from rosenblatt.papers.chance import limit, over_allowed
from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with, times
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.scenario import Flips, ShiftedInputs
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.shifted_inputs import parallel_noise_limit, plain_fixed_point, slopes, small_noise_slope

FIGURE_2 = ShiftedInputs(4.0, -1.95)
NOISE = 0.2
THEORY = "rosenblatt.theory.shifted_inputs"
DISAGREEMENT = "rosenblatt.gaussian:sign_disagreement"


def _equation_8(context: Context) -> Outcome:
    """The integrals, and errors against noisy labels, counted; with and without the factor 1 - 2p."""
    random = np.random.default_rng([context.seed, 8])
    q0, v = FIGURE_2.q0, FIGURE_2.across
    r, across, rest = 0.6, 0.5, math.sqrt(1.0 - 0.36 - 0.25)
    q = r * q0 + across * v
    x = random.standard_normal((1_000_000, 3)) + np.array([q0, v, 0.0])
    label = (x[:, 0] > 0.0) ^ (random.random(len(x)) < NOISE)
    counted = float(np.mean((x @ np.array([r, across, rest]) > 0.0) != label))
    d = float(gaussian.sign_disagreement(math.acos(r), q, q0))
    corrected, printed = float(Flips(NOISE).student_error(r, 1.0, d)), NOISE + d
    error = math.sqrt(corrected * (1.0 - corrected) / len(x))
    measured = {
        "counted": counted,
        "corrected": corrected,
        "printed": printed,
        "integrals of (8)": _integrals(r, q, q0),
    }
    exact = abs(measured["integrals of (8)"] - d) < 1e-10
    return Outcome(measured, exact and abs(counted - corrected) < limit() * error < abs(counted - printed), error)


def _integrals(r: float, q: float, q0: float) -> float:
    """Return the two integrals of BSS 8 as they are printed."""

    def integrand(sign: float) -> Callable[[float], float]:
        # H(x) = Phi(-x)
        return lambda y: gaussian.scalar_pdf(y) * gaussian.scalar_cdf(-sign * (q0 + r * y) / math.sqrt(1.0 - r * r))

    how = {"epsabs": 1e-13, "epsrel": 1e-13, "limit": 200}
    return quad(integrand(-1.0), -12.0, -q, **how)[0] + quad(integrand(1.0), -q, 12.0, **how)[0]


def _plain_rule(context: Context) -> Outcome:
    """The plain rule at figure 2's parameters: the fixed point, slow curves that go there, and simulations."""
    r, q, d = plain_fixed_point(NOISE, FIGURE_2)
    n, eta, runs = 500, 0.1, context.runs(400)
    how: dict[str, Any] = {"noise": NOISE, "inputs": FIGURE_2}
    slow = float(learning_curve(Normalised(eta=1e-4), [1e7], **how).frame["disagreement"][0])
    theory = learning_curve(Normalised(eta=eta), [100.0, 300.0], **how).frame["disagreement"].to_numpy()
    frame = simulate(Normalised(eta=eta), alpha=[100.0, 300.0], n=n, runs=runs, seed=context.seed, **how).frame
    simulated, error = (frame[name].to_numpy() for name in ("disagreement", "disagreement_sem"))
    measured = {
        "d as eta -> 0": d,
        "error as eta -> 0": NOISE + (1.0 - 2.0 * NOISE) * d,
        "d at eta = 0.0001, theory": slow,
        f"d at eta = {eta:g}, alpha = 100, 300, theory": theory.tolist(),
        f"simulated, N = {n}": simulated.tolist(),
    }
    exact = (round(d, 4), round(measured["error as eta -> 0"], 4)) == (0.1870, 0.3122) and abs(slow - d) < 1e-5
    follows = over_allowed(simulated, theory, error, runs=runs, bias=OF_THE_SIZE / n * theory) < 1.0
    return Outcome(measured, exact and follows and r < 1.0 and q < 0.0, float(error.max()))


def _equation_9(context: Context) -> Outcome:
    measured, holds = {}, round(small_noise_slope(FIGURE_2), 4) == 0.8770
    for inputs in (FIGURE_2, ShiftedInputs(1.5, 1.0), ShiftedInputs(2.0, 0.5)):
        _, _, d = plain_fixed_point(1e-6, inputs)
        v2, slope = inputs.across**2, small_noise_slope(inputs)
        printed = abs(2.0 * gaussian.scalar_cdf(inputs.q0) - 1.0) * math.sqrt(v2) / (1.0 + v2)
        measured[f"u = {inputs.u:g}, q_0 = {inputs.q0:g}"] = {"d/p": d / 1e-6, "corrected": slope, "printed": printed}
        holds &= abs(d / 1e-6 / slope - 1.0) < 1e-4 and abs(printed / slope - 1.0) > 0.1
    return Outcome(measured, holds)


SPECIAL = {
    "isotropic": ShiftedInputs(0.0, 0.0),
    "parallel": ShiftedInputs(0.8, 0.8),
    "orthogonal": ShiftedInputs(2.0, 0.0),
}


def _stays(noise: float, inputs: ShiftedInputs) -> tuple[bool, bool]:
    """Return whether W_0 is a fixed point as eta -> 0, and whether W comes back to it from a little off, every way."""
    eta, off = 1e-12, 1e-4
    still = slopes(1.0, 0.0, 0.0, noise, inputs, eta)
    fixed = max(abs(slope) for slope in still) < 1e-9 * eta
    backs = []
    for across in (off, -off, 0.0):
        r = math.sqrt(1.0 - off * off)
        to_r, _, _ = slopes(r, across, off * off - across * across, noise, inputs, eta)
        backs.append(to_r > 0.0)
    return fixed, all(backs)


def _special_cases(context: Context) -> Outcome:
    """Where W_0 is a fixed point, where it is a stable one, where curves end, and simulations."""
    measured, holds, runs, n = {}, True, context.runs(400), 200
    rule = Normalised(eta=PowerLaw(12.0, cap=0.3))
    for name, inputs in {**SPECIAL, "another direction": ShiftedInputs(2.0, 1.0)}.items():
        special, border = name in SPECIAL, parallel_noise_limit(inputs.u) if name == "parallel" else 0.5
        for p in (0.05, 0.4):
            fixed, stable = _stays(p, inputs)
            d = float(learning_curve(rule, [1e8], noise=p, inputs=inputs).frame["disagreement"][0])
            end = plain_fixed_point(p, inputs)[2]
            holds &= fixed is special and stable is (special and p < border) and abs(d - end) < 1e-3
            holds &= (end < 1e-9) is (special and p < border)
            measured[f"{name}, p = {p:g}"] = {"a fixed point": fixed, "stable": stable, "d": d}
        p = 0.4 if name == "parallel" else NOISE  # to see the cone
        how: dict[str, Any] = {"alpha": [100.0], "noise": p, "inputs": inputs}
        frame = simulate(rule, n=n, runs=runs, seed=context.seed, **how).frame
        theory, simulated = float(learning_curve(rule, **how).frame["disagreement"][0]), float(frame["disagreement"][0])
        error = float(frame["disagreement_sem"][0])
        measured[f"{name}, p = {p:g}, d at alpha = 100, theory, simulated"] = [theory, simulated]
        holds &= over_allowed(simulated, theory, error, tests=4, runs=runs, bias=OF_THE_SIZE / n * theory) < 1.0
    return Outcome(measured, holds)


def _noise_times(factor: float, name: str, position: int) -> Sabotage:
    """Return the sabotage of a function of the theory that is given another noise."""

    def change(function: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*arguments: Any) -> Any:
            return function(*(factor * value if i == position else value for i, value in enumerate(arguments)))

        return changed

    return Sabotage(f"the noise of {name} times {factor:g}", f"{THEORY}:{name}", change)


def _off(by: float) -> Sabotage:
    """Return the sabotage of the centre of inputs: its part across the teacher is larger."""
    return Sabotage(
        f"v larger by {by:g}",
        "rosenblatt.scenario.inputs:ShiftedInputs.across",
        lambda across: lambda self: across(self) + by,
    )


ROWS = (
    Row(
        "eq. 8",
        "the error with output noise",
        "p + (1 - 2p) d",
        _equation_8,
        errata="BSS print p + d: labels that are flipped where student and teacher differ are right by luck",
        correction=Correction(
            "epsilon = p + d",
            "epsilon = p + (1 - 2p) d",
            "2 p d: 0.893 instead of 0.616 where it was counted",
        ),
        sabotages=(times(DISAGREEMENT, 1.001), times("rosenblatt.scenario.channels:Flips.student_error", 1.01)),
    ),
    Row(
        "eq. 9",
        "the plain rule's bias for small p: d/p",
        0.8770,
        _equation_9,
        errata="a factor E|z|, z ~ N(v, 1), is missing, and the error is p + (1 - 2p) d",
        correction=Correction(
            "(9) without the factor E|z|",
            "(9) times E|z|, z ~ N(v, 1), in epsilon = p + (1 - 2p) d",
            "d/p is 0.877 instead of 0.251 at u = 4, q_0 = -1.95",
        ),
        sabotages=(times(f"{THEORY}:small_noise_slope", 1.001), times(DISAGREEMENT, 1.001), _off(0.01)),
    ),
    Row(
        "text after eq. 9",
        "W_0 is found at any p if U is 0, parallel or orthogonal to W_0",
        "parallel: only for p < phi(u)/(2 phi(u) + u k(u))",
        _special_cases,
        errata="if U is parallel to W_0, that is a fixed point at any p, but an unstable one above this noise: the "
        "plain rule then ends on a cone around it",
        correction=Correction(
            "W_0 is found at any p if U is parallel to W_0",
            "only for p < phi(u)/(2 phi(u) + u (2 Phi(u) - 1))",
            "from p = 0.027 on at u = 2; at p = 0.4 students end at d = 0.33 instead of 0",
        ),
        sabotages=(
            _off(0.01),
            times(f"{THEORY}:parallel_noise_limit", 2.0),
            called_with(SIMULATE, noise=0.25),
        ),
    ),
    Row(
        "fig. 2, plain rule",
        "it ends near 0.32 at p = 0.2, u = 4, q_0 = -1.95",
        0.3122,
        _plain_rule,
        sabotages=(
            _noise_times(1.001, "plain_fixed_point", 0),
            _noise_times(1.01, "slopes", 3),
            called_with(SIMULATE, noise=0.25),
        ),
    ),
)
