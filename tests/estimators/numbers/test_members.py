"""Members of a bank of numbers: tables, the next row, other units, and files."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes import posteriors
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.numbers import members as module
from rosenblatt.estimators.numbers.members import KnownOfNumbers, NumberMembers

AXES = ((0.1, 10.0), (0.0, 0.05), ((0.0, 0.0), (0.1, 0.25)))


def learnt(random, *, full=True, inputs=4, rows=60):
    own = NumberMembers.of_table(KnownOfNumbers().table(AXES), inputs, full=full)
    x = np.column_stack([random.standard_normal((rows, inputs - 1)), np.ones(rows)])
    targets = x @ random.standard_normal(inputs) + random.standard_normal(rows)
    own.learn(x, targets, np.ones(rows))
    return own, x, targets


def test_a_table_has_each_member_once():
    assert len(KnownOfNumbers().table(AXES)) == 8
    assert len(KnownOfNumbers(drift=0.5).table(AXES)) == 4
    known = KnownOfNumbers(drift=0.1, prior=2.0)
    assert known.alone and not KnownOfNumbers(prior=2.0).alone
    assert known.table(AXES).tolist() == [[2.0, 0.1, pytest.approx(0.19), 0.0]]  # noise is forgotten as f^2


@pytest.mark.parametrize("full", [True, False])
def test_what_is_predicted_is_what_is_said_before_a_row_is_learnt(full, random):
    own, x, targets = learnt(random, full=full)
    said = own.predict(x[:1])
    before = own.copy()
    heard = own.learn(x[:1], targets[:1], np.ones(1))
    for name in ("centres", "scales", "freedoms"):
        assert getattr(said, name) == pytest.approx(getattr(heard, name), rel=1e-11)
    assert not np.array_equal(before.means, own.means)


def test_wide_rows_are_learnt_by_blocks(random, monkeypatch):
    one, x, targets = learnt(random)
    other = one.copy()
    one.learn(x, targets, np.ones(60))
    monkeypatch.setattr(module, "BLOCK_FROM", 2)
    other.learn(x, targets, np.ones(60))
    assert other.means == pytest.approx(one.means, rel=1e-9)
    assert other.squares == pytest.approx(one.squares, rel=1e-9)
    assert posteriors.BLOCK_FROM > 2


def test_other_units_are_a_change_of_words(random):
    own, x, targets = learnt(random)
    moved, ratio, shift = own.copy(), 0.01, 3.0
    moved.in_units(ratio, shift, of_weights=ratio)
    own.drifts[:] = moved.drifts[:] = 0.0  # a drift goes to the prior, whose centre is that of the units
    one, other = own.learn(x, targets, np.ones(60)), moved.learn(x, ratio * targets + shift, np.ones(60))
    assert other.centres == pytest.approx(ratio * one.centres + shift, rel=1e-9)
    assert other.scales == pytest.approx(ratio * one.scales, rel=1e-9)
    assert other.densities == pytest.approx(one.densities - np.log(ratio), rel=1e-9)


def test_the_noise_is_found(random):
    x = np.column_stack([random.standard_normal((4000, 3)), np.ones(4000)])
    targets = x @ [1.0, 0.0, -2.0, 0.5] + 0.3 * random.standard_normal(4000)
    own = NumberMembers.of_table(KnownOfNumbers(drift=0.0, prior=1.0).table(AXES), 4, full=True)
    own.learn(x, targets, np.ones(4000))
    assert np.sqrt(own.noises) == pytest.approx([0.3], rel=0.05)


def test_files(random):
    own, *_ = learnt(random)
    arrays = {name: array.copy() for name, array in own.arrays().items()}
    back = NumberMembers.of_arrays("bank.members", arrays, 4, full=True)
    assert all(np.array_equal(value, getattr(back, name)) for name, value in vars(own).items())
    for name, value in (
        ("drifts", 1.0),
        ("priors", 0.0),
        ("means", np.nan),
        ("spreads", np.inf),
        ("starts", 2.0),
        ("forgettings", -0.1),
        ("tails", 1.5),
        ("degrees", 2.9),
        ("squares", 0.0),
    ):
        wrong = {key: array.copy() for key, array in arrays.items()}
        wrong[name].flat[0] = value
        with pytest.raises(Damaged, match=f"bank.members.{name}"):
            NumberMembers.of_arrays("bank.members", wrong, 4, full=True)
    with pytest.raises(Damaged, match="float64 of shape"):
        NumberMembers.of_arrays("bank.members", arrays, 5, full=True)
    with pytest.raises(Damaged, match="lacks 'tails'"):
        NumberMembers.of_arrays("bank", {name: own for name, own in arrays.items() if name != "tails"}, 4, full=True)
