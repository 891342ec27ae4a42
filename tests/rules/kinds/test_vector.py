"""Rules on whole vectors: ``learn`` is enough, for a classifier and for the simulator."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.rules.kinds.vector import VectorRule
from tests.helpers.rules import PlainVector


def test_a_rule_with_only_learn_is_a_classifier(random):
    x = random.standard_normal((200, 4))
    y = x @ np.array([1.0, -1.0, 0.5, 2.0]) > 0.0
    model, reference = rb.OnlineClassifier(PlainVector()), rb.OnlineClassifier(fit_intercept=False)
    assert np.array_equal(model.fit(x, y).predict(x), reference.fit(x, y).predict(x))
    assert model.decision_function(x) * np.sqrt(4) == pytest.approx(reference.decision_function(x))
    assert model.score(x, y) > 0.75


def test_a_rule_with_only_learn_is_simulated_and_has_no_chain(seed):
    result = rb.simulate(PlainVector(), n=20, alpha=[0.5, 10.0], runs=10, seed=seed)
    assert result.method == "vector"
    assert result.frame["disagreement"][1] < 0.5 * result.frame["disagreement"][0]
    with pytest.raises(ValueError, match="'plain-vector' is more than a modulation"):
        rb.simulate(PlainVector(), n=20, alpha=[1.0], method="chain")


def test_fields_default_to_weights_times_inputs_and_broadcast(random):
    x, w = random.standard_normal((5, 1, 3)), random.standard_normal((2, 3))
    assert PlainVector().fields(x, w) == pytest.approx(x[:, 0] @ w.T)


def test_targets_are_those_of_the_teacher_and_students_start_where_the_rule_does(random):
    assert set(PlainVector().target(9, rb.BinaryTeacher(), random)) == {-1.0, 1.0}
    assert PlainVector().random_start(9, random).tolist() == [0.0] * 9


def test_without_learn_there_is_no_rule():
    with pytest.raises(TypeError, match="abstract.*learn"):
        VectorRule()


def test_a_function_of_another_kind_is_refused():
    with pytest.raises(TypeError, match="Scalar must give functions that its kind calls, fields, learn; got 'respond'"):
        type("Scalar", (VectorRule,), {"name": "scalar", "respond": staticmethod(lambda *arguments: 0.0)})


def test_rows_must_be_dense():
    with pytest.raises(ValueError, match="X must be dense for 'plain-vector'.*Use toarray"):
        rb.OnlineClassifier(PlainVector()).fit(sp.csr_matrix(np.eye(4)), [0, 1, 0, 1])
