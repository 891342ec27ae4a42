"""What two regressors have learnt, made one: the rows of both count, the prior once."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import BayesRegressor
from rosenblatt.estimators.bayes.merging import same_views
from rosenblatt.estimators.numbers.bank import NumberBank
from rosenblatt.estimators.numbers.members import KnownOfNumbers
from rosenblatt.estimators.numbers.merging import merge_banks


@pytest.fixture
def rows(random):
    x = random.standard_normal((2000, 4)) * [1.0, 10.0, 1.0, 1.0] + [0.0, 5.0, 0.0, 0.0]
    return x, x @ [3.0, 0.2, 0.0, -1.0] + 50.0 + random.standard_normal(2000)


def test_without_drift_it_is_as_if_one_had_learnt_all(random):
    x = np.column_stack([random.standard_normal((300, 3)), np.ones(300)])
    targets, weights = x @ [1.0, 0.0, 2.0, -1.0] + random.standard_normal(300), random.choice([1.0, 2.0], 300)
    how = {"full": True, "sparse": False, "linear": True, "runs": False}
    banks = [NumberBank.new(4, KnownOfNumbers(0.0, 2.0), **how) for _ in range(3)]
    for bank, part in zip(banks, (slice(0, 120), slice(120, 300), slice(0, 300)), strict=True):
        bank.learn(x[part], targets[part], weights[part])
    views = same_views(banks[0].groups["members"])
    merged, whole = merge_banks(banks[0], banks[1], views).groups["members"], banks[2].groups["members"]
    assert merged.means == pytest.approx(whole.means, rel=1e-10)
    assert np.tril(merged.spreads[0]) == pytest.approx(np.tril(whole.spreads[0]), rel=1e-9, abs=1e-12)
    assert merged.degrees == pytest.approx(whole.degrees)
    assert merged.squares == pytest.approx(whole.squares, rel=1e-9)


@pytest.mark.parametrize("how", [{"drift": 0.0, "prior": 10.0}, {}, {"covariance": "diagonal"}])
def test_two_halves_know_what_the_whole_knows(how, rows):
    x, y = rows
    whole, halves = BayesRegressor(**how).fit(x, y), [BayesRegressor(**how).fit(x[k::2], y[k::2]) for k in (0, 1)]
    merged = halves[0].merge(halves[1])
    assert merged.n_examples_ == 2000
    assert np.mean(np.abs(merged.predict(x) - whole.predict(x))) < 0.15
    assert merged.noise_ == pytest.approx(whole.noise_, rel=0.1)
    merged.partial_fit(x, y)
    assert merged.score(x, y) > 0.9


def test_shards_in_other_units(rows):
    x, y = rows
    x[1000:, 2] += 30.0
    y[1000:] += 1000.0
    one, other = (BayesRegressor(drift=0.0, prior=10.0).fit(x[part], y[part]) for part in np.split(np.arange(2000), 2))
    merged = one.merge(other)
    assert merged.state_.units.centre == pytest.approx(y.mean(), rel=0.01)
    # The second shard is far out along one feature, and that is what explains its targets.
    assert merged.coef_[2] == pytest.approx(1000.0 / 30.0, rel=0.05)


def test_a_model_of_targets_that_are_all_alike(rows):
    x, y = rows
    constant = BayesRegressor().fit(x[:50], np.full(50, 7.0))
    merged = BayesRegressor().fit(x[50:], y[50:]).merge(constant)
    assert np.isfinite(merged.predict(x)).all() and merged.n_examples_ == 2000
    both = BayesRegressor().fit(x[:50], np.full(50, 7.0)).merge(constant)
    assert both.predict(x[:3]) == pytest.approx(7.0, rel=1e-12)


def test_merging_leaves_the_other_as_it_was(rows):
    x, y = rows
    one, other = (BayesRegressor().fit(x[part], y[part]) for part in (slice(0, 500), slice(500, 900)))
    before = other.predict(x)
    one.merge(other).partial_fit(x, y)
    assert np.array_equal(other.predict(x), before)


def test_what_cannot_be_merged(rows):
    x, y = rows
    model = BayesRegressor().fit(x, y)
    before = model.predict(x)
    for other, message in (
        (BayesRegressor().fit(x[:, :3], y), "same 4 features"),
        (BayesRegressor(drift=0.1).fit(x, y), "same bank"),
        (BayesRegressor(linear=True).fit(x, y), "same bank"),
    ):
        with pytest.raises(ValueError, match=message):
            model.merge(other)
    with pytest.raises(ValueError, match="same drift and prior"):
        BayesRegressor(drift=0.1, prior=1.0).fit(x, y).merge(BayesRegressor(drift=0.2, prior=1.0).fit(x, y))
    assert np.array_equal(model.predict(x), before)


def test_cells_add_up_and_trees_are_those_of_the_longer(random):
    x = np.column_stack([random.uniform(-1.5, 1.5, (900, 3)), np.ones(900)])
    targets = np.sign(x[:, 0]) * np.sign(x[:, 1]) + 0.1 * random.standard_normal(900)
    how = {"full": True, "sparse": False, "linear": False, "runs": False}
    one, other = (NumberBank.new(4, KnownOfNumbers(), **how) for _ in range(2))
    one.learn(x[:300], targets[:300], np.ones(300))
    other.learn(x[300:], targets[300:], np.ones(600))
    views = same_views(one.groups["members"])
    for merged in (merge_banks(one, other, views), merge_banks(other, one, views)):
        trees, cells = merged.groups["forest"], merged.groups["cells"]
        assert np.array_equal(trees.predict(x).centres, other.groups["forest"].predict(x).centres)
        assert (cells.degrees > other.groups["cells"].degrees).all()
        variances = [bank.groups["cells"].spreads[0] for bank in (one, other)]
        assert (cells.spreads[0] <= np.minimum(*variances) + 1e-12).all()


def test_cells_of_other_features_are_those_of_the_longer(random):
    x = np.column_stack([random.standard_normal((900, 3)), np.ones(900)])
    x[:300, 2] = 0.0
    how = {"full": True, "sparse": False, "linear": False, "runs": False}
    one, other = (NumberBank.new(4, KnownOfNumbers(), **how) for _ in range(2))
    one.learn(x[:300], x[:300, 0].copy(), np.ones(300))
    other.learn(x[300:], x[300:, 0].copy(), np.ones(600))
    merged = merge_banks(one, other, same_views(one.groups["members"]))
    for name in ("cells", "waves"):
        kept = merged.groups[name]
        assert np.array_equal(kept.predict(x).centres, other.groups[name].predict(x).centres)
        assert kept.means is not other.groups[name].means
