"""What students on a device have in common, whatever their kind: where they are, what failed, and what is measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.kernels.device.compiler import launch
from rosenblatt.kernels.device.measure import SUMS, THREADS
from rosenblatt.kernels.device.numba_cuda import cuda
from rosenblatt.kernels.device.philox import round_keys


class SideBySide:
    """Students that learn side by side on a device.

    Parameters
    ----------
    measure : the kernel that adds up their weights.
    runs : how many they are.
    first_run : the number of the first of them.
    seed : of the random numbers of all runs.
    """

    teachers: Any  # on the device, a row for each run
    laws: Any  # likewise, or one row if inputs need none
    synapses: Any  # likewise; the first numbers of a student's are its weights

    def __init__(self, measure: Any, runs: int, first_run: int, seed: np.random.SeedSequence) -> None:
        self._measure, self.runs, self.first_run, self.keys = measure, runs, first_run, round_keys(seed)
        self.learnt = 0
        self.failed = cuda.to_device(np.full(runs, -1, dtype=np.int64))

    def failures(self) -> np.ndarray:
        """Return for each run the step whose signal was not finite, or -1."""
        return self.failed.copy_to_host()

    def sums(self, scales: np.ndarray) -> dict[str, np.ndarray]:
        """Return what is measured of the weights, each row of stored ones times a scale.  (measure.1 to measure.3)"""
        found = cuda.to_device(np.zeros((self.runs, len(SUMS))))
        scales = cuda.to_device(np.ascontiguousarray(scales, dtype=np.float64))
        launch(self._measure, self.runs, THREADS, self.teachers, self.laws, self.synapses, scales, found)
        return dict(zip(SUMS, found.copy_to_host().T, strict=True))
