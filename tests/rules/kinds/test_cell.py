"""The memory of a cell: numbers by name, of one student and of several."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows
from rosenblatt.rules.kinds.cell import COMMON, for_kernels, new_cell, numbers_of, stacked
from tests.helpers.rules import Adaptive
from tests.helpers.students import learn, numbers

OWN = {"variance": 2.0, "usual": 0.5}


def test_a_new_cell_has_the_common_numbers_and_then_the_rule_s_own():
    cell = new_cell(7, 0.25, 3.0, OWN)
    assert cell.dtype.names == (*COMMON, "variance", "usual")
    assert (cell.gain, cell.scale, cell.examples, cell.n, cell.sample_weight) == (3.0, 0.25, 0.0, 7.0, 1.0)
    assert (cell.variance, cell.usual) == (2.0, 0.5)


def test_a_name_that_is_not_there_is_an_error_and_not_a_new_number():
    cell = new_cell(7, 1.0, 1.0, OWN)
    with pytest.raises(AttributeError, match="varianz"):
        cell.varianz  # noqa: B018
    with pytest.raises(AttributeError):
        cell.varianz = 1.0


def test_stacked_cells_start_like_the_one_and_are_independent_of_it_and_of_each_other():
    cell = new_cell(7, 1.0, 1.0, OWN)
    cells = stacked(cell, 3)
    assert cells.variance.tolist() == [2.0, 2.0, 2.0]
    cells[1].variance = 9.0
    cell.usual = -1.0
    assert cells.variance.tolist() == [2.0, 9.0, 2.0]
    assert cells.usual.tolist() == [0.5, 0.5, 0.5]


def test_numbers_of_cells_are_written_back_into_the_same_cells():
    cells = stacked(new_cell(7, 1.0, 1.0, OWN), 2)
    plain, before = numbers_of(cells), numbers_of(cells).copy()
    for name in cells.dtype.names:
        cells[name] += 1.0
    assert (plain == before + 1.0).all()
    plain[:] = before
    assert [numbers(cell) for cell in cells] == before.tolist()


def test_kernels_are_given_the_same_memory():
    cells = stacked(new_cell(7, 1.0, 1.0, OWN), 2)
    given = for_kernels(cells)
    assert type(given) is np.ndarray
    given["gain"][1] = 5.0
    assert cells.gain.tolist() == [1.0, 5.0]


def test_plain_and_compiled_code_write_the_same_names(random):
    rule, x = Adaptive(), random.standard_normal((30, 11))
    labels = np.where(random.random(30) < 0.5, 1.0, -1.0)
    plain, compiled = rule.start(11, 1.0), rule.start(11, 1.0)
    learn_rows(rule, x, labels, *plain)
    learn(rule, x, labels, *compiled)
    assert plain[1].usual != rule.own_memory["usual"]
    assert compiled[1].gain == pytest.approx(0.99**30)  # the rule forgets a hundredth at each example
    assert compiled[1].examples == 30.0
    assert numbers(compiled[1]) == pytest.approx(numbers(plain[1]))


def test_names_are_those_of_the_rule_whatever_its_parameters():
    assert rb.BayesHebb(noise=0.1).start(5)[1].dtype == rb.BayesHebb().start(5)[1].dtype
    assert rb.Normalised().start(5)[1].dtype.names[len(COMMON) :] == ("q_norm",)
    assert rb.Rosenblatt().start(5)[1].dtype.names == COMMON
