"""Of several reasons, that of who was nearest is told."""

from __future__ import annotations

import itertools

from rosenblatt.obstacles import DETAIL, WRONG_INPUTS, WRONG_LEARNER, WRONG_UPDATE, Obstacle, nearest


def test_a_detail_is_nearer_than_the_inputs_and_these_are_nearer_than_the_learner():
    kinds = [Obstacle("learner", WRONG_LEARNER), Obstacle("inputs", WRONG_INPUTS), Obstacle("detail", DETAIL)]
    for order in itertools.permutations(kinds):
        assert nearest(order) == "detail"
        assert nearest(obstacle for obstacle in order if obstacle.reason != "detail") == "inputs"


def test_of_equally_near_ones_the_first_is_told():
    assert nearest([Obstacle("far", WRONG_LEARNER), Obstacle("one", DETAIL), Obstacle("two", DETAIL)]) == "one"


def test_who_cannot_learn_this_way_at_all_is_farthest():
    assert nearest([Obstacle("update", WRONG_UPDATE), Obstacle("learner", WRONG_LEARNER)]) == "learner"
