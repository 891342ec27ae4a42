from __future__ import annotations

import re


def test_a_field_says_what_is_wrong_with_a_value_and_keeps_the_last_good_one(visit):
    visit.open("/plan?rules=hebb")
    field = visit.page.get_by_label(re.compile("^How small"))
    field.fill("3")
    visit.page.get_by_text("value must be from 0.001 to 0.499; got 3.").wait_for()
    assert "value=" not in visit.page.url
    field.fill("0.2")
    visit.page.wait_for_function("document.location.search.includes('value=0.2')")
    assert visit.page.get_by_text("value must be").count() == 0


def test_cells_of_a_table_are_texts(visit):
    visit.open("/plan?rules=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&rules=hebb")
    visit.wait_for_message("<img src=x")
    visit.page.get_by_role("cell", name="hebb").wait_for()
    assert visit.page.locator("img").count() == 0
