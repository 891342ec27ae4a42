r"""What a Bayesian rule of one variance comes to at large alpha, whatever noise it believes in.

For small angles and 0 < kappa' the ratio chi = sqrt(Q) tan(theta)/sqrt(lambda) settles. It says how far the error bar
is off: chi > 1 is overconfident, 1 calibrated. With labels flipped with probability kappa, t = x/theta,
P = kappa + (1 - 2 kappa) Phi(t), g and G at u = chi t, and integrals over dt,

    belief-asymptote.1   theta' = -theta^2 f,   ln(chi)' = theta (W/2 - f);  d alpha -> 1/(pi f) at the chi with W/2 = f
    belief-asymptote.2   f = sqrt(2/pi) ( (1 - 2 kappa) int g phi(t)/chi - int g^2 P/(2 chi^2) ), W = sqrt(2/pi) int G P

With kappa' = 0 < kappa one flipped label moves the field all the way, and nothing settles: lambda falls faster than Q,
F becomes -h on each label that is missed (AdaTron with eta = 1), and the angle ends at the root of

    belief-asymptote.3   (1 - 2 kappa) sin(theta)^3/pi
                 = cos(theta)/2 (kappa + (1 - 2 kappa) (theta - sin(theta) cos(theta))/pi)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks, gaussian
from rosenblatt.rules.parts.evidence import surprises
from rosenblatt.scenario import Channel, Flips
from rosenblatt.theory.belief_averages import VANISHED, believed_cuts, symmetric_panels

WEDGE = 1e-3  # an angle below which its wedge is a series
OVERCONFIDENCE = (-8.0, 8.0)  # between which ln(chi) is looked for


@dataclass(frozen=True)
class Asymptote:
    """What a rule with a wrong belief comes to: d = ``prefactor``/alpha, with an error bar that is ``chi`` times too
    small."""

    prefactor: float
    chi: float


def asymptote(noise: float, believed: float) -> Asymptote:
    """Return the law of 'bayes-hebb' at large alpha, for labels flipped with that ``noise``.  (belief-asymptote.1)

    >>> found = asymptote(0.15, believed=0.01)
    >>> round(found.prefactor, 4), round(found.chi, 3)
    (3.0867, 1.907)
    """
    noise, believed = checks.noise(noise), _believed(believed)
    if believed == 0.0 < noise:
        raise ValueError(
            f"believed must be above 0 where labels are noisy for d to fall like 1/alpha; got 0 and noise={noise:g}. "
            "Take end_believing_clean(noise) for where it ends, or a small noise to believe in, such as 0.001."
        )

    def unbalanced(log_chi: float) -> float:
        turn, shrinking = _small_angle(noise, believed, math.exp(log_chi))
        return 0.5 * shrinking - turn

    chi = math.exp(root_scalar(unbalanced, bracket=OVERCONFIDENCE, method="brentq", xtol=1e-14).root)
    return Asymptote(1.0 / (math.pi * _small_angle(noise, believed, chi)[0]), chi)


def end_believing_clean(noise: float) -> float:
    """Return where d of 'bayes-hebb' ends if it believes clean labels and gets noisy ones.  (belief-asymptote.3)

    >>> round(end_believing_clean(0.15), 6)
    0.245503
    """
    clean = 1.0 - 2.0 * checks.noise(noise)

    def unbalanced(angle: float) -> float:
        sine, cosine = math.sin(angle), math.cos(angle)
        wedge = angle - sine * cosine
        if angle < WEDGE:  # where the difference has lost its digits
            wedge = angle**3 * (2.0 / 3.0 - 2.0 / 15.0 * angle**2)
        return clean * sine**3 / math.pi - 0.5 * cosine * (noise + clean * wedge / math.pi)

    if noise == 0.0:
        return 0.0
    return (
        root_scalar(unbalanced, bracket=(0.0, 0.5 * math.pi), method="brentq", xtol=1e-300, rtol=1e-14).root / math.pi
    )


def decay_of(channel: Channel, believed: float) -> tuple[float, float] | None:
    """Return (prefactor, exponent) of the disagreement at large alpha, where it is known to be a power law."""
    if not isinstance(channel, Flips) or believed == 0.0 < channel.noise:
        return None
    return asymptote(channel.noise, believed).prefactor, -1.0


def _small_angle(noise: float, believed: float, chi: float) -> tuple[float, float]:
    """Return f and W.  (belief-asymptote.2)"""
    end = VANISHED / chi if believed > 0.0 else max(VANISHED, VANISHED / chi)
    t, weights = symmetric_panels([np.array([2.0, 4.0, 8.0, 16.0]), believed_cuts(believed) / chi], end)
    g, taken = surprises(chi * t, believed)
    seen = noise + (1.0 - 2.0 * noise) * gaussian.cdf(t)
    toward = (1.0 - 2.0 * noise) * float(weights @ (g * gaussian.pdf(t))) / chi
    turn = toward - 0.5 * float(weights @ (g * g * seen)) / chi**2
    return gaussian.SQRT_2_OVER_PI * turn, gaussian.SQRT_2_OVER_PI * float(weights @ (taken * seen))


def _believed(noise: float) -> float:
    """Return a believed noise, or raise in its name."""
    value = checks.number("believed", noise)
    if not 0.0 <= value < 0.5:
        raise ValueError(f"believed must be in [0, 0.5); got {noise!r}. It is a probability of flipped labels.")
    return value
