"""Runs come to their end, and the raw rule does."""

from __future__ import annotations

from rosenblatt.papers.solla_winther.perfect_learning import ENDS, LOOKS, ends, raw_rule


def test_ends_lie_between_the_first_and_the_last_look(context):
    found = ends(context, 51, 0.0, 20)
    assert len(found) == 20
    assert (found > LOOKS[0] * ENDS[0.0]).all()
    assert (found < LOOKS[-1] * ENDS[0.0]).all()


def test_the_raw_rule_learns_more_from_more_examples():
    few, many = (raw_rule(101, alpha, 1.0, seed=1) for alpha in (1.0, 7.0))
    assert few < many == 1.0
