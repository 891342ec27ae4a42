"""Members that look at features at random: when they begin, at what, and files."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes.members import NOBODY, Known
from rosenblatt.estimators.bayes.posteriors import LARGEST_MEAN
from rosenblatt.estimators.bayes.random_views import FIRST_ROWS, MOST_WAVING, Cells, Waves
from rosenblatt.estimators.common.model_file_checks import Damaged

TABLE = Known().table(((1.0,), (0.0, 1e-3)))
KINDS = pytest.mark.parametrize("kind", [Cells, Waves])


def rows(random, number, features, varied=None):
    x = np.column_stack([random.standard_normal((number, features)), np.ones(number)])
    x[:, np.setdiff1d(np.arange(features), np.arange(features) if varied is None else varied)] = 0.0
    return x


def begun(kind, x):
    members = kind.of_features(TABLE, x.shape[1] - 1)
    members.notice(x)
    return members


@KINDS
def test_they_say_nothing_at_first(kind, random):
    x = rows(random, FIRST_ROWS, 4)
    members = kind.of_features(TABLE, 4)
    for part in (x[:10], x[10:63]):
        before = members.means.copy()
        said = members.learn(members.see(part), np.ones(len(part)), np.ones(len(part)))
        assert (said.fields == 0.0).all() and (said.clean == 0.5).all()
        assert np.array_equal(members.means, before)
        members.notice(part)
    assert (members.silent, members.rows_to_come) == (True, 1)
    members.notice(x[63:])
    assert (members.silent, members.rows_to_come) == (False, np.inf)
    assert (members.predict(members.see(x)).fields == 0.0).all()  # nothing learnt yet
    members.learn(members.see(x), np.ones(64), np.ones(64))
    assert (members.predict(members.see(x)).fields != 0.0).all()


@KINDS
def test_columns_that_were_not_there_are_as_columns_of_zeros(kind, random):
    x = rows(random, FIRST_ROWS, 6, [1, 4])
    wide, narrow = begun(kind, x), begun(kind, x[:, [1, 4, 6]])
    grown = narrow.with_inputs(np.array([-1, 0, -1, -1, 1, -1]))
    assert grown.looks_as(wide)
    assert grown.varied.tolist() == wide.varied.tolist() == [0.0, 1.0, 0.0, 0.0, 1.0, 0.0]


def test_waves_are_silent_if_there_are_too_many_features(random):
    x = rows(random, FIRST_ROWS, MOST_WAVING + 1)
    assert begun(Waves, x).silent
    assert not begun(Waves, rows(random, FIRST_ROWS, MOST_WAVING + 1, np.arange(MOST_WAVING))).silent
    assert begun(Waves, np.zeros((FIRST_ROWS, 3))).silent


@KINDS
def test_copies_and_files(kind, random):
    x = rows(random, FIRST_ROWS, 3)
    for members in (kind.of_features(TABLE, 3), begun(kind, x)):
        members.learn(members.see(x), np.ones(64), np.ones(64))
        again = kind.of_file("m", {name: np.array(array) for name, array in members.copy().arrays().items()}, 3)
        assert again.predict(again.see(x)).fields.tolist() == members.predict(members.see(x)).fields.tolist()
        assert again.looks_as(members)
        before = members.means.copy()
        again.learn(again.see(x), -np.ones(64), np.ones(64))
        assert np.array_equal(members.means, before)


@KINDS
@pytest.mark.parametrize(
    ("name", "value"), [("features", 3.0), ("features", 0.5), ("varied", 2.0), ("rows", -1.0), ("rows", np.nan)]
)
def test_what_is_no_view_is_not_loaded(kind, name, value, random):
    arrays = begun(kind, rows(random, FIRST_ROWS, 3)).arrays()
    with pytest.raises(Damaged, match=f"m.{name}"):
        kind.of_file("m", {**arrays, name: np.full_like(arrays[name], value)}, 3)


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
    members.notice(x)
    seen, labels = members.see(x), np.where(random.random(100) < 0.5, 1.0, -1.0)
    members.learn(seen, labels, np.ones(100))  # now some weights are better known than others
    members.means[:] = LARGEST_MEAN
    members.learn(seen, labels, np.ones(100))
    assert np.abs(members.means).max() == LARGEST_MEAN
