r"""The fixed point of convex risk, sum of l(label h) + (penalty/2) |J|^2, for Gaussian inputs with any spectrum.

h = J.S/sqrt(N) has the variance Q and the covariance R with the teacher's field b, which has variance 1; w = sqrt(Q) t
is the margin of an example before it is learnt, p and F as in `rosenblatt.theory.proximal_losses`. With eigenvalues
lambda_k of the inputs' covariance, their shares w_k, and m_k = lambda_k T_k/sum lambda T of the teacher's field:

    fixed.1   V^ = -alpha int dt p(t) dF/dw,   Q^ = alpha int dt p(t) F^2,   R^ = alpha int dt D(t) F
    fixed.2   g_k = lambda_k/(penalty + lambda_k V^),   V = sum w g
    fixed.3   R = R^ sum m g,   Q - R^2 = R^^2 (sum m g^2 - (sum m g)^2) + Q^ sum w g^2
    fixed.4   J_k = R^ g_k B_k/sqrt(M^) + sqrt(Q^ g_k^2/lambda_k) times a part across it
    fixed.5   one eigenvalue 1:  V = 1/(penalty + V^),  R = R^ V,  Q = (R^^2 + Q^) V^2             (Aubin et al.)
    fixed.6   penalty |J|^2/N = W + V Q^,   W = alpha int dt p(t) w F,   |J|^2/N as in student_world.3

(2) and (3) follow from convex Gaussian comparison, or from replicas, as (5) does: the mean force on J_k along C B and
the noise across it are those of a spherical law, C = L L^T, with L J for J. By parts, V^ Q = R R^ - W, so that (6), the
force along J, holds for who solves (2) and (3): it is R times the first of (3). With clean labels, many examples and a
small penalty (2) and (3) are nearly one equation, and (6) tells what is left; of few examples it tells little. So the
first of (3) is taken as (6) plus (1 - rho^2) ln(R^ sum m g/R), and the second with R/sum m g for R^. The unknowns are
ln V, ln gamma and ln Q, gamma = R/sqrt(Q - R^2): nothing cancels near the teacher, and far from it. From few examples,
where all is explicit, the point is followed in alpha and in the penalty, with steps that are halved until Newton's
method finds it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import root

from rosenblatt.scenario.correlated_inputs import Spectrum
from rosenblatt.theory.integration import NotFollowed
from rosenblatt.theory.label_margins import Margins
from rosenblatt.theory.proximal_losses import ProximalLoss

FIRST = 1e-4  # alpha at which a path begins, at the latest
EASY = 0.1  # a penalty, in units of the mean eigenvalue, at which it begins, at least
TOLERANCE = 1e-9  # of the logarithms, at the solution
RIGHT, HELPS, UPDATES = 1e-12, 0.3, 9  # of Broyden's method: its end, what a step is to leave at most, and steps
LARGEST = 350.0  # of a logarithm: its square is a number
LONGEST, SHORTEST = 2.0, 1e-4  # of a step in ln(alpha), and of a share of it
FINENESS = 1.0 / 6.0  # the penalty is followed in this power of it, so that it can come to 0
NEXT = 3.0  # steps in ln(alpha) by which a line through two fixed points is a guess
SLOPE = 2e-5  # of a difference


@dataclass(frozen=True)
class Place:
    """A number of examples per weight, and a penalty."""

    alpha: float
    penalty: float

    def toward(self, other: Place, share: float) -> Place:
        """Return a place on the way to another."""
        fine = (1.0 - share) * self.penalty**FINENESS + share * other.penalty**FINENESS
        return Place(self.alpha ** (1.0 - share) * other.alpha**share, fine ** (1.0 / FINENESS))


class Responses(NamedTuple):
    """V^, Q^, R^, W, and W of the sizes of its parts."""

    v_hat: float
    q_hat: float
    r_hat: float
    work: float
    effort: float


class Known(NamedTuple):
    """A fixed point, or a guess of one: ln V, ln gamma and ln Q, and the slopes of the residual there if known."""

    y: np.ndarray
    slopes: np.ndarray | None


class FixedPoint:
    """The equations of a loss, of a law of margins and of a spectrum."""

    def __init__(self, name: str, loss: ProximalLoss, margins: Margins, spectrum: Spectrum) -> None:
        self.name, self.loss, self.margins, self.spectrum = name, loss, margins, spectrum
        self.shares = spectrum.shares
        along = spectrum.values * spectrum.powers
        self.along = along / along.sum()
        self.trace = float(spectrum.values @ spectrum.shares)
        varies = spectrum.values > 0.0
        self.inverse = np.divide(1.0, spectrum.values, out=np.zeros(len(varies)), where=varies)

    def responses(self, alpha: float, y: np.ndarray) -> Responses:
        """Return what the examples do to a student.  (fixed.1, fixed.6)"""
        v, gamma, q = np.exp(y)
        size = math.sqrt(q)
        panels = self.loss.panels(v, size, self.margins.ends(gamma))
        density, along = self.margins.law(panels.t, gamma)
        mass = alpha * panels.weights * density
        work = size * panels.t * panels.force
        return Responses(
            float(mass @ panels.stiffness),
            float(mass @ panels.force**2),
            alpha * float((panels.weights * along) @ panels.force),
            float(mass @ work),
            float(mass @ np.abs(work)),
        )

    def gains(self, penalty: float, v_hat: float) -> np.ndarray:
        """Return g.  (fixed.2)"""
        values = self.spectrum.values
        seen = np.where(values > 0.0, penalty + values * v_hat, 1.0)
        return values / seen

    def mismatch(self, penalty: float, y: np.ndarray, responses: Responses) -> np.ndarray:
        """Return by how much three numbers fail V, Q - R^2 and the force along J.  (fixed.2, fixed.3, fixed.6)"""
        v, gamma, q = np.exp(y)
        across = q / (1.0 + gamma * gamma)
        g = self.gains(penalty, responses.v_hat)
        mean, free = float(self.along @ g), float(self.shares @ g)
        r = gamma * math.sqrt(across)
        toward, aside = (r / mean) ** 2, responses.q_hat
        stray = toward * float(self.along @ (g - mean) ** 2) + aside * float(self.shares @ (g * g))
        pull = penalty * float((toward * self.along + aside * self.shares) @ (g * g * self.inverse))
        push = v * aside
        balance = (responses.work + push - pull) / (responses.effort + push + pull)
        balance += math.log(responses.r_hat * mean / r) / (1.0 + gamma * gamma)
        return np.array([math.log(free / v), math.log(stray / across), balance])

    def residual(self, place: Place, y: np.ndarray) -> np.ndarray:
        """Return the mismatch, or a large one where there is no number."""
        if np.max(np.abs(y)) > LARGEST:
            return np.full(3, LARGEST)
        try:
            with np.errstate(all="ignore"):
                found = self.mismatch(place.penalty, y, self.responses(place.alpha, y))
        except (ValueError, ZeroDivisionError, OverflowError):  # beyond the range of floats: a step too far
            return np.full(3, LARGEST)
        return np.where(np.isfinite(found), found, LARGEST)

    def solved(self, place: Place, guess: Known) -> Known | None:
        """Return the fixed point near a guess, or None if it is not found."""
        if guess.slopes is not None:
            found = self._improved(place, guess.y, guess.slopes)
            if found is not None:
                return found
        found = root(lambda y: self.residual(place, y), guess.y, method="hybr", tol=1e-13)
        if np.max(np.abs(found.fun)) >= TOLERANCE:
            return None
        triangle = np.zeros((3, 3))
        triangle[np.triu_indices(3)] = found.r
        return Known(found.x, found.fjac.T @ triangle)

    def _improved(self, place: Place, y: np.ndarray, slopes: np.ndarray) -> Known | None:
        """Return the fixed point by Broyden's method, or None where a step hardly helps: the guess is too far off."""
        rest = self.residual(place, y)
        for _ in range(UPDATES):
            size = np.max(np.abs(rest))
            if size < RIGHT:
                return Known(y, slopes)
            try:
                step = -np.linalg.solve(slopes, rest)
            except np.linalg.LinAlgError:  # where the residual has no number its slopes are 0
                return None
            y, rest = y + step, self.residual(place, y + step)
            slopes = slopes + np.outer(rest, step) / float(step @ step)
            if not np.max(np.abs(rest)) < max(HELPS * size, RIGHT):
                return None
        return None

    def jacobian(self, place: Place, y: np.ndarray) -> np.ndarray:
        """Return the slopes of the residual."""
        steps = SLOPE * np.eye(3)
        ahead = [self.residual(place, y + step) - self.residual(place, y - step) for step in steps]
        return np.array(ahead).T / (2.0 * SLOPE)

    def gain_of_penalty(self, place: Place, y: np.ndarray, slopes: np.ndarray) -> float:
        """Return d ln(gamma)/d penalty at a fixed point: above 0 if more penalty is better."""
        known = self.responses(place.alpha, y)
        squared = math.exp(float(y[2])) * float(np.max(self.inverse))  # |J|^2/N is at most this
        step = SLOPE / (1.0 / (place.penalty + known.v_hat) + squared / (known.effort + math.exp(y[0]) * known.q_hat))
        low, high = max(place.penalty - step, 0.0), place.penalty + step
        pushed = (self.mismatch(high, y, known) - self.mismatch(low, y, known)) / (high - low)
        return float(np.linalg.solve(slopes, -pushed)[1])


class Path:
    """A way through alphas and penalties, along which the fixed point is known where one stands."""

    def __init__(self, point: FixedPoint, alpha: float, penalty: float) -> None:
        """Begin where there are few examples, and then come to a place."""
        self.point = point
        easy = max(penalty, EASY * point.trace)
        self.place = Place(min(FIRST, alpha), easy)
        y = np.log([point.trace / easy, 1e-2 * math.sqrt(self.place.alpha), self.place.alpha])
        found = point.solved(self.place, Known(y, None))
        if found is None:
            raise NotFollowed(self._lost("at its start"))
        self.known: Known = found
        self.last: tuple[Place, np.ndarray] | None = None  # where the last way began
        self.go(Place(alpha, easy))
        self.go(Place(alpha, penalty))

    @property
    def y(self) -> np.ndarray:
        """The fixed point where one stands."""
        return self.known.y

    def go(self, goal: Place) -> np.ndarray:
        """Come to a place, and return the fixed point there."""
        begin, done, share = self.place, 0.0, self._share(goal)
        start, before = self.y, self._before(goal)
        while done < 1.0:
            share = min(share, 1.0 - done)
            there = goal if done + share >= 1.0 else begin.toward(goal, done + share)
            guess = self.y
            if before is not None:
                guess = self.y + (self.y - before[1]) * (share / (done - before[0]))
            found = self.point.solved(there, Known(guess, self.known.slopes))
            if found is None:
                before = None if done == 0.0 else before
                share *= 0.5
                if share < SHORTEST:
                    raise NotFollowed(self._lost(f"beyond alpha = {self.place.alpha:.4g}"))
                continue
            before = (done, self.y)
            self.known, self.place, done, share = found, there, done + share, 2.0 * share
        self.last = (begin, start)
        return self.y

    def gain_of_penalty(self, goal: Place) -> float:
        """Come to a place, and return d ln(gamma)/d penalty there."""
        y = self.go(goal)
        slopes = self.point.jacobian(goal, y)
        self.known = Known(y, slopes)
        return self.point.gain_of_penalty(goal, y, slopes)

    def _before(self, goal: Place) -> tuple[float, np.ndarray] | None:
        """Return the share, below 0, and the fixed point at which the last way began, if it led toward a goal too."""
        if self.last is None:
            return None
        way = math.log(goal.alpha / self.place.alpha)
        come = math.log(self.place.alpha / self.last[0].alpha)
        return (-come / way, self.last[1]) if come > 0.0 and 0.0 < way < NEXT * come else None

    def _share(self, goal: Place) -> float:
        """Return a share of the way that is not too long a step."""
        return min(1.0, LONGEST / max(abs(math.log(goal.alpha / self.place.alpha)), 1e-9))

    def _lost(self, where: str) -> str:
        return (
            f"learning curve of {self.point.name!r} must have a fixed point that Newton's method finds; it was lost "
            f"{where}, at penalty = {self.place.penalty:.4g}. Take a penalty nearer to 1, or a smaller alpha."
        )
