"""How examples reach the weights: what is refused, and what is rounded."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.parts.updates import EACH_EXAMPLE, Batches, chosen_update


def test_alpha_is_rounded_to_whole_batches():
    assert Batches(0.5).count(np.array([0.3, 1.0, 1.3, 10.0])).tolist() == [1, 2, 3, 20]
    assert Batches(0.5).whole(np.array([0, 30, 100, 130]), 100).tolist() == [0, 50, 100, 150]
    assert EACH_EXAMPLE.whole(np.array([3, 7]), 100).tolist() == [3, 7]


@pytest.mark.parametrize(
    ("what", "message"),
    [
        (lambda: Batches(0.0), "batch must be above 0; got 0.0. It is the number of examples in a batch per weight"),
        (
            lambda: Batches(1e-3).examples(100),
            "batch must be at least one example, 1/n = 0.01; got 0.001. Leave it out",
        ),
        (
            lambda: Batches(2.0).count(np.array([0.9])),
            "alpha must be 0 or above half a batch, 1, .*; got 0.9. Take a",
        ),
        (
            lambda: Batches(2.0).whole(np.array([9]), 10),
            "alpha must be 0 or above half a batch, 1, .*; got 0.9. Take",
        ),
        (
            lambda: Batches(2.0).check_decay(0.5),
            "weight_decay must be below 1/batch = 0.5; got 0.5. A student that forg",
        ),
        (lambda: rb.Momentum(-1.0, 1.0), "gamma must be at least 0; got -1.0. A velocity that grows by itself"),
        (lambda: rb.Momentum(1.0, 0.0), "rate must be above 0; got 0.0. A velocity that does not move"),
        (lambda: rb.Momentum(50.0, 1.0).kept(50), "gamma must be below n = 50; got 50.0. Nothing would be left"),
        (lambda: rb.FixedMomentum(1.0, 1.0), r"beta must be in \[0, 1\); got 1.0. It is the part of the velocity"),
        (lambda: rb.FixedMomentum(0.5, -1.0), "rate must be above 0; got -1.0."),
        (
            lambda: chosen_update(1.0, rb.Momentum(2.0, 2.0)),
            "batch must be left out with momentum; got 1.0 and momentum",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(what, message):
    with pytest.raises(ValueError, match=message):
        what()


@pytest.mark.parametrize("momentum", [0.9, "heavy", {"gamma": 2.0}])
def test_momentum_is_an_object(momentum):
    with pytest.raises(TypeError, match=r"momentum must be an object such as rb.Momentum\(gamma=2.0, rate=2.0\); got"):
        chosen_update(momentum=momentum)


def test_a_batch_is_a_number():
    with pytest.raises(TypeError, match="batch must be a number; got 'large'"):
        chosen_update(batch="large")


def test_what_a_velocity_keeps_and_gives():
    lasting, short = rb.Momentum(gamma=2.0, rate=3.0), rb.FixedMomentum(beta=0.75, rate=0.5)
    assert (lasting.kept(100), lasting.step(100)) == pytest.approx((0.98, 0.03))
    assert (short.kept(100), short.step(100), short.strength) == (0.75, 0.5, 2.0)


@pytest.mark.parametrize(
    ("update", "words"),
    [
        (EACH_EXAMPLE, ""),
        (Batches(0.5), "batches of 0.5 N"),
        (rb.Momentum(2.0, 1.5), "momentum with gamma = 2, rate = 1.5"),
        (rb.FixedMomentum(0.9, 0.1), "momentum with beta = 0.9, rate = 0.1"),
    ],
)
def test_an_update_says_what_it_is(update, words):
    assert str(update) == words
