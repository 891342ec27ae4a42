"""The plain trees against what can be seen without a program."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank.forest import LEHMER
from rosenblatt.kernels.bank.plain_forest import Chance, Tree, find_edges, grow_tree
from rosenblatt.kernels.bank.tree_growth import LAMBDA, LEAST_ROWS, RATE


def test_a_tree_of_one_question():
    rows = np.repeat([[0.0, 0.0], [1.0, 0.0]], 2 * LEAST_ROWS, axis=0)
    slopes, bends = np.repeat([-0.5, 0.5], 2 * LEAST_ROWS), np.full(4 * LEAST_ROWS, 0.25)
    tree = grow_tree(rows, [np.array([0.5]), np.array([])], [0], slopes, bends)
    value = RATE * LEAST_ROWS / (0.5 * LEAST_ROWS + LAMBDA)
    assert tree == Tree([0, 0, 0], [0.5, 0, 0], [1, 0, 0], [0.0, pytest.approx(-value), pytest.approx(value)])
    assert [tree.leaf_of(row) for row in ([0.5, 9.0], [0.6, -9.0])] == [1, 2]


def test_few_rows_are_not_divided():
    rows = np.arange(2.0 * LEAST_ROWS - 1.0)[:, None]
    slopes = np.where(rows[:, 0] > LEAST_ROWS, 0.5, -0.5)
    assert grow_tree(rows, [rows[:, 0] + 0.5], [0], slopes, np.full(len(rows), 0.25)).children == [0]


def test_edges_are_halves_between_values(random):
    few = random.choice([0.0, 1.0, 4.0], (300, 1)).astype(np.float32)
    assert find_edges(few, Chance(1), 63)[0].tolist() == [0.5, 2.5]
    many = random.standard_normal((500, 1)).astype(np.float32)
    edges = find_edges(many, Chance(1), 63)[0]
    assert len(edges) == 63
    below = (many < edges).mean(axis=0)
    assert below == pytest.approx(np.arange(1, 64) / 64, abs=0.01)


def test_chance_is_lehmers():
    chance = Chance(1)
    assert [chance.draw(LEHMER) for _ in range(3)] == [48271, 182605794, 1291394886]
