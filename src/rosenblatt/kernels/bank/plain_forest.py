"""The loops of `forest` and `random_inputs` again, written plainly: what the compiled ones are tested against."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rosenblatt.kernels.bank.forest import ALSO, CREDIT, FIRST_GROWN, LEHMER, LOOKED_AT, SAMPLE
from rosenblatt.kernels.bank.number_trees import FARTHEST_ERROR, LEAST_UNIT, OF_MEAN_SIZE
from rosenblatt.kernels.bank.random_inputs import FARTHEST_WAVE
from rosenblatt.kernels.bank.tree_growth import LAMBDA, LEAST_GAIN, LEAST_ROWS, LEAVES, RATE


class Tree(NamedTuple):
    """Nodes: feature, edge, first child (0 for a leaf), and value."""

    features: list[int]
    edges: list[float]
    children: list[int]
    values: list[float]

    def leaf_of(self, row: np.ndarray) -> int:
        """Return the leaf into which a row falls.  (forest.2)"""
        node = 0
        while self.children[node]:
            node = self.children[node] + int(row[self.features[node]] > self.edges[node])
        return node


STUMP = Tree([0], [0.0], [0], [0.0])


class Chance:
    """Lehmer's generator of random whole numbers."""

    def __init__(self, state: int) -> None:
        self.state = state

    def draw(self, below: int) -> int:
        """Return a number at least 0 and below a bound."""
        self.state = self.state * 48271 % LEHMER
        return self.state * below // LEHMER


def find_edges(rows: np.ndarray, chance: Chance, most: int) -> list[np.ndarray]:
    """Return the edges of each feature."""
    taken, first = min(len(rows), SAMPLE), chance.draw(len(rows))
    sample = np.sort(rows[(first + np.arange(taken) * len(rows) // taken) % len(rows)], axis=0)
    found = []
    for values in sample.T:
        steps = [k for k in range(1, taken) if values[k] > values[k - 1]]
        if len(steps) > most:  # the first step after each quantile
            of_quantile = [k * (most + 1) // taken for k in steps]
            steps = [k for i, k in enumerate(steps) if of_quantile[i] > (of_quantile[i - 1] if i else 0)]
        halves = [np.float32(0.5) * (values[k] + values[k - 1]) for k in steps[:most]]
        found.append(np.array(halves, dtype=np.float32))
    return found


def grow_tree(
    rows: np.ndarray,
    edges: list[np.ndarray],
    looked: list[int],
    slopes: np.ndarray,
    bends: np.ndarray,
    unit: float = 1.0,
) -> Tree:
    """Return a tree grown on rows: of all leaves the one is divided whose division gains most.  (growth.1, growth.2)"""
    tree, members = Tree([0], [0.0], [0], [0.0]), [np.arange(len(rows))]

    def worth(those: np.ndarray) -> float:
        return slopes[those].sum() ** 2 / (bends[those].sum() + LAMBDA)

    def best_division(those: np.ndarray) -> tuple[float, int, float]:
        best = (0.0, 0, 0.0)
        for feature in looked:
            for edge in edges[feature]:
                above = rows[those, feature] > edge
                if min(above.sum(), (~above).sum()) >= LEAST_ROWS:
                    gain = worth(those[~above]) + worth(those[above]) - worth(those)
                    if gain > best[0] + 1e-9:
                        best = (gain, feature, float(edge))
        return best

    divisions = [best_division(members[0])]
    while len(tree.children) < 2 * LEAVES - 1:
        node = int(np.argmax([gain for gain, _, _ in divisions]))
        gain, feature, edge = divisions[node]
        if gain <= LEAST_GAIN:
            break
        tree.features[node], tree.edges[node], tree.children[node] = feature, edge, len(tree.children)
        divisions[node] = (0.0, 0, 0.0)
        above = rows[members[node], feature] > edge
        for those in (members[node][~above], members[node][above]):
            members.append(those)
            divisions.append(best_division(those))
            for part in tree:
                part.append(0)
    for node, those in enumerate(members):
        if not tree.children[node]:
            tree.values[node] = RATE * slopes[those].sum() / (bends[those].sum() + LAMBDA) * unit
    return tree


class LabelLoss:
    """The loss of labels."""

    def start(self, labels: np.ndarray, weights: np.ndarray) -> float:
        """Return f_0.  (label-trees.1)"""
        positive = 0.5 + weights[labels > 0.0].sum()
        return math.log(positive / (1.0 + weights.sum() - positive))

    def slopes(self, labels: np.ndarray, weights: np.ndarray, sums: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
        """Return slopes, bends and the unit of slopes.  (label-trees.2)"""
        p = 1.0 / (1.0 + np.exp(-sums))
        return weights * ((labels > 0.0) - p), weights * p * (1.0 - p), 1.0


class NumberLoss:
    """The loss of numbers."""

    def start(self, targets: np.ndarray, weights: np.ndarray) -> float:
        """Return f_0.  (number-trees.1)"""
        return float(weights @ targets) / weights.sum()

    def slopes(
        self, targets: np.ndarray, weights: np.ndarray, sums: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, float]:
        """Return slopes, bends and the unit of slopes.  (number-trees.2, number-trees.3)"""
        unit = max(OF_MEAN_SIZE * float(weights @ np.abs(targets - sums)) / weights.sum(), LEAST_UNIT)
        return weights * np.clip((targets - sums) / (FARTHEST_ERROR * unit), -1.0, 1.0), 0.25 * weights, unit


def ask_forest(
    rows: np.ndarray,
    labels: np.ndarray,
    weights: np.ndarray,
    window: int,
    trees: int,
    most_edges: int,
    seed: int,
    loss: LabelLoss | NumberLoss,
) -> tuple[np.ndarray, list[Tree]]:
    """Return the sum F of rows, each before it is learnt, and the trees after all.  (forest.1 to forest.4)"""
    rows = rows.astype(np.float32)
    forest, chance, next_tree = [STUMP] * trees, Chance(seed), 0
    said, offset, credit, edged_at, edges = [], 0.0, 0.0, 0, []
    for t, row in enumerate(rows):
        said.append(offset + sum(tree.values[tree.leaf_of(row)] for tree in forest))
        seen, credit = t + 1, credit + CREDIT
        if seen < FIRST_GROWN:
            continue
        held = np.array(sorted(range(max(0, seen - window), seen), key=lambda k: k % window))
        if seen >= min(2 * edged_at, edged_at + window // 4):
            edges, edged_at = find_edges(rows[held], chance, most_edges), seen
        varied = [i for i, own in enumerate(edges) if len(own)]
        number = min(len(varied), max(LOOKED_AT, len(varied) // 5))
        cost = len(held) * (ALSO + number)
        if varied:
            credit = min(credit, max(CREDIT * window, cost))
        if varied and credit >= cost:
            offset = loss.start(labels[held], weights[held])
        while varied and credit >= cost:
            credit -= cost
            looked = list(varied)
            for j in range(number if number < len(looked) else 0):
                k = j + chance.draw(len(looked) - j)
                looked[j], looked[k] = looked[k], looked[j]
            others = [tree for i, tree in enumerate(forest) if i != next_tree]
            sums = np.array([sum(tree.values[tree.leaf_of(rows[k])] for tree in others) for k in held])
            slopes, bends, unit = loss.slopes(labels[held], weights[held], offset + sums)
            forest[next_tree] = grow_tree(rows[held], edges, looked[:number], slopes, bends, unit)
            next_tree = (next_tree + 1) % trees
    return np.array(said), forest


def fill_cells(z: np.ndarray, features: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return the cells of rows, (rows, sets), numbered through.  (cells.1)"""
    answers = z[:, features.astype(np.int64)] > edges
    questions = features.shape[1]
    own = answers @ (2 ** np.arange(questions - 1, -1, -1))
    return own + np.arange(len(features)) * 2**questions


def fill_waves(z: np.ndarray, frequencies: np.ndarray, phases: np.ndarray) -> np.ndarray:
    """Return the waves of features, and ones.  (waves.1)"""
    inside = np.clip(z, -FARTHEST_WAVE, FARTHEST_WAVE)
    waves = np.sqrt(2.0 / len(phases)) * np.cos(inside @ frequencies + phases)
    return np.column_stack([waves, np.ones(len(z))])
