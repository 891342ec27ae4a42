"""A bank: its members, their mixture, copies, and its arrays."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.members import Known
from rosenblatt.estimators.bayes.merging import merge_banks
from rosenblatt.estimators.common.model_file_checks import Damaged


def new(known=None, inputs=4, **how):
    return Bank.new(inputs, known or Known(), **{"full": True, "sparse": False, "linear": False, "runs": True, **how})


@pytest.fixture
def rows(random):
    x = np.column_stack([random.standard_normal((200, 3)), np.ones(200)])
    return x, np.where(x[:, 0] - x[:, 1] > 0.3, 1.0, -1.0), np.ones(200)


@pytest.mark.parametrize(
    ("how", "groups"),
    [
        ({}, ["members", "beside", "curves", "products", "cells", "waves", "forest"]),
        ({"known": Known(noise=0.1)}, ["members", "beside", "curves", "products", "cells", "waves"]),
        ({"linear": True}, ["members", "beside"]),
        ({"full": False}, ["members", "curves"]),
        ({"full": False, "linear": True}, ["members"]),
    ],
)
def test_which_members_it_has(how, groups):
    bank = new(**how)
    assert [name for name, _, _ in bank.groups()] == groups
    assert len(bank.mixture.mean()) == sum(len(members) for _, members, _ in bank.groups()) == len(bank.table())
    assert (new(runs=False).runs, new(runs=False).recent) == (None, None)
    single = new(Known(drift=0.0, prior=1.0))
    assert (len(single.table()), single.top) == (1, None)


def test_what_it_says_is_what_it_would_have_said(rows):
    x, labels, weights = rows
    whole, parts = new(), new()
    said = whole.learn(x, labels, weights)
    for k in range(0, 200, 50):
        assert parts.predict(x[k : k + 1]) == pytest.approx(said[:, k : k + 1], abs=1e-12)
        parts.learn(x[k : k + 50], labels[k : k + 50], weights[k : k + 50])
    assert np.mean((whole.predict(x)[0] > 0.5) == (labels > 0.0)) > 0.95


def test_a_copy_is_independent_and_so_are_arrays_and_back(rows):
    bank = new()
    bank.learn(*rows)
    before = bank.predict(rows[0])
    copy = deepcopy(bank)
    back = Bank.of_arrays("bank0", {name: array.copy() for name, array in bank.arrays().items()}, 4, sparse=False)
    for one in (copy, back):
        assert np.array_equal(one.predict(rows[0]), before)
        one.learn(*rows)
        assert not np.array_equal(one.predict(rows[0]), before)
    assert np.array_equal(bank.predict(rows[0]), before)
    assert {name.partition(".")[0] for name in bank.arrays()} == set(vars(bank))


def test_means_over_the_members(rows):
    bank = new()
    bank.learn(*rows)
    table = bank.table()
    assert bank.average("drifts") == pytest.approx(table["drift"] @ table["weight"])
    assert bank.average("noises") == pytest.approx(table["noise"] @ table["weight"])
    covariance = bank.mean_covariance()
    assert np.array_equal(covariance, covariance.T)
    assert bank.mean_weights().shape == (4,)
    assert new(full=False).mean_covariance().shape == (4,)


@pytest.mark.parametrize("how", [{}, {"full": False}, {"linear": True, "runs": False}, {"known": Known(0.0, 0.1, 1.0)}])
def test_members_asked_by_matrix_products_say_the_same(how, rows, monkeypatch):
    bank, other = new(**how), new(**how)
    said = bank.learn(*rows), bank.predict(rows[0])
    monkeypatch.setattr(Bank, "is_compiled", lambda bank, *, learn: False)
    assert other.learn(*rows) == pytest.approx(said[0], abs=1e-12)
    assert other.predict(rows[0]) == pytest.approx(said[1], abs=1e-12)


@pytest.mark.parametrize("part", ["curves", "cells"])
def test_members_that_see_sparse_rows_have_one_prior(part):
    # Their kernel takes it from the first input.
    arrays = {name: np.array(array) for name, array in new().arrays().items()}
    arrays[f"{part}.priors"][:, 1] *= 2.0
    with pytest.raises(Damaged, match=f"b.{part}.priors must be the same for all inputs but the last"):
        Bank.of_arrays("b", arrays, 4, sparse=False)


def test_of_trees_those_are_kept_that_have_seen_more(rows):
    x, labels, weights = rows
    short, long = new(), new()
    short.learn(x[:40], labels[:40], weights[:40])
    long.learn(*rows)
    nothing = (np.ones(3), np.zeros(3))
    for one, other in ((short, long), (long, short)):
        kept = merge_banks(one, other, (nothing, nothing)).forest
        assert kept.predict(x).clean.tolist() == long.forest.predict(x).clean.tolist()
