"""The device's loop, on a simulator of devices: number by number what the plain one says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.device.layout import layout_of
from rosenblatt.kernels.device.numba_cuda import SIMULATED
from rosenblatt.kernels.device.philox import round_keys
from rosenblatt.kernels.device.plain_ensemble import plain_ensemble
from rosenblatt.rules.kinds.synaptic import SynapticRule
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import resolve_scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.runs import Runs
from rosenblatt.simulation.students.device import DeviceStudent
from rosenblatt.simulation.students.vector import VectorStudent, measured
from tests.helpers.rules import Adaptive, self_scaled

FIRST, STEPS = 7, 12


@dataclass(frozen=True)
class Counting(SynapticRule):
    """A rule to which places without a weight would matter, if they were asked."""

    name = "counting-weights"

    @staticmethod
    def project(synapse, x):
        return (synapse[0] * x, 1.0)

    @staticmethod
    def respond(label, sums, cell):
        return (label * cell.scale * sums[1] / cell.n,)

    @staticmethod
    def absorb(synapse, x, signal):
        return (synapse[0] + signal[0] * (x + 0.5),)


CASES = {
    "flips": ("rosenblatt", {"noise": 0.2}),
    "decay": (rb.Hebb(weight_decay=0.5), {}),
    "length": ("normalised", {"noise": 0.1}),
    "schedule": (rb.Rosenblatt(eta=lambda alpha: 1.0 / (1.0 + alpha)), {}),
    "own": (self_scaled(), {}),
    "signs": ("bayes-binary", {"noise": 0.1}),
    "two numbers": ("bayes-diagonal", {}),
    "own memory and gain": (Adaptive(), {}),
    "many sums": ("shifted", {"inputs": "shifted"}),
    "bits": ("bounded", {}),
    "product": ("hebb", {"inputs": rb.ProductInputs(0.8)}),
    "wandering": ("hebb", {"drift": 0.4}),
    "blurred": ("hebb", {"channel": rb.InputNoise(teacher=0.3, student=0.5)}),
    "probit": ("bayes-diagonal", {"channel": rb.Probit(2.0)}),
    "a channel's chance": ("optimal", {"channel": rb.Logistic(1.5)}),
    "numbers": ("adaline", {"noise": 0.1}),
    "sums that count the weights": (Counting(), {}),
}


def experiment_of(rule, n, scenario):
    rule = resolve(rule)
    scenario = resolve_scenario(rule, **scenario)
    return Experiment(rule.in_scenario(scenario), n, scenario, rule.readout().name)


@pytest.mark.skipif(
    not SIMULATED, reason="the plain loop is compared on the simulator; tests marked gpu compare in law"
)
@pytest.mark.parametrize(("rule", "scenario"), CASES.values(), ids=list(CASES))
def test_the_device_learns_what_the_plain_loop_learns(rule, scenario, seed):
    experiment = experiment_of(rule, 6, scenario)
    keys = round_keys(np.random.SeedSequence(seed))
    plain = VectorStudent(experiment, Runs(seed, FIRST, FIRST + 1).seeds()[0], None)
    students = DeviceStudent.begun(experiment, seed, FIRST, FIRST + 1)
    students.learn(STEPS - 4, experiment.scenario, experiment.rule.parameters)
    students.learn(4, experiment.scenario, experiment.rule.parameters)  # a launch goes on where the last one ended
    layout = layout_of(experiment.rule, experiment.scenario, experiment.n)
    start = (plain.teacher, plain.law, plain.synapses, plain.cell)
    plain_ensemble(experiment.rule, experiment.scenario, layout, STEPS, FIRST, keys, *start)
    found = students.synapses.copy_to_host()[0]
    assert students.failures().tolist() == [-1]
    assert not found[:, experiment.n :].any(), "places beyond the last weight must stay 0"
    scale = np.abs(plain.synapses).max()
    cell = students.memories()[0]
    gained = (
        np.asarray(found[:, : experiment.n], dtype=float) * [[cell.gain / plain.cell.gain], *[[1.0]] * 2][: len(found)]
    )
    assert gained == pytest.approx(plain.synapses, abs=2e-5 * scale)
    assert students.teachers.copy_to_host()[0, : experiment.n] == pytest.approx(plain.teacher, abs=1e-5)
    assert list(cell) == pytest.approx(list(plain.cell), rel=1e-4, abs=1e-5)
    together = np.array(DeviceStudent.measured(experiment, students))[:, 0]
    one = measured(experiment, plain.teacher, plain.mean, plain.synapses, plain.cell)
    assert together == pytest.approx(one, rel=1e-4, abs=1e-5)


@pytest.mark.skipif(not SIMULATED, reason="a launch shape of its own is tried on the simulator")
def test_runs_do_not_depend_on_those_beside_them(seed):
    experiment = experiment_of("rosenblatt", 5, {"noise": 0.1})
    several, one = (DeviceStudent.begun(experiment, seed, *ends) for ends in ((3, 6), (5, 6)))
    for students in (several, one):
        students.learn(6, experiment.scenario, experiment.rule.parameters)
    assert several.weights()[2].tolist() == one.weights()[0].tolist()
    assert several.weights()[1].tolist() != one.weights()[0].tolist()


@pytest.mark.skipif(not SIMULATED, reason="a warp alone has no second warp to wait for; the simulator tries two")
def test_two_warps_share_a_student(seed, monkeypatch):
    from rosenblatt.kernels.device import layout

    monkeypatch.setattr(layout, "REGISTERS", 12)  # four weights a lane
    experiment = experiment_of("rosenblatt", 130, {})
    students = DeviceStudent.begun(experiment, seed, 0, 1)
    assert students.kernels.layout.warps == 2
    plain = VectorStudent(experiment, Runs(seed, 0, 1).seeds()[0], None)
    students.learn(3, experiment.scenario, experiment.rule.parameters)
    start = (plain.teacher, plain.law, plain.synapses, plain.cell)
    keys = round_keys(np.random.SeedSequence(seed))
    plain_ensemble(experiment.rule, experiment.scenario, students.kernels.layout, 3, 0, keys, *start)
    assert students.weights()[0] == pytest.approx(plain.synapses[0], abs=1e-4)


@pytest.mark.skipif(not SIMULATED, reason="an error of the simulator's Python is another one than the device's")
def test_a_signal_that_is_not_finite_stops_its_run_and_no_other():
    @rb.rule(kinks=())
    def exploding(label, field, alpha):
        return label * 1e300 * alpha**40 if alpha > 1.0 else label

    experiment = experiment_of(exploding(), 4, {})
    students = DeviceStudent.begun(experiment, 0, 0, 2)
    students.learn(8, experiment.scenario, experiment.rule.parameters)
    assert (students.failures() >= 4).all()


@pytest.mark.filterwarnings("ignore:.*overflow encountered:RuntimeWarning")  # of NumPy, which simulates
@pytest.mark.skipif(
    not SIMULATED, reason="the plain loop is compared on the simulator; tests marked gpu compare in law"
)
def test_lengths_beyond_single_precision_are_followed_all_the_same():
    @rb.rule(kinks=())
    def enormous(label, field, q_norm):
        return label * 1e25 if q_norm < 1e60 else 0.0

    experiment = experiment_of(enormous(), 4, {})
    students = DeviceStudent.begun(experiment, 0, 0, 1)
    students.learn(8, experiment.scenario, experiment.rule.parameters)
    plain = VectorStudent(experiment, Runs(0, 0, 1).seeds()[0], None)
    start = (plain.teacher, plain.law, plain.synapses, plain.cell)
    keys = round_keys(np.random.SeedSequence(0))
    plain_ensemble(experiment.rule, experiment.scenario, students.kernels.layout, 8, 0, keys, *start)
    assert students.failures().tolist() == [-1]
    assert students.memories()[0].q_norm == pytest.approx(plain.cell.q_norm, rel=1e-4)
