"""What compiled loops ask of a rule: its functions, and those that several kinds share."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows
from rosenblatt.rules.kinds.compiled import (
    CompiledRule,
    add_input,
    field_and_length,
    first_sum,
    follow_nothing,
    keep,
    multiply,
    weigh,
)
from rosenblatt.rules.kinds.hebbian_on_data import HebbianOnData
from tests.helpers.rules import Adaptive
from tests.helpers.students import numbers


@pytest.mark.parametrize(
    ("rule", "sums"),
    [
        (rb.Rosenblatt(), 1),  # the field
        (rb.Normalised(), 2),  # and the length of the input
        (rb.BayesHebb(), 2),
        (rb.BayesBinary(), 3),
        (rb.Shifted(), 7),
        (Adaptive(), 2),
        (HebbianOnData(rb.Adaline()), 2),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_the_number_of_sums_is_that_of_the_projection(rule: CompiledRule, sums):
    assert rule.n_sums == sums


def test_the_shared_functions_are_sums_of_vectors(random):
    w, x = random.standard_normal((2, 6))
    field, square = np.sum([field_and_length((a,), b) for a, b in zip(w, x, strict=True)], axis=0)
    assert (field, square) == pytest.approx((w @ x, x @ x))
    assert sum(weigh((a,), b)[0] for a, b in zip(w, x, strict=True)) == pytest.approx(w @ x)
    assert [add_input((a,), b, (0.5,))[0] for a, b in zip(w, x, strict=True)] == pytest.approx(w + 0.5 * x)
    assert [multiply((a,), 0.5)[0] for a in w] == pytest.approx(0.5 * w)


def test_the_defaults_change_nothing(random):
    synapses, cell = Adaptive().start(4)
    cell.gain = 0.5
    before = synapses.copy(), numbers(cell)
    assert keep((0.3, 2.0), 0.5) == (0.3, 2.0)
    follow_nothing(synapses, cell)
    assert np.array_equal(synapses, before[0])
    assert numbers(cell) == before[1]
    assert first_sum((3.0, 7.0), cell) == 1.5


@pytest.mark.parametrize(
    "rule", [rb.Rosenblatt(weight_decay=0.5), rb.BayesHebb(noise=0.1, drift=0.5), Adaptive()], ids=lambda r: r.name
)
def test_folding_the_gain_into_the_synapses_changes_no_later_answer(rule, random):
    x, labels = random.standard_normal((40, 5)), np.where(random.random(40) < 0.5, 1.0, -1.0)
    students = [rule.start(5), rule.start(5)]
    for synapses, cell in students:
        learn_rows(rule, x[:20], labels[:20], synapses, cell)
    synapses, cell = students[0]
    assert cell.gain != 1.0
    synapses[:] = np.transpose([rule.functions.fold(tuple(synapse), cell.gain) for synapse in synapses.T])
    cell.gain = 1.0
    folded, left = (learn_rows(rule, x[20:], labels[20:], *student) for student in students)
    assert folded == pytest.approx(left)
