"""Tuples over arrays: how loops read, write and add what a rule keeps per synapse.

Compiled tuples have a fixed length, so there is one function for each number of numbers.
"""

from __future__ import annotations

from typing import Any


def _load_1(synapses, i):
    return (synapses[0, i],)


def _load_2(synapses, i):
    return (synapses[0, i], synapses[1, i])


def _load_3(synapses, i):
    return (synapses[0, i], synapses[1, i], synapses[2, i])


def _store_1(synapses, i, synapse):
    synapses[0, i] = synapse[0]


def _store_2(synapses, i, synapse):
    synapses[0, i] = synapse[0]
    synapses[1, i] = synapse[1]


def _store_3(synapses, i, synapse):
    synapses[0, i] = synapse[0]
    synapses[1, i] = synapse[1]
    synapses[2, i] = synapse[2]


def _add_1(a, b):
    return (a[0] + b[0],)


def _add_2(a, b):
    return (a[0] + b[0], a[1] + b[1])


def _add_3(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def _add_7(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6] + b[6])


_LOAD = {1: _load_1, 2: _load_2, 3: _load_3}
_STORE = {1: _store_1, 2: _store_2, 3: _store_3}
_ADD = {1: _add_1, 2: _add_2, 3: _add_3, 7: _add_7}


def tuple_functions(title: str, numbers: int, sums: int) -> dict[str, Any]:
    """Return what reads, writes and adds so many numbers per synapse and sums."""
    if numbers not in _LOAD or sums not in _ADD:
        raise ValueError(
            f"rule {title!r} must keep {sorted(_LOAD)} and sum {sorted(_ADD)} numbers per synapse; got {numbers} "
            f"and {sums}. Keep what is common to all synapses in the cell."
        )
    return {"load": _LOAD[numbers], "store": _STORE[numbers], "add": _ADD[sums], "nothing": (0.0,) * sums}
