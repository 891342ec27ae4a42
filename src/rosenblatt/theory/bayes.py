r"""Bayesian learning: two slots, a prior and a channel, and two equations, online and offline (SW; KC).

    bayes.1   online:    dA/d alpha = I(q(A)),  A(0) = 0                                            (SW 5.14, KC 19)
    bayes.2   offline:   A = alpha I(q(A)); of several solutions the one of largest free entropy is stable,
              Psi = psi(A) + alpha chi(q) - A q/2,  psi' = q/2;   at q = 1  Psi = -(entropy of the prior) + alpha chi(1)
              of numbers without noise: Psi is infinite there if alpha exceeds the share of weights that are continuous
    bayes.3   Bayes:  d = arcsin(sqrt(1 - q))/pi;    Gibbs:  d = (2/pi) arcsin(sqrt((1 - q)/2))
    bayes.4   clipping the mean of binary weights:   R = 2 Phi(sqrt(A)) - 1
    bayes.5   Gaussian learner, binary teacher, weights read through tanh(w/(1 - q)):  the binary deficit at the A of
              the Gaussian prior; clipped: (4) at that A                                                 (SW sec. 5)
    bayes.6   drifting teacher, Gaussian prior, lambda = 1 - q:  d lambda/d alpha = -lambda^2 I + 2 delta (1 - lambda)

R = q throughout: a Bayesian student's overlap with the teacher is its own length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks, gaussian
from rosenblatt.scenario import TEACHERS, Channel, Flips, Teacher, resolve_channel, resolve_teacher
from rosenblatt.scenario.priors import BinaryPrior, Prior
from rosenblatt.theory.integration import follow
from rosenblatt.theory.signal_to_noise import SignalToNoise, signal_to_noise

BRANCHES = ("stable", "metastable")
LARGEST_ALPHA = 1e140  # of alpha: deficits of 1e-280
LATEST_JUMP = 1e10  # of alpha: up to there transitions are right to 1e-4


def online(prior: Prior, channel: Channel, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return A and the deficit 1 - q at each alpha.  (bayes.1)

    >>> from rosenblatt.scenario.priors import GaussianPrior
    >>> a, deficit = online(GaussianPrior(), Flips(), np.array([1.0, 10.0]))
    >>> bayes_disagreement(deficit).round(4).tolist()
    [0.2711, 0.0712]
    """
    clock = signal_to_noise(prior, channel)
    s = clock.online(_checked(alpha))
    return _snr_and_deficit(clock, s)


def offline(prior: Prior, channel: Channel, alpha: np.ndarray, branch: str = "stable") -> tuple[np.ndarray, np.ndarray]:
    """Return A and the deficit 1 - q at each alpha; "metastable" is what is reached from ignorance.  (bayes.2)

    >>> a, deficit = offline(BinaryPrior(), Flips(), np.array([1.0, 1.3]))
    >>> bayes_disagreement(deficit).round(4).tolist()
    [0.2306, 0.0]
    """
    checks.one_of("branch", branch, BRANCHES)
    clock, alpha = signal_to_noise(prior, channel), _checked(alpha)
    candidates = np.array([clock.offline(alpha, part) for part in range(0, len(clock.turns) - 1, 2)])
    candidates = np.vstack([candidates, np.where(alpha > first_perfect(clock), math.inf, math.nan)])
    if branch == "metastable":
        order = np.argmax(~np.isnan(candidates), axis=0)
        return _snr_and_deficit(clock, candidates[order, np.arange(len(alpha))])
    if np.isnan(candidates[1:]).all():
        return _snr_and_deficit(clock, candidates[0])
    worth = np.array([free_entropy(clock, s, alpha) for s in candidates])
    best = np.argmax(np.where(np.isnan(worth), -math.inf, worth), axis=0)
    return _snr_and_deficit(clock, candidates[best, np.arange(len(alpha))])


def known_prior(teacher: Teacher) -> Prior:
    """Return the law of a teacher's weights, or raise if it does not say it."""
    if teacher.prior is None:
        raise NotImplementedError(
            f"teacher must say the prior of its weights for Bayesian theory; got {teacher.name!r}, which does not. "
            f"Give it a prior, or choose one of: {', '.join(TEACHERS)}."
        )
    return teacher.prior


@dataclass(frozen=True)
class Branch:
    """One solution of the offline equation; ``kind`` is "stable", "metastable" or "unstable".  (bayes.2)"""

    a: float
    deficit: float
    free_entropy: float
    kind: str


def branches(prior: Prior, channel: Channel, alpha: float) -> list[Branch]:
    """Return all solutions of the offline equation at an alpha, from ignorance on.

    >>> [(branch.kind, round(branch.deficit, 3)) for branch in branches(BinaryPrior(), Flips(), 1.3)]
    [('metastable', 0.274), ('unstable', 0.029), ('stable', 0.0)]
    """
    clock, grid = signal_to_noise(prior, channel), _checked(np.array([alpha]))
    parts = [(clock.offline(grid, part), part % 2 == 0) for part in range(len(clock.turns) - 1)]
    if alpha > first_perfect(clock):
        parts.append((np.array([math.inf]), True))
    found = []
    for s, rises in parts:
        if not np.isnan(s[0]):
            a, deficit = _snr_and_deficit(clock, s)
            found.append((float(a[0]), float(deficit[0]), float(free_entropy(clock, s, grid)[0]), rises))
    best = max(worth for _, _, worth, rises in found if rises)
    kinds = [("stable" if worth == best else "metastable") if rises else "unstable" for *_, worth, rises in found]
    return [Branch(a, deficit, worth, kind) for (a, deficit, worth, _), kind in zip(found, kinds, strict=True)]


def first_perfect(clock: SignalToNoise) -> float:
    """Return the alpha from which on q = 1 is a solution; infinite if it never is.

    Labels must be sharp. Weights of finitely many values are then known perfectly at any alpha; of others only numbers
    without noise tell all, one for each weight that is continuous.
    """
    if not clock.channel.sharp:
        return math.inf
    if tells_all(clock.channel):
        return clock.prior.continuous_share
    return 0.0 if math.isfinite(clock.prior.entropy) else math.inf


def tells_all(channel: Channel) -> bool:
    """Return whether a label is of infinite precision."""
    return not math.isfinite(float(channel.potential(np.array([0.0]))[0]))


def _checked(alpha: np.ndarray) -> np.ndarray:
    grid = checks.alpha_grid(alpha)
    if grid.max() > LARGEST_ALPHA:
        raise ValueError(f"alpha must be at most {LARGEST_ALPHA:g}; got {grid.max():g}. Beyond it use the asymptote.")
    return grid


def _snr_and_deficit(clock: SignalToNoise, s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return A and the deficit; at the end of learning infinity and 0."""
    done = np.isinf(s)
    inside = np.where(done, 0.0, s)
    return np.where(done, math.inf, np.expm1(inside)), np.where(done, 0.0, clock.deficit(inside))


def free_entropy(clock: SignalToNoise, s: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """Return Psi at s = ln(1 + A), infinite s standing for q = 1; NaN where s is.  (bayes.2)

    psi - A q/2 is A (1 - q)/2 less the entropy that has been learnt.
    """
    done, missing = np.isinf(s), np.isnan(s)
    inside = np.where(done | missing, 0.0, s)
    deficit = clock.deficit(inside)
    gained = 0.5 * np.expm1(inside) * deficit - clock.unknown(inside)
    if tells_all(clock.channel):
        perfect = np.where(alpha > clock.prior.continuous_share, math.inf, -math.inf)
    else:
        perfect = -clock.prior.entropy + alpha * clock.channel.potential(np.array([0.0]))
    value = gained + alpha * clock.channel.potential(np.where(done, 0.5, deficit))
    return np.where(missing, math.nan, np.where(done, perfect, value))


def bayes_disagreement(deficit: np.ndarray) -> np.ndarray:
    """Return the disagreement of the Bayes student.  (bayes.3)"""
    return np.arcsin(np.sqrt(deficit)) / math.pi


def gibbs_disagreement(deficit: np.ndarray) -> np.ndarray:
    """Return the disagreement of a student drawn from the posterior.  (bayes.3)"""
    return 2.0 / math.pi * np.arcsin(np.sqrt(0.5 * deficit))


def clipped_disagreement(a: np.ndarray) -> np.ndarray:
    """Return the disagreement of the signs of the mean weights, for a binary teacher.  (bayes.4)"""
    return 2.0 / math.pi * np.arcsin(np.sqrt(gaussian.cdf(-np.sqrt(a))))


def binarised_disagreement(a: np.ndarray) -> np.ndarray:
    """Return the disagreement of a Gaussian learner's weights read through tanh, for a binary teacher.  (bayes.5)"""
    return bayes_disagreement(BinaryPrior().deficit(a))


def drifting(channel: Channel, alpha: np.ndarray, drift: float, known: float = 0.0) -> np.ndarray:
    """Return the deficit at each alpha (increasing) of a Gaussian learner that knows the drift, and q at first.

    (bayes.6)
    """

    def slopes(now: float, state: np.ndarray) -> tuple[float]:
        deficit = math.exp(min(max(float(state[0]), -600.0), 0.0))  # a step that is only tried may be anywhere
        gain = deficit * float(channel.information(np.array(deficit)))
        return (2.0 * drift * (1.0 - deficit) / deficit - gain,)

    first = 1e-12 * min(float(alpha[0]), 1.0)
    (logs,) = follow(
        "bayes", slopes, first, (math.log1p(-known),), alpha, absolute=1e-12, remedy="Take a smaller alpha."
    )
    return np.exp(np.minimum(logs, 0.0))


def stationary_deficit(channel: Channel, drift: float) -> float:
    """Return the deficit at which a Gaussian learner follows a drifting teacher.  (bayes.6)

    >>> round(stationary_deficit(Flips(), 0.1), 4)
    0.3332
    """
    drift = checks.positive("drift", drift, "Without drift there is nothing to follow.")

    def balance(log_deficit: float) -> float:
        deficit = math.exp(log_deficit)
        return 2.0 * drift * (1.0 - deficit) - deficit**2 * float(channel.information(np.array(deficit)))

    return math.exp(root_scalar(balance, bracket=(-600.0, 0.0), method="brentq", xtol=1e-13).root)


@dataclass(frozen=True)
class Thresholds:
    """Where learning offline jumps, to perfection if labels are sharp: ``transition`` for who can wait, ``spinodal``
    from ignorance, which is where algorithms begin to find the teacher."""

    transition: float
    spinodal: float

    @property
    def information_theoretic(self) -> float:
        """The transition."""
        return self.transition

    @property
    def algorithmic(self) -> float:
        """The spinodal."""
        return self.spinodal


def thresholds(
    teacher: str | Teacher | Prior = "binary",
    channel: str | Channel | float | None = None,
    *,
    noise: float = 0.0,
) -> Thresholds:
    """Return the first-order transition and the end of the metastable branch.

    Parameters
    ----------
    teacher : a teacher that says its prior, its name, or a prior.
    channel : of the labels, signs or numbers, or its name; a number is a share of flipped labels.
    noise : the share of flipped labels, if there is no channel.

    >>> found = thresholds("binary")
    >>> round(found.transition, 4), round(found.spinodal, 4)
    (1.2447, 1.4926)
    >>> from rosenblatt.scenario import GaussBernoulli, GaussianNoise
    >>> sensing = thresholds(GaussBernoulli(0.1), GaussianNoise())  # compressed sensing
    >>> sensing.information_theoretic, round(sensing.algorithmic, 4)
    (0.1, 0.2076)
    """
    prior = chosen_prior(teacher)
    clock = signal_to_noise(prior, chosen_channel(channel, noise))
    jumps = len(clock.turns) > 2
    if tells_all(clock.channel):
        share = prior.continuous_share
        return Thresholds(share, float(clock.offline_alpha(clock.turns[1:2])[0]) if jumps else share)
    if not jumps:
        raise ValueError(
            f"teacher must be learnt in a jump for thresholds; got {teacher!r} and {clock.channel!r}, where q grows "
            "steadily with alpha. Take weights of finitely many values, or labels with less noise."
        )
    spinodal = float(clock.offline_alpha(clock.turns[1:2])[0])
    if spinodal > LATEST_JUMP:
        raise ValueError(
            f"channel must tell more of the teacher for thresholds; got {clock.channel!r}, where the algorithmic one "
            f"is {spinodal:.3g}. Beyond {LATEST_JUMP:g} free entropies differ by rounding only: take less noise."
        )
    first = 0.0 if first_perfect(clock) == 0.0 else float(clock.offline_alpha(clock.turns[2:3])[0])

    def advantage(alpha: float) -> float:
        """Return by how much ignorance is ahead of the best of the others."""
        grid = np.array([alpha])
        others = [clock.offline(grid, part) for part in range(2, len(clock.turns) - 1, 2)]
        others += [np.array([math.inf])] if first_perfect(clock) < alpha else []
        best = np.nanmax([free_entropy(clock, other, grid)[0] for other in others])
        return float(free_entropy(clock, clock.offline(grid, 0), grid)[0] - best)

    bracket = max(first * (1.0 + 1e-12), 1e-3 * spinodal), spinodal * (1.0 - 1e-12)
    return Thresholds(root_scalar(advantage, bracket=bracket, method="brentq", xtol=1e-13).root, spinodal)


def chosen_prior(teacher: str | Teacher | Prior) -> Prior:
    """Return a prior for itself, for a teacher that says it, or for the name of one."""
    if isinstance(teacher, Prior):
        return teacher
    if not isinstance(teacher, (str, Teacher)):
        raise TypeError(f"teacher must be a teacher, its name, or a prior; got {teacher!r}. Take rb.Ternary(0.1).")
    return known_prior(resolve_teacher(teacher))


def chosen_channel(channel: str | Channel | float | None, noise: float) -> Channel:
    """Return the channel that is asked for by one of two keywords."""
    if channel is None:
        return Flips(checks.noise(noise))
    if noise:
        raise TypeError(
            f"noise must be left out with a channel; got {noise!r} and {channel!r}. Put it into the channel."
        )
    return resolve_channel(channel) if isinstance(channel, (str, Channel)) else Flips(checks.noise(channel))
