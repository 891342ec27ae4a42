"""Members that look at features at random: silent at first, copies, and files."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes.members import NOBODY, Known
from rosenblatt.estimators.bayes.posteriors import LARGEST_MEAN
from rosenblatt.estimators.bayes.random_looks import FIRST_ROWS
from rosenblatt.estimators.bayes.random_views import Cells, Waves

TABLE = Known().table(((1.0,), (0.0, 1e-3)))
KINDS = pytest.mark.parametrize("kind", [Cells, Waves])


def rows(random, number, features):
    return np.column_stack([random.standard_normal((number, features)), np.ones(number)])


def begun(kind, x):
    members = kind.of_features(TABLE, x.shape[1] - 1)
    members.look.notice(x)
    return members


@KINDS
def test_they_say_nothing_at_first(kind, random):
    x = rows(random, FIRST_ROWS, 4)
    members = kind.of_features(TABLE, 4)
    for part in (x[:10], x[10:]):
        before = members.means.copy()
        said = members.learn(members.look.see(part), np.ones(len(part)), np.ones(len(part)))
        assert (said.fields == 0.0).all() and (said.clean == 0.5).all()
        assert np.array_equal(members.means, before)
        members.look.notice(part)
    assert (members.predict(members.look.see(x)).fields == 0.0).all()  # nothing learnt yet
    members.learn(members.look.see(x), np.ones(64), np.ones(64))
    assert (members.predict(members.look.see(x)).fields != 0.0).all()


@KINDS
def test_copies_and_files(kind, random):
    x = rows(random, FIRST_ROWS, 3)
    for members in (kind.of_features(TABLE, 3), begun(kind, x)):
        members.learn(members.look.see(x), np.ones(64), np.ones(64))
        again = kind.of_file("m", {name: np.array(array) for name, array in members.copy().arrays().items()}, 3)
        assert again.predict(again.look.see(x)).fields.tolist() == members.predict(members.look.see(x)).fields.tolist()
        before = members.means.copy()
        again.learn(again.look.see(x), -np.ones(64), np.ones(64))
        assert np.array_equal(members.means, before)


@KINDS
def test_features_that_move_change_nothing(kind, random):
    x = rows(random, FIRST_ROWS, 3)
    members = begun(kind, x)
    members.learn(members.look.see(x), np.where(x[:, 0] > 0.0, 1.0, -1.0), np.ones(64))
    moved = members.with_inputs(np.array([2, -1, 0, 1]))
    seen = moved.look.see(np.column_stack([x[:, 2], np.zeros(64), x[:, 0], x[:, 1], x[:, 3]]))
    assert moved.predict(seen).fields == pytest.approx(members.predict(members.look.see(x)).fields, rel=1e-12)


def test_first_rows_may_come_in_any_pieces(random):
    x = random.standard_normal((200, 3))
    y = (x[:, 0] * x[:, 1] > 0.0).astype(int)
    whole = BayesClassifier().partial_fit(x, y, classes=[0, 1])
    pieces = BayesClassifier()
    for start, stop in ((0, 1), (1, 50), (50, 70), (70, 71), (71, 200)):
        pieces.partial_fit(x[start:stop], y[start:stop], classes=[0, 1] if start == 0 else None)
    assert pieces.predict_proba(x) == pytest.approx(whole.predict_proba(x), abs=1e-11)


@KINDS
def test_weights_that_a_file_may_hold_are_not_made_larger_by_what_they_learn(kind, random):
    x, certain = rows(random, 100, 3), Known().table(NOBODY, ((0.3,), (0.0,)))
    members = kind.of_features(certain, 3)
    members.look.notice(x)
    seen, labels = members.look.see(x), np.where(random.random(100) < 0.5, 1.0, -1.0)
    members.learn(seen, labels, np.ones(100))  # now some weights are better known than others
    members.means[:] = LARGEST_MEAN
    members.learn(seen, labels, np.ones(100))
    assert np.abs(members.means).max() == LARGEST_MEAN
