"""Full covariances that lie on a device, learnt in blocks of rows: `block_update` for members whose products run there.

Both triangles are kept, and all members learn a block in the same products. What is sequential in a block, some b x b
numbers of each member, is done on this machine, by the loop of `block_update`; covariances never leave the device.

    on-device.1   u = (1 + L)^-1 p, L the system of blocked.3 and p its right-hand side: L is inverted on this machine
    on-device.2   blocked.4 adds u' S u, with S diagonal: that is symmetric but for rounding, and what rounding makes
                  of the difference of the triangles is never made larger by a later row
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rosenblatt.kernels.bank.block_update import (
    BLOCK,
    OF_LABELS,
    Labels,
    Products,
    Solution,
    block_rows,
    change_of,
)
from rosenblatt.kernels.bank.members import CUBE, MATRIX, VECTOR, Batch, Said, Stack
from rosenblatt.kernels.bank.number_loops import writable
from rosenblatt.kernels.compiler import named_tuple_type, specialise, summing
from rosenblatt.kernels.device.matrices import Matrices

CHANGED_TOGETHER = 2**28  # bytes of covariances that are changed in one product, for which there must be room


class DeviceCovariances:
    """The covariances of several members, (members, inputs, inputs), on a device."""

    def __init__(self, covariances: np.ndarray, priors: np.ndarray, matrices: Matrices) -> None:
        """Lay covariances, of which the lower triangles count, on a device, beside the prior variances."""
        arrays = matrices.library
        self._matrices = matrices
        self._priors = arrays.asarray(priors)
        self._far = arrays.empty(covariances.shape)
        for k, lower in enumerate(covariances):
            self._far[k] = arrays.asarray(np.tril(lower) + np.tril(lower, -1).T)
        together = min(len(covariances), max(1, int(CHANGED_TOGETHER / covariances[0].nbytes)))
        self._change = arrays.empty((together, *covariances.shape[1:]))  # at once: no memory is missing in a block

    def copy(self) -> DeviceCovariances:
        """Return covariances that learn on their own, on the same device."""
        other = object.__new__(DeviceCovariances)
        other._matrices, other._priors = self._matrices, self._priors
        other._far, other._change = self._far.copy(), self._matrices.library.empty_like(self._change)
        return other

    @property
    def nbytes(self) -> int:
        """The size of the covariances."""
        return int(self._far.nbytes)

    def fetch(self) -> np.ndarray:
        """Return the covariances as an array of this machine."""
        return self._matrices.fetch(self._far)

    def variances_of_fields(self, x: np.ndarray) -> np.ndarray:
        """Return z'Cz for each member and row z, (members, rows)."""
        arrays, out = self._matrices.library, np.empty((len(self._far), len(x)))
        for start in range(0, len(x), BLOCK):
            rows = slice(start, start + BLOCK)
            z = arrays.asarray(x[rows])
            out[:, rows] = self._matrices.fetch((arrays.matmul(z, self._far) * z).sum(axis=2))
        return out

    def learn(self, batch: Batch, stack: Stack, said: Said) -> None:
        """Let members learn some rows: all of ``stack`` but its ``spreads`` changes, and ``said`` is filled."""
        for start in range(0, len(batch.x), BLOCK):
            rows = slice(start, start + BLOCK)
            block = Batch(*(part[rows] for part in batch))
            self._learn_block(block, stack, Said(*(part[:, rows] for part in said)))

    def _learn_block(self, batch: Batch, stack: Stack, said: Said) -> None:
        arrays, fetch = self._matrices.library, self._matrices.fetch
        z = arrays.asarray(batch.x)
        widened, moved = arrays.matmul(z, self._far), self._priors[:, None] * z  # Cz and Vz
        gram, inner = fetch(arrays.matmul(widened, z.T)), fetch(arrays.matmul(moved, z.T))
        before = np.diagonal(inner, axis1=1, axis2=2).copy()
        products = Products(gram, inner, before, stack.means @ batch.x.T)
        inverses, steps, shares = _solved(products, writable(Labels(*batch[1:])), stack, said)
        rising, steps, taken, faded = change_of(steps, shares, 1.0 - stack.drifts)
        kept = arrays.asarray(rising[:, :, None] ** 2)
        widened = kept * widened + (1.0 - kept) * moved
        u = arrays.matmul(arrays.asarray(inverses), widened)  # on-device.1
        stack.means[:] = rising[:, -1:] * stack.means + fetch(arrays.matmul(arrays.asarray(steps[:, None]), u))[:, 0]
        scaled = arrays.asarray(taken[:, :, None]) * u
        for first in range(0, len(inner), len(self._change)):
            some = slice(first, first + len(self._change))
            self._change_some(some, u[some], scaled[some], arrays.asarray(faded[some, None, None]))

    def _change_some(self, some: slice, u: np.ndarray, scaled: np.ndarray, faded: np.ndarray) -> None:
        """Change the covariances of some members.  (blocked.4, on-device.2)"""
        own = self._far[some]
        change = self._change[: len(own)]
        self._matrices.library.matmul(scaled.swapaxes(1, 2), u, out=change)
        own *= faded
        own -= change
        diagonals = own.reshape(len(own), -1)[:, :: own.shape[-1] + 1]
        diagonals += (1.0 - faded[:, 0]) * self._priors[some]


class Learner(NamedTuple):
    """What of a member the sequential part of a block asks for; of several, with one more axis, the first."""

    drift: Any
    kappas: np.ndarray
    grid: np.ndarray


@summing
def solve_members(products, labels, learners, said, solution, inverses):
    """Do the sequential part of a block for members of one tile each, and invert their systems.  (on-device.1)"""
    gram, inner, before, start = products
    seen, lower, steps, shares = solution
    for k in range(start.shape[0]):
        one = slice(k, k + 1)
        own = Learner(learners.drift[k], learners.kappas[k], learners.grid[k])
        block_rows(
            Products(gram[one], inner[one], before[one], start[k]),
            labels,
            own,
            Said(said.fields[k], said.noises[k], said.cleans[k]),
            Solution(seen[one], lower[one], steps[one], shares[one]),
        )
        for t in range(start.shape[1]):
            inverses[k, t, t] = 1.0
            for s in range(t):
                for r in range(s + 1):
                    inverses[k, t, r] -= lower[k, t, s] * inverses[k, s, r]


@cache
def _kernel() -> Any:
    signature = types.void(
        named_tuple_type(Products, CUBE, CUBE, MATRIX, MATRIX),
        named_tuple_type(Labels, VECTOR, VECTOR, VECTOR),
        named_tuple_type(Learner, VECTOR, MATRIX, MATRIX),
        named_tuple_type(Said, MATRIX, MATRIX, MATRIX),
        named_tuple_type(Solution, CUBE, CUBE, MATRIX, MATRIX),
        CUBE,
    )
    return specialise(solve_members, "labels", signature, OF_LABELS)


def _solved(products: Products, labels: Labels, stack: Stack, said: Said) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Do the sequential part of a block for all members; return inverses of their systems, and factors of bank.3."""
    members, rows = products.start.shape
    near = Said(*np.empty((3, members, rows)))
    seen, lower, inverses = np.zeros((3, members, rows, rows))
    steps, shares = np.zeros((2, members, rows))
    learners = Learner(stack.drifts, stack.kappas, stack.grids)
    _kernel()(products, labels, learners, near, Solution(seen, lower, steps, shares), inverses)
    for part, own in zip(said, near, strict=True):
        part[:] = own
    return inverses, steps, shares
