"""A claim on the page."""

from __future__ import annotations

from rosenblatt.report.claim import card
from tests.helpers.judged import judged_paper


def test_a_card_says_what_was_expected_and_what_was_computed():
    paper = judged_paper()
    text = card(paper.claims[2], paper, 4)
    assert 'id="xy-claim-3" data-verdict="holds"' in text
    assert "<dt>Expected<dd>1</div><div><dt>Computed<dd>1</div><div><dt>Uncertainty<dd>&plusmn; 0.012" in text
    assert "Printed" not in text
    assert "<li>a factor 2" in text


def test_a_card_of_a_correction_says_what_is_printed_and_what_is_right():
    paper = judged_paper()
    text = card(paper.claims[1], paper, 4)
    assert "<dt>Printed<dd>d = 1 &amp; more</div><div><dt>Right<dd>d = 2</div><div><dt>Why<dd>the half is miss" in text
    assert "Uncertainty" not in text
