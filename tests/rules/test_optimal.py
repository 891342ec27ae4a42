"""The optimal rule of any channel."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import CHANNELS
from tests.helpers.channels import CHANNELS_OF_SIGNS
from tests.helpers.students import learn


def taught(rule, x, labels):
    """Return the weights and the cell of a student after the rows."""
    synapses, cell = rule.start(x.shape[1])
    learn(rule, x, labels, synapses, cell)
    return rule.weights(synapses, cell), cell


@pytest.mark.parametrize("noise", [0.0, 0.15])
def test_for_flips_it_is_the_bayesian_rule(noise, random):
    x, n = random.standard_normal((60, 8)), 8
    labels = np.where(x @ random.standard_normal(n) > 0.0, 1.0, -1.0)
    optimal, bayes = rb.optimal_rule(rb.Flips(noise), drift=0.1), rb.BayesHebb(noise=noise, drift=0.1)
    (ours, own), (theirs, cell) = (taught(rule, x, labels) for rule in (optimal, bayes))
    assert ours == pytest.approx(theirs, rel=1e-9)
    assert own.variance == pytest.approx(cell.variance, rel=1e-9)


def test_noise_on_the_student_s_inputs_is_a_matter_of_scale(random):
    x = random.standard_normal((60, 8))
    labels = np.where(x @ random.standard_normal(8) > 0.0, 1.0, -1.0)
    noisy, plain = rb.optimal_rule(rb.InputNoise(student=0.75)), rb.optimal_rule(rb.Probit(1.0 / 0.75))
    assert taught(noisy, x, labels)[0] == pytest.approx(taught(plain, x / 1.25, labels)[0], rel=1e-9)


@pytest.mark.parametrize("channel", CHANNELS_OF_SIGNS[2::2], ids=lambda channel: channel.name)
def test_it_is_a_classifier_too(channel, random):
    x = random.standard_normal((600, 5))
    y = np.where(random.random(600) < channel.probability(x @ [1.0, -1.0, 0.5, 0.0, 0.3] / 1.53), "yes", "no")
    model = rb.OnlineClassifier(rb.optimal_rule(channel)).fit(x, y)
    assert model.score(x, y) > 0.55
    assert model.coef_.ravel() @ [1.0, -1.0, 0.5, 0.0, 0.3] > 0.9 * np.linalg.norm(model.coef_) * 1.53 - 0.1


def test_by_name_and_what_is_refused():
    assert rb.optimal_rule("logistic") == rb.Optimal(rb.Logistic(1.0))
    assert rb.OnlineClassifier(rb.optimal_rule("logistic")).fit([[1.0], [-1.0]], [1, 0]).predict([[2.0]]) == [1]
    assert set(CHANNELS) >= {"flips", "probit", "logistic"}
    with pytest.raises(ValueError, match="channel must be one of signs for 'optimal'"):
        rb.optimal_rule(rb.GaussianNoise(0.1))
    with pytest.raises(ValueError, match="drift must be at least 0"):
        rb.optimal_rule("flips", drift=-1.0)
