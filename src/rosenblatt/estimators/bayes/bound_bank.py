"""A bank bound to its kernels: what they are called with is made once, so that a block of one row costs little.

The parts of a bank say, one after the other, what the next ones need; see `rosenblatt.estimators.bayes.bank`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.member_inputs import product_inputs
from rosenblatt.estimators.bayes.members import Members, Predicted
from rosenblatt.estimators.bayes.mixture import LABEL_KEEPS, Mixture
from rosenblatt.estimators.bayes.random_looks import NO_CELLS, NO_WAVES, WAVES
from rosenblatt.estimators.bayes.random_views import RandomView
from rosenblatt.estimators.bayes.watching import BELIEFS, fill_beliefs
from rosenblatt.kernels.bank.member_inputs import views_kernel
from rosenblatt.kernels.bank.members import NO_ROWS, NOT_STORED, members_kernel
from rosenblatt.kernels.bank.mixture import SHAPES, mixture_kernel
from rosenblatt.kernels.bank.random_inputs import random_inputs_kernel
from rosenblatt.kernels.bank.sparse_members import OWN, sparse_members_kernel
from rosenblatt.kernels.bank.sweep import room_for
from rosenblatt.kernels.compiler import machine_code

if TYPE_CHECKING:
    from rosenblatt.estimators.bayes.bank import Bank

NOTHING_TOLD = (np.empty((0, 0, 0)), np.empty((0, 0)))
_NOTHING = np.empty(0)


class BoundBank:
    """Everything that the kernels of a bank are called with, for blocks of up to so many rows.

    What is said goes into arrays of its own: each thread needs one. If not ``compiled``, members are asked elsewhere.
    """

    def __init__(self, bank: Bank, rows: int, *, compiled: bool) -> None:
        self.bank, self.rows = bank, rows
        self._ask, self._mix = machine_code(members_kernel()), machine_code(mixture_kernel())
        experts = sum(len(members) for _, members, _ in bank.groups())
        layers = [layer for layer in (bank.top, bank.runs) if layer is not None]
        above = sum(map(len, layers))
        self._said, self._above = np.empty((3, experts, rows)), np.empty((3, above + 1, rows))
        self._final = np.empty((3, 1, rows))
        self._zeros = np.zeros(rows)
        self._first: tuple[Any, ...] = ()
        self._layers: list[tuple[Any, ...]] = []
        if bank.last is not None:
            recent, of_each = (_NOTHING if bank.recent is None else bank.recent.means), np.empty(len(bank.mixture))
            inputs = np.empty((rows, SHAPES + experts + recent.size))
            labels = (LABEL_KEEPS, recent, inputs)
            self._first = (experts, *self._said, *_weights(bank.mixture), above, *self._above, *labels)
            self._of_each = of_each
            start, place = self._above[0, above], 0  # the second layer starts from the mixed field
            for layer in layers:
                self._layers.append((inputs, start, *_about(layer, place, self._above)))
                place += len(layer)
            nobody = (_NOTHING, _NOTHING, NO_ROWS, *NOTHING_TOLD)
            self._last = (above, *self._above, *_weights(bank.last), 0, *self._final, *nobody, of_each)
        self._asked: list[tuple[Any, tuple[np.ndarray, ...] | None, tuple[Any, ...]]] = []
        self._views: list[tuple[Any, tuple[Any, ...]]] = []
        if compiled:
            self._bind_members()

    def _bind_members(self) -> None:
        """Bind the members too, for dense rows."""
        bank, rows = self.bank, self.rows
        features, place = bank.members.means.shape[1] - 1, 0
        room = 2 * rows * features
        hats = (np.empty(room), np.empty(room, dtype=np.uint64), np.zeros(rows + 1, dtype=np.int64))
        hats = NOT_STORED if bank.curves is None else hats
        products = NO_ROWS if bank.products is None else np.empty((rows, product_inputs(features + 1)))
        if bank.curves is not None or bank.products is not None:
            self._views.append((machine_code(views_kernel()), (*hats, products)))
        cells, waves = self._bind_random_inputs()
        self._said[0], self._said[2] = 0.0, 0.5  # of those who are silent
        sparse, dense = {"curves": hats, "cells": cells}, {"products": (products,), "waves": (waves,)}
        for name, members, _ in bank.groups():
            if isinstance(members, Forest):
                self._asked.append((machine_code(members.kernel()), None, members.call(place, tuple(self._said))))
            elif isinstance(members, RandomView) and members.look.silent:
                self._said[1, place : place + len(members)] = members.noises[:, None]
            elif name in sparse:
                rest = (self._zeros, *_about_sparse(members, place, self._said))
                self._asked.append((machine_code(sparse_members_kernel()), sparse[name], rest))
            else:
                rest = (self._zeros, *_about(members, place, self._said))
                self._asked.append((self._ask, dense.get(name), rest))
            place += len(members)

    def _bind_random_inputs(self) -> tuple[tuple[np.ndarray, ...], np.ndarray]:
        """Bind what members see who look at features at random; return where it will be: cells, and waves."""
        cells, waves, rows = self.bank.cells, self.bank.waves, self.rows
        room, seen = NOT_STORED, NO_ROWS
        of_cells, of_waves = NO_CELLS, NO_WAVES
        if cells is not None and not cells.look.silent:
            room = cells.look.room(rows)
            of_cells = (cells.look.features, cells.look.edges, room[1])
        if waves is not None and not waves.look.silent:
            seen = np.empty((rows, WAVES + 1))
            of_waves = (waves.look.features, waves.look.frequencies, waves.look.phases, seen)
        if room is not NOT_STORED or seen is not NO_ROWS:
            self._views.append((machine_code(random_inputs_kernel()), (*of_cells, *of_waves)))
        return room, seen

    def calls(
        self,
        x: Any,
        labels: np.ndarray,
        weights: np.ndarray,
        *,
        learn: bool,
        seen: bool = False,
        beliefs: np.ndarray | None = None,
    ) -> list[tuple[Any, ...]]:
        """Return the calls, function and arguments, after which `said` is about rows; they learn these if they are to.

        If members are not bound, what they say must have been taken, and ``x`` is ignored. What they see may have been
        ``seen`` before, in calls for the same rows. ``beliefs`` are filled with what is believed before each row, see
        `watching`.
        """
        near, calls = (learn, labels, weights), []
        calls += [] if seen else [(fill, x, *views) for fill, views in self._views]
        calls += [(ask, *near, *((x,) if own is None else own), *rest) for ask, own, rest in self._asked]
        told = NOTHING_TOLD
        if beliefs is not None:
            each = np.empty((BELIEFS, len(self._said[0]), len(labels))) if self._first else beliefs[:, None]
            told = (each, np.empty((BELIEFS, len(labels))))
            calls.append((self._tell, each))
        if self._first:
            calls.append((self._mix, *near, *self._first, *told, self._of_each))
            calls += [(self._ask, *near, *layer) for layer in self._layers]
            calls.append((self._mix, *near, *self._last))
        if self._first and beliefs is not None:
            calls.append((np.copyto, beliefs, told[1]))
        return calls

    def _tell(self, told: np.ndarray) -> None:
        """Fill in what all members believe before they learn the rows of which they have spoken."""
        said = Predicted(*self._said[:, :, : told.shape[2]])
        fill_beliefs([members for _, members, _ in self.bank.groups()], said, told)

    def take(self, said: Predicted) -> None:
        """Take what members have said of rows, asked in another way."""
        rows = said.fields.shape[1]
        for room, part in zip(self._said, (said.fields, said.noises, said.clean), strict=True):
            room[:, :rows] = part

    def said(self, rows: int) -> np.ndarray:
        """Return what was said of the rows of the last calls: the probabilities of +1, observed and clean, (2, rows).

        They are in an array that is used again.
        """
        if self._first:
            return self._final[1:, 0, :rows]
        noises, clean = self._said[1:, 0, :rows]
        said = np.empty((2, rows))
        np.multiply(1.0 - 2.0 * noises, clean, out=said[0])
        said[0] += noises
        said[1] = clean
        return said


def _about(members: Members, place: int, said: np.ndarray) -> tuple[Any, ...]:
    """Return the arguments of a call that are about members, who say something from a place on."""
    spreads = members.spreads if members.full else members.spreads[:, None, :]
    stack = (members.drifts, members.priors, members.means, spreads, members.kappas, members.grid)
    room = room_for(members.means.shape[1]) if members.full else _NOTHING
    return (members.full, *stack, place, *said, room)


def _about_sparse(members: Members, place: int, said: np.ndarray) -> tuple[Any, ...]:
    """Return the same of members who see sparse rows."""
    members.lay_by_inputs()
    own = (members.drifts, members.priors, members.means.T, members.spreads.T, members.kappas, members.grid)
    return (*own, place, *said, np.empty(OWN))


def _weights(mixture: Mixture) -> tuple[np.ndarray, ...]:
    return mixture.shares, mixture.weights, mixture.of_shares
