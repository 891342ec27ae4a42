"""One BLAS thread while somebody wants it, and afterwards as many as before."""

from __future__ import annotations

import threading
from contextlib import ExitStack

import numpy as np
import pytest

from rosenblatt import BayesClassifier
from rosenblatt.kernels.blas_threads import DIVIDED_FROM, BlasLimit, blas_limit, one_blas_thread


class Library:
    """What is known of a BLAS library."""

    def __init__(self, number):
        self.num_threads = number

    def set_num_threads(self, number):
        self.num_threads = number


@pytest.fixture
def libraries():
    return [Library(4), Library(1), Library(2)]


@pytest.fixture
def two_threads():
    """Let all BLAS libraries have two threads, whatever the machine or the environment says."""
    found = blas_limit().libraries
    before = [library.num_threads for library in found]
    for library in found:
        library.set_num_threads(2)
    yield lambda: [library.num_threads for library in found]
    for library, number in zip(found, before, strict=True):
        library.set_num_threads(number)


def numbers(libraries):
    return [library.num_threads for library in libraries]


def test_one_inside_and_as_before_afterwards_whatever_happens(libraries):
    limit = BlasLimit(libraries)
    with limit.held(), limit.held():
        assert numbers(libraries) == [1, 1, 1]
    assert numbers(libraries) == [4, 1, 2]
    with pytest.raises(ZeroDivisionError), limit.held():
        raise ZeroDivisionError
    assert numbers(libraries) == [4, 1, 2]


def test_the_last_to_leave_takes_the_limit_back(libraries):
    limit, one, other = BlasLimit(libraries), ExitStack(), ExitStack()
    one.enter_context(limit.held())
    other.enter_context(limit.held())
    one.close()
    assert numbers(libraries) == [1, 1, 1]
    other.close()
    assert numbers(libraries) == [4, 1, 2]


def test_what_others_set_meanwhile_stays(libraries):
    with BlasLimit(libraries).held():
        libraries[0].set_num_threads(3)
    assert numbers(libraries) == [3, 1, 2]


def test_only_large_products_are_limited(two_threads):
    assert set(two_threads()) == {2}
    with one_blas_thread(DIVIDED_FROM - 1.0):
        assert set(two_threads()) == {2}
    with one_blas_thread(DIVIDED_FROM):
        assert set(two_threads()) == {1}
    assert set(two_threads()) == {2}


def test_the_limit_is_looked_for_once():
    assert blas_limit() is blas_limit()


def test_models_that_learn_and_predict_at_once_leave_it_as_it_was(two_threads, random, monkeypatch):
    x = random.standard_normal((128, 410))
    y = (x[:, 0] > 0.0).astype(int)
    seen, held = [], BlasLimit.held
    monkeypatch.setattr(BlasLimit, "held", lambda limit: seen.append(limit) or held(limit))

    def work():
        model = BayesClassifier(linear=True, runs=False)
        for _ in range(3):
            model.partial_fit(x, y, classes=[0, 1])
            assert np.isfinite(model.predict_proba(x)).all()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) >= 18
    assert set(two_threads()) == {2}
