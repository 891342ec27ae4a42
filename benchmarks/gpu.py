"""What a GPU does, in absolute numbers: weight-steps a second of whole simulations' loops, bytes of covariances, rows.

A weight-step is one weight of one student at one example, its random numbers included. Times are the device's, of a
launch that learns for some tenths of a second, after one that compiles. `make bench-gpu` runs it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any
from unittest import mock

import numpy as np

import rosenblatt as rb
from benchmarks.timing import Row
from rosenblatt.estimators.bayes import members
from rosenblatt.kernels.device.numba_cuda import cuda
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import resolve_scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.device import DeviceCovarianceStudent, DeviceStudent, OnDevice

ROUNDS = 3
WEIGHT_STEPS = 1e11  # of a launch
BEGUN = 256  # rows that a classifier has learnt before it is clocked
MEMORY = 4.3e12  # bytes a second: what a copy on an H200 reads and writes

SIZES = {"gaussian": (1024, 8448), "binary": (2048, 16896)}


@rb.rule
def near_the_plane(label, field, width=0.5):
    """A rule of a user's own."""
    return label if label * field <= width else 0.0


def device() -> str:
    """Return what the device is."""
    one = cuda.get_current_device()
    name = one.name if isinstance(one.name, str) else one.name.decode()
    return f"{name}, CUDA {'.'.join(map(str, cuda.runtime.get_version()))}"


def _experiment(rule: Any, n: int, **world: Any) -> Experiment:
    known = resolve(rule)
    scenario = resolve_scenario(known, **world)
    return Experiment(known.in_scenario(scenario), n, scenario, known.readout().name)


def _seconds(kind: type[OnDevice], experiment: Experiment, runs: int, steps: int) -> float:
    """Return what so many steps of all runs take."""
    students = kind.begun(experiment, 0, 0, runs)
    arguments = (experiment.scenario, experiment.rule.parameters)
    students.learn(2, *arguments)
    best = math.inf
    for _ in range(ROUNDS):
        cuda.synchronize()
        begun = time.perf_counter()
        students.learn(steps, *arguments)
        cuda.synchronize()
        best = min(best, time.perf_counter() - begun)
    assert not (students.failures() >= 0).any()
    return best


def _weight_steps(rule: Any, bound: float, n: int, runs: int, **world: Any) -> Row:
    experiment = _experiment(rule, n, **world)
    steps = max(100, int(WEIGHT_STEPS / (n * runs)))
    seconds = _seconds(DeviceStudent, experiment, runs, steps)
    speed = steps * n * runs / seconds / 1e9
    name = f"G weight-steps/s, {experiment.rule.name}, {experiment.inputs.name} inputs, N = {n:,}"
    return Row(name, speed, bound, True, f"{runs:,} runs, {steps:,} examples in {seconds:.3f} s, {device()}")


def gaussian_inputs() -> Iterator[Row]:
    """Rules of a modulation, one of a user's own, and Bayesian ones."""
    n, runs = SIZES["gaussian"]
    for rule in ("hebb", "rosenblatt", "normalised", near_the_plane()):
        yield _weight_steps(rule, 900.0, n, runs)
    yield _weight_steps("bayes-hebb", 600.0, n, runs)
    yield _weight_steps("bayes-hebb", 600.0, n, runs, noise=0.1)
    yield _weight_steps("bayes-diagonal", 300.0, n, runs)


def signs() -> Iterator[Row]:
    """Inputs +1 and -1, a bit each."""
    n, runs = SIZES["binary"]
    for rule in ("hebb", "rosenblatt"):
        yield _weight_steps(rule, 2500.0, n, runs, inputs="binary")
        yield _weight_steps(rule, 2000.0, n // 2, 2 * runs, inputs="binary")
    yield _weight_steps("bayes-binary", 300.0, 1024, 8448)
    yield _weight_steps("bayes-binary", 300.0, 2048, 8448)


def sizes() -> Iterator[Row]:
    """From a few weights to a million."""
    for n, runs, bound in ((64, 270_000, 100.0), (256, 33_792, 500.0), (1000, 8448, 700.0), (4096, 4224, 700.0)):
        yield _weight_steps("rosenblatt", bound, n, runs)
    for n, runs, bound in ((10**4, 198, 400.0), (10**5, 19, 400.0), (10**6, 1, 30.0)):
        yield _weight_steps("rosenblatt", bound, n, runs)


def covariances() -> Iterator[Row]:
    """The rule with a covariance: what it reads and writes of covariances, against the memory's speed."""
    for n, runs in ((1000, 64), (3000, 16)):
        steps = 200
        seconds = _seconds(DeviceCovarianceStudent, _experiment("bayes-gaussian", n), runs, steps)
        moved = 2.0 * 8.0 * n * n * runs * steps
        detail = f"{runs} runs, {seconds / steps * 1e6:.0f} us an example, {moved / seconds / 1e12:.2f} TB/s"
        yield Row(f"covariances' bytes / what memory moves, N = {n:,}", moved / seconds / MEMORY, 0.5, True, detail)


def against_processors() -> Iterator[Row]:
    """Whole calls of `simulate`, set-up and measurements included, against all cores of this machine."""
    for rule, world in (("rosenblatt", {"method": "vector"}), ("bayes-binary", {})):
        how: dict[str, Any] = {"n": 1000, "alpha": [5.0, 20.0], "progress": False, **world}
        clocked: dict[str, Callable[[], Any]] = {
            "gpu": lambda how=how, rule=rule: rb.simulate(rule, runs=8000, backend="gpu", **how),
            "cpu": lambda how=how, rule=rule: rb.simulate(rule, runs=200, **how),
        }
        seconds = {}
        for name, work in clocked.items():
            work()
            begun = time.perf_counter()
            work()
            seconds[name] = time.perf_counter() - begun
        ratio = (seconds["cpu"] * 8000 / 200) / seconds["gpu"]
        detail = f"8,000 runs in {seconds['gpu']:.2f} s; 200 runs on the processor's cores {seconds['cpu']:.2f} s"
        yield Row(f"simulate on all cores / on the GPU, {rule}, N = 1,000, alpha = 20", ratio, 10.0, True, detail)


def wide_classifiers() -> Iterator[Row]:
    """Whole banks of `BayesClassifier` for wide rows, whose full covariances lie on the GPU, against this machine.

    A bank on the processor learns on one core: more threads of BLAS are slower, as the second row says.
    """
    for features, rows, fewer in ((1000, 2048, 256), (3000, 512, 128), (5000, 256, 64)):
        random = np.random.default_rng(features)
        x = random.standard_normal((BEGUN + rows, features))
        noise = math.sqrt(features) * random.standard_normal(len(x))
        labels = (x @ random.standard_normal(features) + noise > 0.0).astype(int)
        clocked = {name: _learnt(name, x, labels, size) for name, size in (("gpu", rows), ("cpu", fewer))}
        seconds = {name: taken / len(said) for name, (taken, said) in clocked.items()}
        apart = np.abs(clocked["gpu"][1][:fewer] - clocked["cpu"][1]).max()
        detail = f"{seconds['gpu'] * 1e6:,.0f} us a row for {seconds['cpu'] * 1e6:,.0f}; {apart:.1g} apart"
        name = f"BayesClassifier's whole bank, processor / GPU, d = {features:,}"
        yield Row(name, seconds["cpu"] / seconds["gpu"], 10.0, True, detail)
        if features == 1000:
            with mock.patch.object(members, "one_blas_thread", return_value=nullcontext()):
                taken, said = _learnt("cpu", x, labels, fewer)
            name = "the same on the processor, all threads / one thread of BLAS"
            yield Row(name, taken / len(said) / seconds["cpu"], 1.0, True, f"{taken / len(said) * 1e6:,.0f} us a row")


def _learnt(backend: str, x: np.ndarray, labels: np.ndarray, rows: int) -> tuple[float, np.ndarray]:
    """Return the seconds that rows take after the first ones, and what was said of them."""
    model = rb.BayesClassifier(backend=backend, effort="best", memory=2.0**34).partial_fit(x[:BEGUN], labels[:BEGUN])
    here = slice(BEGUN, BEGUN + rows)
    begun = time.perf_counter()
    said = model.predict_then_learn(x[here], labels[here])
    return time.perf_counter() - begun, said


def digits() -> Iterator[Row]:
    """What single precision costs where angles are small: d against that of chains in double precision."""
    alpha = [10.0, 100.0, 1000.0, 10_000.0]
    for rule in ("rosenblatt", "normalised", "hebb", "adatron", "optimal"):
        how: dict[str, Any] = {"n": 100, "alpha": alpha, "runs": 1000, "progress": False}
        how |= {"start": 0.2} if rule == "adatron" else {}
        mine = rb.simulate(rule, backend="gpu", **how).frame
        other = rb.simulate(rule, **{**how, "runs": 4000}).frame
        ratio = (mine["disagreement"] / other["disagreement"]).to_numpy()
        spread = np.hypot(mine["disagreement_sem"], other["disagreement_sem"]) / other["disagreement"]
        z = float(np.abs((ratio - 1.0) / spread).max())
        places = ", ".join(f"{d:.2g}: {r:.4f}" for d, r in zip(other["disagreement"], ratio, strict=True))
        yield Row(f"largest |z| of d against double precision, {rule}", z, 4.0, False, f"d: ratio {places}")


ROWS = (gaussian_inputs, signs, sizes, covariances, against_processors, wide_classifiers, digits)
