"""Cells that are simulated: their parts are runs, some of them at some of the points."""

from __future__ import annotations

import dataclasses
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rosenblatt.simulation.descriptions import describe
from rosenblatt.simulation.prepared import Prepared
from rosenblatt.simulation.runs import Runs, Samples, make_runs
from rosenblatt.simulation.simulation import Simulation, simulation_of, summary_columns
from rosenblatt.simulation.students.student import Kernel
from rosenblatt.sweeps.work import PROBLEM, Columns, Part, Parts, Work, packed, unpacked

SECONDS_OF_A_RUN, SECONDS_OF_A_PIECE = 1.5e-4, 0.25
SECONDS_OF_A_MEASUREMENT = 0.01

_kernels: dict[str, Kernel] = {}
_compiling = threading.Lock()


@dataclass(frozen=True, eq=False)
class Simulated(Work):
    """Runs 0 to ``runs`` of an experiment."""

    prepared: Prepared
    runs: int
    seed: int

    def identity(self) -> list[Any]:
        one, method = self.prepared.experiment, self.prepared.follow.method
        known = ["simulation", one.rule, one.n, one.scenario, one.readout, one.update, method, self.seed]
        if self.prepared.follow.rounds_at_points(one):
            known.append(self.prepared.examples)
        return known

    @property
    def modules(self) -> set[str]:
        return {"rosenblatt.simulation.runs", self.prepared.follow.__module__}

    @property
    def seconds(self) -> float:
        return self.runs * self.seconds_of_a_run

    @property
    def seconds_of_a_run(self) -> float:
        """What a run takes, about."""
        return SECONDS_OF_A_RUN + self.prepared.pieces * SECONDS_OF_A_PIECE

    @property
    def like(self) -> tuple[Any, ...]:
        one = self.prepared.experiment
        return (self.prepared.follow, one.rule.title, one.inputs.name, str(one.update), one.n)

    def measured(self) -> float:
        together = min(self.runs, self.prepared.follow.least_share)
        longest, examples = int(self.points[-1]), min(self.prepared.experiment.n, int(self.points[-1]))
        while True:
            part = Part("", 0.0, (0, together, (examples,)))
            self.compute(part, threading.Event(), lambda share: None)  # compiles, or reads from the disk
            begun = time.thread_time()
            self.compute(part, threading.Event(), lambda share: None)
            spent = time.thread_time() - begun
            if spent >= SECONDS_OF_A_MEASUREMENT or examples == longest:
                break
            examples = min(longest, 4 * examples)
        follow, one = self.prepared.follow, self.prepared.experiment
        tried, whole = follow.pieces(one, examples), follow.pieces(one, longest)
        each = spent / together
        return self.runs * each * max(whole / tried, 1.0) if tried > 0.0 else self.runs * each

    @cached_property
    def points(self) -> np.ndarray:
        """The numbers of examples at which is measured, each once."""
        return np.unique(self.prepared.examples)

    def missing(self, parts: Parts, seconds: float) -> list[Part]:
        wanted = list(self._ranges(~self._there(parts)))
        blocks = []
        for first, end, points in wanted:
            share = float(points[-1]) / max(float(self.points[-1]), 1.0)
            each = SECONDS_OF_A_RUN + share * (self.seconds_of_a_run - SECONDS_OF_A_RUN)
            step = max(self.prepared.follow.least_share, int(seconds / each))
            blocks += [
                _part(begin, min(begin + step, end), points, each * (min(begin + step, end) - begin))
                for begin in range(first, end, step)
            ]
        return blocks

    def done(self, parts: Parts) -> float:
        return float(self._there(parts).mean())

    def _there(self, parts: Parts) -> np.ndarray:
        """Return, for each run and point, whether it is among the parts."""
        there = np.zeros((self.runs, len(self.points)), dtype=bool)
        for name, result in parts.items():
            first, end = _ends(name)
            there[first:end] |= np.isin(self.points, result["examples"])
        return there

    def _ranges(self, lacking: np.ndarray) -> Iterator[tuple[int, int, np.ndarray]]:
        """Yield runs that lack the same points: the first, the one after the last, and the points."""
        first = 0
        for run in range(1, self.runs + 1):
            if run == self.runs or not np.array_equal(lacking[run], lacking[first]):
                if lacking[first].any():
                    yield first, run, self.points[lacking[first]]
                first = run

    def compute(self, part: Part, stop: threading.Event, report: Callable[[float], None]) -> Any:
        first, end, points = part.of
        prepared = dataclasses.replace(self.prepared, examples=np.array(points, dtype=np.int64))
        result: dict[str, Any] = {"examples": list(points)}
        steps = max(float((end - first) * points[-1]), 1.0)
        try:
            samples = make_runs(
                prepared, self._kernel, Runs(self.seed, first, end), stop, lambda done: report(done / steps)
            )
        except (ValueError, TypeError, ArithmeticError, NotImplementedError) as problem:
            return {**result, PROBLEM: str(problem)}
        values = np.stack(list(samples.values()))
        return {**result, "measures": list(samples), "values": packed(values)}

    @cached_property
    def _kernel(self) -> Kernel:
        """The kernel, which is the same for all cells that differ in numbers only."""
        one, follow = self.prepared.experiment, self.prepared.follow
        kinds = json.dumps(_kinds(describe([one.rule, one.scenario, one.readout, one.update]).data), default=str)
        with _compiling:
            place = f"{follow.__module__}:{follow.__qualname__} {kinds}"
            if place not in _kernels:
                _kernels[place] = follow.compile(one)
            return _kernels[place]

    def columns(self, parts: Parts) -> Columns:
        one, samples = self.prepared.experiment, self._samples(parts)
        return summary_columns(one.n, self.prepared.examples, samples, one.inputs)

    def result(self, parts: Parts) -> Simulation:
        return simulation_of(self.prepared, (Runs(self.seed, 0, self.runs),), self._samples(parts))

    def _samples(self, parts: Parts) -> Samples:
        """Return what all runs measured, or raise with what prevented the first that could not."""
        values: np.ndarray | None = None
        measures: list[str] = []
        for name in sorted(parts, key=_ends):
            first, end = _ends(name)
            result = parts[name]
            if first >= self.runs or not np.isin(self.points, result["examples"]).any():
                continue
            if PROBLEM in result:
                raise ValueError(result[PROBLEM])
            measures = result["measures"]
            if values is None:
                values = np.full((len(measures), self.runs, len(self.points)), np.nan)
            found = unpacked(result["values"]).reshape(len(measures), end - first, -1)
            there = {point: place for place, point in enumerate(result["examples"])}
            places = [(mine, there[point]) for mine, point in enumerate(self.points.tolist()) if point in there]
            mine, others = (list(side) for side in zip(*places, strict=True))
            last = min(end, self.runs)
            values[:, first:last, mine] = found[:, : last - first, others]
        assert values is not None
        back = np.searchsorted(self.points, self.prepared.examples)
        return {name: values[k][:, back] for k, name in enumerate(measures)}

    def together(self, other: Work) -> Simulated:
        assert isinstance(other, Simulated)
        points = np.union1d(self.points, other.points)
        prepared = dataclasses.replace(self.prepared, examples=points)
        return dataclasses.replace(self, prepared=prepared, runs=max(self.runs, other.runs))


def _part(first: int, end: int, points: np.ndarray, cost: float) -> Part:
    """Return the part of some runs at some points; its name begins with the runs."""
    marks = points.tolist()
    return Part(f"{first}-{end - 1} at {len(marks)}:{marks[0]}-{marks[-1]}", cost, (first, end, tuple(marks)))


def _ends(name: str) -> tuple[int, int]:
    """Return the first run of a part, and the one after the last."""
    first, _, last = name.partition(" ")[0].partition("-")
    return int(first), int(last) + 1


def _kinds(data: Any) -> Any:
    """Return a description with signs for numbers: kernels take these as arguments."""
    if isinstance(data, float):
        return f"float {int(np.sign(data))}"
    if isinstance(data, list):
        return [_kinds(part) for part in data]
    if isinstance(data, dict):
        return {name: _kinds(part) for name, part in data.items()}
    return f"array {data.shape}" if isinstance(data, np.ndarray) else data
