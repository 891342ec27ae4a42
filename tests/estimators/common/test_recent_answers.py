from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.recent_answers import WINDOW, RecentAnswers, kept_of

ONE = np.ones(1)


def answers_after(errors, batch):
    known = RecentAnswers.new(1)
    for start in range(0, len(errors), batch):
        rows = np.asarray(errors[start : start + batch], dtype=float)[None]
        known = known.after(rows + 3.0, np.full_like(rows, 3.0))
    return known


@pytest.mark.parametrize("rows", [1, 2, 7, 50, 2 * WINDOW - 1, 2 * WINDOW + 300])
def test_the_newest_half_is_kept_however_rows_come(rows):
    errors = np.arange(rows)
    one, other = answers_after(errors, 1), answers_after(errors, 64)
    newest = errors[-min(WINDOW, (rows + 1) // 2) :] + 3.0
    assert one.labels[0].tolist() == other.labels[0].tolist() == newest.tolist()
    assert one.seen == other.seen == rows


def test_a_large_batch_does_not_stay_in_memory():
    known = answers_after(np.arange(100_000), 100_000)
    assert known.labels.shape == (1, WINDOW)
    assert known.labels.base.nbytes < 100_000


def test_the_error_is_that_of_its_rank():
    known = RecentAnswers(np.arange(1.0, 20.0)[None], np.zeros((1, 19)), 38)
    assert known.error(0.8, ONE) == [16.0]  # the rank of (19 + 1) 0.8
    assert known.error(0.95, ONE) == [19.0]
    assert known.error(0.96, ONE) == [np.inf]


def test_factors_multiply_fields():
    known = RecentAnswers(np.array([[2.0], [2.0]]), np.array([[1.0], [1.0]]), 1)
    assert known.error(0.5, np.array([1.0, 2.0])).tolist() == [1.0, 0.0]


def test_the_next_error_is_covered_as_often_as_said(random):
    """Of exchangeable errors the next lies within the bound with probability ceil((m + 1) c)/(m + 1) exactly."""
    trials, hits = 4000, 0
    for errors in random.standard_normal((trials, 100)):
        known = RecentAnswers(errors[None, :99], np.zeros((1, 99)), 198)
        hits += abs(errors[99]) <= known.error(0.8, ONE)[0]
    assert hits / trials == pytest.approx(0.8, abs=4.0 * np.sqrt(0.16 / trials))


def test_merged_ones_are_the_newest_of_both_in_common_units():
    one, other = answers_after(np.arange(300), 300), answers_after(np.arange(100) + 1000, 100)
    both = one.merged(other, (np.array([2.0]), np.array([1.0])))
    assert both.seen == 400 and both.labels.shape[1] == kept_of(400)
    own = (both.labels - both.fields)[0]
    assert own[:150].tolist() == (2.0 * np.arange(150, 300)).tolist()
    assert own[150:].tolist() == list(range(1050, 1100))


@pytest.mark.parametrize(
    "change",
    [
        {"labels": np.zeros((2, 5))},
        {"labels": np.zeros((1, 6)), "fields": np.zeros((1, 6))},  # more than 10 rows leave
        {"fields": np.zeros((1, 4))},
        {"labels": np.full((1, 5), np.nan)},
        {"labels": np.zeros(5)},
        {"fields": np.zeros((1, 5), dtype=np.float32)},
    ],
)
def test_what_a_file_may_not_hold(change):
    found = {"labels": np.zeros((1, 5)), "fields": np.zeros((1, 5))}
    assert RecentAnswers.of_arrays(found, 1, 10, 1e9).seen == 10
    with pytest.raises(Damaged, match="answers"):
        RecentAnswers.of_arrays(found | change, 1, 10, 1e9)
