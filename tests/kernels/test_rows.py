"""The loop over rows of data against its plain twin, number by number, and what it refuses."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.rows import fields_then_learn_rows, learn_rows, note_field, rows_kernel
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.kinds.hebbian import HebbianRule
from tests.helpers import by_name
from tests.helpers.rules import FORMS, Adaptive, PlainVector, margin
from tests.helpers.students import fields_then_learn, learn, numbers


@pytest.fixture
def data(random):
    x = random.standard_normal((300, 11)) * (random.random((300, 11)) < 0.4)
    return x, np.where(x @ random.standard_normal(11) > 0.0, 1.0, -1.0)


@pytest.mark.parametrize("rule", [*FORMS, Adaptive(), rb.Bounded(eta=0.3)], ids=by_name)
class TestRows:
    def test_compiled_equals_plain(self, rule: CompiledRule, data):
        x, labels = data
        compiled, plain = rule.start(11, 0.5), rule.start(11, 0.5)
        if isinstance(rule, HebbianRule) and rule.needs_start:
            compiled[0][0], plain[0][0] = x[0], x[0]
        fields = fields_then_learn(rule, x, labels, *compiled)
        plain_fields = plain_loops.learn_rows(rule, x, labels, *plain)
        assert compiled[0] == pytest.approx(plain[0], rel=1e-12, abs=1e-13)
        assert numbers(compiled[1]) == pytest.approx(numbers(plain[1]), rel=1e-12)
        assert fields == pytest.approx(plain_fields, rel=1e-11, abs=1e-12)
        assert np.abs(compiled[0][0]).max() > 0.1

    def test_a_batch_equals_its_rows(self, rule: CompiledRule, data):
        x, labels = data
        whole, single = rule.start(11, 0.5), rule.start(11, 0.5)
        fields_then_learn(rule, x, labels, *whole)
        for i in range(len(x)):
            fields_then_learn(rule, x[i : i + 1], labels[i : i + 1], *single)
        assert np.array_equal(whole[0], single[0])
        assert numbers(whole[1]) == numbers(single[1])

    def test_sparse_equals_dense(self, rule: CompiledRule, data):
        x, labels = data
        dense, sparse = rule.start(11, 0.5), rule.start(11, 0.5)
        fields_then_learn(rule, x, labels, *dense)
        fields_then_learn(rule, sp.csr_matrix(x), labels, *sparse)
        assert sparse[0] == pytest.approx(dense[0], rel=1e-12, abs=1e-13)

    def test_read_only_data_are_learnt(self, rule: CompiledRule, data):
        x, labels = data
        x.flags.writeable = labels.flags.writeable = False
        student = rule.start(11, 0.5)
        fields_then_learn(rule, x, labels, *student)
        assert student[1].examples == len(x)


# A number or an index of another type is converted where it is read, before any rule sees it.
@pytest.mark.parametrize("rule", [margin(), Adaptive()], ids=by_name)
class TestTypes:
    def test_sparse_data_may_have_long_indices(self, rule: CompiledRule, data):
        x, labels = data
        matrix = sp.csr_matrix(x)
        assert matrix.indices.dtype == np.int32
        matrix.indices, matrix.indptr = matrix.indices.astype(np.int64), matrix.indptr.astype(np.int64)
        dense, sparse = rule.start(11, 0.5), rule.start(11, 0.5)
        fields_then_learn(rule, x, labels, *dense)
        fields_then_learn(rule, matrix, labels, *sparse)
        assert sparse[0] == pytest.approx(dense[0], rel=1e-12, abs=1e-13)

    @pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
    def test_float32_data_lose_only_their_own_digits(self, rule: CompiledRule, data, form):
        x, labels = data
        single = form(x.astype(np.float32))
        from_single, from_double = rule.start(11, 0.5), rule.start(11, 0.5)
        fields_then_learn(rule, single, labels, *from_single)
        fields_then_learn(rule, single.astype(float), labels, *from_double)
        assert from_single[0] == pytest.approx(from_double[0], rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("rule", FORMS, ids=by_name)
def test_rows_of_a_hebbian_rule_follow_the_formula(rule: HebbianRule, data):
    x, labels = data
    student = rule.start(11, 0.5)
    fields_then_learn(rule, x, labels, *student)
    assert rule.weights(*student) == pytest.approx(plain_loops.hebbian_rows(rule, x, labels, 0.5), rel=1e-11)


def test_a_tie_of_signs_is_exactly_zero_and_counts_as_a_mistake(random):
    # An integer perceptron is the oracle: 1/sqrt(10) must not turn its many ties into rounding errors.
    x = np.where(random.random((500, 10)) < 0.5, 1, -1)
    labels = np.where(random.random(500) < 0.5, 1, -1)  # not to be learnt: mistakes never end
    weights, ties = np.zeros(10, dtype=int), 0
    for row, label in zip(x, labels, strict=True):
        ties += int(weights @ row == 0)
        if label * (weights @ row) <= 0:
            weights += label * row
    student = rb.Rosenblatt().start(10)
    learn(rb.Rosenblatt(), x.astype(float), labels.astype(float), *student)
    assert ties > 10
    assert student[0][0].tolist() == weights.tolist()


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_a_row_that_gives_no_number_fails_with_nothing_lost(form):
    rule = rb.rule(lambda label, field: math.exp(min(field, 1e3)) * label)()
    student = rule.start(2, 1.0)
    x = np.array([[1.0, 0.0], [1000.0, 0.0], [1.0, 1.0]])
    with pytest.raises(FloatingPointError, match="finite signals and weights; got NaN or infinity by row 1"):
        learn(rule, form(x), np.ones(3), *student)
    assert rule.weights(*student).tolist() == [0.0, 0.0]
    assert student[1].examples == 0.0  # a failed call leaves the student as it was


DENSE_AND_SPARSE = [(rb.Hebb(), np.asarray), (rb.Hebb(), sp.csr_matrix), (rb.Bounded(eta=0.3), sp.csr_matrix)]


@pytest.mark.parametrize(
    ("rule", "form"),
    [*DENSE_AND_SPARSE, (rb.BayesGaussian(noise=0.1), np.asarray), (PlainVector(), np.asarray)],
    ids=by_name,
)
def test_who_asks_for_no_fields_learns_the_same(rule, form, random):
    x, labels = random.random((50, 4)), random.choice([-1.0, 1.0], (2, 50))
    students = [rule.start_students(2, 4) for _ in range(2)]
    learn_rows(rule, form(x), labels, *students[0])
    fields_then_learn_rows(rule, form(x), labels, *students[1])
    assert students[0][0] == pytest.approx(students[1][0], rel=1e-12, abs=1e-14)


class TestStackedStudents:
    def test_students_learn_side_by_side_as_if_alone(self, data):
        x, labels = data
        rule = rb.Rosenblatt()
        both = np.array([labels, -labels[::-1]])
        synapses, cells = rule.start_students(2, 11, 1.0)
        learn_rows(rule, x, both, synapses, cells)
        for k in range(2):
            alone = rule.start(11, 1.0)
            learn(rule, x, both[k], *alone)
            assert np.array_equal(alone[0], synapses[k])

    def test_weights_multiply_the_signal_and_zero_is_absence(self, data):
        x, labels = data
        rule = rb.Hebb()
        weights = np.where(np.arange(len(x)) % 3 == 0, 0.0, 2.0)
        synapses, cells = rule.start_students(1, 11, 1.0)
        fields = fields_then_learn_rows(rule, x, labels[None], synapses, cells, weights)
        kept = weights > 0
        assert rule.weights(synapses[0], cells[0]) == pytest.approx(2.0 * labels[kept] @ x[kept])
        assert cells.examples[0] == kept.sum()
        assert not fields[0, ~kept].any()

    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            ({"labels": np.ones((1, 299))}, r"labels must be \(1, 300\); got \(1, 299\)"),
            ({"sample_weights": np.ones(2)}, r"sample_weights must be \(300,\); got \(2,\)"),
            ({"synapses": np.zeros((1, 1, 5))}, "inputs of x and synapses must be True"),
            ({"cells": rb.BayesHebb().start_students(1, 11)[1]}, "cells must be"),
            ({"cells": rb.Hebb().start_students(2, 11)[1]}, "cells must be"),
            ({"x": np.zeros((300, 11), dtype=int)}, "x must be of float32 or float64; got int64"),
            ({"x": np.zeros((300, 11), order="F")}, "x must be C-contiguous"),
            ({"x": sp.csc_matrix((300, 11))}, "x must be an array or a CSR matrix; got csc_matrix"),
        ],
    )
    def test_shapes_that_do_not_fit_are_refused_before_compiled_code_sees_them(self, wrong, message):
        synapses, cells = rb.Hebb().start_students(1, 11, 1.0)
        right = {"x": np.zeros((300, 11)), "labels": np.ones((1, 300)), "synapses": synapses, "cells": cells}
        with pytest.raises((ValueError, TypeError), match=message):
            learn_rows(rb.Hebb(), **{**right, **wrong})


def test_a_rule_on_vectors_learns_row_by_row_and_says_its_fields(data):
    x, labels = data
    synapses, cells = PlainVector().start_students(1, 11)
    fields = fields_then_learn_rows(PlainVector(), x, labels[None], synapses, cells)
    reference = rb.Rosenblatt().start(11, 1.0)
    expected = fields_then_learn(rb.Rosenblatt(), x / math.sqrt(11), labels, *reference)
    assert synapses[0] == pytest.approx(rb.Rosenblatt().weights(*reference)[None])
    assert fields[0] == pytest.approx(expected * math.sqrt(11))
    assert cells.examples[0] == len(x)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_a_kept_kernel_writes_nothing_but_the_students(form, random):
    x, labels, rule = form(random.random((50, 4))), random.choice([-1.0, 1.0], (1, 50)), rb.Hebb()
    kept, fresh = rule.start_students(1, 4), rule.start_students(1, 4)
    learn_rows(rule, x, labels, *kept, kernel=rows_kernel(rule, x))
    learn_rows(rule, x, labels, *fresh)
    assert np.array_equal(kept[0], fresh[0])
    with pytest.raises(TypeError, match="positional argument"):
        rows_kernel(rule, x, note_field)  # it would write into room that `learn_rows` does not have
