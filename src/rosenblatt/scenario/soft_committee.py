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
        k, m = self.units
        c = np.empty((k + m, k + m))
        c[:k, :k], c[:k, k:], c[k:, :k], c[k:, k:] = self.q_norm, self.r, self.r.T, self.teacher
        return c

    @property
    def error(self) -> float:
        """e_g.  (committee.6)"""
        c, signs = self.covariance, signs_of(*self.units)
        width = np.sqrt(1.0 + np.diag(c))
        angles = np.arcsin(np.clip(c / np.outer(width, width), -1.0, 1.0))
        return max(float(signs @ angles @ signs) / np.pi, 0.0)  # rounding may leave less than nothing


def signs_of(k: int, m: int) -> np.ndarray:
    """Return -1 for each of the student's units and +1 for each of the teacher's."""
    return np.concatenate([-np.ones(k), np.ones(m)])


def columns_of(states: list[CommitteeState]) -> dict[str, np.ndarray]:
    """Return the columns of a frame: e_g, and the overlaps by the numbers of their units."""
    k, m = states[0].units
    apart = "" if max(k, m) < 10 else "_"  # r_1_11 and r_11_1
    columns = {"error": np.array([state.error for state in states])}
    columns |= {f"r_{i + 1}{apart}{n + 1}": np.array([s.r[i, n] for s in states]) for i in range(k) for n in range(m)}
    return columns | {
        f"q_{i + 1}{apart}{j + 1}": np.array([s.q_norm[i, j] for s in states]) for i in range(k) for j in range(i, k)
    }


def starting_state(r0: Any, q0: Any, k: Any, m: Any, teacher: Any = None) -> CommitteeState:
    """Return the start, or raise if no vectors have these overlaps."""
    k = checks.whole("k", k, 1, "It is the number of the student's units.")
    m = checks.whole("m", m, 1, "It is the number of the teacher's units.")
    r = _overlaps("r0", 1e-3 if r0 is None else r0, k, m)
    q_norm = _overlaps("q0", 0.25 if q0 is None else q0, k, k)
    t = _overlaps("teacher", 1.0 if teacher is None else teacher, m, m)
    if not _is_gram(t) or np.diag(t).min() <= 0.0:
        raise ValueError(
            "teacher must be symmetric and not negative, with lengths above 0, or no vectors have these overlaps; "
            f"got {t.tolist()!r}. Take larger lengths."
        )
    state = CommitteeState(r, q_norm, t)
    if not _is_gram(state.covariance):
        raise ValueError(
            "q0 must be symmetric and at least r0 r0^T (r0 T^-1 r0^T of a teacher with overlaps T), or no vectors "
            f"have these overlaps; got {q_norm.tolist()!r}. Take larger lengths."
        )
    return state


def _overlaps(name: str, value: Any, rows: int, columns: int) -> np.ndarray:
    """Return a table of overlaps; a number stands for a diagonal."""
    try:
        table = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        table = np.full(1, np.nan)
    table = table * np.eye(rows, columns) if table.ndim == 0 else table
    if table.shape != (rows, columns) or not np.all(np.isfinite(table)):
        shape = f"({rows}, {columns})"
        got = value.tolist() if isinstance(value, np.ndarray) else value
        raise ValueError(f"{name} must be a finite number or a table of {shape}; got {got!r}. Give one.")
    return table


def _is_gram(overlaps: np.ndarray) -> bool:
    """Return whether there are vectors with these overlaps."""
    return np.allclose(overlaps, overlaps.T) and bool(np.linalg.eigvalsh(overlaps).min() >= -1e-12)
