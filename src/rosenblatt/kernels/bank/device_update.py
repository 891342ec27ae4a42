"""Full covariances that lie on a device, learnt in blocks of rows: `block_update` for members whose products run there.

Both triangles are kept, and all members learn a block in the same products. What is sequential in a block, some b x b
numbers of each member, is done on this machine, by the kernel of `block_update`; covariances never leave the device.

    on-device.1   u = (1 + L)^-1 p, L the system of blocked.3 and p its right-hand side: L is inverted on this machine
    on-device.2   blocked.4 adds u' S u, with S diagonal: that is symmetric but for rounding, and what rounding makes
                  of the difference of the triangles is never made larger by a later row
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dtrtri  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt.kernels.bank.block_update import BLOCK, Labels, Products, Solution, change_of, solve
from rosenblatt.kernels.bank.members import Batch, Said, Stack, member_of, said_by
from rosenblatt.kernels.bank.number_loops import writable
from rosenblatt.kernels.device.matrices import Matrices

CHANGED_TOGETHER = 2**28  # bytes of covariances that are changed in one product, for which there must be room
NOT_HERE = np.empty((1, 1, 1))  # in place of a covariance


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
        labels = writable(Labels(*batch[1:]))
        z = arrays.asarray(batch.x)
        widened, moved = arrays.matmul(z, self._far), self._priors[:, None] * z  # Cz and Vz
        gram, inner = fetch(arrays.matmul(widened, z.T)), fetch(arrays.matmul(moved, z.T))
        start, members = batch.x @ stack.means.T, len(gram)
        inverses, (rising, steps, taken), faded = np.empty_like(gram), np.empty((3, members, len(z))), np.empty(members)
        for k in range(members):
            solution = _solution(gram[k], inner[k], start[:, k], labels, stack, said, k)
            inverses[k] = _inverse(solution.lower[0])
            own = Solution(*(part[0] for part in solution))
            rising[k], steps[k], taken[k], faded[k] = change_of(own, 1.0 - stack.drifts[k])
        kept = arrays.asarray(rising[:, :, None] ** 2)
        widened = kept * widened + (1.0 - kept) * moved
        u = arrays.matmul(arrays.asarray(inverses), widened)  # on-device.1
        stack.means[:] = rising[:, -1:] * stack.means + fetch(arrays.matmul(arrays.asarray(steps[:, None]), u))[:, 0]
        scaled = arrays.asarray(taken[:, :, None]) * u
        for first in range(0, members, len(self._change)):
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


def _solution(
    gram: np.ndarray, inner: np.ndarray, start: np.ndarray, labels: Labels, stack: Stack, said: Said, k: int
) -> Solution:
    """Return the sequential part of a block for one member, which has a single tile."""
    member = member_of(stack, k)
    member = member._replace(prior=member.prior[None], mean=member.mean[None], spread=NOT_HERE)
    before = np.diag(inner).copy()[None]
    products = Products(gram[None], inner[None], before, np.ascontiguousarray(start))
    return solve(products, labels, member, said_by(said, k))


def _inverse(lower: np.ndarray) -> np.ndarray:
    """Return the inverse of 1 + a strictly lower triangle."""
    inverse, _ = dtrtri(lower, lower=1, unitdiag=1)
    inverse[np.diag_indices(len(lower))] = 1.0
    return inverse
