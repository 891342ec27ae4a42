"""Bits as signs, and vectors that are counted in pieces."""

from __future__ import annotations

import itertools

import numpy as np

from rosenblatt.kernels.enumeration import count_consistent, count_mistakes, popcount


def test_all_bits_of_a_word_count(random):
    edges = np.array([0, 0xFF, 0xFF << 24, 0xFFFFFFFF], dtype=np.uint32)
    words = np.concatenate([edges, random.integers(0, 1 << 32, size=200, dtype=np.uint32)])
    assert [popcount(word) for word in words] == np.bitwise_count(words).tolist()


def test_pieces_add_up_to_the_whole_and_every_vector_is_counted_once(random):
    n, many = 9, 1 << 9
    examples = random.integers(0, many, size=6, dtype=np.uint32)
    probes = random.integers(0, many, size=2, dtype=np.uint32)
    labels = random.random(6) < 0.5
    counted = []
    for edges in ([0, many], [0, 1, 100, many]):
        alive, votes = np.zeros(7, dtype=np.int64), np.zeros((7, 2), dtype=np.int64)
        for first, last in itertools.pairwise(edges):
            count_consistent(n, examples, labels, probes, first, last, alive, votes)
        counted.append((alive.tolist(), votes.tolist()))
    assert counted[0] == counted[1]
    assert sum(counted[0][0]) == many
    assert np.sum(counted[0][1], axis=0).tolist() == [many // 2] * 2  # w and -w answer every probe differently


def test_equal_odds_weigh_all_vectors_alike_and_long_odds_only_the_consistent(random):
    n, many = 7, 1 << 7
    examples, probes = random.integers(0, many, size=4, dtype=np.uint32), np.array([5], dtype=np.uint32)
    labels = 2 * np.bitwise_count(np.uint32(77) ^ examples) < n  # those of a teacher
    alive, votes = np.zeros(5, dtype=np.int64), np.zeros((5, 1), dtype=np.int64)
    count_consistent(n, examples, labels, probes, 0, many, alive, votes)
    for odds, expected in ((1.0, [many, many]), (0.0, [many, alive[4]])):
        weights, answers = np.zeros(2), np.zeros((2, 1))
        marks, usual = np.array([0, 4]), np.zeros(2, dtype=np.int64)
        count_mistakes(n, examples, labels, marks, usual, probes, 0, many, odds, weights, answers)
        assert weights.tolist() == expected
    assert answers[1, 0] == votes[4, 0]
