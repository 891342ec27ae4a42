"""Members that keep tiles of a covariance, along its diagonal: between a full covariance and a diagonal.

Inputs that follow each other share a tile, as many as it is wide; see `rosenblatt.kernels.bank.block_update`. The last
tile may have room for more inputs than there are: those are always 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.linalg.blas import dsymm  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt.estimators.bayes.member_inputs import Rows
from rosenblatt.estimators.bayes.members import Members, Predicted, Table
from rosenblatt.estimators.bayes.posteriors import whole_of_lower
from rosenblatt.kernels.bank.block_update import learn_tiles_by_blocks
from rosenblatt.kernels.bank.members import Batch, Said, Stack, member_of, said_by
from rosenblatt.kernels.blas_threads import one_blas_thread

NOBODYS = 1.0  # the variance of inputs that are not there


@dataclass
class TiledMembers(Members):
    """Members whose ``spreads`` are tiles, (members, tiles, width, width), of which the lower triangles count."""

    @classmethod
    def of_width(cls, table: Table, inputs: int, width: int) -> TiledMembers:
        """Return members with the priors and drifts of a table (see `Known`) that have learnt nothing."""
        new = Members.of_table(table, inputs, full=False)
        tiles = np.zeros((len(new), -(-inputs // width), width, width))
        _fill_diagonals(tiles, new.priors)
        return cls(**vars(replace(new, spreads=tiles)))

    @property
    def width(self) -> int:
        """How many inputs share a tile."""
        return self.spreads.shape[-1]

    @property
    def kind(self) -> str:
        """What is kept of a covariance."""
        return "tiled"

    def tiles(self) -> list[slice]:
        """Return which inputs share a tile, tile by tile."""
        inputs = self.means.shape[1]
        return [slice(start, min(start + self.width, inputs)) for start in range(0, inputs, self.width)]

    def variances(self) -> np.ndarray:
        """Return the variances of the weights."""
        return np.diagonal(self.spreads, axis1=2, axis2=3).reshape(len(self), -1)[:, : self.means.shape[1]]

    def mean_covariance(self, shares: np.ndarray) -> np.ndarray:
        """Return the mean covariance over the members, 0 between tiles."""
        mean = np.zeros((self.means.shape[1],) * 2)
        for here, tile in zip(self.tiles(), np.tensordot(shares, self.spreads, axes=1), strict=True):
            size = here.stop - here.start
            mean[here, here] = whole_of_lower(tile[:size, :size])
        return mean

    def learn(self, x: Rows, labels: np.ndarray, weights: np.ndarray, offsets: Any = None) -> Predicted:
        """Predict some dense rows, each after the ones before it have been learnt."""
        said = Said(*np.empty((3, len(self), len(labels))))
        rest = (np.zeros(len(labels)) if offsets is None else offsets, labels, weights)
        x, means, priors = (self._in_tiles(rows) for rows in (np.asarray(x), self.means, self.priors))
        batch, own = Batch(x, *rest), (means.swapaxes(0, 1).copy(), priors.swapaxes(0, 1).copy())
        stack = Stack(self.drifts, own[1], own[0], self.spreads, self.kappas, self.grid)
        with one_blas_thread(x.size * self.width):
            for k in range(len(self)):
                learn_tiles_by_blocks(batch, member_of(stack, k), said_by(said, k))
        self.means[:] = stack.means.reshape(len(self), -1)[:, : self.means.shape[1]]
        return Predicted(*said)

    @classmethod
    def _spread_axes(cls, spreads: np.ndarray, inputs: int, *, full: bool) -> tuple[int, ...]:
        width = spreads.shape[-1] if spreads.ndim else 0
        return (-(-inputs // max(width, 1)), width, width)

    def _spreads_at(self, place: np.ndarray, new: np.ndarray, priors: np.ndarray) -> np.ndarray:
        tiles = np.zeros((len(self), -(-len(place) // self.width), self.width, self.width))
        _fill_diagonals(tiles, priors)
        before = whole_of_lower(self.spreads)
        for i, start in enumerate(range(0, len(place), self.width)):
            at = np.flatnonzero(~new[start : start + self.width])
            tile, row = np.divmod(place[start + at] % self.means.shape[1], self.width)
            together = tile[:, None] == tile
            tiles[:, i, at[:, None], at] = np.where(together, before[:, tile[:, None], row[:, None], row], 0.0)
        return tiles

    def covariances_times(self, rows: np.ndarray) -> np.ndarray:
        """Return C s for each member and dense row s, (members, rows, inputs)."""
        out = np.empty((len(self), *rows.shape))
        for i, here in enumerate(self.tiles()):
            size = here.stop - here.start
            for k, tiles in enumerate(self.spreads):
                out[k, :, here] = rows[:, here] @ whole_of_lower(tiles[i, :size, :size])
        return out

    def _products_an_input(self) -> int:
        return self.width

    def _variances_of_fields(self, x: Rows) -> np.ndarray:
        out = np.zeros((len(self), len(np.asarray(x))))
        for i, z in enumerate(self._in_tiles(np.asarray(x))):
            for k, tiles in enumerate(self.spreads):
                out[k] += np.einsum("ij,ji->i", z, dsymm(1.0, tiles[i].T, z.T, lower=0))
        return out

    def _in_tiles(self, rows: np.ndarray) -> np.ndarray:
        """Return rows of inputs as (tiles, rows, width), 0 where there is no input."""
        tiles, width = self.spreads.shape[1:3]
        out = np.zeros((tiles, len(rows), width))
        for i, here in enumerate(self.tiles()):
            out[i, :, : here.stop - here.start] = rows[:, here]
        return out


def _fill_diagonals(tiles: np.ndarray, variances: np.ndarray) -> None:
    """Fill the diagonals of tiles, those of inputs that are not there too."""
    members, number, width, _ = tiles.shape
    room = np.full((members, number * width), NOBODYS)
    room[:, : variances.shape[1]] = variances
    every = np.arange(width)
    tiles[:, :, every, every] = room.reshape(members, number, width)
