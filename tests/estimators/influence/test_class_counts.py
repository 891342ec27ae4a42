"""Counts by class: what is counted, and that they add up."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.estimators.influence.class_counts import ClassCounts, check_low
from rosenblatt.kernels.counts import MINUS, ZERO


def by_number(column):
    return f"column {column}"


X, LABELS = np.array([[1, 0], [1, 1], [0, 1]]), np.array(["b", "a", "b"])


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
def test_rows_and_ones_are_counted_by_class(form):
    counts = ClassCounts.of(form(X), LABELS, None, by_number)
    assert counts.classes.tolist() == ["a", "b"]
    assert counts.rows.tolist() == [1.0, 2.0]
    assert counts.ones.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    weighted = ClassCounts.of(form(X), LABELS, np.array([3.0, 1.0, 0.5]), by_number)
    assert (weighted.rows.tolist(), weighted.ones.tolist()) == ([1.0, 3.5], [[1.0, 1.0], [3.0, 0.5]])
    second = weighted.against_rest(1)
    assert (second.examples, second.positive) == (4.5, 3.5)
    assert (second.ones.tolist(), second.positive_ones.tolist()) == ([4.0, 1.5], [3.0, 0.5])


def test_parts_add_up_to_the_whole_whatever_their_classes():
    whole = ClassCounts.of(X, LABELS, None, by_number)
    parts = [ClassCounts.of(X[k : k + 1], LABELS[k : k + 1], None, by_number) for k in (2, 0, 1)]
    total = ClassCounts.empty(np.array([]), 2)
    for part in parts:
        total = total.plus(part, by_number)
    for name in ("classes", "rows", "ones", "low"):
        assert np.array_equal(getattr(total, name), getattr(whole, name)), name
    declared = ClassCounts.empty(np.array(["a", "b", "c"]), 2).plus(whole, by_number)
    assert (declared.classes.tolist(), declared.rows.tolist()) == (["a", "b", "c"], [1.0, 2.0, 0.0])


def test_a_column_has_two_values():
    with pytest.raises(ValueError, match="got 2 in row 1, column 0"):
        ClassCounts.of(np.array([[1], [2]]), np.array([0, 1]), None, by_number)
    with pytest.raises(ValueError, match="-1, 0 and 1 in column 1"):
        check_low(np.array([ZERO, ZERO | MINUS], dtype=np.uint8), by_number)
    assert check_low(np.array([ZERO, MINUS], dtype=np.uint8), by_number).tolist() == [ZERO, MINUS]


def test_counts_that_are_no_longer_finite_are_refused():
    counts = ClassCounts.of(np.array([[1], [0]]), np.array([0, 1]), np.array([1e308, 1.0]), str)
    with pytest.raises(ValueError, match="sample_weight must have a finite sum; got inf"):
        counts.plus(counts, str)
