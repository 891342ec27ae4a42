r"""The overlaps of a soft committee machine with its teacher: all that its learning depends on.

    committee.1   student and teacher:  sum_j g(x_j),  sum_n g(y_n),   g(x) = erf(x/sqrt(2)),
                  x_i = J_i.S/sqrt(N),  y_n = B_n.S/sqrt(N)
    committee.6   e_g = <e^2>/2 = sum_{c, e} s_c s_e arcsin(C_ce/sqrt((1 + C_cc)(1 + C_ee)))/pi      without the noise

C is the covariance of all fields, students first: [[Q, R], [R^T, T]]; s = -1 for a student's unit, +1 for a teacher's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks


@dataclass(frozen=True)
class CommitteeState:
    """The overlaps of K units with M of a teacher (R), with each other (Q), and of the teacher's own (T)."""

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
        c, signs = self.covariance, signs_of(*self.units)
        width = np.sqrt(1.0 + np.diag(c))
        return float(signs @ np.arcsin(c / np.outer(width, width)) @ signs) / np.pi


def signs_of(k: int, m: int) -> np.ndarray:
    """Return -1 for each of the student's units and +1 for each of the teacher's."""
    return np.concatenate([-np.ones(k), np.ones(m)])


def columns_of(states: list[CommitteeState]) -> dict[str, np.ndarray]:
    """Return the columns of a frame: e_g, and the overlaps by the numbers of their units."""
    k, m = states[0].units
    columns = {"error": np.array([state.error for state in states])}
    columns |= {f"r_{i + 1}{n + 1}": np.array([s.r[i, n] for s in states]) for i in range(k) for n in range(m)}
    return columns | {
        f"q_{i + 1}{j + 1}": np.array([s.q_norm[i, j] for s in states]) for i in range(k) for j in range(i, k)
    }


def starting_state(r0: Any, q0: Any, k: int, m: int) -> CommitteeState:
    """Return the start, or raise if no vectors have these overlaps."""
    checks.whole("k", k, 1, "It is the number of the student's units.")
    checks.whole("m", m, 1, "It is the number of the teacher's units.")
    r = np.asarray(1e-3 if r0 is None else r0, dtype=float)
    q_norm = np.asarray(0.25 if q0 is None else q0, dtype=float)
    r = r * np.eye(k, m) if r.ndim == 0 else r
    q_norm = q_norm * np.eye(k) if q_norm.ndim == 0 else q_norm
    for name, value, shape in (("r0", r, (k, m)), ("q0", q_norm, (k, k))):
        if value.shape != shape or not np.all(np.isfinite(value)):
            raise ValueError(f"{name} must be a finite number or a table of {shape}; got {value.tolist()!r}. Give one.")
    left = q_norm - r @ r.T
    if not np.allclose(q_norm, q_norm.T) or np.linalg.eigvalsh(left).min() < -1e-12:
        raise ValueError(
            f"q0 must be symmetric and at least r0 r0^T, or no vectors have these overlaps; got {q_norm.tolist()!r}. "
            "Take larger lengths."
        )
    return CommitteeState(r, q_norm, np.eye(m))
