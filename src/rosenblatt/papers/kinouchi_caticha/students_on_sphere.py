r"""Offline students of a linear rule: those of fixed length, and those drawn at a temperature (KC sec. 4).

X is S/sqrt(N), one row for each example; b are the teacher's fields.

    sphere.1   optimal, |J|^2 = Q N:    the pseudo-inverse, brought to that length                     (KC sec. 4.3)
    sphere.2   standard, |J|^2 = Q N:   the pseudo-inverse and a random vector of the null space of the missing length,
               or, where that is none left, the least squares on the sphere
    sphere.3   at temperature T:        J with probability exp(-E/T) on the sphere, E = sum (sqrt(Q/M) b/r - h)^2/2,
               drawn in the axes of X^T X, where E is a sum over axes: two axes at a time, by slices of the circle
"""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt import checks
from rosenblatt.batch.pseudo_inverse import pseudo_inverse


def optimal(x: np.ndarray, b: np.ndarray, q_norm: float = 1.0) -> np.ndarray:
    """Return the student of squared length Q N that generalises best.  (sphere.1)"""
    weights = pseudo_inverse(x, b)
    return weights * math.sqrt(q_norm * len(weights)) / float(np.linalg.norm(weights))


def standard(
    x: np.ndarray, b: np.ndarray, random: np.random.Generator, q_norm: float = 1.0, students: int = 1
) -> np.ndarray:
    """Return students, one row each, of squared length Q N with the least error on the examples.  (sphere.2)"""
    weights, n = pseudo_inverse(x, b), x.shape[1]
    missing = q_norm * n - float(weights @ weights)
    _, sizes, axes = np.linalg.svd(x, full_matrices=True)
    rank = int((sizes > 1e-12 * sizes.max(initial=0.0)).sum())
    null = axes[rank:]
    if missing >= 0.0 and len(null) > 0:
        rest = random.standard_normal((students, len(null))) @ null
        return weights + rest * math.sqrt(missing) / np.linalg.norm(rest, axis=1, keepdims=True)
    # On the sphere the gradient of the squares is along J: (X^T X + z) J = X^T b, z from the length.
    pull, square = axes @ (x.T @ b), np.zeros(n)
    square[: len(sizes)] = sizes**2

    def excess(z: float) -> float:
        return float(((pull / (square + z)) ** 2).sum()) - q_norm * n

    lowest = -float(square.min()) + 1e-12 * float(square.max())
    highest = 10.0 * (float(square.max()) + float(np.linalg.norm(pull)))
    z = root_scalar(excess, bracket=(lowest, highest), method="brentq", xtol=1e-14).root
    return np.tile(axes.T @ (pull / (square + z)), (students, 1))


def gibbs_on_sphere(
    x: np.ndarray,
    b: np.ndarray,
    *,
    temperature: float,
    r: float,
    random: np.random.Generator,
    students: int = 1,
    sweeps: int = 300,
    q_norm: float = 1.0,
    ratio: float = 1.0,
) -> np.ndarray:
    """Return students, one row each, drawn at ``temperature`` (T/Q) on the sphere of squared length Q N.  (sphere.3)

    ``ratio`` is M/Q. Chains begin where a Gaussian with the same mean length would be, and go on for ``sweeps``.
    """
    temperature = checks.positive("temperature", temperature, "At 0 use standard or optimal.")
    n, beta = x.shape[1], 1.0 / (temperature * q_norm)
    _, sizes, axes = np.linalg.svd(x, full_matrices=True)
    square = np.zeros(n)
    square[: len(sizes)] = sizes**2
    pull = axes @ (x.T @ (b / (math.sqrt(ratio) * r)))
    state = _start(square, pull, beta, q_norm * n, random, students)
    for _ in range(sweeps):
        order = random.permutation(n)
        pairs = order[: 2 * (n // 2)].reshape(2, -1)
        state[:, pairs[0]], state[:, pairs[1]] = _turn(
            state[:, pairs[0]], state[:, pairs[1]], square[pairs], pull[pairs], beta, random
        )
    return state @ axes


def _start(
    square: np.ndarray, pull: np.ndarray, beta: float, length: float, random: np.random.Generator, students: int
) -> np.ndarray:
    """Return draws of exp(-beta E - z |J|^2/2) with z such that the mean squared length is right, brought to it."""

    def excess(log_z: float) -> float:
        precision = beta * square + math.exp(log_z)
        return float((1.0 / precision + (beta * pull / precision) ** 2).sum()) - length

    lowest = -60.0
    rooted = excess(lowest) > 0.0
    z = math.exp(root_scalar(excess, bracket=(lowest, 60.0), method="brentq").root if rooted else lowest)
    precision = beta * square + z
    state = beta * pull / precision + random.standard_normal((students, len(square))) / np.sqrt(precision)
    return state * math.sqrt(length) / np.linalg.norm(state, axis=1, keepdims=True)


def _turn(
    first: np.ndarray,
    second: np.ndarray,
    square: np.ndarray,
    pull: np.ndarray,
    beta: float,
    random: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """Turn every pair of coordinates on its circle: a slice sampler for the angle, all pairs at once."""
    radius, angle = np.hypot(first, second), np.arctan2(second, first)

    def height(at: np.ndarray) -> np.ndarray:
        one, other = radius * np.cos(at), radius * np.sin(at)
        energy = 0.5 * (square[0] * one**2 + square[1] * other**2) - pull[0] * one - pull[1] * other
        return -beta * energy

    level = height(angle) - random.exponential(size=angle.shape)
    high = random.random(angle.shape) * 2.0 * math.pi
    low = high - 2.0 * math.pi
    new, open_ = angle.copy(), np.ones(angle.shape, dtype=bool)
    while open_.any():
        turn = low + (high - low) * random.random(angle.shape)
        inside = height(angle + turn) >= level
        new = np.where(open_ & inside, angle + turn, new)
        open_ &= ~inside
        low, high = np.where(open_ & (turn < 0.0), turn, low), np.where(open_ & (turn >= 0.0), turn, high)
    return radius * np.cos(new), radius * np.sin(new)
