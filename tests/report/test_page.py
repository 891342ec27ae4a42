"""The page: complete, one file but for its pictures, and searched in a browser."""

from __future__ import annotations

import itertools
import re
import shutil
from html.parser import HTMLParser

import pytest

from rosenblatt.papers.registry import reproduced, reproduction
from rosenblatt.report.page import counts, page
from tests.helpers.judged import judged_paper

CHROMIUM = shutil.which("chromium")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
QUIET += ["--disable-background-networking", "--disable-component-update"]
VOID = {"meta", "img", "input", "br"}
OPTIONAL_END = {"dt", "dd", "li", "tr", "td", "th", "p"}


class Outline(HTMLParser):
    """The ids, links and sources of a page, and the tags that were not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.open: list[str] = []
        self.levels: list[int] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        self.ids += [known["id"]] if "id" in known else []
        self.links += [known["href"]] if "href" in known else []
        self.sources += [known["src"]] if "src" in known else []
        if re.fullmatch(r"h\d", tag):
            self.levels.append(int(tag[1]))
        if tag not in VOID | OPTIONAL_END:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in OPTIONAL_END:
            assert self.open.pop() == tag


def test_every_link_of_the_page_leads_somewhere_beside_it():
    outline = Outline(page([judged_paper()]))
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert {link[1:] for link in outline.links if link.startswith("#")} <= set(outline.ids)
    assert {link for link in outline.links if not link.startswith("#")} == {"xy-curve.svg"}
    assert all(after - before <= 1 for before, after in itertools.pairwise([0, *outline.levels]))  # none is left out
    assert outline.sources == ["xy-curve.png"]


def test_errata_come_first_and_claims_stand_once():
    text = page([judged_paper()])
    assert text.index('id="errata"') < text.index('id="xy"')
    assert re.findall('class="claim" id="([^"]+)"', text) == [f"xy-claim-{number}" for number in (1, 2, 3, 4)]
    assert text.index('id="xy-claim-1"') > text.index("<figcaption>A curve &amp; its points")
    assert "2 holds, 1 corrected, 1 fails" in text


def test_verdicts_are_counted():
    assert counts(judged_paper().claims) == {"holds": 2, "corrected": 1, "sharpened": 0, "fails": 1}


@pytest.mark.parametrize("folder", reproduced().values(), ids=lambda folder: folder.name)
def test_rows_stand_beside_a_figure_of_their_paper_and_only_one(folder):
    found = reproduction(folder)
    labels = [label for shown in found.beside.values() for label in shown]
    assert set(found.beside) <= set(found.figures)
    assert set(labels) <= {row.label for row in found.rows}
    assert len(labels) == len(set(labels))


@pytest.fixture
def opened(tmp_path):
    """Return the page in a browser, and what the browser complained of or asked for elsewhere."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the browser is driven by playwright")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    (tmp_path / "index.html").write_text(page([judged_paper()]), encoding="utf-8")
    picture = b"<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>"
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, headless=True, args=QUIET)
        sheet = browser.new_page(viewport={"width": 390, "height": 800}, color_scheme="light")
        complaints: list[str] = []
        sheet.on("console", lambda message: complaints.append(message.text))
        sheet.on("pageerror", lambda error: complaints.append(str(error)))
        sheet.on("request", lambda asked: asked.url.startswith("file:") or complaints.append(asked.url))
        sheet.route("**/*.png", lambda route: route.fulfill(body=picture, content_type="image/svg+xml"))
        sheet.goto((tmp_path / "index.html").as_uri())
        yield sheet, complaints
        browser.close()


def test_search_filter_and_colours_work_in_a_browser(opened):
    sheet, complaints = opened

    def visible(selector: str) -> list[str]:
        return [one.get_attribute("id") for one in sheet.query_selector_all(selector) if one.is_visible()]

    def found() -> str:
        return sheet.text_content("#found")

    assert found() == "4 of 4 claims"
    sheet.keyboard.press("/")
    sheet.keyboard.type("FLIPPED claim")
    assert visible(".claim") == ["xy-claim-4"]
    assert not sheet.is_visible("#errata")
    assert not sheet.is_visible("figure")  # no claim beside it is left
    assert found() == "1 of 4 claims"
    sheet.keyboard.type(" no such word")
    assert sheet.is_visible("#nothing")
    sheet.keyboard.press("Escape")
    assert len(visible(".claim")) == 4
    sheet.click(".filter[data-verdict=holds]")
    assert visible(".claim") == ["xy-claim-2", "xy-claim-4"]
    assert sheet.get_attribute(".filter[data-verdict=holds]", "aria-pressed") == "false"
    sheet.fill("#search", "flipped")
    sheet.evaluate("location.hash = 'xy-claim-1'")  # a link to what is hidden
    sheet.wait_for_selector("#xy-claim-1", state="visible")
    assert sheet.evaluate("document.documentElement.scrollWidth") <= 390  # readable on a phone
    shades = []
    for _ in range(3):
        shades.append(sheet.evaluate("getComputedStyle(document.body).backgroundColor"))
        sheet.click("#colours")
    assert shades[0] == shades[1] != shades[2]  # as the system, which is light; light; dark
    assert complaints == []
