"""The list of errata."""

from __future__ import annotations

import pytest

from rosenblatt.papers.registry import reproduced, reproduction
from rosenblatt.report.errata import errata
from tests.helpers.judged import judged_paper


def test_errata_are_the_claims_with_a_correction_and_lead_to_their_check():
    text = errata([judged_paper()])
    assert text.count("<article") == 1
    assert '<a href="#xy-claim-2">eq. 2</a>' in text
    assert "<dt>By how much<dd>a factor of 2" in text
    assert '<dt>Check<dd><a href="#xy-claim-2">' in text
    assert "<dt>Why<dd>the half is missing" in text


def test_papers_that_are_right_have_none():
    paper = judged_paper()
    paper.claims = [claim for claim in paper.claims if claim.correction is None]
    assert errata([paper]) == ""


@pytest.mark.parametrize("folder", reproduced().values(), ids=lambda folder: folder.name)
def test_every_row_that_corrects_or_sharpens_a_paper_says_how(folder):
    for row in reproduction(folder).rows:
        assert (row.correction is None) == (row.good == "holds"), row.label
        if row.correction:
            assert row.correction.printed != row.correction.right, row.label
            assert row.correction.size, row.label
