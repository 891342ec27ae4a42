"""Learners of all examples at once: one readout, a citation, labels of a kind."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.batch.offline_learner import OfflineLearner, fitted_learners, resolve_fitted, with_parameters
from rosenblatt.batch.pseudo_inverse_learner import PseudoInverse
from rosenblatt.references import PAPERS
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


@pytest.mark.parametrize("name", fitted_learners())
def test_what_can_be_fitted_has_a_theory_of_its_name(name):
    assert type(offline_learners()[name]) is fitted_learners()[name]


def test_a_learner_that_can_be_fitted_is_found_by_name_class_or_object():
    assert resolve_fitted("pseudo-inverse", {}) == resolve_fitted(PseudoInverse, {}) == PseudoInverse()
    assert resolve_fitted("bayes", {}) is None and resolve_fitted(rb.Hebb(), {}) is None


def test_parameters_that_it_has_not_are_refused():
    with pytest.raises(TypeError, match="parameters of 'pseudo-inverse' must be left out; got penalty=2"):
        with_parameters(PseudoInverse(), {"penalty": 2})
