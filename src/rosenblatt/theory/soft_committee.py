r"""The soft committee machine: K hidden units learn those of a teacher with M, online (Saad and Solla 1995).

    committee.1   student and teacher:  sum_j g(x_j),  sum_n g(y_n),   g(x) = erf(x/sqrt(2)),
                  x_i = J_i.S/sqrt(N),  y_n = B_n.S/sqrt(N)
    committee.2   J_i <- J_i + eta g'(x_i) e S/sqrt(N),   e = sum_n g(y_n) - sum_j g(x_j) + noise of variance sigma^2
    committee.3   dR_in/dalpha = eta sum_c s_c I3(i, n, c)
                  dQ_ik/dalpha = eta sum_c s_c [I3(i, k, c) + I3(k, i, c)] + eta^2 sum_{c, e} s_c s_e I4(i, k, c, e)
                                 + eta^2 sigma^2 (2/pi)/sqrt((1 + Q_ii)(1 + Q_kk) - Q_ik^2)
    committee.4   I3(i, j, k) = <g'(i) j g(k)> = (2/pi) [C_jk (1 + C_ii) - C_ij C_ik]/((1 + C_ii) sqrt(L3)),
                  L3 = (1 + C_ii)(1 + C_kk) - C_ik^2
    committee.5   I4(i, j, k, l) = <g'(i) g'(j) g(k) g(l)> = (4/pi^2) arcsin(L0/sqrt(L1 L2))/sqrt(L4)
    committee.6   e_g = <e^2>/2 = sum_{c, e} s_c s_e arcsin(C_ce/sqrt((1 + C_cc)(1 + C_ee)))/pi      without the noise

C is the covariance of all fields, students first: [[Q, R], [R^T, T]]; s = -1 for a student's unit, +1 for a teacher's.
T defaults to the identity: the teacher's units are orthogonal and of length sqrt(N).

    committee.7   plateau, K = M, T = 1: all R_in = R, Q_ii = Q, Q_ik = C. Where Q = C the units are alike for ever,
                  so the plateau is where dR = dC = 0 and [dQ - dC]/(Q - C) = 0;
                  eta -> 0: R = 1/sqrt(K (2 K - 1)), Q = C = 1/(2 K - 1)
    committee.8   critical rate, K = M, T = 1: where R = Q = 1 ceases to attract. What lies across the teacher's units
                  grows by a map that keeps <x x^T> positive, so the first move to grow treats all units alike: one of
                  R_ii, R_in, Q_ii and Q_ik, each the same for all of them
"""

from __future__ import annotations

import functools
import math
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from scipy.integrate import solve_ivp
from scipy.optimize import root, root_scalar

from rosenblatt import checks, plots
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.kernels.committee_averages import fourth, third
from rosenblatt.references import PAPERS
from rosenblatt.scenario.soft_committee import CommitteeState, columns_of, signs_of, starting_state
from rosenblatt.theory.integration import NotFollowed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RELATIVE, ABSOLUTE = 1e-11, 1e-14
CALLS = 20_000  # of the slopes: a curve that comes to an end needs some thousand


def slopes(state: CommitteeState, eta: float, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return dR/dalpha and dQ/dalpha.  (committee.3)"""
    k, m = state.units
    c, signs = state.covariance, signs_of(k, m)
    own, others = third(c, k, signs), fourth(c, k, signs)
    wide = 1.0 + np.diag(state.q_norm)
    blur = noise**2 * 2.0 / np.pi / np.sqrt(np.outer(wide, wide) - state.q_norm**2)
    toward = own[:, :k]
    return eta * own[:, k:], eta * (toward + toward.T) + eta * eta * (others + blur)


_upper_triangle = functools.cache(np.triu_indices)


def pack(r: np.ndarray, q_norm: np.ndarray) -> np.ndarray:
    """Return R and the upper triangle of Q, or their slopes, as one vector."""
    return np.concatenate([r.ravel(), q_norm[_upper_triangle(len(r))]])


def unpack(values: np.ndarray, like: CommitteeState) -> CommitteeState:
    """Return the state of a vector, with the teacher of another state."""
    k, m = like.units
    q_norm, upper = np.zeros((k, k)), _upper_triangle(k)
    q_norm[upper] = values[k * m :]
    q_norm.T[upper] = values[k * m :]
    return CommitteeState(values[: k * m].reshape(k, m), q_norm, like.teacher)


def _rates(values: np.ndarray, like: CommitteeState, eta: float, noise: float) -> np.ndarray:
    return pack(*slopes(unpack(values, like), eta, noise))


def _changes(values: np.ndarray, like: CommitteeState, eta: float, noise: float, moves: np.ndarray) -> np.ndarray:
    """Return how the slopes change with each of some moves, a column for each, by central differences."""
    step = 1e-5

    def ahead(move: np.ndarray) -> np.ndarray:
        return _rates(values + move, like, eta, noise)

    return np.array([(ahead(step * move) - ahead(-step * move)) / (2.0 * step) for move in moves]).T


@dataclass(frozen=True, repr=False)
class CommitteeCurve(ShowsFirstRows):
    """The learning curve of a soft committee for N -> infinity.

    Attributes
    ----------
    frame : ``alpha``, ``error`` (e_g, without the noise), ``r_11`` ... and ``q_11`` ...: a unit with one of the
        teacher's (the student's first), and units with each other.
    k, m, eta, noise : units of student and teacher, the rate, and the deviation of the noise on the teacher's output.
    """

    k: int
    m: int
    eta: float
    noise: float
    frame: pd.DataFrame = field(repr=False)

    @property
    def heading(self) -> str:
        """What learns, and at which rate."""
        noisy = f", noise {self.noise:g}" if self.noise else ""
        return f"soft committee of {self.k} units, teacher of {self.m}, eta = {self.eta:g}{noisy}"

    @property
    def references(self) -> tuple[str, ...]:
        """Where the equations come from."""
        return (str(PAPERS["saad-solla-1995"]),)

    def plot(self, ax: Axes | None = None, column: str = "error", **style: Any) -> Axes:
        """Draw a column against alpha, on a linear axis: plateaus are seen on it."""
        return plots.draw_on_linear_axes(self.frame, ax, column, **{"label": self.heading, **style})


def soft_committee(
    alpha: Any,
    *,
    k: int = 2,
    m: int = 2,
    eta: float = 1.0,
    noise: float = 0.0,
    r0: Any = None,
    q0: Any = None,
    teacher: Any = None,
) -> CommitteeCurve:
    """Return the learning curve of a soft committee of ``k`` units whose teacher has ``m``.

    Parameters
    ----------
    alpha : examples per input at which to compute, a number or a sequence.
    eta : the rate.
    noise : the deviation of Gaussian noise on the teacher's output.
    r0, q0 : the start, R of shape (k, m) and Q of shape (k, k), or numbers: these are R_ii and Q_ii, other overlaps
        are 0. They default to 0.001 and 0.25. Units that start alike stay alike: without r0 > 0 none would specialise.
    teacher : the overlaps T of the teacher's units, of shape (m, m), or a number, T_nn; it defaults to 1.

    >>> curve = soft_committee([5, 50], r0=[[0.2, 0.05], [0, 0.1]], q0=[[0.25, 0], [0, 0.16]])
    >>> curve.frame["error"].round(7).tolist()
    [0.02276, 0.0033954]
    """
    grid = checks.alpha_grid(alpha)
    start = starting_state(r0, q0, k, m, teacher)
    eta = checks.positive("eta", eta, "A student that does not learn has no curve.")
    noise = checks.not_negative("noise", noise, "It is the deviation of the noise on the teacher's output.")
    times, back = np.unique(grid, return_inverse=True)
    states = [unpack(values, start) for values in _followed(start, times, eta, noise)[back]]
    return CommitteeCurve(*start.units, eta, noise, pd.DataFrame({"alpha": grid, **columns_of(states)}))


def _followed(start: CommitteeState, times: np.ndarray, eta: float, noise: float) -> np.ndarray:
    """Return the state at each time, a row for each, or raise if the curve does not get so far."""
    calls = 0

    def slope(now: float, values: np.ndarray) -> np.ndarray:
        nonlocal calls
        calls += 1
        if calls > CALLS or not np.all(np.isfinite(values)):
            raise NotFollowed(
                f"curve of the soft committee must come to an end; it was given up at alpha={now:.4g}, with an overlap "
                f"of {np.abs(values).max():.2g}. Take a smaller eta."
            )
        return _rates(values, start, eta, noise)

    def jacobian(now: float, values: np.ndarray) -> np.ndarray:
        # The solver's own takes steps in proportion to overlaps, which may be 0, and loses itself in rounding.
        return _changes(values, start, eta, noise, np.eye(len(values)))

    how: dict[str, Any] = {"method": "LSODA", "jac": jacobian, "rtol": RELATIVE, "atol": ABSOLUTE}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the solver, which says the same in its message
        last = float(times[-1]) or 1.0  # the start alone is a curve, too
        solved = solve_ivp(slope, (0.0, last), pack(start.r, start.q_norm), t_eval=times, **how)
    if not solved.success:
        raise NotFollowed(f"curve of the soft committee must stay finite; {solved.message} Take a smaller eta.")
    return solved.y.T


@dataclass(frozen=True)
class Plateau:
    """Where units that do not differ yet stay for a while: R, Q and C, e_g, and the rate at which they leave.

    A rate below 0 says that they stay for ever.
    """

    r: float
    q_norm: float
    between: float
    error: float
    escape_rate: float


def plateau(k: int = 2, *, eta: float = 0.1, noise: float = 0.0) -> Plateau:
    """Return the symmetric plateau of ``k`` units whose teacher has as many.  (committee.7)

    >>> round(plateau(2, eta=0.1).error, 8)
    0.01208524
    """
    k = checks.whole("k", k, 2, "One unit has nobody to differ from.")
    eta = checks.positive("eta", eta, "At eta -> 0 see the closed form, committee.7.")
    noise = checks.not_negative("noise", noise, "It is the deviation of the noise on the teacher's output.")
    guess = np.array([1.0 / math.sqrt(k * (2 * k - 1)), 1.0 / (2 * k - 1), 0.0])
    for step in np.linspace(0.0, eta, 2 + math.ceil(eta / 0.05))[1:]:
        guess[2] = max(guess[2], 0.018 * k * k * step)
        found = root(_on_plateau, guess, args=(k, step, noise), tol=1e-13)
        rounding = 1e-15 / (step * max(found.x[2], 1e-12))
        if np.abs(found.fun).max() > 1e-10 + rounding or found.x[2] <= 0.0:
            raise ValueError(f"eta must leave a symmetric plateau; got {eta!r}, there is none from {step:.3g} on.")
        guess = found.x
    r, between, apart = (float(value) for value in guess)
    state = _alike(k, r, between, apart)
    every = np.eye(k * k + k * (k + 1) // 2)
    return Plateau(r, between + apart, between, state.error, _growth(state, eta, noise, every))


def _alike(k: int, r: float, between: float, apart: float) -> CommitteeState:
    return CommitteeState(np.full((k, k), r), np.full((k, k), between) + apart * np.eye(k), np.eye(k))


def _on_plateau(values: np.ndarray, k: int, eta: float, noise: float) -> list[float]:
    r, between, apart = values
    apart = max(float(apart), 1e-12)
    toward, lengths = slopes(_alike(k, r, between, apart), eta, noise)
    return [toward[0, 0] / eta, lengths[0, 1] / eta, (lengths[0, 0] - lengths[0, 1]) / (eta * apart)]


def critical_rate(k: int = 1) -> float:
    """Return the rate from which on ``k`` units no longer converge to a teacher of as many.  (committee.8)

    >>> round(critical_rate(1), 4), round(critical_rate(3), 4)
    (4.0558, 1.6207)
    """
    k = checks.whole("k", k, 1, "It is a number of units.")
    one, none = np.eye(k), np.zeros((k, k))
    perfect = CommitteeState(one, one, one)
    alike = [(one, none), (1.0 - one, none), (none, one), (none, 1.0 - one)]
    moves = np.array([pack(*move) for move in (alike if k > 1 else alike[::2])])
    return float(root_scalar(lambda eta: _growth(perfect, eta, 0.0, moves), bracket=(0.1 / k, 20.0 / k)).root)


def _growth(at: CommitteeState, eta: float, noise: float, moves: np.ndarray) -> float:
    """Return the rate at which the fastest of some moves away from a state grows."""
    matrix = np.linalg.pinv(moves.T) @ _changes(pack(at.r, at.q_norm), at, eta, noise, moves)
    return float(np.linalg.eigvals(matrix).real.max())
