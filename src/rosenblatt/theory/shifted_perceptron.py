r"""The shifted perceptron for inputs around a vector U and flipped labels (BSS sec. 3). Notation of `shifted_inputs`.

    shifted-rule-theory.1   T = U + (2 phi(q_0)/k(q_0)) W_0                                                  (BSS 13)
    shifted-rule-theory.2   X = phi(q_0) (k(q)/k(q_0)) W_0 - phi(q) W:  no kappa in it
    shifted-rule-theory.3   dR/dalpha = eta phi(q_0) (k(q)/k(q_0)) (1 - R^2) - eta^2 R epsilon/2
    shifted-rule-theory.4   start at alpha = wait: W along sgn(q_0) (U + a random vector of length 1/sqrt(wait))
    shifted-rule-theory.5   eta_0 = 2, T known:  d -> sqrt(2 kappa/(pi alpha))
    shifted-rule-theory.6   eta_0 = 2, T learnt: d -> sqrt(2 kappa/(pi alpha))/(1 - 2 kappa), so that
                            epsilon - kappa -> sqrt(2 kappa/(pi alpha))                                      (BSS 18)

The drift points to W_0 only where q has the sign of q_0: -W_0 is a stable fixed point too. (5) is BSS's formula
for epsilon - p, which with T known is that of d. But T is learnt from the same examples, and what it lacks is
of the same order: with c = kappa/(1 - 2 kappa), an example adds to W a noise of variance kappa, to the error of
T times <epsilon sigma_0> one of c^2 that W integrates to 2 c^2, and the two have the covariance c kappa: in all
kappa + 2 c kappa + 2 c^2 = kappa/(1 - 2 kappa)^2. So (6), and BSS (18) is right as it stands, for epsilon.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt import checks, gaussian
from rosenblatt.rules.shifted import FARTHEST_CENTRE, Shifted
from rosenblatt.scenario import ShiftedInputs
from rosenblatt.theory.registry import theory
from rosenblatt.theory.shifted_inputs import ShiftedInputsTheory, follow_direction, past_centre


def slopes(
    r: float, across: float, rest: float, noise: float, inputs: ShiftedInputs, eta: float
) -> tuple[float, float, float]:
    """Return the slopes of R, s_2 and s_3^2, in the coordinates of `rosenblatt.kernels.shifted_chain`."""
    q0, squared = inputs.q0, across * across + rest
    apart = float(past_centre(r, across, squared, inputs))
    k0 = 2.0 * gaussian.scalar_cdf(q0) - 1.0
    pull = eta * gaussian.scalar_pdf(q0) * (1.0 + 2.0 * gaussian.cdf_step(q0, apart) / k0)
    angle = math.atan2(math.sqrt(squared), r)
    disagreement = float(gaussian.sign_disagreement(angle, q0 + apart, q0, apart))
    loss = 0.5 * eta * eta * (noise + (1.0 - 2.0 * noise) * disagreement)
    shrink = pull * r + loss  # phi(q) + X.W, shifted-rule-theory.2
    return (
        pull * squared - loss * r,  # shifted-rule-theory.3
        -shrink * across,
        2.0 * loss - 2.0 * shrink * rest,
    )


def order_parameters(
    rule: Shifted, alpha: np.ndarray, noise: float, inputs: ShiftedInputs
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return R, s_2 and s_3 at each alpha (increasing); all are 0 up to ``wait``."""
    if inputs.q0 == 0.0:
        raise ValueError(
            "q0 must not be 0 for 'shifted'; got 0, where labels are balanced and no uniform shift exists. "
            "The rule is then the plain one: see 'normalised'."
        )
    waiting = alpha <= rule.wait
    idle = np.zeros((3, int(waiting.sum())))
    if waiting.all():
        return idle[0], idle[1], idle[2]
    v = inputs.across
    length = math.sqrt(inputs.u**2 + 1.0 / rule.wait)
    sign = math.copysign(1.0, inputs.q0)
    start = sign * inputs.q0 / length, sign * v / length, 1.0 / (math.sqrt(rule.wait) * length)  # shifted-rule-theory.4

    def slopes_at(now: float, r: float, across: float, rest: float) -> tuple[float, float, float]:
        q = min(abs(r * inputs.q0 + across * v), FARTHEST_CENTRE)
        eta = min(rule.cap, rule.eta_0 * math.sqrt(0.5 * math.pi) * math.exp(0.5 * q * q) / now)
        return slopes(r, across, rest, noise, inputs, eta)

    remedy = "Take a smaller cap."
    learnt = follow_direction(rule.name, slopes_at, rule.wait, start, alpha[~waiting], remedy)
    r, across, rest = np.hstack([idle, learnt])
    return r, across, rest


@theory
class ShiftedPerceptronTheory(ShiftedInputsTheory):
    """The shifted perceptron, from the rule's own start."""

    learners = (Shifted,)
    method = "ODE in R and q, the shift known exactly"
    order_parameters = staticmethod(order_parameters)


def asymptote(alpha: float | np.ndarray, noise: float, *, learnt: bool = True) -> np.ndarray:
    """Return the disagreement at large alpha with eta_0 = 2.  (shifted-rule-theory.5, shifted-rule-theory.6)"""
    known = np.sqrt(2.0 * checks.noise(noise) / (math.pi * np.asarray(alpha, dtype=float)))
    return known / (1.0 - 2.0 * noise) if learnt else known
