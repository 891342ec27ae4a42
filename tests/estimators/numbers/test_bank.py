"""The bank of numbers: its mixture by hand, its second layer, and what it keeps in files."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.estimators.bayes.bank import SHARES
from rosenblatt.estimators.bayes.mixture import Mixture
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.numbers.bank import ERROR_KEEPS, Judged, NumberBank
from rosenblatt.estimators.numbers.members import KnownOfNumbers

HOW = {"full": True, "sparse": False, "linear": False, "runs": True}


@pytest.fixture
def rows(random):
    x = np.column_stack([random.standard_normal((300, 3)), np.ones(300)])
    return x, 0.5 * x[:, 0] + x[:, 1] ** 2 + 0.3 * random.standard_normal(300)


def new(**how):
    return NumberBank.new(4, KnownOfNumbers(), **{**HOW, **how})


def test_experts_are_mixed_by_their_densities(random):
    # By hand: fixed share, for each of the shares, which are mixed alike.
    densities = random.normal(0.0, 2.0, (3, 20)) - 1000.0  # far below the smallest number
    centres = random.standard_normal((1, 3, 20))
    mixed = Judged(densities, centres).mixed(Mixture.new(SHARES, 3), np.ones(20))
    weights, of_shares = np.full((len(SHARES), 3), 1.0 / 3.0), np.full(len(SHARES), 1.0 / len(SHARES))
    for row in range(20):
        p = np.exp(densities[:, row] + 1000.0)
        each = weights @ p
        assert mixed.densities[0, row] == pytest.approx(np.log(of_shares @ each) - 1000.0, abs=1e-8)
        assert mixed.others[0, 0, row] == pytest.approx(of_shares @ weights @ centres[0, :, row], abs=1e-8)
        of_shares = (1.0 - 1e-4) * of_shares * each / (of_shares @ each) + 1e-4 / len(SHARES)
        weights = weights * p / each[:, None]
        weights = (1.0 - SHARES[:, None]) * weights + SHARES[:, None] / 3.0


@pytest.mark.parametrize("how", [{}, {"runs": False}, {"linear": True}, {"full": False}])
def test_what_is_predicted_is_what_is_said_before_a_row_is_learnt(how, rows):
    x, targets = rows
    bank = new(**how)
    bank.learn(x[:200], targets[:200], np.ones(200))
    for k in range(200, 230):
        said = bank.predict(x[k : k + 1])
        judged = bank.learn(x[k : k + 1], targets[k : k + 1], np.ones(1), cdf=True)
        assert said.weights.sum() == pytest.approx(1.0)
        assert said.mean() == pytest.approx(judged.others[0, 0], rel=1e-9)
        assert np.log(said.density(targets[k : k + 1])) == pytest.approx(judged.densities[0], rel=1e-7)
        assert said.cdf(targets[k : k + 1]) == pytest.approx(judged.others[1, 0], abs=1e-8)


def test_a_batch_equals_its_rows(rows):
    x, targets = rows
    whole, single = new(), new()
    together = whole.learn(x, targets, np.ones(300))
    apart = [single.learn(x[k : k + 1], targets[k : k + 1], np.ones(1)).densities[0, 0] for k in range(300)]
    assert together.densities[0] == pytest.approx(apart, rel=1e-9)
    assert whole.predict(x).mean() == pytest.approx(single.predict(x).mean(), rel=1e-9)


def test_first_rows_may_come_in_any_pieces(rows):
    x, targets = rows
    whole, pieces = new(), new()
    whole.learn(x, targets, np.ones(300))
    for start, stop in ((0, 1), (1, 50), (50, 70), (70, 300)):
        pieces.learn(x[start:stop], targets[start:stop].copy(), np.ones(stop - start))
    assert whole.predict(x).mean() == pytest.approx(pieces.predict(x).mean(), rel=1e-9)


def test_sparse_rows_are_those_of_a_diagonal(rows, random):
    x, targets = rows
    thin = np.where(random.random((300, 3)) < 0.5, x[:, :3], 0.0)
    dense, sparse = new(full=False, linear=True), new(full=False, sparse=True, linear=True)
    one = dense.learn(np.column_stack([thin, np.ones(300)]), targets, np.ones(300))
    other = sparse.learn(sp.csr_matrix(thin), targets, np.ones(300))
    assert other.densities == pytest.approx(one.densities, rel=1e-9)


def test_the_second_layer_takes_errors_that_come_in_runs(rows, random):
    x, targets = rows[0], np.zeros(300)
    for k in range(1, 300):  # which no drift follows, and none of which depends on the row
        targets[k] = -0.95 * targets[k - 1] + 0.1 * random.standard_normal()
    scores = [float(new(runs=runs).learn(x, targets, np.ones(300)).densities[0, 100:].mean()) for runs in (True, False)]
    assert scores[0] > scores[1] + 0.3


def test_running_means_of_errors_are_those_of_the_mixed_mean(rows):
    x, targets = rows
    bank = new()
    bank.learn(x[:100], targets[:100], np.ones(100))
    weights, before = bank.mixture.mean(), bank.errors.copy()
    error = targets[100] - weights @ bank.predict(x[100:101]).centres[: len(weights), 0]
    bank.learn(x[100:101], targets[100:101], np.ones(1))
    assert bank.errors == pytest.approx(ERROR_KEEPS * before + (1.0 - ERROR_KEEPS) * error, rel=1e-9)
    moved = bank.copy()
    moved.in_units(3.0, 1.0)
    assert moved.errors == pytest.approx(3.0 * bank.errors)


def test_other_units_change_next_to_nothing(rows):
    x, targets = rows
    bank = new()
    bank.learn(x[:200], targets[:200], np.ones(200))
    moved = bank.copy()
    moved.in_units(2.0, 1.0)
    one, other = bank.predict(x[200:]), moved.predict(x[200:])
    assert 0.5 * (other.mean() - 1.0) == pytest.approx(one.mean(), abs=0.05)
    assert 0.5 * other.deviation() == pytest.approx(one.deviation(), rel=0.05)
    members = slice(0, bank.mixture.weights.shape[1])
    still = np.concatenate([own.drifts for own in bank.groups.values()]) == 0.0
    exact = 0.5 * (other.centres[members] - 1.0)[still]
    assert exact == pytest.approx(one.centres[members][still], rel=1e-9, abs=1e-9)


def test_a_new_feature_changes_no_prediction(rows):
    x, targets = rows
    bank = new()
    bank.learn(x, targets, np.ones(300))
    wider = bank.with_inputs(np.array([2, -1, 0, 1]), sparse=False)
    seen = np.column_stack([x[:, 2], np.zeros(300), x[:, 0], x[:, 1], x[:, 3]])
    assert wider.predict(seen).mean() == pytest.approx(bank.predict(x).mean(), rel=1e-9)
    assert wider.mean_weights() == pytest.approx(np.insert(bank.mean_weights()[[2, 0, 1, 3]], 1, 0.0))


def test_a_table_says_who_counts(rows):
    bank = new()
    bank.learn(*rows, np.ones(300))
    table = bank.table()
    assert table["weight"].sum() == pytest.approx(1.0)
    assert set(table["kind"]) == {"full", "diagonal", "curves", "products", "cells", "waves", "forest"}
    assert table.groupby("kind")["weight"].sum()["curves"] > 0.5  # the square of a feature
    assert bank.average("noises") == pytest.approx(float(table["weight"] @ table["noise"]))


@pytest.mark.parametrize("how", [{}, {"runs": False}, {"linear": True}, {"full": False}])
def test_files(how, rows):
    x, targets = rows
    bank = new(**how)
    bank.learn(x, targets, np.ones(300))
    arrays = {name: array.copy() for name, array in bank.arrays().items()}
    back = NumberBank.of_arrays("bank", arrays, 4, sparse=False)
    back.check_covariances("bank")
    assert np.array_equal(back.predict(x).mean(), bank.predict(x).mean())
    assert (back.nbytes <= bank.nbytes) if "forest" in bank.groups else (back.nbytes == bank.nbytes)  # room for rows
    for missing in ("errors", "members.means", "mixture.weights", "last.shares", "top.squares"):
        with pytest.raises(Damaged):
            NumberBank.of_arrays("bank", {k: v for k, v in arrays.items() if k != missing}, 4, sparse=False)
    with pytest.raises(Damaged, match=r"bank\.errors"):
        NumberBank.of_arrays("bank", {**arrays, "errors": np.full(3, np.nan)}, 4, sparse=False)
    with pytest.raises(Damaged, match="it has 'strange'"):
        NumberBank.of_arrays("bank", {**arrays, "strange": np.zeros(1)}, 4, sparse=False)


def test_files_of_banks_without_cells_waves_and_trees(rows, monkeypatch):
    monkeypatch.setattr("rosenblatt.estimators.numbers.bank._that_look_closer", lambda features, known: {})
    bank = new()
    bank.learn(*rows, np.ones(300))
    back = NumberBank.of_arrays("bank", {name: array.copy() for name, array in bank.arrays().items()}, 4, sparse=False)
    assert np.array_equal(back.predict(rows[0]).mean(), bank.predict(rows[0]).mean())
    assert set(back.groups) == {"members", "beside", "curves", "products"}


def test_who_looks_closer():
    assert {"cells", "waves", "forest"} < set(new().groups)
    wide = NumberBank.new(22, KnownOfNumbers(), **HOW)
    assert {"cells", "forest"} < set(wide.groups) and "waves" not in wide.groups
    assert "forest" not in NumberBank.new(4, KnownOfNumbers(drift=0.0), **HOW).groups
    for how in ({"linear": True}, {"full": False}):
        assert not {"cells", "waves", "forest"} & set(new(**how).groups)


def test_steps_and_interactions_are_learnt(random):
    x = np.column_stack([random.uniform(-1.5, 1.5, (2000, 3)), np.ones(2000)])
    targets = np.where((x[:, 0] > 0.3) ^ (x[:, 1] > -0.2), 1.0, -1.0) + 0.1 * random.standard_normal(2000)
    judged = new().learn(x, targets, np.ones(2000), cdf=True)
    assert np.mean((judged.others[0, 0, -500:] - targets[-500:]) ** 2) < 0.25  # products alone leave some 0.8
    inside = np.abs(judged.others[1, 0, 500:] - 0.5) < 0.4
    assert 0.77 < inside.mean() < 0.87


def test_wild_errors_teach_the_second_layer_little(random):
    x = np.column_stack([random.standard_normal((600, 3)), np.ones(600)])
    targets = 1e-3 * random.standard_normal(600)
    targets[300:304] = [-6.0, 10.0, -6.0, 4.0]
    bank = new()
    bank.learn(x, targets, np.ones(600))
    assert np.abs(bank.above["top"].means).max() < 0.2  # of a learner whose noise is normal it is above 0.5


def test_one_member_needs_no_layer_above(rows):
    bank = NumberBank.new(4, KnownOfNumbers(0.0, 1.0), **HOW)
    bank.learn(*rows, np.ones(300))
    assert (len(bank.groups["members"]), bank.above, bank.last) == (1, {}, None)
    many = new().arrays()
    several = {name: array for name, array in many.items() if name.partition(".")[0] in ("members", "errors")}
    with pytest.raises(Damaged, match="a second layer, or one member"):
        NumberBank.of_arrays("bank", {**several, "mixture.weights": np.ones((4, 1))}, 4, sparse=False)
