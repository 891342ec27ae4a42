"""Members of numbers that look closer: at first, in other units, as copies, and in files."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.random_looks import FIRST_ROWS, CellLook, WaveLook
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.numbers.closer import LookingNumbers, TreeNumbers
from rosenblatt.estimators.numbers.members import KnownOfNumbers, NumberMembers

TABLE = KnownOfNumbers().table(((1.0,), (0.0, 1e-3), ((0.0, 0.0), (0.02, 0.25))))


@pytest.fixture
def world(random):
    x = np.column_stack([random.uniform(-1.5, 1.5, (600, 3)), np.ones(600)])
    targets = np.sign(x[:, 0]) * np.sign(x[:, 1]) + 2.0 + 0.1 * random.standard_normal(600)
    return x, targets, np.ones(600)


def cells(features):
    return LookingNumbers.of_look(TABLE, CellLook.new(features))


def waves(features):
    return LookingNumbers.of_look(TABLE, WaveLook.new(features))


def trees(features):
    return TreeNumbers.of_features(TABLE, features)


KINDS = pytest.mark.parametrize("new", [cells, waves, trees])
LOOKING = pytest.mark.parametrize("new", [cells, waves])


def learnt(new, world, rows=600):
    members = new(3)
    for start in range(0, rows, FIRST_ROWS):
        members.learn(*(part[start : min(start + FIRST_ROWS, rows)] for part in world))
    return members


@KINDS
def test_they_learn_what_no_line_does(new, world):
    x, targets, _ = world
    line = NumberMembers.of_table(TABLE, 4, full=True)
    line.learn(*world)
    errors = [np.mean((members.predict(x).centres[0] - targets) ** 2) for members in (line, learnt(new, world))]
    assert errors[0] > 0.9 and errors[1] < 0.6


@LOOKING
def test_of_the_first_rows_they_see_the_intercept(new, world):
    members, alone = new(3), NumberMembers.of_table(TABLE, 1, full=True)
    said = [members.learn(*(part[:60] for part in world)), alone.learn(np.ones((60, 1)), *(p[:60] for p in world[1:]))]
    assert said[0].centres == pytest.approx(said[1].centres, rel=1e-9)
    assert said[0].densities == pytest.approx(said[1].densities, rel=1e-9)
    assert members.rows_to_come == FIRST_ROWS - 60


@KINDS
def test_rows_are_predicted_before_they_are_learnt(new, world):
    members = learnt(new, world, 500)
    for k in range(500, 520):
        row = [part[k : k + 1] for part in world]
        asked, said = members.predict(row[0]), members.learn(*row)
        for name in ("centres", "scales", "freedoms"):
            assert getattr(asked, name) == pytest.approx(getattr(said, name), rel=1e-9)


@KINDS
def test_other_units_are_told_exactly(new, world):
    x, targets, weights = world
    one = learnt(new, world, 448)
    other = one.copy()
    other.in_units(0.1, 3.0, of_weights=0.1)
    still, rows = one.drifts == 0.0, slice(448, 512)
    said = [members.predict(x) for members in (one, other)]
    assert said[1].centres[still] == pytest.approx(0.1 * said[0].centres[still] + 3.0, abs=1e-9)
    if new is not trees:  # whose posterior of S is in units of the noise
        assert said[1].scales[still] == pytest.approx(0.1 * said[0].scales[still], rel=1e-9)
    one.learn(x[rows], targets[rows], weights[rows])
    other.learn(x[rows], 0.1 * targets[rows] + 3.0, weights[rows])
    said = [members.predict(x).centres[still] for members in (one, other)]
    assert said[1] == pytest.approx(0.1 * said[0] + 3.0, abs=1e-3 if new is trees else 1e-9)


def test_trees_in_other_units_grow_alike(world):
    x, targets, weights = world
    one = learnt(trees, world, 448).trees
    other = one.copy()
    other.in_units(0.1, 3.0)
    one.ask(x, targets, weights, learn=True)
    other.ask(x, 0.1 * targets + 3.0, weights, learn=True)
    assert np.array_equal(one.children, other.children)
    assert other.values == pytest.approx(0.1 * one.values, abs=1e-12)
    assert other.start[0] == pytest.approx(0.1 * one.start[0] + 3.0)


@KINDS
def test_features_that_move_change_nothing(new, world):
    x = world[0]
    members = learnt(new, world)
    moved = members.with_inputs(np.array([2, -1, 0, 1]))
    seen = np.column_stack([x[:, 2], np.zeros(600), x[:, 0], x[:, 1], x[:, 3]])
    assert moved.predict(seen).centres == pytest.approx(members.predict(x).centres, rel=1e-9)


def back(members, arrays, name="m"):
    if isinstance(members, TreeNumbers):
        return TreeNumbers.of_file(name, arrays, 3)
    return LookingNumbers.of_file(name, arrays, 3, type(members.look))


@KINDS
@pytest.mark.parametrize("rows", [10, 600])
def test_copies_and_files(new, rows, world):
    members = learnt(new, world, rows)
    again = back(members, {name: np.array(array) for name, array in members.copy().arrays().items()})
    assert again.spreads.nbytes < again.nbytes <= members.nbytes if new is trees else again.nbytes == members.nbytes
    before = members.predict(world[0]).centres
    assert np.array_equal(again.predict(world[0]).centres, before)
    again.learn(*(part[:50] for part in world))
    assert np.array_equal(members.predict(world[0]).centres, before)
    members.learn(*(part[:50] for part in world))
    assert np.array_equal(again.predict(world[0]).centres, members.predict(world[0]).centres)


@KINDS
def test_what_is_none_of_them_is_not_loaded(new, world):
    members = learnt(new, world)
    arrays = members.arrays()
    wrong = ("trees.labels", "trees.odds", "trees.values") if new is trees else ("look.features", "look.rows")
    for name in (*wrong, "means", "squares"):
        with pytest.raises(Damaged, match=name.replace(".", r"\.")):
            back(members, {**arrays, name: np.full_like(arrays[name], 1e80 if name == "trees.odds" else 1e300)})
        with pytest.raises(Damaged):
            back(members, {key: array for key, array in arrays.items() if key != name})


def test_who_sees_the_same(world):
    one, other = learnt(cells, world), learnt(cells, (0.5 * world[0], *world[1:]))
    assert one.is_like(other) and not one.is_like(cells(3))
    assert not learnt(trees, world).is_like(learnt(trees, world))
