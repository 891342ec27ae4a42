from __future__ import annotations


def test_a_rule_with_parameters_is_typed_and_shown_by_its_name(visit):
    visit.open("/?rules=hebb&live=no")
    field = visit.page.get_by_role("combobox", name="Rules")
    field.fill("margin:margin=0.3")
    field.press("Enter")
    visit.wait_for_status("2 lines")
    visit.page.wait_for_function("document.location.search.includes('rules=margin%3Amargin%3D0.3')")
    assert [trace["name"] for trace in visit.traces()] == ["hebb", "margin:margin=0.3"]


def test_a_rule_is_taken_away_by_its_chip(visit):
    visit.open("/?rules=hebb&rules=margin&live=no")
    visit.wait_for_status("2 lines")
    visit.page.locator(".q-chip", has_text="margin").get_by_role("button").click()
    visit.wait_for_status("1 line.")
