"""Students on a device: on a simulator of devices that they are followed at all, on a GPU that their law is right."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules import registered
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.runs import Runs
from rosenblatt.simulation.students.choice import choose_on
from rosenblatt.simulation.students.device import DeviceStudent
from rosenblatt.simulation.students.student import Watch
from rosenblatt.simulation.students.vector import VectorStudent

SMALL = dict(n=5, alpha=[0, 1], runs=2, backend="gpu")


def test_more_runs_files_and_sums_go_on(tmp_path, seed):
    whole, half = (rb.simulate("hebb", **{**SMALL, "runs": runs}, seed=seed) for runs in (4, 2))
    half.save(tmp_path / "half.parquet")
    again = rb.load_simulation(tmp_path / "half.parquet")
    assert again.method == "gpu"
    assert (again.more(2).frame == whole.frame).all(axis=None)


def test_a_sweep_is_its_simulations(seed):
    swept = rb.sweep(["hebb", "rosenblatt"], n=[4, 5], alpha=[1], runs=2, seed=seed, backend="gpu")
    alone = rb.simulate("rosenblatt", n=5, alpha=1, runs=2, seed=seed, backend="gpu")
    row = swept.frame.query("rule == 'rosenblatt' and n == 5")
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
    "how, words",
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
