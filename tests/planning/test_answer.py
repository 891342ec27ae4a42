"""What all answers say."""

from __future__ import annotations

import rosenblatt as rb
from rosenblatt.planning import plan
from rosenblatt.planning.answer import Answer


def test_the_answer_is_a_sentence():
    text = str(plan("hebb", n=100, error=0.2, noise=0.1, runs=20))
    assert "for an error of 0.2 with n = 100 and noise 0.1" in text
    assert "nine students of ten need" in text


def test_the_question_is_said_in_words():
    how = dict(rule=rb.Hebb(), n=1000, scenario=rb.Scenario(channel=rb.Flips(0.2)))
    error, disagreement = (Answer(target=target, value=0.25, **how) for target in ("error", "disagreement"))
    assert error.question() == "for an error of 0.25 with n = 1,000 and noise 0.2"
    assert disagreement.question() == "for a disagreement of 0.25 with n = 1,000 and noise 0.2"
    assert error.noise == 0.2
