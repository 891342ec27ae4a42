"""Exact enumeration against plain Python, theory and what must hold."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.enumeration import count_consistent, count_mistakes, popcount
from tests.helpers import Z_LIMIT


def test_bits_are_counted():
    for word in (0, 1, 0x55555555, 0xFFFFFFFF, 0x80000001, 12345678):
        assert popcount(np.uint32(word)) == bin(word).count("1")


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_it_is_the_plain_sum_over_all_vectors(noise, random):
    n, p = 7, 10
    bits = random.integers(0, 1 << n, size=p, dtype=np.uint32)
    probes = random.integers(0, 1 << n, size=3, dtype=np.uint32)
    labels = random.random(p) < 0.5
    as_signs = lambda words: 2.0 * ((np.asarray(words)[:, None] >> np.arange(n)) & 1) - 1.0  # noqa: E731
    vectors = as_signs(np.arange(1 << n))
    mistakes = (vectors @ as_signs(bits).T > 0.0) != labels
    answers = vectors @ as_signs(probes).T > 0.0
    if noise == 0.0:
        alive, votes = np.zeros(p + 1, dtype=np.int64), np.zeros((p + 1, 3), dtype=np.int64)
        count_consistent(n, bits, labels, probes, 0, 1 << n, alive, votes)
        first = np.where(mistakes.any(axis=1), mistakes.argmax(axis=1), p)
        for t in range(p + 1):
            assert alive[t] == (first == t).sum()
            assert votes[t].tolist() == answers[first == t].sum(axis=0).tolist()
    else:
        marks, odds = np.array([0, 4, 10]), noise / (1.0 - noise)
        weights, votes = np.zeros(3), np.zeros((3, 3))
        usual = np.array([0, 2, 1])
        count_mistakes(n, bits, labels, marks, usual, probes, 0, 1 << n, odds, weights, votes)
        for t, mark in enumerate(marks):
            exact = odds ** (mistakes[:, :mark].sum(axis=1) - usual[t])
            assert weights[t] == pytest.approx(exact.sum())
            assert votes[t] == pytest.approx(exact @ answers)


def test_few_examples_have_an_exact_answer():
    # One example leaves half of the vectors, whatever it is; no example leaves all.
    frame = rb.enumerate_binary(9, [0.0, 1.0 / 9.0], runs=5)
    assert frame["entropy"].tolist() == pytest.approx([math.log(512) / 9, math.log(256) / 9])
    assert frame["gibbs"][0] == frame["bayes"][0] == 0.5


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_teachers_err_as_often_as_the_posterior_says(noise, random):
    # Gibbs by its definition: a vector drawn from the posterior against the teacher itself.
    n, p, runs, wrong = 9, 8, 3000, []
    vectors = np.array(list(itertools.product((-1.0, 1.0), repeat=n)))
    for _ in range(runs):
        teacher, x = vectors[random.integers(512)], vectors[random.integers(512, size=p + 1)]
        labels = np.where((x @ teacher > 0.0) ^ (random.random(p + 1) < noise), 1.0, -1.0)
        mistakes = ((vectors @ x[:p].T > 0.0) != (labels[:p] > 0.0)).sum(axis=1)
        weight = (noise / (1.0 - noise)) ** mistakes
        student = vectors[random.choice(512, p=weight / weight.sum())]
        wrong.append((x[p] @ student > 0.0) != (x[p] @ teacher > 0.0))
    frame = rb.enumerate_binary(n, [p / n], runs=1000, noise=noise)
    spread = math.hypot(float(frame["gibbs_sem"][0]), np.std(wrong) / math.sqrt(runs))
    assert abs(float(frame["gibbs"][0]) - np.mean(wrong)) < Z_LIMIT * spread


def test_order_threads_and_repeats_do_not_matter():
    frame = rb.enumerate_binary(11, [2.0, 0.5, 2.0], runs=6, threads=2)
    again = rb.enumerate_binary(11, [0.5, 2.0], runs=6, threads=1)
    assert frame["gibbs"].tolist() == [again["gibbs"][1], again["gibbs"][0], again["gibbs"][1]]
    assert (frame["bayes"] <= frame["gibbs"] + 1e-12).all()


def test_mistakes():
    for n in (10, 27):
        with pytest.raises(ValueError, match="odd and at most 25"):
            rb.enumerate_binary(n, 1.0)
    for alpha in ([-1.0], []):
        with pytest.raises(ValueError, match="alpha"):
            rb.enumerate_binary(7, alpha)


def test_many_examples_do_not_underflow():
    frame = rb.enumerate_binary(7, [500.0], noise=0.2, runs=3)
    assert frame["bayes"][0] == pytest.approx(0.0, abs=1e-9)
