"""Fits to all examples: the law of prefixes, seeds, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.batch.pseudo_inverse_learner import PseudoInverse
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.fitted import FittedStudent
from tests.helpers import Z_LIMIT

ALPHA = [0.5, 3.0]
HOW = dict(n=100, alpha=ALPHA, runs=40, noise=0.1)


def test_the_same_seed_gives_the_same_numbers_whatever_the_threads():
    one, two = (rb.simulate("pseudo-inverse", seed=3, threads=threads, **HOW) for threads in (1, 2))
    assert one.frame.equals(two.frame)
    assert one.method == "fit"
    assert not one.frame.equals(rb.simulate("pseudo-inverse", seed=4, **HOW).frame)


def test_each_alpha_is_a_fit_to_the_first_examples_of_the_run():
    both, early = (rb.simulate("pseudo-inverse", seed=3, **{**HOW, "alpha": alpha}) for alpha in (ALPHA, 3.0))
    assert both.samples["r"][:, 1].tolist() == early.samples["r"][:, 0].tolist()
    scenario = rb.Scenario().completed(PseudoInverse())
    experiment = Experiment(rule=PseudoInverse(), n=10, scenario=scenario, readout="mean")
    student = FittedStudent(experiment, np.random.SeedSequence(1), None)
    assert student.measure()[:4] == (0.0, 0.0, 0.0, 0.5)
    student.advance(20)
    weights = np.linalg.lstsq(student.learnt.x, student.learnt.labels, rcond=None)[0]
    assert len(student.learnt.labels) == 20
    assert student.measure()[0] == pytest.approx(float(weights @ student.teacher) / 10)


def test_other_runs_are_added_and_saved(tmp_path):
    whole, half = (rb.simulate("pseudo-inverse", seed=3, **{**HOW, "runs": runs}) for runs in (40, 20))
    assert half.more(20).frame.equals(whole.frame)
    half.save(tmp_path / "half.parquet")
    assert rb.load_simulation(tmp_path / "half.parquet").more(20).frame.equals(whole.frame)


@pytest.mark.parametrize(
    ("scenario", "noise_of"),
    [
        (dict(channel=rb.Probit(1.0)), "probit"),
        (dict(channel=rb.GaussianNoise(0.3)), "numbers"),
        (dict(channel=rb.OwnChannel(lambda b: np.where(b > 0.5, 1.0, 0.0))), "a teacher with a threshold"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_labels_are_those_of_the_channel(scenario, noise_of):
    # N = 100 and 40 runs; the errors are measured by the channel's own formula, which the curve uses too, and R is not.
    found = rb.simulate("pseudo-inverse", n=100, alpha=3.0, runs=40, seed=5, **scenario).frame
    exact = rb.learning_curve("pseudo-inverse", 3.0, **scenario).frame
    for column in ("r", "q_norm", "error"):
        assert abs(found[column][0] - exact[column][0]) < Z_LIMIT * found[f"{column}_sem"][0] + 3.0 / 100, column


def test_inputs_with_a_covariance_are_measured_by_their_fields():
    tilted = rb.Covariance(eigenvalues=[4.0, 0.25], shares=[0.2, 0.8])
    frame = rb.simulate("pseudo-inverse", n=50, alpha=3.0, runs=5, inputs=tilted, noise=0.1).frame
    assert frame["error"][0] == pytest.approx(0.1 + 0.8 * frame["disagreement"][0])
    assert np.isnan(frame["disagreement_of_overlap"][0])


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (dict(method="chain"), "method must be able to follow.*got 'chain'.*Use method='fit'"),
        (dict(batch=0.5), "is not known for 'pseudo-inverse', which sees"),
        (dict(readout="clipped"), "readout must be left out for the theory of 'pseudo-inverse'"),
        (dict(drift=0.1), "a drift is not known for 'pseudo-inverse', which sees all examples at once"),
        (dict(start=0.3), "a start is not known for 'pseudo-inverse'"),
        (dict(n=10**6, alpha=100.0), "fit into memory; got n = 1000000"),
        (dict(n=2000, alpha=10.0, runs=10**7), "size that can be waited for; got n = 2000, 10000000 runs"),
    ],
    ids=lambda value: "",
)
def test_what_cannot_be_done_is_said_in_a_sentence(how, message):
    with pytest.raises((ValueError, NotImplementedError), match=message):
        rb.simulate("pseudo-inverse", **{"n": 10, "alpha": 1.0, **how})


def test_a_rule_has_its_parameters_already():
    with pytest.raises(TypeError, match="penalty must be left out for 'hebb'"):
        rb.simulate("hebb", n=10, alpha=1.0, penalty=2.0)
