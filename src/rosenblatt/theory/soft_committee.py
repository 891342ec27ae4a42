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
Here T is the identity unless it is given.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class CommitteeState:
    """The overlaps of K units with M of a teacher (R), with each other (Q), and of the teacher's with each other (T)."""

    r: np.ndarray
    q_norm: np.ndarray
    teacher: np.ndarray

    @property
    def units(self) -> tuple[int, int]:
        """K and M."""
        return self.r.shape[0], self.r.shape[1]

    @property
    def covariance(self) -> np.ndarray:
        """C, of the fields of all units."""
        return np.block([[self.q_norm, self.r], [self.r.T, self.teacher]])

    @property
    def error(self) -> float:
        """e_g.  (committee.6)"""
        c, signs = self.covariance, _signs(*self.units)
        width = np.sqrt(1.0 + np.diag(c))
        return float(signs @ np.arcsin(c / np.outer(width, width)) @ signs) / np.pi


def slopes(state: CommitteeState, eta: float, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return dR/dalpha and dQ/dalpha.  (committee.3)"""
    k, m = state.units
    c, signs = state.covariance, _signs(k, m)
    own, others = _third(c, k) @ signs, _fourth(c, k, signs)  # own[i, j] = sum_c s_c I3(i, j, c)
    wide = 1.0 + np.diag(state.q_norm)
    blur = noise**2 * 2.0 / np.pi / np.sqrt(np.outer(wide, wide) - state.q_norm**2)
    toward = own[:, :k]
    return eta * own[:, k:], eta * (toward + toward.T) + eta * eta * (others + blur)


def _signs(k: int, m: int) -> np.ndarray:
    return np.concatenate([-np.ones(k), np.ones(m)])


def _third(c: np.ndarray, k: int) -> np.ndarray:
    """Return I3 for i among the students, and any j and k.  (committee.4)"""
    wide, rows = 1.0 + np.diag(c), c[:k]
    first = wide[:k, None, None]
    spread = first[:, :, 0] * wide - rows**2  # L3, for each i and k
    numerator = c * first - rows[:, :, None] * rows[:, None, :]
    return 2.0 / np.pi * numerator / (first * np.sqrt(spread)[:, None, :])


def _fourth(c: np.ndarray, k: int, signs: np.ndarray) -> np.ndarray:
    """Return the sum of s s I4(i, j, ., .) for i and j among the students.  (committee.5)"""
    wide, rows = 1.0 + np.diag(c), c[:k]
    a, b = wide[:k, None, None, None], wide[None, :k, None, None]
    between = rows[:, :k, None, None]
    l4 = a * b - between**2
    i, j = rows[:, None, :], rows[None, :, :]  # overlaps of i and of j with any unit
    cross = i[..., :, None] * j[..., None, :]
    l0 = l4 * c - a * j[..., :, None] * j[..., None, :] - b * i[..., :, None] * i[..., None, :]
    l0 = l0 + between * (cross + np.swapaxes(cross, -1, -2))
    l1 = (l4 * wide)[:, :, 0, :] - a[..., 0] * j**2 - b[..., 0] * i**2 + 2.0 * between[..., 0] * i * j
    angle = np.arcsin(np.clip(l0 / np.sqrt(l1[..., :, None] * l1[..., None, :]), -1.0, 1.0))
    return 4.0 / np.pi**2 * np.einsum("ijkl,k,l->ij", angle / np.sqrt(l4), signs, signs)
