"""Students with N weights on a GPU, for any compiled rule: all runs of a share side by side.

They begin as those of the vectors do, with the same teachers; their examples are drawn on the device, run by run by
place (`rosenblatt.kernels.device.philox`), so that run r is another one than run r of a processor, and the same on any
device, with any other runs beside it.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.kernels.device import devices
from rosenblatt.rules.kinds.compiled import CompiledRule, follow_nothing
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import BinaryInputs, BooleanInputs, CentredInputs, GaussianInputs, ProductInputs, ShiftedInputs
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Kernel, Watch, not_finite
from rosenblatt.simulation.students.vector import VectorStudent, disagreement_of

if TYPE_CHECKING:
    from rosenblatt.kernels.device.students import DeviceKernels, DeviceStudents
    from rosenblatt.simulation.runs import Runs

WEIGHT_STEPS = 5e10  # of one launch: some tenths of a second
SHARE_BYTES = 1e9  # of the students that are on the device together
BYTES = 4  # of a number there

_one_at_a_time = threading.Lock()


class DeviceStudent(VectorStudent):
    """Follows all N weights, of many students at once."""

    method = "gpu"
    rules = (CompiledRule,)
    inputs = (GaussianInputs, BinaryInputs, ProductInputs, BooleanInputs, ShiftedInputs)

    @classmethod
    def missing(cls) -> str:
        """Return what is missing for there to be a GPU; empty if nothing is."""
        return devices.obstacle()

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        """Return which rules and starts are not known there."""
        rule = experiment.rule
        if not isinstance(rule, HebbianRule) and rule.functions.refresh is not follow_nothing:
            return f"{rule.name!r} measures its weights by a function of its own"
        return super().further_obstacle(experiment)

    @classmethod
    def pieces(cls, experiment: Experiment, examples: int) -> float:
        return examples * experiment.rule.student_size(experiment.n) / WEIGHT_STEPS

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        """Return nothing, or raise if there is no GPU: kernels are for one N, and made where it is known."""
        devices.check_available()

    @classmethod
    def shares(cls, experiment: Experiment, first: int, end: int) -> list[tuple[int, int]]:
        """Return shares of as many runs as are on the device together."""
        numbers = BYTES * experiment.n * (2 + len(experiment.rule.synapse))
        size = max(1, int(SHARE_BYTES / numbers))
        return [(begin, min(begin + size, end)) for begin in range(first, end, size)]

    @classmethod
    def follow_runs(cls, experiment: Experiment, kernel: Kernel, runs: Runs, times: np.ndarray, watch: Watch) -> Any:
        """Return what is measured of runs, as many at once as the device has room for."""
        from rosenblatt.kernels.device.students import DeviceKernels, resident_runs

        readout = experiment.rule.readout(experiment.readout)
        kernels = DeviceKernels.of(experiment.rule, experiment.scenario, readout, experiment.n)
        together = resident_runs(kernels.layout) if kernels.layout.team > 1 else len(runs)
        needed = float(BYTES * len(runs) * kernels.layout.size * (2 + len(experiment.rule.synapse)))
        measured = []
        with _one_at_a_time, devices.failures_said(needed):
            for first in range(runs.first, runs.end, together):
                students = begun(experiment, kernels, runs.seed, first, min(first + together, runs.end))
                measured.append(cls._all_followed(experiment, students, times, watch))
        return np.concatenate(measured)

    @classmethod
    def _all_followed(
        cls, experiment: Experiment, students: DeviceStudents, times: np.ndarray, watch: Watch
    ) -> np.ndarray:
        """Return what is measured of students that are on the device together."""
        measured = []
        piece = max(1, int(WEIGHT_STEPS / (students.runs * experiment.n)))
        for time in times.tolist():
            while students.learnt < time and not watch.stop.is_set():
                steps = min(piece, time - students.learnt)
                students.learn(steps, experiment.scenario, experiment.rule.parameters)
                failures = students.failures()
                if (failures >= 0).any():
                    run = int(np.argmax(failures >= 0))
                    raise not_finite(experiment, students.first_run + run, int(failures[run]))
                watch.report(float(steps * students.runs))
            measured.append(np.stack(measured_together(experiment, students), axis=1))
        return np.stack(measured, axis=1)


def begun(experiment: Experiment, kernels: DeviceKernels, seed: int, first: int, end: int) -> DeviceStudents:
    """Return the students of some runs before their first example."""
    from rosenblatt.kernels.device.students import DeviceStudents
    from rosenblatt.simulation.runs import Runs

    ones = [VectorStudent(experiment, one, None) for one in Runs(seed, first, end).seeds()]
    centred = isinstance(experiment.inputs, CentredInputs)
    laws = np.zeros((1, experiment.n)) if centred else np.stack([one.law for one in ones])
    cells = np.stack([one.cell for one in ones]).view(np.recarray)
    arrays = (np.stack([one.teacher for one in ones]), laws, np.stack([one.synapses for one in ones]), cells)
    return DeviceStudents(kernels, *arrays, first_run=first, seed=np.random.SeedSequence(seed))


def measured_together(experiment: Experiment, students: DeviceStudents) -> tuple[np.ndarray, ...]:
    """Return what `measures_of` says, of all students at once."""
    cells, rule, n = students.memories(), experiment.rule, experiment.n
    lengths = np.sqrt(students.sums(np.ones(students.runs))["q"])
    sums = students.sums(rule.weight_scales(lengths, cells))
    r, q_norm = sums["r"] / n, sums["q"] / n
    with np.errstate(divide="ignore", invalid="ignore"):
        overlap = np.where(q_norm > 0.0, r / np.sqrt(q_norm), 0.0)
    angle = np.where(
        sums["length"] > 0.0, np.arctan2(np.sqrt(sums["across"]), sums["along"] / np.sqrt(sums["m"])), np.pi / 2.0
    )
    offsets = np.broadcast_to(np.asarray(rule.offset(cells), dtype=float), r.shape)
    widths = (np.sqrt(sums["length"]), np.sqrt(sums["m"]))
    return r, q_norm, overlap, disagreement_of(angle, *widths, sums["bias"] + offsets, sums["teacher_bias"])

