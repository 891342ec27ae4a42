from __future__ import annotations

import re

import rosenblatt as rb


def test_a_plan_has_its_number_and_its_range(visit):
    visit.open("/plan?rules=hebb&n=50&value=0.1&noise=0.05")
    visit.wait_for_status("Ranges known: 1 of 1")
    expected = rb.plan("hebb", n=50, disagreement=0.1, noise=0.05, runs=200, progress=False)
    low, high = expected.interval
    cells = visit.page.get_by_role("cell").all_inner_texts()
    assert cells == ["hebb", f"{expected.examples:,}", f"{expected.alpha:.4g}", f"{low:,} to {high:,}"]


def test_a_change_is_answered_and_kept_in_the_address(visit):
    visit.open("/plan?rules=hebb&n=50&value=0.2")
    visit.page.get_by_label(re.compile("^Features")).fill("60")
    visit.page.wait_for_function("document.location.search.includes('n=60')")
    expected = rb.plan("hebb", n=60, disagreement=0.2, noise=0.1, runs=200, progress=False)
    visit.page.get_by_role("cell", name=f"{expected.examples:,}", exact=True).wait_for()


def test_a_target_that_cannot_be_reached_is_told(visit):
    visit.open("/plan?rules=rosenblatt&noise=0.2&value=0.01")
    visit.wait_for_message("disagreement must be one that 'rosenblatt' can reach")
    visit.open("/plan?target=error&noise=0.2&value=0.1")
    visit.wait_for_message("error must be above the noise, 0.2; got 0.1.")
