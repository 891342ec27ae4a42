r"""What a bank says as a function of the fields of its members, and how that changes with each of them.

layer.1   P(+1) = kappa + (1 - 2 kappa) Phi(f);  dP/df = (1 - 2 kappa) phi(f)
layer.2   f = (h_0 + m.s)/sqrt(1 + v), v = s.C s:   df/ds = m/sqrt(1 + v) - (h_0 + m.s) C s/(1 + v)^{3/2}
layer.3   the second layer sees 1, the mixed field h, |h|, its bent cube, and the fields f_k, h = sum_k w_k f_k
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.linalg.blas import dsymm  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt import gaussian
from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.members import Members
from rosenblatt.kernels.bank.mixture import BEND, CERTAIN, FARTHEST_FIELD, SHAPES

Said = tuple[np.ndarray, np.ndarray, np.ndarray]  # P(+1), P(-1), and how P(+1) changes


def probability_and_gradient(bank: Bank, fields: np.ndarray, *, clean: bool) -> Said:
    """Return P(+1) and P(-1), each (points,), and dP(+1)/dfield, (members, points), for fields of the same shape.

    They are those of the label as it is observed, or of the ``clean`` one.
    """
    certain = 0.0 if clean else CERTAIN
    plus, minus, slopes = _said([members for _, members, _ in bank.groups()], fields, certain, clean=clean)
    if bank.top is None or bank.last is None:
        alone = _said([bank.members], fields, 0.0, clean=clean)
        return alone[0][0], alone[1][0], alone[2]
    shares, of_last = bank.mixture.mean(), bank.last.mean()
    near = np.clip(fields, -FARTHEST_FIELD, FARTHEST_FIELD)
    mixed = shares @ near
    inputs = np.vstack([*shapes_of_field(mixed), near])
    p, rest = of_last[-1] * (shares @ plus), of_last[-1] * (shares @ minus)
    to_inputs, to_mixed, done = np.zeros_like(inputs), np.zeros_like(mixed), 0
    for layer, labels in ((bank.top, None), (bank.runs, bank.recent)):
        if layer is None:
            continue
        last = np.zeros((0, len(mixed))) if labels is None else np.tile(labels.means[:, None], len(mixed))
        weights = of_last[done : done + len(layer)]
        of_layer, by_inputs, by_offset = _layer(layer, np.vstack([inputs, last]), mixed)
        above, below, slope = _said([layer], of_layer, certain, clean=clean)
        p, rest, done = p + weights @ above, rest + weights @ below, done + len(layer)
        slope *= weights[:, None]
        to_inputs += np.einsum("jn,jin->in", slope, by_inputs[:, : len(inputs)])
        to_mixed += (slope * by_offset).sum(axis=0)
    to_mixed += (to_inputs[:SHAPES] * _slopes_of_shapes(mixed)).sum(axis=0)
    through = (to_inputs[SHAPES:] + shares[:, None] * to_mixed) * (np.abs(fields) < FARTHEST_FIELD)
    return p, rest, through + of_last[-1] * shares[:, None] * slopes


def _said(groups: Sequence[Members | Forest], fields: np.ndarray, certain: float, *, clean: bool) -> Said:
    """Return what members say with these fields, kept away from 0 and 1 as in a mixture.  (layer.1)"""
    noises = np.concatenate([members.noises for members in groups])[:, None]
    noises = np.zeros_like(noises) if clean else noises
    plus, minus = (noises + (1.0 - 2.0 * noises) * gaussian.cdf(side) for side in (fields, -fields))
    slopes = (1.0 - 2.0 * noises) * gaussian.pdf(fields) * ((plus > certain) & (minus > certain))
    return np.clip(plus, certain, 1.0 - certain), np.clip(minus, certain, 1.0 - certain), slopes


def _layer(layer: Members, inputs: np.ndarray, offsets: np.ndarray) -> Said:
    """Return the fields of members above, and how they change with inputs and offset.  (layer.2)"""
    keep = 1.0 - layer.drifts[:, None]
    h = offsets + (keep * layer.means) @ inputs
    pulls = np.stack([dsymm(1.0, spread.T, inputs, lower=0) for spread in layer.spreads])
    pulls = (keep**2)[..., None] * pulls + ((1.0 - keep**2) * layer.priors)[..., None] * inputs
    width = 1.0 / np.sqrt(1.0 + np.maximum((pulls * inputs).sum(axis=1), 0.0))
    by_inputs = (keep * layer.means)[..., None] * width[:, None] - (h * width**3)[:, None] * pulls
    return h * width, by_inputs, width


def shapes_of_field(field: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return what the second layer sees of the mixed field.  (layer.3)"""
    bent = np.clip(field, -BEND, BEND) ** 3 / BEND**2
    return np.ones_like(field), field, np.abs(field), bent


def _slopes_of_shapes(field: np.ndarray) -> np.ndarray:
    """Return how what the second layer sees of the mixed field changes with it.  (layer.3)"""
    bent = np.where(np.abs(field) < BEND, 3.0 * field**2 / BEND**2, 0.0)
    return np.stack([np.zeros_like(field), np.ones_like(field), np.sign(field), bent])
