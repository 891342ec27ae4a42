"""The best separating plane: its margin is the distance of the convex hull, and no other plane has more."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.batch.separable import find_separator


def margin(x, labels, w):
    return (labels * (x @ w)).min() / np.linalg.norm(w)


@pytest.mark.parametrize(("p", "n"), [(5, 3), (40, 20), (200, 5)])
def test_nothing_separates_better(p, n, random):
    x, teacher = random.standard_normal((p, n)), random.standard_normal(n)
    labels = np.where(x @ teacher > 0.0, 1.0, -1.0)
    best = find_best_separator(x, labels)
    assert np.linalg.norm(best) == pytest.approx(1.0)
    largest = margin(x, labels, best)
    assert largest > max(margin(x, labels, w) for w in (teacher, find_separator(x, labels)))
    for step in (1e-2, 1e-4):
        near = best + step * random.standard_normal((1000, n))
        assert max(margin(x, labels, w) for w in near) < largest


def test_it_is_the_plane_of_a_support_vector_machine(random):
    from sklearn.svm import LinearSVC

    x, teacher = random.standard_normal((60, 6)), random.standard_normal(6)
    labels = np.where(x @ teacher > 0.0, 1.0, -1.0)
    machine = LinearSVC(C=1e6, loss="hinge", fit_intercept=False, tol=1e-10, max_iter=10**7).fit(x, labels)
    w = machine.coef_[0] / np.linalg.norm(machine.coef_)
    assert find_best_separator(x, labels) == pytest.approx(w, abs=1e-5)


@pytest.mark.parametrize("p", [10, 12, 16])
def test_it_separates_what_a_linear_program_does(p, random):
    for _ in range(100):
        x, labels = random.standard_normal((p, 6)), np.where(random.random(p) < 0.5, 1.0, -1.0)
        found = find_best_separator(x, labels)
        assert (found is None) == (find_separator(x, labels) is None)
        assert found is None or margin(x, labels, found) > 0.0


def test_an_example_at_the_origin_is_on_every_plane():
    assert find_best_separator(np.array([[0.0, 0.0], [1.0, 0.0]]), np.ones(2)) is None
    assert find_best_separator(np.zeros((2, 2)), np.ones(2)) is None


def test_the_unit_of_length_does_not_matter(random):
    x, teacher = random.standard_normal((30, 4)), random.standard_normal(4)
    labels = np.where(x @ teacher > 0.0, 1.0, -1.0)
    for unit in (1e-12, 1e12):
        assert find_best_separator(unit * x, labels) == pytest.approx(find_best_separator(x, labels))
