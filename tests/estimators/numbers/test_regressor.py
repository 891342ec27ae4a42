"""`BayesRegressor` as users meet it: intervals, streams that change, files, and mistakes."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

import rosenblatt as rb
from rosenblatt import BayesRegressor


@pytest.fixture
def stream(random):
    x = random.standard_normal((1200, 5)) * [1.0, 50.0, 1e-4, 1.0, 1.0]
    x[:, 4] = random.random(1200) < 0.3
    return x, 1e3 * (x @ [1.0, 0.02, 1e4, 0.0, 2.0] + 0.5 * random.standard_normal(1200)) + 1e5


def covered(model, x, y, coverage):
    low, high = model.predict_interval(x, coverage).T
    return float(np.mean((low <= y) & (y <= high)))


def test_intervals_cover_what_they_say(stream, random):
    x, y = stream
    model = BayesRegressor().fit(x[:1000], y[:1000])
    for coverage in (0.5, 0.8, 0.95):
        # 200 rows: two and a half standard errors
        assert covered(model, x[1000:], y[1000:], coverage) == pytest.approx(
            coverage, abs=2.5 * np.sqrt(coverage * (1.0 - coverage) / 200.0)
        )
    mean, deviation = model.predict(x[:5], return_std=True)
    assert np.array_equal(mean, model.predict(x[:5]))
    assert deviation == pytest.approx(500.0, rel=0.15)
    assert model.noise_ == pytest.approx(500.0, rel=0.15)


def test_an_interval_is_a_pair_of_quantiles_of_what_is_predicted(stream):
    x, y = stream
    model = BayesRegressor().fit(x[:300], y[:300])
    ends, said = model.predict_interval(x[300:320], 0.6), model.state_.predict(x[300:320])
    assert ends.shape == (20, 2)
    assert said.cdf(ends[:, 0]) == pytest.approx(0.2, abs=1e-9)
    assert said.cdf(ends[:, 1]) == pytest.approx(0.8, abs=1e-9)
    wide = model.predict_interval(x[300:320], 0.99)
    assert (wide[:, 0] < ends[:, 0]).all() and (ends[:, 1] < wide[:, 1]).all()


def test_weights_are_in_the_units_of_the_data(stream):
    x, y = stream
    model = BayesRegressor(linear=True).fit(x, y)
    assert model.coef_ == pytest.approx([1e3, 20.0, 1e7, 0.0, 2e3], rel=0.1, abs=60.0)
    assert model.intercept_ == pytest.approx(1e5, rel=0.01)
    assert 0.0 <= model.drift_ < 1e-3
    assert model.bank_weights_.sum() == pytest.approx(1.0)
    assert model.bank_["weight"].to_numpy() == pytest.approx(model.bank_weights_)
    assert float(model.bank_["noise"] @ model.bank_["weight"]) == pytest.approx(500.0, rel=0.15)


def test_it_follows_a_rule_that_changes(random):
    x = random.standard_normal((3000, 3))
    rules = np.array([[1.0, 2.0, 0.0], [-2.0, 0.0, 3.0]])
    y = np.where(np.arange(3000) < 2000, x @ rules[0], x @ rules[1]) + 0.1 * random.standard_normal(3000)
    result = rb.evaluate(BayesRegressor(), x, y)
    assert np.sqrt(np.mean((result.predictions - y)[2300:] ** 2)) < 0.2
    assert np.sqrt(np.mean((result.predictions - y)[1500:2000] ** 2)) < 0.12


def test_curves_and_products_are_learnt(random):
    x = random.standard_normal((4000, 3))
    y = np.abs(x[:, 0]) + x[:, 1] * x[:, 2] + 0.1 * random.standard_normal(4000)
    bent, straight = (BayesRegressor(linear=linear).fit(x[:3500], y[:3500]) for linear in (False, True))
    assert bent.score(x[3500:], y[3500:]) > 0.9 > 0.1 > straight.score(x[3500:], y[3500:])


def test_wild_targets_do_little_harm(stream, random):
    x, y = stream
    wild = y.copy()
    wild[::50] += 1e6 * random.standard_normal(24)
    model = BayesRegressor().fit(x[:1000], wild[:1000])
    assert np.sqrt(np.mean((model.predict(x[1000:]) - y[1000:]) ** 2)) < 1.5 * 500.0


def test_batches_rows_and_containers(stream):
    x, y = stream[0][:120], stream[1][:120]
    whole = BayesRegressor().fit(x, y)
    rows = BayesRegressor()
    for k in range(0, 120, 7):
        rows.partial_fit(x[k : k + 7], y[k : k + 7])
    assert rows.predict(x) == pytest.approx(whole.predict(x), rel=1e-10)
    frame = pd.DataFrame(x, columns=list("abcde"))
    named = BayesRegressor().fit(frame, y)
    assert np.array_equal(named.predict(frame), whole.predict(x))
    assert np.array_equal(BayesRegressor().fit(sp.csr_matrix(x), y).predict(sp.csr_matrix(x)), whole.predict(x))
    named.learn_one(frame.iloc[3].to_dict(), y[3])
    assert named.n_examples_ == 121
    assert named.predict_one(frame.iloc[5].to_dict()) == pytest.approx(named.predict(frame[5:6])[0])
    assert np.array_equal(pickle.loads(pickle.dumps(named)).predict(frame), named.predict(frame))
    assert clone(named).get_params() == named.get_params()


def test_wide_sparse_rows_stay_sparse(random):
    x = sp.csr_matrix(random.poisson(0.02, (400, 3000)).astype(float))
    y = np.asarray(x[:, :40].sum(axis=1)).ravel() + 0.1 * random.standard_normal(400)
    model = BayesRegressor(memory=1e6).fit(x, y)
    assert model.state_.feature_scaling.sparse
    assert model.score(x, y) > 0.8
    assert np.isfinite(model.predict_interval(x)).all()


def test_a_weight_is_a_number_of_rows(random):
    x = random.standard_normal((40, 2))
    y = x @ [1.0, 2.0] + random.standard_normal(40)
    how = {"drift": 0.0, "prior": 1.0, "standardise": False}
    heavy = BayesRegressor(**how).fit(x, y, sample_weight=np.full(40, 2.0))
    order = np.concatenate([np.arange(40), np.arange(40)])
    twice = BayesRegressor(**how).fit(x[order], y[order])
    assert heavy.coef_ == pytest.approx(twice.coef_, rel=1e-9)
    assert heavy.noise_ == pytest.approx(twice.noise_, rel=1e-9)


@pytest.mark.parametrize(
    "how", [{}, {"linear": True, "runs": False}, {"drift": 0.0, "prior": 1.0}, {"covariance": "diagonal"}], ids=str
)
def test_a_saved_model_goes_on_where_it_stopped(how, stream, tmp_path):
    x, y = stream[0][:150], stream[1][:150]
    model = BayesRegressor(**how).fit(pd.DataFrame(x, columns=list("abcde")), y)
    model.save(tmp_path / "model")
    back = rb.load(tmp_path / "model")
    assert type(back) is BayesRegressor and back.get_params() == model.get_params()
    assert back.feature_names_in_.tolist() == list("abcde")
    frame = pd.DataFrame(x, columns=list("abcde"))
    for one in (model, back):
        one.partial_fit(frame, y)
    assert np.array_equal(back.predict_interval(frame), model.predict_interval(frame))


def test_a_damaged_file_is_refused(stream, tmp_path):
    path = tmp_path / "model"
    model = BayesRegressor().fit(stream[0][:60], stream[1][:60])
    model.save(path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match="damaged"):
        rb.load(path)
    model.state_.bank.groups["members"].squares[0] = np.nan
    with pytest.raises(ValueError, match="a model must be sound to be saved; bank.members.squares"):
        model.save(path)


def test_targets_that_are_all_alike(stream):
    x = stream[0][:30]
    model = BayesRegressor().fit(x, np.full(30, 4.0))
    assert model.predict(x) == pytest.approx(4.0, rel=1e-12)
    low, high = model.predict_interval(x).T
    assert ((low < 4.0) & (high > 4.0)).all()
    model.partial_fit(x, x[:, 0] + 4.0)
    assert np.isfinite(model.predict(x)).all()


@pytest.mark.parametrize("size", [1e-300, 1e-12, 1e140])
def test_targets_of_any_size(size, random):
    x = random.standard_normal((300, 2))
    y = size * (x @ [1.0, -1.0] + 0.1 * random.standard_normal(300))
    model = BayesRegressor().fit(x, y)
    assert model.predict(x) / size == pytest.approx(y / size, abs=0.6)
    assert covered(model, x, y, 0.9) > 0.8


def test_mistakes_are_answered_in_one_sentence(stream):
    x, y = stream
    model = BayesRegressor().fit(x, y)
    before = model.predict(x)
    bad = x.copy()
    bad[3, 2] = np.inf
    for wrong, message in (
        (lambda: model.partial_fit(bad, y), "row 3, column 2"),
        (lambda: model.partial_fit(x, y[:-1]), "one value for each"),
        (lambda: model.partial_fit(x, np.stack([y, y], axis=1)), "y must have one dimension"),
        (lambda: model.predict_interval(x, 1.0), "coverage must be"),
        (lambda: BayesRegressor(drift=1.0).fit(x, y), "drift must be"),
        (lambda: BayesRegressor(prior=-1.0).fit(x, y), "prior must be above 0"),
        (lambda: BayesRegressor(covariance="some").fit(x, y), "covariance must be one of"),
        (lambda: BayesRegressor(memory=0).fit(x, y), "memory must be above 0"),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()
    assert np.array_equal(model.predict(x), before)
    for name in ("coef_", "noise_", "bank_", "n_examples_"):
        with pytest.raises(NotFittedError, match="has learnt nothing yet"):
            getattr(BayesRegressor(), name)
    with pytest.raises(NotFittedError):
        BayesRegressor().predict(x)
