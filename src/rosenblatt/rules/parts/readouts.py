"""Readouts: how the weights that a student ends with are turned into the weights that it uses.

With J = R B + R_perp (a direction orthogonal to B) and N -> infinity, a readout is known by the
angle that it makes with the teacher:

    readouts.1   mean       the weights themselves:   cos = R/sqrt(Q)
    readouts.2   clipped    their signs:              the angle depends on the law of the teacher's weights, priors.4
    readouts.3   binarised  tanh(J_i/(1 - Q)), for a student with R = Q and a binary teacher: priors.7
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rosenblatt.scenario import Teacher
from rosenblatt.scenario.priors import Prior


@dataclass(frozen=True)
class Readout:
    """A map of the learnt weights, and the angle to the teacher that theory gives it."""

    name: str
    apply: Callable[[np.ndarray], np.ndarray]
    angle: Callable[[np.ndarray, np.ndarray, Teacher], np.ndarray]  # (r, r_perp, teacher)

    def read(self, r: np.ndarray, r_perp: np.ndarray, teacher: Teacher) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return R, Q and the angle to the teacher of the weights that are used: a direction, of length 1."""
        angle = self.angle(r, r_perp, teacher)
        return np.cos(angle), np.ones_like(angle), angle


@dataclass(frozen=True)
class AsLearnt(Readout):
    """The weights themselves."""

    def read(self, r: np.ndarray, r_perp: np.ndarray, teacher: Teacher) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return R, Q and the angle to the teacher."""
        return r, r * r + r_perp * r_perp, self.angle(r, r_perp, teacher)


def _same(weights: np.ndarray) -> np.ndarray:
    return weights


def _signs(weights: np.ndarray) -> np.ndarray:
    return np.where(weights > 0.0, 1.0, -1.0)  # a zero weight reads as -1 (GM)


def _through_tanh(weights: np.ndarray) -> np.ndarray:
    left = 1.0 - float(weights @ weights) / max(len(weights), 1)
    return np.tanh(weights / max(left, 1e-12))


def _mean_angle(r: np.ndarray, r_perp: np.ndarray, teacher: Teacher) -> np.ndarray:
    return np.arctan2(r_perp, r)  # readouts.1, without the cancellation of arccos near 1


def _clipped_angle(r: np.ndarray, r_perp: np.ndarray, teacher: Teacher) -> np.ndarray:
    return _known_prior(teacher, "clipped").clipped_angle(r, r_perp)  # readouts.2


def _binarised_angle(r: np.ndarray, r_perp: np.ndarray, teacher: Teacher) -> np.ndarray:
    return _known_prior(teacher, "binarised").binarised_angle(r, r_perp)  # readouts.3


def _known_prior(teacher: Teacher, readout: str) -> Prior:
    if teacher.prior is None:
        raise NotImplementedError(
            f"teacher must say the prior of its weights for the theory of the readout {readout!r}; got "
            f"{teacher.name!r}, which does not. Give it a prior, take the readout 'mean', or simulate it."
        )
    return teacher.prior


MEAN = AsLearnt("mean", _same, _mean_angle)
CLIPPED = Readout("clipped", _signs, _clipped_angle)
BINARISED = Readout("binarised", _through_tanh, _binarised_angle)
