"""Trees over the last rows: compiled as plain, their log odds, and what they cost."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit, ndtri

from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.grown_trees import SEED
from rosenblatt.kernels.bank.forest import ALSO, CREDIT, EDGES, FIRST_GROWN, NEXT_TREE, TREES
from rosenblatt.kernels.bank.plain_forest import LabelLoss, ask_forest


def world(random, rows, features=4):
    x = np.column_stack([random.standard_normal((rows, features)), np.ones(rows)])
    x[:, 1] = random.random(rows) < 0.3  # two values only
    labels = np.where((x[:, 0] > 0.4) ^ (x[:, 1] > 0.5), 1.0, -1.0)
    return x, np.where(random.random(rows) < 0.1, -labels, labels)


@pytest.mark.parametrize(("window", "features"), [(90, 4), (512, 4), (90, 20)])
def test_compiled_trees_are_plain_ones(window, features, random):
    x, labels = world(random, 200, features)
    weights = random.choice([0.5, 1.0, 2.0], 200)
    forest = Forest.new(features, window)
    said = forest.learn(x, labels, weights)
    log_odds, trees = ask_forest(x[:, :-1], labels, weights, window, TREES, EDGES, SEED, LabelLoss())
    assert said.clean[0] == pytest.approx(expit(log_odds), abs=1e-9)
    assert said.fields[0] == pytest.approx(ndtri(expit(log_odds)), abs=1e-6)
    assert forest.counts[NEXT_TREE] > 5 or features > 4
    for tree, plain in enumerate(trees):
        size = len(plain.children)
        assert forest.children[tree, :size].tolist() == plain.children
        inner = forest.children[tree, :size] > 0
        assert forest.features[tree, :size][inner].tolist() == np.array(plain.features)[inner].tolist()
        assert forest.edges[tree, :size][inner] == pytest.approx(np.array(plain.edges)[inner])
        assert forest.values[tree, :size][~inner] == pytest.approx(np.array(plain.values)[~inner], abs=1e-9)


def test_sums_and_leaves_are_those_of_the_trees(random):
    x, labels = world(random, 700)
    forest = Forest.new(4, 256)
    forest.learn(x, labels, np.ones(700))
    assert np.array_equal(forest.leaves, forest.leaves_of(forest.rows))
    assert np.array_equal(forest.codes, forest.bins_of(forest.rows))
    assert forest.sums == pytest.approx(forest.values[np.arange(TREES), forest.leaves].sum(axis=1), abs=1e-9)
    assert forest.rows == pytest.approx(np.roll(x[-256:, :4], 700 % 256, axis=0), rel=1e-6)


def test_a_batch_is_its_rows_and_a_look_changes_nothing(random):
    x, labels = world(random, 300)
    whole, rows = Forest.new(4), Forest.new(4)
    together = whole.learn(x, labels, np.ones(300)).fields
    one_by_one = [rows.learn(x[k : k + 1], labels[k : k + 1], np.ones(1)).fields[0, 0] for k in range(300)]
    assert together[0].tolist() == one_by_one
    before = {name: np.copy(array) for name, array in vars(rows).items()}
    rows.predict(x)
    assert all(np.array_equal(array, before[name]) for name, array in vars(rows).items())


def test_time_is_spent_evenly(random):
    x, labels = world(random, 3000)
    forest, grown = Forest.new(4, 512), []
    for start in range(0, 3000, 100):
        before = forest.start[1]
        forest.learn(x[start : start + 100], labels[start : start + 100], np.ones(100))
        grown.append(100 * CREDIT - (forest.start[1] - before))
        assert forest.start[1] < 512 * (4 + ALSO) or start < FIRST_GROWN
    assert sum(grown) == pytest.approx(3000 * CREDIT, rel=0.01)


@pytest.mark.parametrize("constant", [0, 150])
def test_credit_that_nobody_could_spend_is_no_more_than_a_window_brings(constant, random):
    x, labels = world(random, 240)
    x[:constant] = 1.0
    forest, ones = Forest.new(4, 40), np.ones(240)
    forest.start[1] = 0.0 if constant else 1e99  # which a file may say
    said = forest.learn(x, labels, ones)
    assert forest.start[1] < 40 * (4 + ALSO)
    if constant:
        log_odds, _ = ask_forest(x[:, :-1], labels, ones, 40, TREES, EDGES, SEED, LabelLoss())
        assert said.clean[0] == pytest.approx(expit(log_odds), abs=1e-9)


def test_it_learns_what_trees_learn(random):
    x, labels = world(random, 4000)
    said = Forest.new(4).learn(x, labels, np.ones(4000))
    right = (said.fields[0] > 0.0) == (labels > 0.0)
    assert right[-2000:].mean() > 0.88  # of 0.9
