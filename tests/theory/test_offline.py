"""Learners of all examples at once: one readout, a citation, labels of a kind."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.references import PAPERS
from rosenblatt.theory.offline import OfflineLearner
from rosenblatt.theory.registry import offline_learners

LEARNERS = list(offline_learners().values())


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_its_weights_are_read_as_they_are(learner):
    assert learner.readout() is learner.readout("mean")
    with pytest.raises(NotImplementedError, match=f"readout must be left out for the theory of '{learner.name}'"):
        learner.readout("clipped")


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_it_names_its_paper_and_equations(learner):
    assert learner.citation().startswith(str(PAPERS[learner.reference.paper]))
    assert learner.reference.equations in learner.citation()


def test_labels_are_of_its_kind():
    committee = offline_learners()["query-by-committee"]
    assert committee.accepts(rb.Flips(0.1)) and not committee.accepts(rb.GaussianNoise())
    for name in ("bayes", "gibbs", "pseudo-inverse"):
        learner = offline_learners()[name]
        assert learner.accepts(rb.Flips(0.1)) and learner.accepts(rb.GaussianNoise())


def test_it_must_say_where_its_theory_comes_from():
    class Nameless(OfflineLearner):
        name = "nameless"

    with pytest.raises(TypeError, match="abstract.*reference"):
        Nameless()
