"""Trees of numbers: compiled as plain, their loss, and what they learn."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.grown_trees import SEED
from rosenblatt.estimators.numbers.closer import NumberTrees
from rosenblatt.kernels.bank import number_trees
from rosenblatt.kernels.bank.forest import EDGES, NEXT_TREE, TREES
from rosenblatt.kernels.bank.plain_forest import NumberLoss, ask_forest


def world(random, rows, features=4):
    x = np.column_stack([random.standard_normal((rows, features)), np.ones(rows)])
    x[:, 1] = random.random(rows) < 0.3  # two values only
    targets = np.where((x[:, 0] > 0.4) ^ (x[:, 1] > 0.5), 1.0, -1.0) + 0.2 * random.standard_t(2.5, rows)
    return x, targets, random.choice([0.5, 1.0, 2.0], rows)


@pytest.mark.parametrize(("window", "features", "rows"), [(70, 4, 130), (512, 20, 90)])
def test_compiled_trees_are_plain_ones(window, features, rows, random):
    x, targets, weights = world(random, rows, features)
    trees = NumberTrees.new(features, window)
    said = trees.ask(x, targets, weights, learn=True)
    sums, plain = ask_forest(x[:, :-1], targets, weights, window, TREES, EDGES, SEED, NumberLoss())
    assert said[0, 0] == pytest.approx(sums, abs=1e-6)  # slopes are rounded where a division is looked for
    assert (trees.counts[NEXT_TREE] > 5 or features > 4) and np.ptp(sums) > 0.1
    for k, tree in enumerate(plain):
        size = len(tree.children)
        assert trees.children[k, :size].tolist() == tree.children
        inner = trees.children[k, :size] > 0
        assert trees.features[k, :size][inner].tolist() == np.array(tree.features)[inner].tolist()
        assert trees.values[k, :size][~inner] == pytest.approx(np.array(tree.values)[~inner], abs=1e-9)


def test_the_sum_is_said_with_and_without_its_start(random):
    x, targets, weights = world(random, 400)
    trees = NumberTrees.new(4)
    trees.ask(x, targets + 7.0, weights, learn=True)
    both = trees.ask(x, targets, weights, learn=False)
    assert trees.start[0] == pytest.approx(np.average(targets + 7.0, weights=weights), abs=0.2)
    assert both[0, 0] - both[1, 0] == pytest.approx(trees.start[0], abs=1e-12)
    assert both[1, 0] == pytest.approx(trees.values[np.arange(TREES), trees.leaves_of(x[:, :4])].sum(axis=1), abs=1e-9)


def test_slopes_are_those_of_hubers_loss():
    window = type("Window", (), {"targets": np.array([1.0, 3.0]), "weights": np.array([1.0, 3.0]), "sums": np.zeros(2)})
    unit = number_trees.unit_of_numbers(window, 2, 1.0)
    assert unit == pytest.approx(np.sqrt(np.pi / 2.0) * 1.5)
    assert number_trees.slope_and_bend_of_number(3.0, 2.0, 1.0, 0.5, 1.0) == (2.0 * 1.5 / 4.0, 0.5)
    assert number_trees.slope_and_bend_of_number(-90.0, 2.0, 1.0, 0.5, 1.0) == (-2.0, 0.5)
    assert number_trees.unit_of_numbers(window, 1, 1.0) == number_trees.LEAST_UNIT  # an exact fit


def test_wild_targets_do_little_harm(random):
    x, targets, weights = world(random, 3000)
    wild = np.where(random.random(3000) < 0.02, 1e6, targets)
    clean, trees = NumberTrees.new(4), NumberTrees.new(4)
    for one, y in ((clean, targets), (trees, wild)):
        one.ask(x, y, weights, learn=True)
    sums = [one.ask(x[-500:], targets[-500:], weights[-500:], learn=False)[1, 0] for one in (clean, trees)]
    right = np.where((x[-500:, 0] > 0.4) ^ (x[-500:, 1] > 0.5), 1.0, -1.0)
    assert np.corrcoef(sums[0], right)[0, 1] > 0.95
    assert np.abs(sums[1]).max() < 1e5  # a leaf of ten rows with a wild one has a mean of 1e5
