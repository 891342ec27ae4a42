from __future__ import annotations

import pytest

ROOMS = {"/?live=no": "Learning curves", "/streams?rows=100&source=wine": "Streams", "/plan?rules=hebb": "Plan"}
DARK, LIGHT = "rgb(18, 22, 28)", "rgb(245, 246, 248)"


def ground(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_one_room_leads_to_the_others(visit):
    visit.open("/?live=no")
    for name in ("Streams", "Plan", "Learning curves"):
        visit.page.get_by_role("navigation").get_by_role("link", name=name).click()
        visit.page.get_by_role("heading", name=name, level=1).wait_for()
        assert visit.page.get_by_role("link", name=name).get_attribute("aria-current") == "page"


@pytest.mark.parametrize("path", ROOMS)
def test_a_room_fits_on_a_phone_and_all_that_can_be_used_has_a_name(visitors, path):
    visit = visitors(viewport={"width": 390, "height": 844})
    visit.open(path)
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
    nameless = visit.page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, textarea, a[href], [role=slider]')]
            .filter(one => one.offsetParent && one.type !== 'file')
            .filter(one => !(one.ariaLabel || one.textContent.trim() || one.labels?.length || one.title
                || one.getAttribute('aria-labelledby')))
            .map(one => one.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    assert visit.page.get_by_role("heading", level=1).inner_text() == ROOMS[path]


def test_it_is_dark_where_the_browser_is_and_where_the_visitor_wants_it(visitors):
    visit = visitors(color_scheme="dark")
    visit.open("/plan?rules=hebb")
    assert ground(visit.page) == DARK
    visit.page.get_by_role("combobox", name="Light or dark").click()
    visit.page.get_by_role("option", name="Light").click()
    visit.page.wait_for_function(f"getComputedStyle(document.body).backgroundColor === '{LIGHT}'")
    visit.open("/plan?rules=hebb")
    assert ground(visit.page) == LIGHT  # it is remembered


def test_the_keyboard_gets_past_the_head(visit):
    visit.open("/plan?rules=hebb")
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.textContent") == "To the picture"
    visit.page.keyboard.press("Enter")
    assert visit.page.evaluate("document.activeElement.tagName") == "MAIN"
