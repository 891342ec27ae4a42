"""What a `BayesRegressor` has learnt: units of targets, batches, and arrays."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.numbers.members import LEAST_SQUARES, START, START_NOISE, KnownOfNumbers
from rosenblatt.estimators.numbers.state import NumberState, Options

BANK = Options(KnownOfNumbers(), covariance="auto", memory=1e8, standardise=True, linear=False, runs=True)
SINGLE = Options(KnownOfNumbers(0.0, 5.0), covariance="auto", memory=1e8, standardise=False, linear=True, runs=False)


@pytest.fixture
def rows(random):
    x = random.standard_normal((150, 2)) * [1.0, 20.0] + [0.0, 3.0]
    return x, 100.0 + 10.0 * (x @ [1.0, 0.1] + 0.3 * random.standard_normal(150))


def learnt(x, targets, options=BANK):
    state = NumberState.new(x, options)
    return state, state.learn(x, targets, np.ones(len(x)), cdf=True)


def test_one_member_is_the_posterior_of_all_rows_at_once(rows):
    # The prior is that of the first units: centred at the first target, in units of the distance of the second.
    x, targets = rows
    state, _ = learnt(x, targets, SINGLE)
    z, unit = np.column_stack([x, np.ones(150)]), abs(targets[1] - targets[0])
    y = (targets - targets[0]) / unit
    precision = z.T @ z + np.diag(1.0 / np.array([5.0, 5.0, 50.0]))
    mean = np.linalg.solve(precision, z.T @ y)
    squares = START * START_NOISE + y @ y - mean @ precision @ mean
    expected = unit * mean + [0.0, 0.0, targets[0]]
    assert state.weights() == pytest.approx(expected, rel=1e-9)
    assert state.noise() == pytest.approx(unit * np.sqrt(squares / (START + 150)), rel=1e-9)


@pytest.mark.parametrize("options", [BANK, SINGLE], ids=["bank", "single"])
def test_what_was_said_is_what_was_predicted(options, rows):
    x, targets = rows
    targets = np.concatenate([np.full(4, targets[0]), targets[:40]])  # the unit is not known at first
    x = x[:44]
    _, said = learnt(x, targets, options)
    single = NumberState.new(x, options)
    for k in range(44):
        row = slice(k, k + 1)
        if k:
            expected = single.predict(x[row])
            assert said.means[k] == pytest.approx(expected.mean()[0], rel=1e-7)
            assert said.densities[k] == pytest.approx(np.log(expected.density(targets[row]))[0], rel=1e-6, abs=1e-7)
            assert said.probabilities[k] == pytest.approx(expected.cdf(targets[row])[0], abs=1e-7)
        single.learn(x[row], targets[row], np.ones(1))
    assert np.isnan([said.means[0], said.densities[0], said.probabilities[0]]).all()


@pytest.mark.parametrize(("factor", "shift"), [(1e8, 0.0), (-2.0, 1e4), (1e-6, 1.0)])
def test_the_units_of_the_targets_do_not_matter(factor, shift, rows):
    x, targets = rows
    (one, said), (other, moved) = learnt(x, targets), learnt(x, factor * targets + shift)
    mine, theirs = one.predict(x), other.predict(x)
    assert (theirs.mean() - shift) / factor == pytest.approx(mine.mean(), rel=1e-6)
    assert theirs.deviation() / abs(factor) == pytest.approx(mine.deviation(), rel=1e-6)
    assert moved.densities[2:] == pytest.approx(said.densities[2:] - np.log(abs(factor)), abs=1e-5)


def test_interrupts_are_between_rows_and_change_nothing(rows):
    x, targets = rows
    one, other = NumberState.new(x, BANK), NumberState.new(x, BANK)
    one.learn(x, targets, np.ones(150))
    other.learn(x, targets, np.ones(150), in_place=True)
    assert np.array_equal(one.predict(x).mean(), other.predict(x).mean())
    assert one.is_copied_for(100_000) and not one.is_copied_for(10)


@pytest.mark.parametrize("drift", [None, 0.1, 0.9])
@pytest.mark.parametrize("size", [150, 6000])
def test_the_noise_of_targets_that_are_all_alike_does_not_vanish(size, drift, random):
    # Whoever forgets fast has squares that fall by a factor at each row, below any number in the end.
    x, known = random.standard_normal((12_000, 2)), KnownOfNumbers(drift, None if drift is None else 1.0)
    state = NumberState.new(x, dataclasses.replace(BANK, known=known))
    with np.errstate(all="raise", under="ignore"):
        for k in range(0, 12_000, size):
            state.learn(x[k : k + size], np.full(size, 3.0), np.ones(size))
        squares = [own.squares.min() for part in (state.bank.groups, state.bank.above) for own in part.values()]
        assert min(squares) >= LEAST_SQUARES
        surprise = state.learn(x[:9], np.arange(9.0), np.ones(9), cdf=True)
        assert np.isfinite([surprise.means, surprise.densities, surprise.probabilities]).all()
        assert np.isfinite(state.predict(x).mean()).all()


@pytest.mark.parametrize("name", ["bank.members.squares", "bank.top.squares", "bank.runs.squares"])
@pytest.mark.parametrize("value", [5e-324, 1e-320, 1e-200])
def test_saved_noises_that_are_hardly_there_predict_numbers(name, value, rows):
    x, targets = rows
    state, _ = learnt(x, targets)
    arrays = state.arrays()
    back = NumberState.of_arrays({**arrays, name: np.full_like(arrays[name], value)}, state.header())
    with np.errstate(all="raise", under="ignore"):
        for _ in range(2):
            assert np.isfinite(back.predict(x).quantile(0.1)).all()
            back.learn(x, targets[::-1], np.ones(len(x)))


@pytest.mark.parametrize("part", ["members", "top"])
def test_saved_members_learn_and_are_saved_again_whatever_they_hold(part, rows):
    x, targets = rows
    state, _ = learnt(x, targets)
    for name, value in (("means", 1e59), ("means", -1e59), ("forgettings", 1e-320)):
        arrays = state.arrays()
        arrays |= {f"bank.{part}.{name}": np.full_like(arrays[f"bank.{part}.{name}"], value)}
        back = NumberState.of_arrays({name: array.copy() for name, array in arrays.items()}, state.header())
        with np.errstate(all="raise", under="ignore"):
            back.learn(x, targets, np.ones(len(x)))
            assert np.isfinite(back.predict(x).mean()).all()
        NumberState.of_arrays(back.arrays(), back.header())
    with pytest.raises(Damaged, match="means must be from"):
        NumberState.of_arrays(
            {**arrays, f"bank.{part}.means": np.full_like(arrays[f"bank.{part}.means"], 1e61)}, state.header()
        )


def test_a_copy_learns_on_its_own(rows):
    x, targets = rows
    state, _ = learnt(x[:100], targets[:100])
    before = state.predict(x).mean()
    state.copy().learn(x[100:], targets[100:], np.ones(50))
    assert np.array_equal(state.predict(x).mean(), before)


def test_new_features_may_come(rows):
    x, targets = rows
    state, _ = learnt(x, targets)
    wider = state.with_inputs(np.array([1, 0, -1]))
    seen = np.column_stack([x[:, ::-1], np.zeros(150)])
    assert wider.predict(seen).mean() == pytest.approx(state.predict(x).mean(), rel=1e-9)


def test_arrays_and_back(rows):
    x, targets = rows
    state, _ = learnt(x, targets)
    header = json.loads(json.dumps(state.header()))
    arrays = {name: array.copy() for name, array in state.arrays().items()}
    back = NumberState.of_arrays(arrays, header)
    back.check_covariances()
    for one in (state, back):
        one.learn(x, targets, np.ones(150))
    assert np.array_equal(back.predict(x).mean(), state.predict(x).mean())
    assert back.header() == state.header()
    for name, value in (("rows", -1), ("features", 0), ("sparse", 1), ("centre", "a"), ("unit", -1.0), ("rows", 149)):
        with pytest.raises(Damaged):
            NumberState.of_arrays(arrays, {**header, name: value})
    with pytest.raises(Damaged, match="eyes, targets and bank; got 'other'"):
        NumberState.of_arrays({**arrays, "other.mean": np.zeros(1)}, header)
