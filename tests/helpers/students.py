"""Students that learn rows, and the random numbers of loops."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from rosenblatt.kernels.random import seed_state
from rosenblatt.kernels.rows import fields_then_learn_rows, learn_rows


@contextmanager
def _stacked(synapses, cell) -> Iterator[tuple[np.ndarray, np.recarray]]:
    """Make one student a pile of one, and write back what becomes of it."""
    cells = np.recarray(1, cell.dtype)
    cells[0] = cell
    stacked = synapses[None].copy()
    try:
        yield stacked, cells
    finally:
        synapses[:] = stacked[0]
        for name in cell.dtype.names:
            cell[name] = cells[0][name]


def learn(rule, x, labels, synapses, cell) -> None:
    """Let one student learn, in place, by the loop that estimators use."""
    with _stacked(synapses, cell) as students:
        learn_rows(rule, x, np.array(labels, dtype=float)[None], *students)


def fields_then_learn(rule, x, labels, synapses, cell) -> np.ndarray:
    """Let one student learn, in place, by the loop that notes fields; return these."""
    with _stacked(synapses, cell) as students:
        return fields_then_learn_rows(rule, x, np.array(labels, dtype=float)[None], *students)[0]


def numbers(cell) -> list[float]:
    """Return all numbers of a cell, to be compared."""
    return [float(cell[name]) for name in cell.dtype.names]


def state_of(seed: int) -> np.ndarray:
    """Return the state of a generator inside kernels."""
    return seed_state(np.random.SeedSequence([seed, 11]))
