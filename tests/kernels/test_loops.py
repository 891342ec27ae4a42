"""Every compiled loop against its plain specification, number by number."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.kernels import specification
from rosenblatt.kernels.averages import averages_kernel
from rosenblatt.kernels.chain import chain_kernel, new_student
from rosenblatt.kernels.ensemble import ensemble_kernel
from rosenblatt.kernels.events import events_kernel
from rosenblatt.kernels.gram_chain import triangulate
from rosenblatt.kernels.random import new_urn, seed_state
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.kernels.shifted_chain import new_shifted_student, shifted_chain_kernel
from rosenblatt.rules.base import EMPHASIS, EXAMPLES, GAIN, OWN, SCALE, Rule
from rosenblatt.rules.hebbian import HebbianRule
from rosenblatt.scenario import INPUTS
from tests.conftest import MISTAKE_DRIVEN, SAMPLES, by_name


@dataclass(frozen=True)
class Adaptive(Rule):
    """A rule that is more than a modulation: two numbers a synapse, two sums, a memory, a gain."""

    rate: float = 0.3
    forget: float = 0.01

    name = "adaptive"
    synapse = (0.0, 1.0)
    own_memory = (0.5,)

    @cached_property
    def project(self) -> Callable[..., tuple[float, ...]]:
        return lambda synapse, x: (synapse[0] * x, synapse[1] * x * x)

    @cached_property
    def respond(self) -> Callable[..., tuple[float, ...]]:
        def respond(label, sums, memory, rate, forget):
            field, spread = memory[GAIN] * memory[SCALE] * sums[0], memory[SCALE] ** 2 * sums[1]
            memory[OWN] += 0.1 * (spread - memory[OWN])
            memory[GAIN] *= 1.0 - forget
            if label * field > 1.0:
                return (0.0, 0.0)
            strength = memory[EMPHASIS] * rate
            return (strength * label / (memory[GAIN] * (1.0 + memory[OWN])), 0.1 * strength)

        return respond

    @cached_property
    def absorb(self) -> Callable[..., tuple[float, ...]]:
        return lambda synapse, x, signal: (
            synapse[0] + signal[0] * synapse[1] * x,
            synapse[1] / (1.0 + signal[1] * x * x),
        )

    @cached_property
    def fold(self) -> Callable[..., tuple[float, ...]]:
        return lambda synapse, gain: (gain * synapse[0], synapse[1])


@pytest.fixture
def data(random):
    x = random.standard_normal((300, 11)) * (random.random((300, 11)) < 0.4)
    return x, np.where(x @ random.standard_normal(11) > 0.0, 1.0, -1.0)


def learn(rule: Rule, x, labels, synapses: np.ndarray, memory: np.ndarray) -> None:
    """Let one student learn, in place."""
    stacked = synapses[None].copy(), memory[None].copy()
    try:
        learn_rows(rule, x, labels[None].copy(), *stacked)
    finally:
        synapses[:], memory[:] = stacked[0][0], stacked[1][0]


def state_of(seed: int) -> np.ndarray:
    return seed_state(np.random.SeedSequence([seed, 11]))


@pytest.mark.parametrize("rule", [*SAMPLES, Adaptive(), rb.Bounded(eta=0.3)], ids=by_name)
class TestRows:
    def test_compiled_equals_plain(self, rule: Rule, data):
        x, labels = data
        compiled, plain = rule.start(11, 0.5), rule.start(11, 0.5)
        learn(rule, x, labels, *compiled)
        specification.learn_rows(rule, x, labels, *plain)
        assert compiled[0] == pytest.approx(plain[0], rel=1e-12, abs=1e-13)
        assert compiled[1] == pytest.approx(plain[1], rel=1e-12)
        assert np.abs(compiled[0][0]).max() > 0.1

    def test_a_batch_equals_its_rows(self, rule: Rule, data):
        x, labels = data
        whole, single = rule.start(11, 0.5), rule.start(11, 0.5)
        learn(rule, x, labels, *whole)
        for i in range(len(x)):
            learn(rule, x[i : i + 1], labels[i : i + 1], *single)
        assert np.array_equal(whole[0], single[0])
        assert np.array_equal(whole[1], single[1])

    @pytest.mark.parametrize("index", [np.int32, np.int64])
    def test_sparse_equals_dense(self, rule: Rule, data, index):
        x, labels = data
        matrix = sp.csr_matrix(x)
        matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
        dense, sparse = rule.start(11, 0.5), rule.start(11, 0.5)
        learn(rule, x, labels, *dense)
        learn(rule, matrix, labels, *sparse)
        assert sparse[0] == pytest.approx(dense[0], rel=1e-12, abs=1e-13)

    def test_float32_data_lose_only_their_own_digits(self, rule: Rule, data):
        x, labels = data
        single = x.astype(np.float32)
        from_single, from_double = rule.start(11, 0.5), rule.start(11, 0.5)
        learn(rule, single, labels, *from_single)
        learn(rule, single.astype(float), labels, *from_double)
        assert from_single[0] == pytest.approx(from_double[0], rel=1e-12, abs=1e-13)

    def test_read_only_data_are_learnt(self, rule: Rule, data):
        x, labels = data
        x.flags.writeable = labels.flags.writeable = False
        student = rule.start(11, 0.5)
        learn(rule, x, labels, *student)
        assert student[1][EXAMPLES] == len(x)


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
def test_rows_of_a_hebbian_rule_follow_the_formula(rule: HebbianRule, data):
    x, labels = data
    student = rule.start(11, 0.5)
    learn(rule, x, labels, *student)
    assert rule.weights(*student) == pytest.approx(specification.hebbian_rows(rule, x, labels, 0.5), rel=1e-11)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_a_gain_that_underflows_is_folded_away(form, data):
    x, labels = data
    rule = rb.Hebb(weight_decay=9.9)  # keeps a tenth at each row: 300 rows would underflow
    student = rule.start(11, 0.5)
    learn(rule, form(x), labels, *student)
    assert student[1][GAIN] > 1e-101
    assert rule.weights(*student) == pytest.approx(specification.hebbian_rows(rule, x, labels, 0.5), rel=1e-12)


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
    assert student[1][EXAMPLES] == 0.0  # a failed call leaves the student as it was


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("inputs", list(INPUTS))
@pytest.mark.parametrize(("noise", "drift"), [(0.0, 0.0), (0.2, 0.4)])
def test_ensemble(rule: HebbianRule, inputs: str, noise: float, drift: float, seed, random):
    n, steps = 23, 150
    teacher = random.standard_normal(n)
    teacher *= math.sqrt(n) / np.linalg.norm(teacher)
    mean = INPUTS[inputs].mean(teacher, random)
    expected, moved = specification.ensemble(rule, steps, noise, drift, teacher.copy(), mean, inputs, state_of(seed))
    synapses, memory = rule.start(n)
    stopped = ensemble_kernel(rule, inputs)(
        steps, noise, drift, teacher, mean, state_of(seed), synapses, memory, rule.parameters
    )
    assert stopped == -1
    assert rule.weights(synapses, memory) == pytest.approx(expected, rel=1e-9, abs=1e-10)
    assert teacher == pytest.approx(moved, rel=1e-10)


def test_a_tie_of_the_teacher_is_labelled_minus_one(seed):
    # Two weights of +1 and two of -1: the teacher's own field is 0 for many inputs of signs.
    rule, teacher = rb.Hebb(), np.array([1.0, 1.0, -1.0, -1.0])
    expected, _ = specification.ensemble(rule, 200, 0.0, 0.0, teacher, np.zeros(4), "binary", state_of(seed))
    synapses, memory = rule.start(4)
    ensemble_kernel(rule, "binary")(
        200, 0.0, 0.0, teacher.copy(), np.zeros(4), state_of(seed), synapses, memory, rule.parameters
    )
    assert rule.weights(synapses, memory) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("n", [3, 4, 40])
@pytest.mark.parametrize(("noise", "drift"), [(0.0, 0.0), (0.2, 0.0), (0.1, 0.5)])
def test_chain(rule: HebbianRule, n: int, noise: float, drift: float, seed):
    steps = 600
    r, q_norm = specification.chain(rule, steps, n, noise, drift, state_of(seed))
    student = new_student()
    stopped = chain_kernel(rule)(
        steps, float(n), noise, drift, rule.weight_decay, state_of(seed), new_urn(), student, rule.own
    )
    assert stopped == -1
    assert student[0] == pytest.approx(r, rel=1e-7, abs=1e-9)
    assert student[0] ** 2 + student[1] ** 2 == pytest.approx(q_norm, rel=1e-8)
    assert student[2] == steps


@pytest.mark.parametrize("rule", MISTAKE_DRIVEN, ids=by_name)
@pytest.mark.parametrize("n", [3, 40])
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_events(rule: HebbianRule, n: int, noise: float, seed):
    steps = 900
    r, q_norm, mistakes = specification.events(rule, steps, n, noise, state_of(seed))
    student = new_student()
    stopped = events_kernel(rule)(
        steps, float(n), noise, 0.0, rule.weight_decay, state_of(seed), new_urn(), student, rule.own
    )
    assert stopped == -1
    assert mistakes >= 3
    assert student[0] == pytest.approx(r, rel=1e-7, abs=1e-9)
    assert student[0] ** 2 + student[1] ** 2 == pytest.approx(q_norm, rel=1e-8)
    assert student[2] == steps


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_averages(rule: HebbianRule, noise: float):
    result = np.empty(3)
    for angle in (1e-7, 0.3, 1.4, 2.8):
        for length in (0.01, 1.0, 7.0):
            r, r_perp = length * math.cos(angle), length * math.sin(angle)
            kinks = np.array(rule.kink_fields(2.0, length**2), dtype=float)
            averages_kernel(rule)(r, r_perp, 2.0, noise, kinks, 1, rule.own, result)
            assert result == pytest.approx(specification.averages(rule, r, r_perp, 2.0, noise), rel=1e-9, abs=1e-13)


def test_too_many_numbers_per_synapse_is_an_error():
    class Hoarder(Adaptive):
        name = "hoarder"
        synapse = (0.0,) * 5

        @cached_property
        def project(self):
            return lambda synapse, x: (synapse[0] * x,)

    with pytest.raises(ValueError, match="numbers per synapse; got 5 and 1"):
        learn(Hoarder(), np.ones((1, 2)), np.ones(1), *Hoarder().start(2))


class TestStackedStudents:
    def test_an_intercept_is_a_column_of_ones(self, data):
        x, labels = data
        for rule in (rb.Rosenblatt(), Adaptive()):
            for form in (np.asarray, sp.csr_matrix):
                inside, outside = rule.start(12, 1.0), rule.start(12, 1.0)
                learn(rule, form(x), labels, *inside)
                learn(rule, np.hstack([x, np.ones((len(x), 1))]), labels, *outside)
                assert inside[0] == pytest.approx(outside[0], rel=1e-12)

    def test_students_learn_side_by_side_as_if_alone(self, data):
        x, labels = data
        rule = rb.Rosenblatt()
        both = np.array([labels, -labels[::-1]])
        synapses, memory = (np.stack([part, part]) for part in rule.start(11, 1.0))
        learn_rows(rule, x, both, synapses, memory)
        for k in range(2):
            alone = rule.start(11, 1.0)
            learn(rule, x, both[k], *alone)
            assert np.array_equal(alone[0], synapses[k])

    def test_weights_multiply_the_signal_and_zero_is_absence(self, data):
        x, labels = data
        rule = rb.Hebb()
        weights = np.where(np.arange(len(x)) % 3 == 0, 0.0, 2.0)
        synapses, memory = (part[None].copy() for part in rule.start(11, 1.0))
        learn_rows(rule, x, labels[None], synapses, memory, weights)
        kept = weights > 0
        assert rule.weights(synapses[0], memory[0]) == pytest.approx(2.0 * labels[kept] @ x[kept])
        assert memory[0, EXAMPLES] == kept.sum()

    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            ({"labels": np.ones((1, 299))}, r"labels must be \(1, 300\); got \(1, 299\)"),
            ({"weights": np.ones(2)}, r"weights must be \(300,\); got \(2,\)"),
            ({"synapses": np.zeros((1, 1, 5))}, "inputs of x and synapses must be True"),
            ({"memory": np.zeros((1, 2))}, "memory must be"),
            ({"x": np.zeros((300, 11), dtype=int)}, "x must be of float32 or float64; got int64"),
            ({"x": np.zeros((300, 11), order="F")}, "x must be C-contiguous"),
            ({"x": sp.csc_matrix((300, 11))}, "x must be an array or a CSR matrix; got csc_matrix"),
        ],
    )
    def test_shapes_that_do_not_fit_are_refused_before_compiled_code_sees_them(self, wrong, message):
        synapses, memory = (part[None].copy() for part in rb.Hebb().start(11, 1.0))
        right = {"x": np.zeros((300, 11)), "labels": np.ones((1, 300)), "synapses": synapses, "memory": memory}
        with pytest.raises((ValueError, TypeError), match=message):
            learn_rows(rb.Hebb(), **{**right, **wrong})


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_the_shifted_chain_equals_its_specification(rule: HebbianRule, noise, seed):
    n, steps, q0, v = 30, 400, -0.7, 1.1
    start = new_shifted_student(rule, n, np.random.default_rng(seed))
    student = start.copy()
    kernel = shifted_chain_kernel(rule)
    assert kernel(steps, float(n), noise, rule.weight_decay, q0, v, state_of(seed), student, rule.own) == -1
    plain = specification.shifted_chain(rule, steps, n, noise, q0, v, start, state_of(seed))
    assert student[:3] == pytest.approx(plain, rel=1e-9, abs=1e-12)
    assert student[3] == steps


def test_a_random_shifted_student_has_no_direction_of_its_own(random):
    starts = np.array([new_shifted_student(rb.Normalised(), 4, random) for _ in range(20_000)])
    assert (starts[:, :3] ** 2).mean(axis=0) == pytest.approx([0.25, 0.25, 0.5], abs=0.01)


def test_triangulation_keeps_all_inner_products(random):
    vectors = random.standard_normal((3, 6))
    before, plane = vectors @ vectors.T, vectors[:, :2].copy()
    triangulate(vectors)
    assert vectors @ vectors.T == pytest.approx(before, rel=1e-13)
    assert np.array_equal(vectors[:, :2], plane)
    assert np.array_equal(vectors[2, 3:], np.zeros(3))
    assert np.array_equal(vectors[1, 4:], np.zeros(2))
    assert vectors[0, 5] == 0.0
