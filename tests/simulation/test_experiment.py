"""What all runs of a simulation have in common."""

from __future__ import annotations

import rosenblatt as rb
from rosenblatt.simulation.experiment import Experiment


def test_it_has_the_parts_of_its_scenario():
    scenario = rb.Scenario(teacher="binary", inputs="product", channel=rb.Flips(0.2))
    experiment = Experiment(rb.Hebb(), 10, scenario, "mean")
    assert (experiment.noise, experiment.teacher, experiment.inputs) == (0.2, rb.BinaryTeacher(), rb.ProductInputs())


def test_a_simulation_is_its_experiment_and_more():
    result = rb.simulate("bayes-hebb", n=10, alpha=1.0, runs=2, noise=0.1)
    assert isinstance(result, Experiment)
    assert result.rule == rb.BayesHebb(noise=0.1, drift=0.0)  # what the rule may know of the scenario, it knows
    assert (result.n, result.readout, result.noise) == (10, "mean", 0.1)
