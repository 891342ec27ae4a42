"""What a section knows of its claims."""

from __future__ import annotations

from tests.helpers.judged import judged_paper


def test_each_claim_has_its_place_and_its_figure():
    paper = judged_paper()
    assert [paper.anchor(claim) for claim in paper.claims] == [f"xy-claim-{number}" for number in (1, 2, 3, 4)]
    assert [claim.label for claim in paper.beside("xy-curve")] == ["eq. 1", "eq. 2"]
    assert [claim.label for claim in paper.without_figure()] == ["eq. 3", "flipped labels"]
    assert paper.beside("xy-other") == []


def test_a_paper_is_named_by_short_name_and_title():
    paper = judged_paper()
    assert (paper.short, paper.heading, paper.stem("curve")) == ("XY", "XY: On <perceptrons>", "xy-curve")
