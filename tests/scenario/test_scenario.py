"""Scenarios: what is left open is the learner's own, and keywords are shorthand for one object."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import NumberChannel, Probit, SignChannel, Start, channel_of_noise, resolve_scenario


class TestWhatIsLeftOpen:
    def test_it_is_the_learners_own(self):
        whole = rb.Scenario(channel=rb.Flips(0.1)).completed(rb.ClippedHebb())
        assert (whole.teacher, whole.inputs) == (rb.BinaryTeacher(), rb.BinaryInputs())
        assert whole.channel == rb.Flips(0.1)
        curve = rb.learning_curve("clipped-hebb", 1.0, scenario=rb.Scenario(channel=rb.Flips(0.1)))
        assert curve.frame.equals(rb.learning_curve("clipped-hebb", 1.0, noise=0.1, teacher="binary").frame)

    def test_labels_are_of_the_kind_that_the_learner_learns(self):
        assert rb.Scenario().completed(rb.Adaline()).channel == rb.GaussianNoise(0.0)
        assert rb.Scenario().completed(rb.Hebb()).channel == rb.Flips(0.0)

    def test_the_keyword_noise_is_of_the_kind_of_the_labels(self):
        assert channel_of_noise(SignChannel, 0.2) == rb.Flips(0.2)
        assert channel_of_noise(NumberChannel, 0.2) == rb.GaussianNoise(0.2)
        with pytest.raises(ValueError, match="noise must be at least 0"):
            channel_of_noise(NumberChannel, -0.1)

    def test_a_channel_that_a_rule_was_given_is_that_of_its_labels_unless_there_is_noise(self):
        rule = rb.BayesGaussian(channel=rb.Logistic(2.0))
        assert resolve_scenario(rule).channel == rb.Logistic(2.0)
        assert resolve_scenario(rule, noise=0.1).channel == rb.Flips(0.1)
        assert resolve_scenario(rb.BayesGaussian()).channel == rb.Flips(0.0)

    def test_what_was_given_stays(self):
        given = rb.Scenario(teacher="spherical", inputs="gaussian", start=(0.1, 2.0))
        whole = given.completed(rb.ClippedHebb())
        assert (whole.teacher, whole.inputs) == (rb.SphericalTeacher(), rb.GaussianInputs())
        assert whole.start == Start(0.1, 2.0)

    def test_what_was_given_differs_from_what_happens_to_be_the_default(self):
        assert rb.Scenario() != rb.Scenario(teacher="spherical")
        assert rb.Scenario().completed(rb.Hebb()) == rb.Scenario(
            teacher="spherical", inputs="gaussian", channel=rb.Flips()
        )


KEYWORDS = [
    {"noise": 0.1, "teacher": "binary"},
    {"channel": rb.Flips(0.2), "drift": 0.3},
    {"noise": 0.1, "start": (0.3, 2.0), "inputs": "binary"},
]


def as_object(noise: float = 0.0, **keywords) -> rb.Scenario:
    return rb.Scenario(**{"channel": rb.Flips(noise), **keywords})


class TestKeywords:
    @pytest.mark.parametrize("keywords", KEYWORDS, ids=lambda keywords: " ".join(keywords))
    def test_they_and_an_object_give_the_same_curves_and_simulations(self, keywords):
        ways = (keywords, {"scenario": as_object(**keywords)})
        one, other = (rb.learning_curve("hebb", [0.5, 3.0], **how) for how in ways)
        assert one.frame.equals(other.frame)
        assert one.scenario == other.scenario
        one, other = (rb.simulate("hebb", n=20, alpha=[0.5, 3.0], runs=3, **how) for how in ways)
        assert one.method == other.method
        for name in one.samples:
            assert np.array_equal(one.samples[name], other.samples[name])

    @pytest.mark.parametrize("keywords", KEYWORDS, ids=lambda keywords: " ".join(keywords))
    def test_they_cannot_go_with_an_object(self, keywords):
        for ask in (
            lambda **how: rb.learning_curve("hebb", 1.0, **how),
            lambda **how: rb.simulate("hebb", n=10, alpha=1.0, **how),
        ):
            with pytest.raises(TypeError, match="scenario must be given alone; got it with .* Put these into the"):
                ask(scenario=rb.Scenario(), **keywords)

    def test_noise_is_part_of_a_channel(self):
        with pytest.raises(TypeError, match="noise must be left out with a channel; got 0.1 and Flips"):
            resolve_scenario(rb.Hebb(), noise=0.1, channel=rb.Flips(0.1))

    def test_a_drift_is_that_of_the_teacher(self):
        assert rb.Scenario(drift=0.3) == rb.Scenario(teacher=rb.DriftingTeacher(0.3))
        assert rb.Scenario(drift=0.3).drift == rb.Scenario(teacher="spherical", drift=0.3).drift == 0.3

    def test_noise_is_a_number_only_where_one_says_it_all(self):
        assert rb.Scenario(channel=rb.Flips(0.2)).noise == 0.2
        assert np.isnan(rb.Scenario(channel=Probit(2, 0.1)).noise)


class TestRefusals:
    @pytest.mark.parametrize("teacher", ["binary", rb.DriftingTeacher(0.1)], ids=["binary", "drifting"])
    def test_a_drift_needs_a_spherical_teacher(self, teacher):
        with pytest.raises(ValueError, match="drift must go with a spherical teacher; got .* Leave out one of the two"):
            rb.Scenario(teacher=teacher, drift=0.1)

    def test_a_drift_does_not_replace_a_teacher_of_ones_own(self):
        class Diagonal(rb.SphericalTeacher):
            def draw(self, n, random):
                return np.ones(n)

        with pytest.raises(ValueError, match="drift must go with a spherical teacher; got 'Diagonal'"):
            rb.Scenario(teacher=Diagonal(), drift=0.1)

    @pytest.mark.parametrize(
        ("start", "message"),
        [
            ((2.0, 1.0), r"start must have r\^2 <= q_norm; got r = 2.0 and q_norm = 1.0. Take a smaller r"),
            ((1.0, 2.0, 3.0), r"start must be \(r0, q0\) or r0; got \(1.0, 2.0, 3.0\). Give two numbers"),
            ((0.0, 0.0), "start must be above 0; got 0.0. Q is a squared length"),
            ("far", "start must be a number; got 'far'"),
        ],
    )
    def test_starts_that_are_none(self, start, message):
        with pytest.raises((ValueError, TypeError), match=message):
            rb.Scenario(start=start)

    def test_labels_of_the_wrong_kind(self):
        with pytest.raises(ValueError, match="channel must be one that 'hebb' can learn from; got GaussianNoise"):
            rb.Scenario(channel=rb.GaussianNoise()).completed(rb.Hebb())
        with pytest.raises(TypeError, match=r"channel must be an object .*, or a name; got 0.1. Make one"):
            rb.Scenario(channel=0.1)


def test_a_start_may_be_one_number_or_two():
    assert rb.Scenario(start=0.5).start == rb.Scenario(start=(0.5, 1.0)).start == Start(0.5)
    assert rb.Scenario(start=[0.5, 4]).start == Start(0.5, 4.0)
    assert rb.Scenario(start=Start(0.5, 4.0, 0.1)).start == rb.Start(0.5, 4.0, variance=0.1)
    with pytest.raises(ValueError, match="variance of start must be above 0; got 0.0. It is what is not known"):
        Start(0.5, 1.0, 0.0)
