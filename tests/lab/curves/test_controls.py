from __future__ import annotations


def test_every_rule_of_the_registry_can_be_chosen(visit):
    from rosenblatt.lab.learners import offered

    visit.open("/?rules=hebb&live=no")
    visit.page.get_by_role("combobox", name="Rules").click()
    visit.page.get_by_role("option").first.wait_for()
    field = visit.page.get_by_role("combobox", name="Rules")
    for name, summary in list(offered().items())[::6]:
        field.fill(name)
        visit.page.get_by_role("option", name=f"{name} {summary}").first.wait_for()


def test_a_chip_takes_an_own_rule_away(visit):
    visit.open("/?rules=hebb&own=label&live=no")
    visit.wait_for_status("2 lines")
    chip = visit.page.locator(".q-chip", has_text="label")
    chip.get_by_role("button").click()
    visit.wait_for_status("1 line.")
    visit.page.wait_for_function("!document.location.search.includes('own=')")
