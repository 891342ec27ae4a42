"""What all answers say."""

from __future__ import annotations

from rosenblatt.planning import plan


def test_the_answer_is_a_sentence():
    text = str(plan("hebb", n=100, error=0.2, noise=0.1, runs=20))
    assert "for an error of 0.2 with n = 100 and noise 0.1" in text
    assert "nine students of ten need" in text
