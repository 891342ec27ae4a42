"""What is looked at at random: when it begins, at which features, and files."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.random_looks import FIRST_ROWS, MOST_WAVING, CellLook, WaveLook
from rosenblatt.estimators.common.model_file_checks import Damaged

KINDS = pytest.mark.parametrize("kind", [CellLook, WaveLook])


def rows(random, number, features, varied=None):
    x = np.column_stack([random.standard_normal((number, features)), np.ones(number)])
    x[:, np.setdiff1d(np.arange(features), np.arange(features) if varied is None else varied)] = 0.0
    return x


def begun(kind, x):
    look = kind.new(x.shape[1] - 1)
    look.notice(x)
    return look


@KINDS
def test_there_is_nothing_to_see_at_first(kind, random):
    x = rows(random, FIRST_ROWS, 4)
    look = kind.new(4)
    for part in (x[:10], x[10:63]):
        look.notice(part)
    assert (look.silent, look.rows_to_come) == (True, 1)
    look.notice(x[63:])
    assert (look.silent, look.rows_to_come) == (False, np.inf)
    features = look.features.copy()
    look.notice(np.zeros((FIRST_ROWS, 5)))
    assert np.array_equal(look.features, features)


@KINDS
def test_columns_that_were_not_there_are_as_columns_of_zeros(kind, random):
    x = rows(random, FIRST_ROWS, 6, [1, 4])
    wide, narrow = begun(kind, x), begun(kind, x[:, [1, 4, 6]])
    grown = narrow.with_inputs(np.array([-1, 0, -1, -1, 1, -1]))
    assert grown.is_like(wide) and not narrow.is_like(wide)
    assert grown.varied.tolist() == wide.varied.tolist() == [0.0, 1.0, 0.0, 0.0, 1.0, 0.0]


def test_waves_are_silent_if_there_are_too_many_features(random):
    x = rows(random, FIRST_ROWS, MOST_WAVING + 1)
    assert begun(WaveLook, x).silent
    assert not begun(WaveLook, rows(random, FIRST_ROWS, MOST_WAVING + 1, np.arange(MOST_WAVING))).silent
    assert begun(WaveLook, np.zeros((FIRST_ROWS, 3))).silent


@KINDS
def test_copies_and_files(kind, random):
    x = rows(random, FIRST_ROWS, 3)
    for look in (kind.new(3), begun(kind, x)):
        again = kind.of_arrays("m", {name: np.array(array) for name, array in look.copy().arrays().items()}, 3)
        assert again.is_like(look) and (again.rows, again.varied.tolist()) == (look.rows, look.varied.tolist())
        before = look.copy()
        again.notice(np.ones((FIRST_ROWS, 4)))
        assert look.is_like(before) and look.rows == before.rows


@KINDS
@pytest.mark.parametrize(
    ("name", "value"), [("features", 3.0), ("features", 0.5), ("varied", 2.0), ("rows", -1.0), ("rows", np.nan)]
)
def test_what_is_no_look_is_not_loaded(kind, name, value, random):
    arrays = begun(kind, rows(random, FIRST_ROWS, 3)).arrays()
    with pytest.raises(Damaged, match=f"m.{name}"):
        kind.of_arrays("m", {**arrays, name: np.full_like(arrays[name], value)}, 3)
    with pytest.raises(Damaged, match="shape"):
        kind.of_arrays("m", {**arrays, name: arrays[name][:-1]}, 3)
