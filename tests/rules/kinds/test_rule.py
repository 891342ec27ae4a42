"""What every rule has: a name, demands, students, readouts."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.rules.kinds.hebbian_on_data import HebbianOnData
from rosenblatt.rules.kinds.rule import DenseRule, Rule
from rosenblatt.rules.parts.readouts import CLIPPED, MEAN
from rosenblatt.scenario import GaussianNoise, Probit
from tests.helpers.rules import margin
from tests.helpers.students import numbers


def test_an_unknown_readout():
    with pytest.raises(ValueError, match="readout of 'hebb' must be one of mean, clipped; got 'sign'"):
        rb.Hebb().readout("sign")


def test_classifiers_refuse_rules_for_numbers(random):
    x = random.standard_normal((20, 3))
    for name in ("adaline", "bayes-linear", "optimal-linear", "practical-linear"):
        with pytest.raises(ValueError, match="learns numbers"):
            rb.OnlineClassifier(name).fit(x, x[:, 0] > 0.0)


def test_a_title_is_the_name_unless_the_rule_stands_for_another():
    assert rb.Hebb().title == "hebb"
    assert HebbianOnData(rb.Adaline()).title == "adaline"
    assert Titled().title == "my rule"
    with pytest.raises(ValueError, match="X must be dense for 'my rule'"):
        Titled().check_rows(sp.csr_matrix(np.eye(2)), np.ones(2), intercept=False)


class Titled(DenseRule):
    name = "titled"

    @property
    def title(self) -> str:
        return "my rule"


def test_a_function_of_no_kind_is_refused_by_name():
    with pytest.raises(
        TypeError, match="Lost must give functions that its kind calls, none; got 'fold'. Give these, or"
    ):
        type("Lost", (Rule,), {"name": "lost", "fold": staticmethod(lambda synapse, gain: synapse)})


def test_the_refusal_reaches_the_subclass_of_a_finished_rule():
    for base, name in (
        (rb.BayesGaussian, "learn"),
        (rb.Hebb, "respond"),
        (rb.Arow, "modulation"),
        (rb.Smooth, "absorb"),
    ):
        with pytest.raises(TypeError, match=f"Changed must give functions .*; got '{name}'"):
            type("Changed", (base,), {name: lambda *arguments: None})


@pytest.mark.parametrize("rule", [rb.Shifted(), rb.BayesGaussian(), rb.Smooth()], ids=lambda rule: rule.name)
def test_a_dense_rule_refuses_sparse_rows(rule):
    assert isinstance(rule, DenseRule)
    rule.check_rows(np.eye(3), np.ones(3), intercept=True)
    with pytest.raises(ValueError, match=f"X must be dense for '{rule.name}'.*got a sparse matrix. Use toarray"):
        rule.check_rows(sp.csr_matrix(np.eye(3)), np.ones(3), intercept=True)


def test_other_rules_take_sparse_rows():
    rb.Hebb().check_rows(sp.csr_matrix(-np.eye(3)), np.ones(3), intercept=True)


class TestNonNegativeRules:
    @pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
    def test_negative_inputs_are_refused(self, form):
        rb.Bounded().check_rows(form(np.eye(3)), np.ones(3), intercept=False)
        with pytest.raises(ValueError, match="inputs of 'bounded' must not be negative; got -0.5.*do not standardise"):
            rb.Bounded().check_rows(form(np.diag([1.0, -0.5, 0.0])), np.ones(3), intercept=False)

    def test_no_rows_are_no_negative_rows(self):
        rb.Bounded().check_rows(np.empty((0, 3)), np.empty(0), intercept=True)

    def test_scenarios_with_inputs_of_both_signs_are_refused(self):
        rb.Bounded().check_scenario(rb.Scenario(inputs="boolean"), 10)
        for inputs in ("gaussian", "binary", rb.ShiftedInputs(2.0, 1.0)):
            with pytest.raises(ValueError, match="inputs must not be negative for 'bounded'.*Use inputs='boolean'"):
                rb.Bounded().check_scenario(rb.Scenario(inputs=inputs), 10)


def test_students_start_alike_side_by_side():
    rule = rb.BayesDiagonal()
    synapses, cells = rule.start_students(3, 4)
    alone, cell = rule.start(4)
    assert synapses.shape == (3, 2, 4)
    assert all(np.array_equal(one, alone) for one in synapses)
    assert [numbers(one) for one in cells] == [numbers(cell)] * 3
    assert cell.scale == 0.5  # 1/sqrt(N)
    assert rule.start(4, 1.0)[1].scale == 1.0


def test_parameters_are_the_fields_in_their_order_and_0_where_left_out():
    assert rb.BayesHebb(drift=0.5).parameters == (0.0, 0.5)
    assert rb.Bounded(eta=0.1, inhibition=0.2, theta=0.3).parameters == (0.1, 0.2, 0.3)


def test_a_rule_accepts_the_labels_of_its_kind():
    assert rb.Hebb().accepts(rb.Flips(0.1))
    assert rb.Hebb().accepts(Probit())
    assert not rb.Hebb().accepts(GaussianNoise())
    assert rb.Adaline().accepts(GaussianNoise())
    assert not rb.Adaline().accepts(rb.Flips())


def test_the_first_readout_is_the_default():
    assert rb.Hebb().readout() is MEAN
    assert rb.ClippedHebb().readout() is CLIPPED
    assert rb.Hebb().readout("clipped") is CLIPPED


def test_a_citation_names_the_paper_and_the_equations_or_says_that_there_is_none():
    assert "Barkai" in rb.Normalised().citation()
    assert rb.Normalised().citation().endswith("Equations: (2), (4)-(6).")
    assert margin().citation() == "margin: a rule of the user's own"
