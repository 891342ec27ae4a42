"""The mixture of experts against its plain loop."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank import plain_loops
from rosenblatt.kernels.bank.mixture import LONG, follow_doubts, follow_each_error, follow_errors, mixture_kernel
from rosenblatt.kernels.bank.plain_loops import Experts, Mixed, MixtureWeights
from rosenblatt.kernels.compiler import machine_code

SHARES = np.array([1e-4, 1e-2])
ROWS = 200


@pytest.fixture
def experts(random) -> Experts:
    observed = random.random((3, ROWS))
    observed[2, ::7], observed[0, ::11] = 0.0, 1.0  # experts that are certain, some of them wrong
    return Experts(observed, random.standard_normal((2, 3, ROWS)))


@pytest.fixture
def labels(experts, random) -> np.ndarray:
    return np.where(random.random(ROWS) < experts.observed[1], 1.0, -1.0)


def even_weights() -> MixtureWeights:
    return MixtureWeights(SHARES, np.full((2, 3), 1.0 / 3.0), np.full(2, 0.5))


def mix(experts, weights, labels, counts, *, learn, members=0, inputs=None, means=(None, None)) -> Mixed:
    """Return what the compiled loop makes of experts."""
    mixed = np.full((3, 2, ROWS), np.nan)
    cleans, fields = experts.others.copy()
    said = (fields, experts.observed.copy(), cleans)
    keeps, recent = (np.empty(0) if own is None else own for own in means)
    inputs = np.empty((0, 0)) if inputs is None else inputs
    told, mixed_told = experts.others.copy(), np.empty((2, ROWS))
    call = (members, *said, *weights, 1, *mixed, keeps, recent, inputs, told, mixed_told, np.empty(2))
    machine_code(mixture_kernel())(learn, labels, counts, *call)
    if members == 0:  # what is told is mixed as the fields are, which members keep within bounds
        assert mixed_told == pytest.approx(mixed[[2, 0], 1], rel=1e-12, abs=1e-13)
    assert np.isnan(mixed[:, 0]).all()
    return Mixed(mixed[1, 1], mixed[[2, 0], 1])


@pytest.mark.parametrize("sample_weights", ["ones", "others"])
def test_rows_are_mixed_and_learnt(sample_weights, experts, labels, random):
    counts = np.ones(ROWS) if sample_weights == "ones" else random.choice([0.5, 1.0, 3.0], ROWS)
    weights = even_weights()
    plain, after = plain_loops.mix_and_learn_rows(experts, labels, counts, even_weights())
    mixed = mix(experts, weights, labels, counts, learn=True)
    assert mixed.observed == pytest.approx(plain.observed, rel=1e-12)
    assert mixed.others == pytest.approx(plain.others, rel=1e-12, abs=1e-13)
    assert weights.of_experts == pytest.approx(after.of_experts, rel=1e-11)
    assert weights.of_shares == pytest.approx(after.of_shares, rel=1e-11)
    assert weights.of_experts[0].argmax() == 1  # who was right


def test_rows_are_mixed_by_weights_that_cannot_be_changed(experts, labels, random):
    weights = (SHARES.copy(), random.dirichlet(np.ones(3), 2), random.dirichlet(np.ones(2)))
    for part in weights:
        part.flags.writeable = False
    mixed, plain = (
        mix(experts, weights, labels, np.ones(ROWS), learn=False),
        plain_loops.mix_rows(experts, *weights[1:]),
    )
    assert mixed.observed == pytest.approx(plain.observed, rel=1e-12)
    assert mixed.others == pytest.approx(plain.others, rel=1e-12, abs=1e-13)


def test_what_is_said_of_a_row_does_not_depend_on_whether_it_is_learnt_then(experts, labels):
    asked, learnt = (mix(experts, even_weights(), labels, np.ones(ROWS), learn=learn) for learn in (False, True))
    assert learnt.observed[0] == asked.observed[0]
    assert np.array_equal(learnt.others[:, 0], asked.others[:, 0])
    assert not np.allclose(learnt.observed[1:], asked.observed[1:])


@pytest.mark.parametrize("learn", [True, False])
def test_what_the_second_layer_sees(learn, experts, labels, random):
    noises = random.uniform(0.0, 0.3, (3, ROWS))
    experts = Experts(noises, np.stack([random.random((3, ROWS)), 5.0 * random.standard_normal((3, ROWS))]))
    clean, fields = experts.others
    keeps, recent, inputs = np.array([0.0, 0.8]), np.array([0.5, -0.5]), np.empty((ROWS, 9))
    observed, inside = noises + (1.0 - 2.0 * noises) * clean, np.clip(fields, -6.0, 6.0)
    weights, counts = even_weights(), np.ones(ROWS)
    before = plain_loops.fill_label_means(labels, keeps, recent.copy())[:-1] if learn else np.tile(recent, (ROWS, 1))
    told = Experts(observed, np.stack([clean, inside]))
    if learn:
        plain, _ = plain_loops.mix_and_learn_rows(told, labels, counts, even_weights())
    else:
        plain = plain_loops.mix_rows(told, *even_weights()[1:])
    means = (keeps, recent)
    mixed = mix(experts, weights, labels, counts, learn=learn, members=3, inputs=inputs, means=means)
    assert mixed.observed == pytest.approx(plain.observed, rel=1e-12)
    h = plain.others[1]
    shapes = [np.ones(ROWS), h, np.abs(h), np.clip(h, -3.0, 3.0) ** 3 / 9.0]
    assert inputs == pytest.approx(np.column_stack([*shapes, inside.T, before]), rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("clock", [0, 900, 10_000])
def test_errors(clock, random):
    errors, mean = random.random(300), np.array([0.3])
    expected = plain_loops.follow_errors(errors, 0.3, clock)
    follow_errors(errors, mean, clock)
    assert mean[0] == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("clock", [0, 900])
def test_errors_of_two_classes_are_those_of_the_rarer_one(clock, random):
    observed, mean = random.random(300), np.array([0.3])
    expected = plain_loops.follow_errors(np.where(observed > 0.5, 1.0 - observed, observed), 0.3, clock)
    follow_doubts(observed, mean, clock)
    assert mean[0] == pytest.approx(expected, rel=1e-13)


def test_errors_of_the_first_rows_have_a_plain_mean(random):
    errors, mean = random.random(int(LONG)), np.array([7.0])  # what was there before the first row does not count
    follow_errors(errors, mean, 0)
    assert mean[0] == pytest.approx(errors.mean(), rel=1e-12)


def test_the_running_mean_of_errors_is_told_after_each_row(random):
    errors, alone, told = random.random(3000), np.array([0.3]), np.array([0.3])
    means = np.empty(3000)
    follow_each_error(errors, told, 500, means)
    one_by_one = []
    for row in range(3000):
        follow_errors(errors[row : row + 1], alone, 500 + row)
        one_by_one.append(alone[0])
    assert np.array_equal(means, one_by_one)
    assert told[0] == means[-1]
