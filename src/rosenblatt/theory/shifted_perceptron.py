r"""The shifted perceptron for inputs around a vector U and flipped labels (BSS sec. 3). Notation of `shifted_inputs`.

    shifted-rule-theory.1   T = U + (2 phi(q_0)/k(q_0)) W_0                                                  (BSS 13)
    shifted-rule-theory.2   X = phi(q_0) (k(q)/k(q_0)) W_0 - phi(q) W - a e:  no kappa in it but for e, what T lacks;
                            a = <epsilon sigma_0> = ((1 - 2 kappa) k(q_0) - k(q))/2
    shifted-rule-theory.3   dR/dalpha = eta phi(q_0) (k(q)/k(q_0)) (1 - R^2) + eta a R (W.e) - eta^2 R epsilon/2
    shifted-rule-theory.4   start at alpha = wait: W along sgn(q_0) (U + e'), e' a random vector of length 1/sqrt(wait)

T and <S> are means over the examples: T lacks e = (1/n) sum sigma_0 (S - T)/<sigma_0> and <S> lacks
e' = (1/n) sum (S - U), random vectors with e.e = 1/(alpha <sigma_0>^2), e'.e' = e.e' = 1/alpha. The rule learns from
the same examples, so that W has an overlap with both, and estimates q_0 by W.<S> = q + W.e':

    shifted-rule-theory.5   dW.e/dalpha  = eta epsilon/(alpha <sigma_0>) - eta a (e.e) - (1/alpha + eta phi(q) + eta X.W
                                           + eta^2 epsilon/2) W.e
    shifted-rule-theory.6   dW.e'/dalpha = -(1/alpha + eta phi(q) + eta X.W + eta^2 epsilon/2) W.e'

At large alpha, with A = 1/(1 - 2 kappa)^2 - 1, d is

    shifted-rule-theory.7   z < 1:             sqrt(eta_0 kappa/(2 pi alpha^z)), T known or learnt          (BSS 15, 16)
    shifted-rule-theory.8   z = 1, eta_0 > 1:  sqrt(eta_0^2 kappa/(2 pi (eta_0 - 1) alpha)), T known        (BSS 17, 18)
    shifted-rule-theory.9   the same times sqrt(1 + 2 A/eta_0), T learnt
    shifted-rule-theory.10  the least of these: eta_0 = 2, T known;  eta_0 = 1 + sqrt(1 + 2 A), T learnt

The drift points to W_0 only where q has the sign of q_0: -W_0 is a stable fixed point too. BSS print (7) and (8) for
epsilon - p, which is (1 - 2 kappa) d. But with T learnt and eta_0 = 2 the factor of (9) is 1/(1 - 2 kappa), so that
BSS (18) is right as it stands.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt import checks, gaussian
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.rules.shifted import FARTHEST_CENTRE, Shifted
from rosenblatt.scenario import Scenario, ShiftedInputs
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.registry import theory
from rosenblatt.theory.shifted_inputs import ShiftedInputsTheory, follow_direction, past_centre

LEARNT, KNOWN = "learnt", "known"


def slopes(
    r: float, across: float, rest: float, noise: float, inputs: ShiftedInputs, eta: float
) -> tuple[float, float, float]:
    """Return the slopes of R, s_2 and s_3^2, T known, in the coordinates of `rosenblatt.kernels.shifted_chain`."""
    return _slopes(math.inf, r, across, rest, 0.0, 0.0, noise, inputs, eta)[:3]


def _slopes(
    alpha: float,
    r: float,
    across: float,
    rest: float,
    on_shift: float,
    on_centre: float,
    noise: float,
    inputs: ShiftedInputs,
    eta: float,
) -> tuple[float, float, float, float, float]:
    """Return the slopes of R, s_2, s_3^2, alpha W.e and alpha W.e'; where alpha is infinite, T is known."""
    q0, squared = inputs.q0, across * across + rest
    apart = float(past_centre(r, across, squared, inputs))
    k0, step = 2.0 * gaussian.scalar_cdf(q0) - 1.0, gaussian.cdf_step(q0, apart)
    pull, lack = gaussian.scalar_pdf(q0) * (1.0 + 2.0 * step / k0), -noise * k0 - step  # (k(q) - k(q_0))/2 is the step
    angle = math.atan2(math.sqrt(squared), r)
    error = noise + (1.0 - 2.0 * noise) * float(gaussian.sign_disagreement(angle, q0 + apart, q0, apart))
    loss, led = 0.5 * eta * eta * error, eta * lack * on_shift / alpha  # by what T lacks
    fade = eta * pull * r - led + loss  # phi(q) + X.W, shifted-rule-theory.2
    mean_label = (1.0 - 2.0 * noise) * k0
    return (
        eta * pull * squared + led * r - loss * r,  # shifted-rule-theory.3
        -fade * across,
        2.0 * (loss - fade * rest - led),
        eta * (error - lack / mean_label) / mean_label - fade * on_shift,  # shifted-rule-theory.5
        -fade * on_centre,  # shifted-rule-theory.6
    )


def order_parameters(
    rule: Shifted, alpha: np.ndarray, noise: float, inputs: ShiftedInputs, *, shift: str = LEARNT
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return R, s_2 and s_3 at each alpha (increasing); all are 0 up to ``wait``."""
    if inputs.q0 == 0.0:
        raise ValueError(
            "q0 must not be 0 for 'shifted'; got 0, where labels are balanced and no uniform shift exists. "
            "The rule is then the plain one: see 'normalised'."
        )
    learnt = checks.one_of("shift", shift, (LEARNT, KNOWN)) == LEARNT
    waiting = alpha <= rule.wait
    idle = np.zeros((3, int(waiting.sum())))
    if waiting.all():
        return idle[0], idle[1], idle[2]
    v = inputs.across
    length = math.sqrt(inputs.u**2 + 1.0 / rule.wait)
    sign = math.copysign(1.0, inputs.q0)
    start = sign * inputs.q0 / length, sign * v / length, 1.0 / (math.sqrt(rule.wait) * length)  # shifted-rule-theory.4
    tied = sign / length  # alpha W.e and alpha W.e'

    def slopes_at(now: float, r: float, across: float, rest: float, *lacks: float) -> tuple[float, ...]:
        on_shift, on_centre = lacks or (0.0, 0.0)
        centre = min(abs(r * inputs.q0 + across * v + on_centre / now), FARTHEST_CENTRE)
        eta = min(rule.cap, rule.eta_0 * math.sqrt(0.5 * math.pi) * math.exp(0.5 * centre * centre) * now**-rule.z)
        return _slopes(now, r, across, rest, on_shift, on_centre, noise, inputs, eta)[: 3 + len(lacks)]

    lacks = (tied, tied) if learnt else ()
    followed = follow_direction(rule.name, slopes_at, rule.wait, start, alpha[~waiting], "Take a smaller cap.", lacks)
    r, across, rest = np.hstack([idle, followed])
    return r, across, rest


@theory
class ShiftedPerceptronTheory(ShiftedInputsTheory):
    """The shifted perceptron, from the rule's own start."""

    learners = (Shifted,)
    method = "ODE in R, q and what the shift lacks"
    order_parameters = staticmethod(order_parameters)

    def curve(
        self, learner: Shifted, scenario: Scenario, alpha: np.ndarray, readout: Readout, *, shift: str = LEARNT
    ) -> Curve:
        """Return the curve; ``shift`` is "learnt", as the rule does it, or "known" exactly, as BSS assume."""
        return self.curve_of(learner, scenario, alpha, readout, shift=shift)


def asymptote(
    alpha: float | np.ndarray, noise: float, *, learnt: bool = True, eta_0: float = 2.0, z: float = 1.0
) -> np.ndarray:
    """Return the disagreement at large alpha, for z < 1 or eta_0 > 1.  (shifted-rule-theory.7 to shifted-rule-theory.9)

    >>> round(float(asymptote(100.0, 0.1, learnt=False)), 4), round(float(asymptote(100.0, 0.1)), 4)
    (0.0252, 0.0315)
    """
    alpha, noise = np.asarray(alpha, dtype=float), checks.noise(noise)
    if z < 1.0:
        return np.sqrt(eta_0 * noise / (2.0 * math.pi * alpha**z))
    if z > 1.0 or eta_0 <= 1.0:
        raise ValueError(
            f"eta_0 must be above 1 where z is 1, and z at most 1; got {eta_0!r} and {z!r}. The start, or a logarithm, "
            "has a say in the end otherwise: see learning_curve."
        )
    known = np.sqrt(eta_0**2 * noise / (2.0 * math.pi * (eta_0 - 1.0) * alpha))
    return known * math.sqrt(1.0 + 2.0 * _excess(noise) / eta_0) if learnt else known


def best_eta_0(noise: float, *, learnt: bool = True) -> float:
    """Return the eta_0 of the least disagreement at large alpha, z = 1.  (shifted-rule-theory.10)

    >>> best_eta_0(0.2, learnt=False), round(best_eta_0(0.2), 3)
    (2.0, 3.134)
    """
    return 1.0 + math.sqrt(1.0 + 2.0 * _excess(checks.noise(noise))) if learnt else 2.0


def _excess(noise: float) -> float:
    """Return A: by how much a learnt shift raises the noise of W."""
    return 1.0 / (1.0 - 2.0 * noise) ** 2 - 1.0
