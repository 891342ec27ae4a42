"""Counted costs are those of the loops that learn."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels import rows
from rosenblatt.kernels.slots import learning_slots
from rosenblatt.papers.solla_winther import costs
from rosenblatt.rules.bayes_hebb import BayesHebb


def test_a_counted_array_counts_each_number_that_is_read_or_written():
    touched = [0]
    array = costs.CountedArray(np.zeros((2, 3)), touched)
    array[0, 1] = array[1, 1] + 2.0
    row = array[0]
    assert row[1] == 2.0
    assert touched == [3]
    assert (row.shape, array.size) == ((3,), 6)


@pytest.mark.parametrize("rule", costs.RULES.values(), ids=lambda rule: rule.name)
def test_an_uncompiled_loop_learns_what_the_compiled_one_does(rule, random):
    x, labels = random.standard_normal((30, 7)), np.where(random.random((1, 30)) < 0.5, 1.0, -1.0)
    compiled, plain = rule.start_students(1, 7), rule.start_students(1, 7)
    rows.learn_rows(rule, x, labels, *compiled)
    loop = costs.uncompiled(rows.dense_rows, {**learning_slots(rule), "note": rows.note_nothing})
    loop(x, labels, np.ones(30), *plain, rows.NO_FIELDS, rule.parameters)
    assert plain[0] == pytest.approx(compiled[0], rel=1e-10)


def test_a_hebbian_student_touches_each_synapse_three_times_and_each_input_twice():
    # Read for the field, read and written for the step; one label and one sample weight a row.
    assert costs.touched_numbers(BayesHebb(), 20, 10) == 10 * (5 * 20 + 2)


def test_a_sweep_has_two_products_with_all_examples():
    operations, memory = costs.offline_costs(50, 200)
    assert operations == 2 * 50 * 200
    assert memory > 8 * 50 * 200
