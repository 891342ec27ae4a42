"""Students that learn rows, and the random numbers of loops."""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.random import seed_state
from rosenblatt.kernels.rows import fields_then_learn_rows


def learn(rule, x, labels, synapses, cell, sample_weights=None) -> np.ndarray:
    """Let one student learn, in place; return its fields."""
    cells = np.recarray(1, cell.dtype)
    cells[0] = cell
    stacked = synapses[None].copy()
    try:
        return fields_then_learn_rows(rule, x, np.array(labels, dtype=float)[None], stacked, cells, sample_weights)[0]
    finally:
        synapses[:] = stacked[0]
        for name in cell.dtype.names:
            cell[name] = cells[0][name]


def numbers(cell) -> list[float]:
    """Return all numbers of a cell, to be compared."""
    return [float(cell[name]) for name in cell.dtype.names]


def state_of(seed: int) -> np.ndarray:
    """Return the state of a generator inside kernels."""
    return seed_state(np.random.SeedSequence([seed, 11]))
