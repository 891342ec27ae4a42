"""What two classifiers have learnt, made one: the rows of both count, the prior once."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris

import rosenblatt as rb
from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes import merging
from tests.estimators.conftest import text


def test_two_halves_know_what_the_whole_knows(random):
    x = random.standard_normal((4000, 6)) * [1.0, 1.0, 10.0, 1.0, 1.0, 1.0] + [0.0, 5.0, 0.0, 0.0, 0.0, 0.0]
    y = (x @ [1.0, 1.0, -0.1, 0.0, 0.5, 0.0] + random.standard_normal(4000) > 5.0).astype(int)
    how = {"drift": 0.0, "noise": 0.0, "prior": 1.0}
    whole = BayesClassifier(**how).fit(x, y)
    merged = BayesClassifier(**how).fit(x[:2000], y[:2000]).merge(BayesClassifier(**how).fit(x[2000:], y[2000:]))
    assert merged.n_examples_ == 4000
    # Not quite: means and deviations of the features moved while the weights were learnt.
    assert np.mean(np.abs(merged.predict_proba(x) - whole.predict_proba(x))) < 0.01
    deviation = np.sqrt(np.diag(whole.covariance_))
    off = (merged.coef_[0] - whole.coef_[0]) / deviation[:-1]
    assert np.sqrt(np.mean(off**2)) < 1.0  # all that is known of them
    assert np.sqrt(np.diag(merged.covariance_)) == pytest.approx(deviation, rel=0.05)


def test_shards_that_see_their_features_differently(random):
    x = random.standard_normal((4000, 3))
    x[2000:, 0] = 3.0 * x[2000:, 0] + 4.0  # another mean and deviation in the second shard
    y = (x @ [0.5, 1.0, 0.0] + random.standard_normal(4000) > 1.0).astype(int)
    how = {"drift": 0.0, "noise": 0.0, "prior": 1.0}
    one, other = (BayesClassifier(**how).fit(x[k : k + 2000], y[k : k + 2000]) for k in (0, 2000))
    merged = one.merge(other)
    assert merged.state_.feature_scaling.centre() == pytest.approx(
        x.mean(axis=0), abs=0.01
    )  # but for what was wild at the start
    assert merged.state_.feature_scaling.factor() == pytest.approx(1.0 / x.std(axis=0), rel=0.01)
    shuffled = random.permutation(4000)
    whole = BayesClassifier(**how).fit(x[shuffled], y[shuffled])
    deviation = np.sqrt(np.diag(whole.covariance_))
    assert (np.abs(merged.coef_[0] - whole.coef_[0]) < 2.5 * deviation[:-1]).all()
    assert abs(merged.intercept_[0] - whole.intercept_[0]) < 2.5 * deviation[-1]


def test_the_prior_counts_once(stream):
    # A model that has learnt next to nothing adds next to nothing, and takes nothing away.
    x, y = stream
    model = BayesClassifier(drift=0.0).fit(x, y)
    before = model.predict_proba(x)
    tiny = BayesClassifier(drift=0.0).partial_fit(x[:2], y[:2], classes=["no", "yes"])
    assert model.merge(tiny).predict_proba(x) == pytest.approx(before, abs=0.02)


def test_after_very_many_merges_nobody_is_gone_for_ever():
    assert merging.product_of_weights(np.array([1.0, 0.0]), np.array([0.0, 1.0])) == pytest.approx([0.5, 0.5])
    weights = np.array([0.5, 0.3, 0.2])
    for _ in range(2000):
        weights = merging.product_of_weights(weights, np.array([0.5, 0.3, 0.2]))
    assert weights == pytest.approx([1.0, 0.0, 0.0])
    assert weights.min() > 0.0


def test_sparse_and_undeclared_classes(random):
    x, y = text(random, rows=1200)
    parts = [BayesClassifier().partial_fit(x[k::2], y[k::2]) for k in (0, 1)]
    alone = [part.score(x, y) for part in parts]
    assert parts[0].merge(parts[1]).score(x, y) > 0.05 + max(alone)
    iris, kinds = load_iris(return_X_y=True)
    order = random.permutation(150)
    iris, kinds = iris[order], kinds[order]
    few, others = kinds < 2, kinds > 0
    one = BayesClassifier().partial_fit(iris[few], kinds[few])
    other = BayesClassifier().partial_fit(iris[others], kinds[others])
    assert one.merge(other).classes_.tolist() == [0, 1, 2]
    assert one.score(iris, kinds) > 0.85


def test_what_cannot_be_merged(stream, random):
    x, y = stream
    model = BayesClassifier().fit(x, y)
    for other, message in (
        (BayesClassifier().fit(x[:, :3], y), "same 6 features"),
        (BayesClassifier(drift=0.1).fit(x, y), "same bank"),
        (BayesClassifier(noise=0.1).fit(x, y), "same bank"),
        (BayesClassifier(linear=True).fit(x, y), "same bank"),
        (BayesClassifier(runs=False).fit(x, y), "same bank"),
        (BayesClassifier().fit(x, np.where(y == "yes", "ja", "nein")), "same classes"),
    ):
        with pytest.raises(ValueError, match=message):
            model.merge(other)
    with pytest.raises(ValueError, match="same bank"):
        BayesClassifier(linear=True).fit(x, y).merge(BayesClassifier(linear=True, standardise=False).fit(x, y))
    with pytest.raises(ValueError, match="same drift, noise"):
        BayesClassifier(noise=0.1).fit(x, y).merge(BayesClassifier(noise=0.2).fit(x, y))
    with pytest.raises(TypeError, match="like with like"):
        model.merge(rb.OnlineClassifier().fit(x, y))
