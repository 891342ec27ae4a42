r"""Learning curves of the Hebbian family on inputs with a covariance, for N -> infinity.

Eigenvalues lambda_k with shares w_k of the directions and T_k of the teacher's squared length. In block k
J_k = r_k B_k + a part of squared length w_k p_k N across B_k, so that R_k = T_k r_k and Q_k = T_k r_k^2 + w_k p_k:

    correlated-theory.1   dr_k/dalpha = lambda_k (u r_k + v),   dp_k/dalpha = lambda_k (2 u p_k + <F^2>)
    correlated-theory.2   M^ = sum lambda_k T_k,  R^ = sum lambda_k R_k,  Q^ = sum lambda_k Q_k,  rho = R^/sqrt(Q^ M^)
    correlated-theory.3   u = <dF/dh>, v = <dF/db>:  <F b> = u R^ + v M^,  <F h> = u Q^ + v R^          (Stein's lemma)

r and p are functions of lambda alone, the same for all T and w, and smooth: of many eigenvalues a few nodes remain,
see `rosenblatt.gauss_nodes`. With the fields in the plane of unit normals b and c,
h = G b + s c, G = R^/sqrt(M^), s^2 = Q^ - G^2, and with mu_k = lambda_k T_k/M^,

    correlated-theory.4   sqrt(M^) r_k = G + s z_k,   p_k = s^2 pi_k,   sum mu z = 0,   sum mu z^2 + sum lambda w pi = 1
    correlated-theory.5   u = <F c>/s,   u R^/M^ + v = <F b>/sqrt(M^)
    correlated-theory.6   dG/dalpha = <F c> sum mu lambda z + <F b> sum mu lambda
    correlated-theory.7   s dz_k/dalpha = lambda_k (<F c> z_k + <F b>) - dG/dalpha - z_k ds/dalpha
    correlated-theory.8   s^2 dpi_k/dalpha = lambda_k (2 s <F c> pi_k + <F^2>) - 2 pi_k s ds/dalpha
    correlated-theory.9   ds/dalpha = <F c> (sum mu lambda z^2 + sum lambda^2 w pi) + <F b> sum mu lambda z
                          + <F^2> sum lambda^2 w/(2 s)
    correlated-theory.10  ln tan(theta/2) and ln(sqrt(Q^)) from G and s as in `rosenblatt.theory.length_and_angle`
    correlated-theory.11  weight decay: -Omega G, -Omega s.   Drift, T = w only: -delta r_k, +2 delta r_k^2 in p_k

(5) is (3) with no difference of two like numbers: nothing is lost at J -> 0 or rho -> 1, where u and v in (3) are 0/0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.gauss_nodes import gauss_nodes
from rosenblatt.kernels.averages import LEVELS
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.scenario import Covariance, NumberChannel, Scenario
from rosenblatt.scenario.correlated_inputs import FEW_BLOCKS, Spectrum
from rosenblatt.scenario.scaled_channels import error_of_fields
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.integration import LOG_ABSOLUTE, LOG_RELATIVE, Limits, follow
from rosenblatt.theory.length_and_angle import FARTHEST, OFFSET, START, AveragesOf, fresh, logarithm
from rosenblatt.theory.registry import NoTheory, Theory, theory
from rosenblatt.theory.teacher_scale import averages_obstacle, averages_on_fields, declares

MOST_NODES = 64  # of a spectrum: beyond them Gauss's quadrature of it
CALLS = 40_000  # of the slopes: a stiff curve of many nodes takes some hundred for each of its Jacobians
SMALLEST, SMALLEST_OF_NUMBERS = 1e-140, 1e-9  # of the angle: its square is a number; label - field has its digits
AGREEMENT = 1e-8  # between averages on panels and on finer panels
METHOD = "ODE for each eigenvalue"
REMEDY = "Take a smaller alpha or a smaller rate."


@dataclass(frozen=True)
class Nodes:
    """A spectrum as the equations have it: eigenvalues of the teacher's measure, and of the directions'."""

    values: np.ndarray
    powers: np.ndarray
    directions: np.ndarray
    shares: np.ndarray

    @classmethod
    def of(cls, spectrum: Spectrum) -> Nodes:
        """Return the nodes of a spectrum; they are the same for both measures if these are."""
        values, powers = gauss_nodes(spectrum.values, spectrum.powers, MOST_NODES)
        if np.array_equal(spectrum.powers, spectrum.shares):
            return cls(values, powers, values, powers)
        return cls(values, powers, *gauss_nodes(spectrum.values, spectrum.shares, MOST_NODES))

    @cached_property
    def m_hat(self) -> float:
        """The variance of the teacher's field.  (correlated-theory.2)"""
        return float(self.values @ self.powers)

    @cached_property
    def mu(self) -> np.ndarray:
        """The share of each node in the variance of the teacher's field."""
        return self.values * self.powers / self.m_hat

    @cached_property
    def nu(self) -> np.ndarray:
        """The share of each node in the trace."""
        return self.directions * self.shares

    def whole(self, r: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return R and Q of the vectors, for r and p at the nodes in rows."""
        return self.powers @ r, self.powers @ (r * r) + self.shares @ p


@dataclass(frozen=True)
class State:
    """r and p at the nodes, a column for each alpha."""

    nodes: Nodes
    r: np.ndarray
    p: np.ndarray


@theory
class CorrelatedInputsTheory(Theory):
    """Two equations for each eigenvalue, for every modulation."""

    learners = (HebbianRule,)
    inputs = (Covariance,)

    def further_obstacle(self, learner: HebbianRule, scenario: Scenario) -> str:
        """Return what is not known by the covariance of the fields alone."""
        if learner.normalised or "q_norm" in learner.context():
            return f"rule must not depend on its length for a covariance of inputs; got {learner.name!r}"
        spectrum = _spectrum_of(scenario)
        if scenario.drift > 0.0 and not np.array_equal(spectrum.powers, spectrum.shares):
            return f"teacher must have no preferred direction if it drifts; got {scenario.teacher!r} with powers"
        return averages_obstacle(learner, scenario)

    def takes_start(self, learner: HebbianRule) -> bool:
        """Return that a start without preferred directions is known by R and Q."""
        return True

    def beginning(self, learner: HebbianRule, scenario: Scenario, readout: Readout, **options: Any) -> dict[str, float]:
        """Return the row at alpha = 0."""
        nodes, start = Nodes.of(_spectrum_of(scenario)), scenario.start
        r, p = (0.0, 0.0) if start is None else (start.r, max(start.q_norm - start.r * start.r, 0.0))
        state = State(nodes, np.full((len(nodes.values), 1), r), np.full((len(nodes.directions), 1), p))
        along = np.array([r * math.sqrt(nodes.m_hat)])
        across = np.array([math.sqrt(p * float(nodes.nu.sum()))])
        row = _frame(learner, scenario, np.zeros(1), along, across, state).iloc[0]
        return {str(name): float(value) for name, value in row.items()}

    def curve(self, learner: HebbianRule, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve; ``r_1``, ``q_1`` ... are R_k and Q_k where there are few blocks."""
        if readout is not MEAN:
            raise NoTheory(f"readout must be 'mean' for inputs with a covariance; got {readout.name!r}. Simulate it.")
        nodes = Nodes.of(_spectrum_of(scenario))
        along, across, state = _order_parameters(learner, scenario, nodes, alpha)
        frame = _frame(learner, scenario, alpha, along, across, state)
        return Curve(learner, scenario, readout.name, frame, METHOD)


def _spectrum_of(scenario: Scenario) -> Spectrum:
    inputs = scenario.inputs
    assert isinstance(inputs, Covariance)
    return inputs.spectrum


def _frame(
    rule: HebbianRule, scenario: Scenario, alpha: np.ndarray, along: np.ndarray, across: np.ndarray, state: State
) -> pd.DataFrame:
    """Return the columns of a curve from G, s and the state of the nodes."""
    nodes, channel = state.nodes, scenario.channel
    angle = np.where((along == 0.0) & (across == 0.0), math.pi / 2.0, np.arctan2(across, along))
    r, q_norm = nodes.whole(state.r, state.p)
    size, m_hat = math.sqrt(nodes.m_hat), nodes.m_hat
    error = [
        error_of_fields(rule, channel, float(t) / math.pi, size * float(g), float(g * g + s * s), m_hat)
        for t, g, s in zip(angle, along, across, strict=True)
    ]
    columns = {"alpha": alpha, "r": r, "q_norm": q_norm, "overlap": r / np.sqrt(np.where(q_norm > 0.0, q_norm, 1.0))}
    columns |= {"disagreement": angle / math.pi, "error": np.array(error)}
    inputs = scenario.inputs
    if isinstance(inputs, Covariance) and inputs.eigenvalues is not None and 1 < len(nodes.values) <= FEW_BLOCKS:
        of_r = nodes.powers[:, None] * state.r
        of_q = of_r * state.r + nodes.shares[:, None] * state.p
        for name, rows in (("r", of_r), ("q", of_q)):
            columns |= {f"{name}_{k + 1}": row for k, row in enumerate(rows)}
    return pd.DataFrame(columns)


def _order_parameters(
    rule: HebbianRule, scenario: Scenario, nodes: Nodes, alpha: np.ndarray
) -> tuple[np.ndarray, np.ndarray, State]:
    """Return G, s and the nodes along the curve, on panels of the averages that are fine enough."""
    if declares(rule, scenario, nodes.m_hat):
        return follow_fields(rule, averages_on_fields(rule, scenario, nodes.m_hat, 0), scenario, nodes, alpha)
    levels = LEVELS[rule.labels]
    for level in range(levels):
        coarse, fine = (averages_on_fields(rule, scenario, nodes.m_hat, finer) for finer in (level, level + 2))
        probes = [(math.cos(a) * size, math.sin(a) * size, 1.0) for a in (0.3, 1.5) for size in (0.1, 1.0, 10.0)]
        if not _agree(coarse, fine, probes):
            continue
        along, across, state = follow_fields(rule, coarse, scenario, nodes, alpha)
        some = np.unique(np.linspace(0, len(alpha) - 1, 9).astype(int))
        if _agree(coarse, fine, [(float(along[i]), float(across[i]), float(alpha[i])) for i in some]):
            return along, across, state
    raise ValueError(
        f"modulation of {rule.name!r} must be smooth between its kinks; got averages that change when the panels are "
        f"made finer, {levels} times over. Declare every kink with kinks=(...)."
    )


def _agree(coarse: AveragesOf, fine: AveragesOf, points: list[tuple[float, float, float]]) -> bool:
    for r, r_perp, alpha in points:
        one, other = np.array(coarse(r, r_perp, alpha)), np.array(fine(r, r_perp, alpha))
        rounding = 1e-15 * abs(r) / max(r_perp, 1e-300)
        if np.max(np.abs(one - other)) > (AGREEMENT + rounding) * max(np.max(np.abs(other)), 1e-300):
            return False
    return True


def follow_fields(
    rule: HebbianRule, averages: AveragesOf, scenario: Scenario, nodes: Nodes, alpha: np.ndarray
) -> tuple[np.ndarray, np.ndarray, State]:
    """Return G, s, and r and p of the nodes at each alpha (increasing), for given averages at (G, s, alpha)."""
    latest = min(float(alpha[0]), 1.0 / (1.0 + scenario.drift + rule.weight_decay)) / max(1.0, nodes.values.max())
    first = START * latest
    r, p = _started(rule, averages, scenario, nodes, first)
    root, count = math.sqrt(nodes.m_hat), len(nodes.values)
    mean = float(nodes.mu @ r)
    along, across = root * mean, math.sqrt(float(nodes.mu @ (r - mean) ** 2) * nodes.m_hat + float(nodes.nu @ p))
    if across == 0.0:  # at the teacher, and no mistakes are made there
        shrunk = np.exp(-rule.weight_decay * alpha)
        return along * shrunk, np.zeros(len(alpha)), State(nodes, np.outer(r, shrunk), np.outer(p, shrunk))
    begin = [logarithm(along, across), math.log(math.hypot(along, across)) + OFFSET]
    begin += [*(root * (r - mean) / across), *(p / across**2)]
    finer = 1.0
    if issubclass(rule.labels, NumberChannel):  # lengths are compared with that of the teacher
        finer = min(max(math.sqrt(scenario.noise + scenario.drift), 0.03), 1.0)
    further = len(begin) - 2
    solution = follow(
        rule.name,
        _slopes(averages, nodes, scenario.drift, rule.weight_decay),
        first,
        begin,
        alpha,
        relative=[LOG_RELATIVE, finer * LOG_RELATIVE, *[1e-10] * further],
        absolute=[LOG_ABSOLUTE, finer * LOG_ABSOLUTE, *[1e-11] * further],
        remedy=REMEDY,
        calls=CALLS,
        limits=_limits(rule, further),
    )
    y, length, z, pi = solution[0], np.exp(solution[1] - OFFSET), solution[2 : 2 + count], solution[2 + count :]
    along, across = -length * np.tanh(y), length / np.cosh(y)
    return along, across, State(nodes, (along + across * z) / root, across**2 * pi)  # correlated-theory.4


def _started(
    rule: HebbianRule, averages: AveragesOf, scenario: Scenario, nodes: Nodes, first: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return r and p of the nodes at a vanishing alpha."""
    start, drift = scenario.start, scenario.drift
    if start is None:
        toward, squared = fresh(rule, averages, first)
        return nodes.values * toward / math.sqrt(nodes.m_hat), nodes.directions * squared
    r, p = start.r, max(start.q_norm - start.r * start.r, 0.0)
    if p == 0.0:
        strength = averages(r * math.sqrt(nodes.m_hat), 0.0, first)[2]
        return np.full(len(nodes.values), r), first * (nodes.directions * strength + 2.0 * drift * r * r)
    return np.full(len(nodes.values), r), np.full(len(nodes.directions), p)


def _slopes(averages: AveragesOf, nodes: Nodes, drift: float, omega: float) -> Callable[[float, np.ndarray], Any]:
    """Return the equations in y, ln(sqrt(Q^)), z and pi.  (correlated-theory.6 to correlated-theory.11)"""
    values, directions, mu, nu, count = nodes.values, nodes.directions, nodes.mu, nodes.nu, len(nodes.values)
    mean, trace = float(mu @ values), float(nu @ directions)
    mu_lambda, nu_lambda = mu * values, nu * directions
    averages = lru_cache(maxsize=2)(averages)  # the same for all columns of a Jacobian but two

    def slopes(now: float, state: np.ndarray) -> np.ndarray:
        y, length, z, pi = float(state[0]), math.exp(float(state[1]) - OFFSET), state[2 : 2 + count], state[2 + count :]
        cosine, sine = -math.tanh(y), 1.0 / math.cosh(y)
        s, ratio = length * sine, cosine / sine
        toward, across, strength = averages(length * cosine, s, now)
        tilt, stray, unit = float(mu_lambda @ z), float(mu @ z), float(mu @ (z * z) + nu @ pi)
        to_g = across * tilt + toward * mean  # correlated-theory.6
        spread = across * float(mu_lambda @ (z * z) + nu_lambda @ pi) + toward * tilt
        # Divided by the sum that is 1, and z less its mean, which is 0: so rounding in them does not grow.
        log_s = ((spread + 0.5 * strength * trace / s) / s + drift * ratio * ratio) / unit  # correlated-theory.9
        to_z = (values * (across * z + toward) - to_g) / s - drift * z - (z - stray) * log_s
        to_pi = directions * (2.0 * across * pi + strength / s) / s - 2.0 * pi * log_s
        if drift > 0.0:
            to_pi = to_pi + 2.0 * drift * (ratio + z) ** 2 / nodes.m_hat  # correlated-theory.11
        to_g = to_g / length - drift * cosine
        turn = cosine * log_s - to_g
        return np.concatenate([[turn, cosine * to_g + sine * sine * log_s - omega], to_z, to_pi])

    return slopes


def _limits(rule: HebbianRule, further: int) -> Limits:
    """Return where a curve is refused: too small an angle, or a length whose square is out of range."""
    smallest = SMALLEST_OF_NUMBERS if issubclass(rule.labels, NumberChannel) else SMALLEST
    free = [math.inf] * further
    low = np.array([math.log(0.5 * smallest), -FARTHEST, *(-one for one in free)])

    def reason(state: np.ndarray) -> str:
        if abs(state[1]) > 0.9 * FARTHEST:
            return f"must stay finite; it has grown to a length of 1e{state[1] / math.log(10.0):+.0f}"
        return f"must stay above d = {smallest / math.pi:.1g}, where its averages lose their digits; it fell below"

    return Limits(low, np.array([FARTHEST, FARTHEST, *free]), reason)
