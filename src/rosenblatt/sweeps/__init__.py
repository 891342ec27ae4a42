"""Sweeps: many simulations or learning curves at once, kept in a ledger, on this machine or on a cluster.

`axes` makes cells of what is asked for; each has some `work`, which is `simulated` or `computed` in parts. A `study`
knows its cells, what of them a ledger has, and lets a backend, threads here (`local`) or Dask (`cluster`), do the rest.
"""

from rosenblatt.sweeps.result import Sweep
from rosenblatt.sweeps.sweep import sweep

__all__ = ["Sweep", "sweep"]
