"""The streaming Bayesian classifier: exactness, calibration, noise, drift, wild data."""

from __future__ import annotations

import pickle
import signal

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_digits, load_iris
from sklearn.model_selection import GridSearchCV

import rosenblatt as rb
from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes import merging, state
from rosenblatt.estimators.bayes.bank import Bank
from tests.estimators.conftest import text


@pytest.mark.parametrize("kind", ["full", "diagonal", "sparse"])
def test_a_batch_equals_its_rows_and_what_was_said_before_each(kind, stream, random):
    x, y = text(random) if kind == "sparse" else stream
    x, y = x[:300], y[:300]
    how = {} if kind == "sparse" else {"covariance": kind}
    classes = np.unique(y)
    whole, rows = BayesClassifier(**how), BayesClassifier(**how)
    said = whole.predict_then_learn(x, y, classes=classes)
    for k in range(300):
        if k:
            assert rows.predict_proba(x[k : k + 1])[0] == pytest.approx(said[k], abs=1e-12)
        rows.partial_fit(x[k : k + 1], y[k : k + 1], classes=classes if k == 0 else None)
    assert rows.predict_proba(x) == pytest.approx(whole.predict_proba(x), abs=1e-11)
    assert rows.coef_ == pytest.approx(whole.coef_, rel=1e-9, abs=1e-12)
    assert rows.expected_error_ == pytest.approx(whole.expected_error_, abs=1e-12)


def test_late_classes_end_as_if_declared():
    x, y = load_iris(return_X_y=True)  # in the order of the classes: the others come late
    late, known = BayesClassifier(), BayesClassifier()
    for k in range(0, 150, 30):
        late.partial_fit(x[k : k + 30], y[k : k + 30])
        known.partial_fit(x[k : k + 30], y[k : k + 30], classes=[0, 1, 2])
    assert np.array_equal(late.predict_proba(x), known.predict_proba(x))
    assert late.bank_weights_.shape == (3, len(late.bank_) // 3)


def test_probabilities_are_frequencies(random):
    x = random.standard_normal((6000, 5))
    p = 1.0 / (1.0 + np.exp(-(x @ [1.0, -1.0, 0.5, 0.0, 0.0])))
    y = (random.random(6000) < p).astype(int)
    result = rb.evaluate(BayesClassifier(), x, y)
    best = float(-np.mean(np.log(np.where(y == 1, p, 1.0 - p))))
    assert result.log_loss < best + 0.01
    assert result.calibration_error < 0.02


@pytest.mark.parametrize("flips", [0.0, 0.2])
def test_it_finds_the_noise(flips, random):
    x = random.standard_normal((8000, 8))
    truth = (x @ random.standard_normal(8) > 0.0).astype(int)
    flipped = np.where(random.random(8000) < flips, 1 - truth, truth)
    model = BayesClassifier()
    result = rb.evaluate(model, x, flipped, truth=truth, proba="clean")
    assert result.accuracy > 0.95
    assert model.noise_ == pytest.approx(flips, abs=0.03)
    assert model.expected_error_ == pytest.approx(flips + 0.02, abs=0.03)
    clean, observed = (model.predict_proba(x, proba=name) for name in ("clean", "observed"))
    assert clean.max() > 0.99
    assert observed.max() < 1.0 - 0.8 * flips
    assert np.array_equal(BayesClassifier(proba="clean").fit(x, flipped).predict_proba(x), clean)


def test_it_follows_a_world_that_drifts_and_one_that_does_not(random):
    x = random.standard_normal((9000, 4))
    turn = np.linspace(0.0, 8.0 * np.pi, 9000)
    moving = (np.cos(turn) * x[:, 0] + np.sin(turn) * x[:, 1] > 0.0).astype(int)
    model, still = BayesClassifier(), BayesClassifier()
    followed = rb.evaluate(model, x, moving).accuracy
    assert followed > 0.95
    assert rb.evaluate(BayesClassifier(drift=0.0), x, moving).accuracy < followed - 0.02
    assert rb.evaluate(still, x, (x[:, 0] > 0.0).astype(int)).accuracy > 0.98
    assert model.drift_ > 30.0 * still.drift_


def test_labels_that_come_in_runs(random):
    # The features say little, the last label much.
    x = random.standard_normal((4000, 3))
    y = np.cumsum(random.random(4000) < 0.05) % 2
    with_runs, without = (rb.evaluate(BayesClassifier(runs=runs), x, y).accuracy for runs in (True, False))
    assert with_runs > 0.93
    assert with_runs > without + 0.02
    model = BayesClassifier().fit(x, y)
    before = model.predict_proba(x[:1])
    assert np.abs(model.partial_fit(x[:1], [1 - y[-1]]).predict_proba(x[:1]) - before).max() > 0.5


def test_rules_that_bend(random):
    # Inside a ball or outside: an additive rule can say that, a linear one cannot.
    x = random.standard_normal((6000, 4)) * [1.0, 100.0, 1e-6, 1.0]
    y = ((x / [1.0, 100.0, 1e-6, 1.0])[:, :3] ** 2).sum(axis=1) > 2.4
    bent, straight = (rb.evaluate(BayesClassifier(linear=linear), x, y) for linear in (False, True))
    assert np.mean(bent.predictions[-3000:] == y[-3000:]) > 0.9
    assert straight.accuracy < bent.accuracy - 0.1
    sign = x[:, 0] * x[:, 3] > 0.0  # an additive rule knows nothing of this, a product all
    assert np.mean(rb.evaluate(BayesClassifier(), x, sign).predictions[-3000:] == sign[-3000:]) > 0.9
    counts = sp.csr_matrix(random.poisson(0.02, (1500, 2000)) * random.integers(1, 200, (1500, 2000)).astype(float))
    there = np.asarray((counts[:, :30] > 0).sum(axis=1)).ravel() > 0  # whether a word is there, not how often
    model, plain = BayesClassifier(), BayesClassifier(linear=True)
    assert rb.evaluate(model, counts, there).log_loss < rb.evaluate(plain, counts, there).log_loss
    assert set(model.bank_["kind"]) == {"diagonal", "curves"}
    wide = random.standard_normal((20, 301))
    kinds = {"full", "diagonal", "curves", "cells", "waves", "forest"}
    assert set(BayesClassifier().fit(wide, wide[:, 0] > 0.0).bank_["kind"]) == kinds


def test_members_of_all_kinds(stream):
    x, y = stream
    model = BayesClassifier().fit(x, y)
    table = model.bank_
    assert list(table["kind"].unique()) == ["full", "diagonal", "curves", "products", "cells", "waves", "forest"]
    assert table["weight"].sum() == pytest.approx(1.0)
    assert not table.duplicated(["kind", "prior", "drift", "noise"]).any()
    assert model.noise_ == pytest.approx(table["noise"] @ table["weight"])
    assert model.drift_ == pytest.approx(table["drift"] @ table["weight"])
    # Weights in the units of the data are those of the members that are linear.
    fields = x @ model.coef_[0] + model.intercept_[0]
    assert np.mean((fields > 0.0) == (y == "yes")) > 0.9
    bank = model.banks_[0]
    assert (table["noise"] == 0.0).sum() == 17  # who is sure
    assert bank.members.priors[:, -1] == pytest.approx(10.0 * bank.members.priors[:, 0])
    linear = table[table["kind"].isin(["full", "diagonal"])]["weight"].to_numpy()
    means = linear / linear.sum() @ np.concatenate([bank.members.means, bank.beside.means])
    assert model.coef_[0] == pytest.approx(means[:-1] * model.state_.feature_scaling.factor())
    whole = table[table["kind"] == "full"]["weight"].to_numpy()
    variance = whole / whole.sum() @ bank.members.spreads[:, 0, 0]
    assert model.covariance_[0, 0] == pytest.approx(variance * model.state_.feature_scaling.factor()[0] ** 2)
    for how, kinds in (({"linear": True}, {"full", "diagonal"}), ({"standardise": False}, {"full", "diagonal"})):
        assert set(BayesClassifier(**how).fit(x[:50], y[:50]).bank_["kind"]) == kinds
    known = BayesClassifier(drift=1e-3, noise=0.1).fit(x[:50], y[:50]).bank_
    assert not known.duplicated(["kind", "prior"]).any()  # who would be twice is there once
    assert (known["drift"] == 1e-3).all()
    assert known["noise"].to_numpy() == pytest.approx(0.1)


def test_what_is_not_met_is_not_forgotten(random):
    # A word that is rare says as much after a thousand rows without it.
    x = sp.lil_matrix((1500, 600))
    y = random.integers(0, 2, 1500)
    for row in range(1500):
        x[row, 2 + random.integers(0, 590)] = 1.0
        if row < 200 or row >= 1400:
            x[row, y[row]] = 1.0
    model = BayesClassifier(drift=1e-2, runs=False)
    result = rb.evaluate(model, x.tocsr(), y)
    assert np.mean(result.predictions[1400:1430] == y[1400:1430]) > 0.85


def test_what_is_known_is_pinned(stream):
    x, y = stream
    model = BayesClassifier(drift=0.0, noise=0.1, prior=1.0).fit(x, y)
    assert (model.drift_, model.noise_) == (0.0, pytest.approx(0.1))
    assert model.bank_weights_.tolist() == [1.0]
    assert BayesClassifier(noise=0.1).fit(x, y).bank_["noise"].to_numpy() == pytest.approx(0.1)


def test_weights_in_the_units_of_the_data(stream):
    x, y = stream
    model = BayesClassifier(drift=0.0, noise=0.0, prior=1.0).fit(x, y)
    fields = x @ model.coef_[0] + model.intercept_[0]
    assert np.mean((fields > 0.0) == (y == "yes")) > 0.9
    rows = np.column_stack([x, np.ones(len(x))])
    spread = np.sqrt(1.0 + np.einsum("ij,jk,ik->i", rows, model.covariance_, rows))
    # the same probabilities, but that each row moves the means and deviations a little
    assert rb.gaussian.cdf(fields / spread) == pytest.approx(model.predict_proba(x)[:, 1], abs=0.02)
    diagonal = BayesClassifier(covariance="diagonal").fit(x, y)
    assert diagonal.covariance_.shape == (7,)
    assert model.covariance_.shape == (7, 7)


@pytest.mark.parametrize("scale", [1e-150, 1e150, 1e300])
def test_scales_do_not_matter(scale, random):
    x = random.standard_normal((600, 4))
    y = (x @ [1.0, -2.0, 0.5, 1.0] > 0.0).astype(int)
    plain = rb.evaluate(BayesClassifier(), x, y)
    scaled = rb.evaluate(BayesClassifier(), x * [1.0, scale / 10.0, 1.0, 1e-3], y)
    assert scaled.probabilities == pytest.approx(plain.probabilities, abs=1e-9)
    counts, labels = text(random)
    counts = counts.sign()  # of ones and a size that is not usual: log 2 in both
    one, other = (rb.evaluate(BayesClassifier(), c, labels) for c in (counts, counts * (scale / 10.0)))
    assert other.probabilities == pytest.approx(one.probabilities, abs=1e-6)


def test_wild_values_constants_and_late_columns(random):
    x = random.standard_normal((4000, 5))
    y = (x[:, 0] + x[:, 3] > 0.0).astype(int)
    x[:, 1] = 7.3  # constant
    x[:1500, 3] = 0.0  # starts late
    x[2000, 0], x[2500, 4] = 1e300, -1e300
    model = BayesClassifier()
    result = rb.evaluate(model, x, y)
    assert np.mean(result.predictions[-1000:] == y[-1000:]) > 0.95
    assert np.isfinite(result.probabilities).all() and np.isfinite(model.coef_).all()


def test_a_wild_value_at_the_start_is_the_same_in_a_batch_and_in_rows(random):
    x = random.standard_normal((1000, 3))
    y = (x[:, 0] - x[:, 1] > 0.0).astype(int)
    wild = x.copy()
    wild[300, 0] = 1e200
    whole, parts = BayesClassifier().fit(wild, y), BayesClassifier()
    for k in range(0, 1000, 100):
        parts.partial_fit(wild[k : k + 100], y[k : k + 100], classes=[0, 1])
    assert parts.predict_proba(x) == pytest.approx(whole.predict_proba(x), abs=1e-9)
    assert whole.score(x, y) > 0.97


def test_one_class_and_heavy_rows(stream):
    x, y = stream
    one = BayesClassifier().partial_fit(x, np.zeros(1500, dtype=int), classes=[0])
    assert one.predict_proba(x[:2]).tolist() == [[1.0], [1.0]]  # it is the only one, by declaration
    undeclared = BayesClassifier().partial_fit(x[:3], [0, 0, 0])
    assert 0.5 < undeclared.predict_proba_one(x[0])[0] < 0.95
    for kind in ("full", "diagonal"):
        heavy = BayesClassifier(covariance=kind).fit(x, y, sample_weight=np.full(1500, 1e15))
        assert np.isfinite(heavy.predict_proba(x)).all()
    with pytest.raises(ValueError, match="if it is not standardised"):
        BayesClassifier(standardise=False).fit(x * 1e150, y)
    with pytest.raises(ValueError, match="if it is not standardised"):
        BayesClassifier(standardise=False).fit(x, y).predict_proba(x * 1e150)
    late = BayesClassifier().partial_fit(x, y).partial_fit(x, y, classes=["maybe"])
    assert late.classes_.tolist() == ["maybe", "no", "yes"]


def test_surprises_and_odd_weights_break_nothing(random):
    x = random.standard_normal((8000, 10))
    total = x.sum(axis=1)
    x, y = x[np.abs(total) > 0.2], (total[np.abs(total) > 0.2] > 0.0).astype(int)
    for how in ({}, {"drift": 0.0, "prior": 10.0, "noise": 0.0}):
        model = BayesClassifier(**how).fit(x, y)
        copies = [pickle.loads(pickle.dumps(model)) for _ in range(40)]
        for size, surprised in zip(np.linspace(0.5, 8.0, 40), copies, strict=True):  # certain, and wrong
            surprised.partial_fit(np.full((1, 10), size), [0])
            assert np.isfinite(surprised.predict_proba(x[:20])).all()
    heavy = BayesClassifier().partial_fit([[1.0]], [1], classes=[0, 1], sample_weight=[1030.0])
    assert np.isfinite(heavy.predict_proba([[1.0]])).all()
    flipped = np.where(random.random(len(y)) < 0.01, 1 - y, y)[:3000]
    for weight in (0.01, 0.5, 200.0):
        model = BayesClassifier().fit(x[:3000, :5], flipped, sample_weight=np.full(3000, weight))
        bank = model.banks_[0]
        for lower in (*bank.members.spreads, *bank.top.spreads, *bank.runs.spreads):
            assert np.linalg.eigvalsh(lower).min() > 0.0  # of the lower triangle, as it is kept
        assert bank.curves.spreads.min() > 1e-12
        assert np.isfinite(model.predict_proba(x[:9, :5])).all()


def test_asking_changes_nothing(random):
    x, y = text(random)
    asked, quiet = BayesClassifier().partial_fit(x[:200], y[:200]), BayesClassifier().partial_fit(x[:200], y[:200])
    asked.predict_proba(x), asked.coef_, asked.covariance_
    for model in (asked, quiet):
        model.partial_fit(x[200:], y[200:])
    assert np.array_equal(asked.predict_proba(x), quiet.predict_proba(x))


def test_zeros_and_ones_stay_and_many_classes_are_learnt():
    x, y = load_digits(return_X_y=True)
    model = BayesClassifier().fit(x[:1200], y[:1200])
    assert model.score(x[1200:], y[1200:]) > 0.88
    assert model.predict_proba(x).sum(axis=1) == pytest.approx(1.0)
    assert model.coef_.shape == (10, 64) and model.noise_.shape == (10,)
    assert set(model.bank_["class"]) == set(range(10))


def test_memory_chooses_the_covariance(stream, random):
    x, y = stream
    assert BayesClassifier().fit(x, y).banks_[0].members.full
    assert not BayesClassifier(memory=1000.0).fit(x, y).banks_[0].members.full
    wide = sp.random(60, 40_000, 0.001, format="csr", random_state=1)
    model = BayesClassifier().fit(wide, np.arange(60) % 2)
    assert not model.banks_[0].members.full
    assert model.predict(wide).shape == (60,)
    dense = model.partial_fit(wide.toarray()[:2], [0, 1])  # seen as the sparse ones were
    assert dense.n_examples_ == 62


def test_mistakes_leave_the_model_as_it_was(stream):
    x, y = stream
    frame = pd.DataFrame(x, columns=list("abcdef"))
    model = BayesClassifier().partial_fit(frame, y, classes=["no", "yes"])
    before = model.predict_proba(frame)
    bad = frame.copy()
    bad.iloc[7, 2] = np.inf
    with pytest.raises(ValueError, match="got infinity in row 7, column 'c'"):
        model.partial_fit(bad, y)
    with pytest.raises(ValueError, match="declared classes"):
        model.partial_fit(frame[:1], ["maybe"])
    assert np.array_equal(model.predict_proba(frame), before)
    for how, message in (
        ({"drift": 1.0}, "drift must be in"),
        ({"noise": 0.5}, "noise must be"),
        ({"prior": 0.0}, "prior must be above 0"),
        ({"prior": 1e60}, r"prior must be within a factor of 1e\+50 of 1; got 1e\+60"),
        ({"covariance": "low-rank"}, "covariance must be one of"),
        ({"proba": "true"}, "proba must be one of"),
    ):
        with pytest.raises(ValueError, match=message):
            BayesClassifier(**how).fit(x, y)
    assert not hasattr(BayesClassifier(), "coef_")


@pytest.mark.parametrize("columns", [[1e8, 1e8, 1e8], [1.7e9, 1.7e9, 0.0]])
def test_columns_that_hardly_vary_beside_their_size_leave_finite_models(columns, random):
    x = random.standard_normal((500, 3))
    y = x[:, 0] + x[:, 1] > 0.0
    for model in (BayesClassifier(standardise=False), BayesClassifier(standardise=False, drift=0.0, prior=100.0)):
        model.fit(x + columns, y)
        assert all(np.isfinite(array).all() for array in model.state_.arrays().values())
        assert np.isfinite(model.predict_proba(x + columns)).all()
        values = np.linalg.eigvalsh(model.covariance_)
        assert values.min() > -1e-13 * values.max()


@pytest.mark.parametrize("copied", [True, False])
def test_an_interrupted_batch_is_not_learnt_or_ends_between_two_rows(copied, stream, monkeypatch):
    x, y = stream
    model, same = (BayesClassifier().partial_fit(x[:100], y[:100], classes=["no", "yes"]) for _ in range(2))
    monkeypatch.setattr(state, "ROWS_IN_PLACE", 10)
    if copied:
        monkeypatch.setattr(state, "ROWS_COPIED", 1)
        monkeypatch.setattr(state, "COPIED_PER_ROW", 2**30)
    learn, calls = Bank.learn, []

    def interrupted(bank, *rows):
        calls.append(rows)
        if len(calls) == (1 if copied else 3):
            signal.raise_signal(signal.SIGINT)
        return learn(bank, *rows)

    monkeypatch.setattr(Bank, "learn", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.partial_fit(x[100:200], y[100:200])
    monkeypatch.undo()
    assert model.n_examples_ == (100 if copied else 130)
    if not copied:
        same.partial_fit(x[100:130], y[100:130])
    assert np.array_equal(model.predict_proba(x), same.predict_proba(x))


def test_what_cannot_be_merged_into_finite_numbers_is_refused(stream, monkeypatch):
    x, y = stream
    one, other = (BayesClassifier(drift=0.0, prior=1.0).partial_fit(x[:50], y[:50]) for _ in range(2))
    before = one.predict_proba(x)
    monkeypatch.setattr(merging, "product_of_weights", lambda one, other: np.full_like(one, np.inf))
    with pytest.raises(FloatingPointError, match="merge must learn finite numbers; got NaN or infinity"):
        one.merge(other)
    assert np.array_equal(one.predict_proba(x), before)


def test_names_copies_and_searches(stream):
    x, y = stream
    frame = pd.DataFrame(x, columns=list("abcdef"))
    model = BayesClassifier().fit(frame, y)
    said = model.predict_proba_one(frame.iloc[3].to_dict())
    assert said == pytest.approx(dict(zip(["no", "yes"], model.predict_proba(frame)[3], strict=True)))
    model.learn_one(frame.iloc[3].to_dict(), "yes")
    assert model.n_examples_ == 1501
    copy = pickle.loads(pickle.dumps(model))
    assert np.array_equal(copy.predict_proba(frame), model.predict_proba(frame))
    assert clone(model).get_params() == model.get_params()
    data = load_breast_cancer(return_X_y=True)
    search = GridSearchCV(BayesClassifier(), {"drift": [None, 0.0]}, n_jobs=2, cv=2).fit(*data)
    assert search.best_score_ > 0.94
