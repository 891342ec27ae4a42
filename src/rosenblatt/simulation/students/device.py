"""Students with N weights on a GPU, for any compiled rule: all runs of a share side by side.

They begin as those of the vectors do, with the same teachers; their examples are drawn on the device, run by run by
place (`rosenblatt.kernels.device.philox`), so that run r is another one than run r of a processor, and the same on any
device, with any other runs beside it.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from rosenblatt.kernels.device import devices
from rosenblatt.kernels.device.layout import layout_of
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.scenario import BinaryInputs, BooleanInputs, CentredInputs, GaussianInputs, ProductInputs, ShiftedInputs
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Kernel, Watch, not_finite
from rosenblatt.simulation.students.vector import VectorStudent, disagreement_of

if TYPE_CHECKING:
    from rosenblatt.kernels.device.covariance_students import CovarianceStudents
    from rosenblatt.kernels.device.students import DeviceStudents
    from rosenblatt.simulation.runs import Runs

WEIGHT_STEPS = 5e10  # of one launch: some tenths of a second
MOST_STEPS = 100_000  # of one launch: however few weights there are, a step takes its microseconds
MOST_RUNS = 50_000  # of a share: more than an H200 has room for at once
FEWER = "Take fewer runs at a time, with first_run=, or end what else runs there."
LAST_RUN = 2**32  # by which the random numbers of runs differ
SHARE_BYTES = 1e9  # of the students that are on the device together
BYTES, FEWEST, CELL_BYTES = 4, 128, 200.0  # of a number there; the places of a warp; and of a cell, about


class OnDevice(VectorStudent):
    """Follows all N weights, of many students at once; a subclass says how they begin there."""

    method = "gpu"
    least_disagreement = 1e-6  # what single precision can tell
    least_share = 8192
    most_steps: ClassVar[int] = MOST_STEPS
    inputs = (GaussianInputs, BinaryInputs, ProductInputs, BooleanInputs, ShiftedInputs)

    @classmethod
    def missing(cls) -> str:
        """Return what is missing for there to be a GPU; empty if nothing is."""
        return devices.obstacle()

    @classmethod
    def pieces(cls, experiment: Experiment, examples: int) -> float:
        return examples * experiment.rule.student_size(experiment.n) / WEIGHT_STEPS

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        """Return nothing, or raise if there is no GPU: kernels are for one N, and made where it is known."""
        devices.check_available()

    @classmethod
    def bytes_on_device(cls, experiment: Experiment) -> float:
        """Return what a run takes there."""
        return BYTES * max(experiment.n, FEWEST) * (2.0 + len(experiment.rule.synapse)) + CELL_BYTES

    @classmethod
    def shares(cls, experiment: Experiment, first: int, end: int) -> list[tuple[int, int]]:
        """Return shares of as many runs as are on a device together, and so many that each device has some."""
        if end > LAST_RUN:
            raise ValueError(
                f"first_run must be such that runs are below {LAST_RUN:,} on a GPU; got {end:,}. Take another seed."
            )
        fitting = min(MOST_RUNS, int(SHARE_BYTES / cls.bytes_on_device(experiment)))
        size = max(1, min(fitting, -(-(end - first) // devices.number_of_devices())))
        return [(begin, min(begin + size, end)) for begin in range(first, end, size)]

    @classmethod
    def follow_runs(cls, experiment: Experiment, kernel: Kernel, runs: Runs, times: np.ndarray, watch: Watch) -> Any:
        """Return what is measured of runs, as many at once as the device has room for."""
        measured, needed = [], len(runs) * cls.bytes_on_device(experiment)
        with devices.one_device(), devices.failures_said("students", needed, FEWER):
            together = cls.together(experiment, len(runs))
            for first in range(runs.first, runs.end, together):
                students = cls.begun(experiment, runs.seed, first, min(first + together, runs.end))
                measured.append(cls._all_followed(experiment, students, times, watch))
                del students  # before there are others
        return np.concatenate(measured)

    @classmethod
    def together(cls, experiment: Experiment, runs: int) -> int:
        """Return how many of so many runs can be on the device together."""
        return runs

    @classmethod
    @abstractmethod
    def begun(cls, experiment: Experiment, seed: int, first: int, end: int) -> Any:
        """Return the students of some runs before their first example."""

    @classmethod
    @abstractmethod
    def measured(cls, experiment: Experiment, students: Any) -> tuple[np.ndarray, ...]:
        """Return what `measures_of` says, of all students at once."""

    @classmethod
    def _all_followed(cls, experiment: Experiment, students: Any, times: np.ndarray, watch: Watch) -> np.ndarray:
        """Return what is measured of students that are on the device together."""
        measured = []
        touched = students.runs * experiment.rule.student_size(experiment.n)
        piece = max(1, min(cls.most_steps, int(WEIGHT_STEPS / touched)))
        for time in times.tolist():
            while students.learnt < time and not watch.stop.is_set():
                steps = min(piece, time - students.learnt)
                students.learn(steps, experiment.scenario, experiment.rule.parameters)
                failures = students.failures()
                if (failures >= 0).any():
                    run = int(np.argmax(failures >= 0))
                    raise not_finite(experiment, students.first_run + run, int(failures[run]))
                watch.report(float(steps * students.runs))
            measured.append(np.stack(cls.measured(experiment, students), axis=1))
        return np.stack(measured, axis=1)


class DeviceStudent(OnDevice):
    """Students whose weights lie in the registers of a device."""

    rules = (CompiledRule,)

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        """Return which rules and starts are not known there."""
        rule = experiment.rule
        if rule.has_own_refresh():
            return f"{rule.name!r} measures its weights by a function of its own"
        try:
            layout_of(rule, experiment.scenario, experiment.n)
        except ValueError:
            return f"{experiment.n:,} weights are more than a GPU holds"
        return super().further_obstacle(experiment)

    @classmethod
    def together(cls, experiment: Experiment, runs: int) -> int:
        from rosenblatt.kernels.device.students import resident_runs

        layout = layout_of(experiment.rule, experiment.scenario, experiment.n)
        return resident_runs(layout) if layout.team > 1 else runs

    @classmethod
    def begun(cls, experiment: Experiment, seed: int, first: int, end: int) -> DeviceStudents:
        from rosenblatt.kernels.device.students import DeviceKernels, DeviceStudents

        readout = experiment.rule.readout(experiment.readout)
        kernels = DeviceKernels.of(experiment.rule, experiment.scenario, readout, experiment.n)
        ones, (teachers, laws) = beginnings(experiment, seed, first, end)
        cells = np.stack([one.cell for one in ones]).view(np.recarray)
        arrays = (teachers, laws, np.stack([one.synapses for one in ones]), cells)
        return DeviceStudents(kernels, *arrays, first_run=first, seed=np.random.SeedSequence(seed))

    @classmethod
    def measured(cls, experiment: Experiment, students: DeviceStudents) -> tuple[np.ndarray, ...]:
        cells, rule = students.memories(), experiment.rule
        lengths = np.sqrt(students.sums(np.ones(students.runs))["q"])
        return measures_of_sums(experiment, students.sums(rule.weight_scales(lengths, cells)), rule.offset(cells))


class DeviceCovarianceStudent(OnDevice):
    """Students that keep the covariance of their weights, in the memory of a device."""

    rules = (CovarianceRule,)
    least_disagreement = 1e-14
    least_share = 64
    most_steps = 5_000

    @classmethod
    def bytes_on_device(cls, experiment: Experiment) -> float:
        return 8.0 * experiment.n * (experiment.n + 6.0)

    @classmethod
    def begun(cls, experiment: Experiment, seed: int, first: int, end: int) -> CovarianceStudents:
        from rosenblatt.kernels.device.covariance_students import CovarianceKernels, CovarianceStudents

        readout = experiment.rule.readout(experiment.readout)
        kernels = CovarianceKernels.of(experiment.rule, experiment.scenario, readout, experiment.n)
        ones, (teachers, laws) = beginnings(experiment, seed, first, end)
        arrays = (teachers, laws, np.stack([one.synapses for one in ones]))
        return CovarianceStudents(kernels, *arrays, first_run=first, seed=np.random.SeedSequence(seed))

    @classmethod
    def measured(cls, experiment: Experiment, students: CovarianceStudents) -> tuple[np.ndarray, ...]:
        return measures_of_sums(experiment, students.sums(np.ones(students.runs)), 0.0)


def beginnings(
    experiment: Experiment, seed: int, first: int, end: int
) -> tuple[list[VectorStudent], tuple[np.ndarray, np.ndarray]]:
    """Return students of vectors before their first example, their teachers, and the laws of their inputs."""
    from rosenblatt.simulation.runs import Runs

    ones = [VectorStudent(experiment, one, None) for one in Runs(seed, first, end).seeds()]
    centred = isinstance(experiment.inputs, CentredInputs)
    laws = np.zeros((1, experiment.n)) if centred else np.stack([one.law for one in ones])
    return ones, (np.stack([one.teacher for one in ones]), laws)


def measures_of_sums(experiment: Experiment, sums: dict[str, np.ndarray], offset: Any) -> tuple[np.ndarray, ...]:
    """Return R, Q, overlap and disagreement of students by the sums over their weights.  (measure.1 to measure.3)"""
    n = experiment.n
    r, q_norm = sums["r"] / n, sums["q"] / n
    with np.errstate(divide="ignore", invalid="ignore"):
        overlap = np.where(q_norm > 0.0, r / np.sqrt(q_norm), 0.0)
    across, along = np.sqrt(sums["across"]), sums["along"] / np.sqrt(sums["m"])
    angle = np.where(sums["length"] > 0.0, np.arctan2(across, along), np.pi / 2.0)
    widths, bias = (np.sqrt(sums["length"]), np.sqrt(sums["m"])), sums["bias"] + np.asarray(offset, dtype=float)
    return r, q_norm, overlap, disagreement_of(angle, *widths, bias, sums["teacher_bias"])
