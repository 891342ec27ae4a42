"""Contributions add up to the log odds; against the plain integral with numerical derivatives."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes import bank as bank_module
from rosenblatt.estimators.bayes import explanation
from rosenblatt.estimators.bayes.bound_bank import BoundBank
from rosenblatt.estimators.bayes.member_inputs import by_curves, by_products
from rosenblatt.estimators.common.uninterrupted import make_calls
from rosenblatt.kernels.bank.member_inputs import KNOTS
from tests.estimators.conftest import text


@pytest.fixture
def world(random):
    x = random.standard_normal((900, 5))
    x[:, 3] = random.random(900) < 0.3
    x[:, 4] = 7.0  # never varies
    h = np.sin(2.0 * x[:, 0]) + x[:, 1] * x[:, 2] + x[:, 3] + 0.3 * random.standard_normal(900)
    return x, (h > 0.0).astype(int)


def log_odds(p):
    return np.log(p[:, 1:]) - np.log(p[:, :1]) if p.shape[1] == 2 else np.log(p) - np.log(1.0 - p)


WAYS = [
    {},
    {"linear": True},
    {"runs": False},
    {"covariance": "diagonal"},
    {"standardise": False},
    {"drift": 0.01, "prior": 1.0},
    {"proba": "clean"},
]


@pytest.mark.parametrize("how", WAYS, ids=str)
@pytest.mark.parametrize("classes", [2, 3])
def test_they_add_up_to_the_log_odds(how, classes, world):
    x, y = world[0][:200], (world[1] + (world[0][:, 0] > 1.0) * (classes == 3))[:200]
    model = BayesClassifier(**how).fit(x, y)
    table = model.explain(x[:70])  # more than a block
    sums = table.to_numpy().sum(axis=1).reshape(70, -1)
    assert sums == pytest.approx(log_odds(model.predict_proba(x[:70])), rel=1e-12, abs=1e-12)
    assert (table["x4"] == 0.0).all() or how == {"standardise": False}


def plain_contributions(bank, seen, start, steps):
    """Walk along the line, each step's change of the log odds ascribed to inputs by numerical derivatives."""
    found = [np.zeros(len(s)) for s in seen]
    members = [own for _, own, _ in bank.groups()]

    def odds(inputs):
        said = [own.predict(one[None]) for own, one in zip(members, inputs, strict=True)]
        together = type(said[0]).together(said)
        bound = BoundBank(bank, 1, compiled=False)
        bound.take(together)
        make_calls(bound.calls(None, np.zeros(1), np.zeros(1), learn=False))
        p = bound.said(1)[0, 0]
        return np.log(p) - np.log1p(-p)

    for t in (np.arange(steps) + 0.5) / steps:
        now = [s0 + t * (s - s0) for s, s0 in zip(seen, start, strict=True)]
        for g, one in enumerate(now):
            for i in np.flatnonzero(seen[g] != start[g]):
                up, down = one.copy(), one.copy()
                up[i], down[i] = one[i] + 1e-5, one[i] - 1e-5
                slope = odds([*now[:g], up, *now[g + 1 :]]) - odds([*now[:g], down, *now[g + 1 :]])
                found[g][i] += slope / 2e-5 * (seen[g][i] - start[g][i]) / steps
    return found


@pytest.fixture
def slopes_only(monkeypatch):
    """Leave out the members that have none: those that see cells, waves and trees."""
    monkeypatch.setattr(bank_module, "_that_look_closer", lambda features, known: {})


@pytest.mark.usefixtures("slopes_only")
def test_they_are_the_integral_of_the_slopes(world, monkeypatch):
    x, y = world[0][:100, :4], world[1][:100]
    model = BayesClassifier().fit(x, y)
    bank, row = model.banks_[0], model.state_.feature_scaling.look(x[5:6])
    seen, start = [], []
    for _, own, view in bank.groups():
        inputs = own.means.shape[1]
        seen.append(explanation._dense(view(row), inputs)[0])
        start.append(np.append(np.zeros(inputs - 1), 1.0))
        if view is by_curves:
            start[-1][:-1].reshape(-1, KNOTS)[:3, KNOTS // 2] = 1.0  # the fourth is 0 or 1
    expected, features = np.zeros(4), 4
    for (_, _, view), found in zip(bank.groups(), plain_contributions(bank, seen, start, 16), strict=True):
        if view is by_products:
            pairs = [(i, j) for i in range(features) for j in range(i + 1, features)]
            for (i, j), value in zip(pairs, found, strict=False):
                expected[i] += value / 2.0
                expected[j] += value / 2.0
            expected += found[len(pairs) : -1]
        else:
            expected += found[:-1].reshape(features, -1).sum(axis=1)
    monkeypatch.setattr(explanation, "_closed", lambda found, difference: found)
    assert model.explain(x[5:6]).to_numpy()[0, :4] == pytest.approx(expected, rel=0.01, abs=0.01)


def test_the_base_is_the_mean_row(world):
    x, y = world
    model = BayesClassifier().fit(x, y)
    mean = np.where(np.arange(5) == 3, 0.0, model.state_.feature_scaling.centre())
    mean[:3] += 1e-10  # a value of exactly 0 has no hats
    assert model.explain(x[:2])["base"].to_numpy() == pytest.approx(model.decision_function(mean[None])[0], abs=1e-6)
    assert model.explain(mean[None]).to_numpy()[0, :5] == pytest.approx(0.0, abs=1e-6)


@pytest.mark.usefixtures("slopes_only")
def test_equal_columns_are_treated_alike(world):
    x, y = world
    doubled = np.hstack([x[:, :3], x[:, :1]])
    table = BayesClassifier().fit(doubled, y).explain(doubled[:20])
    assert table["x0"].to_numpy() == pytest.approx(table["x3"].to_numpy(), rel=1e-6, abs=1e-9)


def test_names_rows_and_groups(world):
    x, y = world
    frame = pd.DataFrame(x[:, :4], columns=["a", "b", "base", "d"], index=np.arange(900) + 7)
    model = BayesClassifier().fit(frame, y)
    table = model.explain(frame[:70])
    assert table.index.tolist() == frame.index[:70].tolist()
    assert table.columns.tolist() == ["a", "b", "base", "d", "base"]
    summed = explanation.explain(model.state_, x[:70, :4], 0, names=list("abcd"), groups=["p", "q", "p", "q"])
    assert summed["p"].to_numpy() == pytest.approx((table.iloc[:, 0] + table.iloc[:, 2]).to_numpy())
    three = BayesClassifier().fit(frame, np.array(["u", "v", "w"])[y + (x[:, 0] > 1.0)])
    assert three.explain(frame[:2]).index.tolist() == [(7, "u"), (7, "v"), (7, "w"), (8, "u"), (8, "v"), (8, "w")]
    with pytest.raises(ValueError, match="two classes to tell apart; got \\['u'\\]"):
        BayesClassifier().partial_fit(frame, ["u"] * 900).explain(frame)


def test_wide_sparse_rows_stay_sparse(random):
    x, y = text(random)
    model = BayesClassifier(covariance="diagonal").fit(x, y)
    table = model.explain(x[:70])
    assert table.to_numpy().sum(axis=1) == pytest.approx(log_odds(model.predict_proba(x[:70]))[:, 0], abs=1e-10)
    assert np.array_equal(table.to_numpy()[:, :-1] != 0.0, x[:70].toarray() != 0.0)
    assert isinstance(table.dtypes.iloc[0], pd.SparseDtype)
    empty = sp.csr_matrix((1, x.shape[1]))
    assert model.explain(empty)["base"][0] == pytest.approx(model.decision_function(empty)[0])
