"""Students on a device: on a simulator of devices that they are followed at all, on a GPU that their law is right."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from click.testing import CliRunner

import rosenblatt as rb
from rosenblatt.cli import main
from rosenblatt.kernels.device import devices
from rosenblatt.kernels.device.numba_cuda import cuda
from rosenblatt.rules import registered
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.runs import Runs
from rosenblatt.simulation.students.choice import choose_on
from rosenblatt.simulation.students.device import DeviceCovarianceStudent, DeviceStudent
from rosenblatt.simulation.students.student import Watch
from rosenblatt.simulation.students.vector import VectorStudent

SMALL = dict(n=5, alpha=[0, 0.6], runs=2, backend="gpu")


def test_more_runs_files_and_sums_go_on(tmp_path, seed):
    whole, half = (rb.simulate("hebb", **{**SMALL, "runs": runs}, seed=seed) for runs in (4, 2))
    half.save(tmp_path / "half.parquet")
    again = rb.load_simulation(tmp_path / "half.parquet")
    assert again.method == "gpu"
    assert (again.more(2).frame == whole.frame).all(axis=None)


@pytest.fixture
def lent(monkeypatch):
    """Two devices, if only one after the other: a list of those that were lent."""
    numbers = []

    class Device:
        def __init__(self, number):
            self.number = number

        def __enter__(self):
            numbers.append(self.number)

        def __exit__(self, *problem):
            return None

    monkeypatch.setattr(cuda, "gpus", [Device(0), Device(1)])
    devices._free.cache_clear()
    yield numbers
    devices._free.cache_clear()


def test_several_devices_share_the_runs_and_change_no_number(lent, seed):
    whole = rb.simulate("hebb", **{**SMALL, "runs": 5}, seed=seed, threads=1)
    assert lent == [0, 1]
    devices._free.cache_clear()
    cuda.gpus.pop()
    assert (rb.simulate("hebb", **{**SMALL, "runs": 5}, seed=seed).frame == whole.frame).all(axis=None)
    assert lent == [0, 1, 0]


def test_a_device_is_given_back_by_a_simulation_that_fails(lent):
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), devices.one_device():
            raise ZeroDivisionError
        assert devices._free().qsize() == 2  # or the next would wait for ever
    assert lent == [0, 1, 0]


def test_a_sweep_is_its_simulations(seed):
    swept = rb.sweep(["hebb", "rosenblatt"], n=[5, 10], alpha=[0.2], runs=2, seed=seed, backend="gpu")
    alone = rb.simulate("rosenblatt", n=10, alpha=0.2, runs=2, seed=seed, backend="gpu")
    row = swept.frame.query("rule == 'rosenblatt' and n == 10")
    assert row["r"].tolist() == alone.frame["r"].tolist()


def test_teachers_are_those_of_the_processor_and_examples_are_not(seed):
    experiment = Experiment(rb.Hebb(), 5, rb.Scenario().completed(rb.Hebb()), "mean")
    mine = DeviceStudent.begun(experiment, seed, 0, 1).teachers.copy_to_host()[0, :5]
    other = VectorStudent(experiment, Runs(seed, 0, 1).seeds()[0], None).teacher
    assert mine == pytest.approx(other, rel=1e-6)
    a, b = (
        rb.simulate("hebb", **{**SMALL, "backend": backend}, method="vector", seed=seed) for backend in ("gpu", "cpu")
    )
    assert a.frame["r"][1] != b.frame["r"][1]


def test_who_stops_waits_for_no_more_examples():
    experiment = Experiment(rb.Hebb(), 5, rb.Scenario().completed(rb.Hebb()), "mean")
    stop, learnt = threading.Event(), []
    stop.set()
    DeviceStudent.follow_runs(experiment, None, Runs(0, 0, 2), np.array([5]), Watch(stop, learnt.append))
    assert not learnt


def test_auto_takes_a_device_where_there_is_enough_to_do():
    experiment = Experiment(rb.BayesBinary(), 1000, rb.Scenario().completed(rb.BayesBinary()), "mean")
    assert choose_on("auto", "auto", experiment, 10.0, 10_000) is DeviceStudent
    assert choose_on("auto", "auto", experiment, 10.0, 1) is VectorStudent
    chain = Experiment(rb.Hebb(), 1000, rb.Scenario().completed(rb.Hebb()), "mean")
    assert choose_on("auto", "auto", chain, 10.0, 10_000).method == "chain"


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (dict(backend="tpu"), "backend must be one of cpu, gpu, auto; got 'tpu'"),
        (dict(method="chain"), "method must be 'vector' with backend='gpu'"),
        (dict(inputs=rb.Covariance(eigenvalues=[1.0, 2.0], shares=[0.4, 0.6])), "inputs are not rotation-invariant"),
        (dict(batch=1.0), "got 'gpu', but"),
    ],
)
def test_what_a_device_cannot_follow_is_refused(how, words):
    with pytest.raises(ValueError, match=words):
        rb.simulate("hebb", **{**SMALL, **how})


def test_labels_that_are_numbers_stop_where_single_precision_does():
    near = (1.0, 1.0 + 1e-13)  # an angle of 3e-7, which double precision tells from 0
    with pytest.raises(ValueError, match="must stay above 1e-06 to be simulated"):
        rb.simulate("adaline", **SMALL, start=near)
    assert rb.simulate("adaline", **{**SMALL, "backend": "cpu"}, start=near).frame["disagreement"][0] < 1e-6


def test_what_is_too_large_for_a_device_is_left_to_the_processor():
    rule = rb.BayesBinary()
    experiment = Experiment(rule, 3_000_000, rb.Scenario().completed(rule), "mean")
    assert choose_on("auto", "auto", experiment, 10.0, 10_000) is VectorStudent
    with pytest.raises(ValueError, match="3,000,000 weights are more than a GPU holds"):
        choose_on("gpu", "auto", experiment, 10.0, 10_000)


@pytest.mark.parametrize("students", [DeviceStudent, DeviceCovarianceStudent])
@pytest.mark.parametrize("n", [3, 64, 3000])
def test_a_share_fits_into_memory_and_a_grid(students, n):
    rule = rb.Hebb() if students is DeviceStudent else rb.BayesGaussian()
    experiment = Experiment(rule, n, rb.Scenario().completed(rule), "mean")
    shares = students.shares(experiment, 5, 200_000)
    assert [end for _, end in shares[:-1]] == [first for first, _ in shares[1:]]
    assert (shares[0][0], shares[-1][1]) == (5, 200_000)
    largest = max(end - first for first, end in shares)
    assert largest == 1 or largest * students.bytes_on_device(experiment) <= 1e9
    assert largest <= 65_535
    with pytest.raises(ValueError, match=r"runs are below 4,294,967,296"):
        students.shares(experiment, 2**32 - 1, 2**32 + 1)


def test_sweeps_from_a_file_take_the_backend(tmp_path):
    file = tmp_path / "study.toml"
    file.write_text('rules = ["hebb"]\nn = [4]\nalpha = [1]\nruns = 2\n')
    done = CliRunner().invoke(main, ["sweep", "run", str(file), "--backend", "gpu", "--json"])
    assert done.exit_code == 0, done.output
    assert '"backend":"gpu"' in done.output
    there = CliRunner().invoke(main, ["sweep", "status", str(file), "--backend", "gpu"])
    assert there.output == "1 of 1 cells done.\n"


@pytest.mark.gpu
def test_the_law_of_a_team_is_that_of_the_chain(seed):
    how = dict(n=6000, alpha=[0.5, 2.0], runs=60, noise=0.1, seed=seed)
    mine = rb.simulate("rosenblatt", backend="gpu", **how).frame
    others = rb.simulate("rosenblatt", **{**how, "runs": 2000}).frame
    for column in ("r", "q_norm", "disagreement"):
        z = (mine[column] - others[column]) / np.hypot(mine[f"{column}_sem"], others[f"{column}_sem"])
        assert (abs(z) < 4.5).all(), column


@pytest.mark.gpu
def test_a_signal_that_is_not_finite_is_a_sentence():
    @rb.rule(kinks=())
    def exploding(label, field, alpha):
        return label * 1e300 * alpha**40 if alpha > 1.0 else label

    with pytest.raises(ValueError, match="must return a finite number"):
        rb.simulate(exploding, n=100, alpha=2, runs=10, backend="gpu")


@pytest.mark.gpu
@pytest.mark.parametrize("cls", [cls for cls in registered().values() if issubclass(cls, CompiledRule)])
def test_the_law_of_every_rule_is_that_of_the_processor(cls, seed):
    rule = cls()
    how = {"start": 0.2} if getattr(rule, "needs_start", False) else {}
    how |= dict(n=100, alpha=[1, 5], runs=3000, seed=seed)
    mine = rb.simulate(rule, **how, backend="gpu").frame
    others = rb.simulate(rule, **how, method="vector").frame
    for column in ("r", "q_norm", "overlap", "disagreement"):
        scatter = np.sqrt(mine[f"{column}_sem"] ** 2 + others[f"{column}_sem"] ** 2)
        z = (mine[column] - others[column]) / scatter.where(scatter > 1e-7 * mine[column].abs(), np.inf)
        assert (abs(z) < 4.5).all(), (column, z.tolist())


@pytest.mark.gpu
@pytest.mark.parametrize(
    "world",
    [
        dict(inputs="binary"),
        dict(inputs=rb.ProductInputs(0.7)),
        dict(inputs="shifted"),
        dict(noise=0.2, drift=0.3),
        dict(teacher="binary", inputs="binary", readout="clipped"),
        dict(channel=rb.InputNoise(teacher=0.2, student=0.5)),
        dict(channel=rb.Logistic(2.0)),
    ],
    ids=str,
)
@pytest.mark.parametrize("n", [3, 100, 1500])
def test_the_law_of_every_world_is_that_of_the_processor(world, n, seed):
    how = dict(n=n, alpha=[1, 3], runs=2000 if n < 1000 else 300, seed=seed, **world)
    mine, others = (rb.simulate("hebb", **how, backend=backend, method="vector").frame for backend in ("gpu", "cpu"))
    for column in ("r", "q_norm", "overlap", "disagreement"):
        scatter = np.sqrt(mine[f"{column}_sem"] ** 2 + others[f"{column}_sem"] ** 2)
        z = (mine[column] - others[column]) / scatter.where(scatter > 0.0, np.inf)
        assert (abs(z) < 4.5).all(), (column, z.tolist())
