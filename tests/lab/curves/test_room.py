from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.lab import address
from rosenblatt.lab.curves.settings import CurveSettings

QUICK = "n=50&runs=20&first=0.5&last=4"


def settings_of(page):
    return address.from_query(CurveSettings, parse_qsl(urlsplit(page.url).query))[0]


def test_lines_come_at_once_and_points_arrive_with_their_errors(visit):
    visit.open(f"/?rules=hebb&{QUICK}")
    visit.wait_for_status("1 simulated, 20 runs")
    line, points = visit.traces()
    settings = settings_of(visit.page)
    expected = rb.learning_curve("hebb", settings.line_grid).frame["disagreement"]
    assert (line["mode"], points["mode"]) == ("lines", "markers")
    assert np.allclose(line["y"], expected, rtol=1e-5)
    whole = rb.simulate("hebb", n=50, alpha=settings.point_grid, runs=20, progress=False).frame
    assert np.allclose(points["y"], whole["disagreement"], rtol=1e-5)
    assert np.allclose(points["bars"], whole["disagreement_sem"], rtol=1e-5)


def test_a_choice_is_drawn_and_a_link_reproduces_the_picture(visit, visitors):
    visit.open(f"/?rules=hebb&live=no&{QUICK}")
    visit.page.get_by_role("combobox", name="Rules").fill("margin")
    visit.page.get_by_role("option", name=re.compile("^margin")).first.click()
    visit.page.keyboard.press("Escape")
    visit.wait_for_status("2 lines")
    visit.page.get_by_role("button", name="Overlap", exact=True).click()
    visit.page.get_by_role("slider", name=re.compile("Noise")).press("ArrowRight")
    visit.page.wait_for_function("document.location.search.includes('noise=0.01')")
    visit.wait_for_status("2 lines")
    settings = settings_of(visit.page)
    assert (settings.rules, settings.show, settings.noise) == (("hebb", "margin"), "overlap", 0.01)
    expected = rb.learning_curve("margin", settings.line_grid, noise=0.01).frame["overlap"]
    wait_for_second_line(visit, float(expected.iloc[-1]))
    other = visitors()
    other.open(f"/?{urlsplit(visit.page.url).query}")
    other.wait_for_status("2 lines")
    wait_for_second_line(other, float(expected.iloc[-1]))
    assert other.traces() == visit.traces()


def wait_for_second_line(visit, last):
    """Wait until the second line ends there; while it is drawn anew there may be none."""
    visit.page.wait_for_function(
        """last => {
            const line = document.querySelector('.lab-plot')?.data?.[1];
            return line !== undefined && Math.abs(line.y.at(-1) - last) < 1e-4;
        }""",
        arg=last,
    )


def test_a_simulation_is_stopped(visit):
    visit.open("/?rules=bayes-hebb&n=10000&runs=2000&last=50")
    visit.page.get_by_role("button", name="Stop").click()
    visit.wait_for_status("Stopped at")
    visit.page.get_by_role("button", name="Simulate").wait_for()


def test_a_rule_of_ones_own_gets_its_line_and_its_points(visit):
    visit.open(f"/?rules=hebb&{QUICK}")
    field = visit.page.get_by_role("textbox", name="Expression")
    field.fill("label*speed")
    field.press("Enter")
    visit.page.get_by_text("got 'speed' at character 7").wait_for()
    field.fill("label if label*field <= 0.5 else 0")
    field.press("Enter")
    visit.wait_for_status("2 simulated, 20 runs")
    assert [trace["mode"] for trace in visit.traces()] == ["lines", "markers"] * 2
    assert settings_of(visit.page).own == ("label if label*field <= 0.5 else 0",)


def test_what_does_not_work_is_told_in_sentences(visit):
    visit.open(f"/?rules=nobody&rules=hebb&noise=7&first=5&{QUICK.replace('first=0.5', 'first=0.6')}")
    visit.wait_for_message("noise must be from 0 to 0.49; got 7.")
    visit.wait_for_message("nobody: rule must be a registered name")
    visit.page.get_by_label(re.compile("^Last α")).fill("0.2")
    visit.wait_for_message("first must be below last")
    visit.page.get_by_label(re.compile("^Last α")).fill("0.0001")
    visit.page.get_by_text("last must be from 0.01").wait_for()


def test_the_second_picture_shows_paths_spreads_and_angles(visit):
    visit.open(f"/?rules=hebb&detail=spread&{QUICK}")
    visit.wait_for_status("1 simulated, 20 runs")
    visit.page.wait_for_function("document.querySelectorAll('.lab-plot')[1].data[0].type === 'bar'")
    assert sum(visit.traces(1)[0]["y"]) == 20
    visit.page.get_by_role("button", name="Angle").click()
    visit.wait_for_status("α = 4: hebb at")
    visit.page.get_by_role("slider", name="Moment along the curve").press("Home")
    visit.wait_for_status("α = 0.5: hebb at")
    visit.page.get_by_role("button", name="Play").click()
    visit.page.wait_for_function("!document.body.textContent.includes('α = 0.5: hebb')")
    visit.page.get_by_role("button", name="Pause").click()


def test_the_picture_its_numbers_and_its_lines_can_be_taken_along(visit):
    visit.open(f"/?rules=hebb&{QUICK}")
    visit.wait_for_status("1 simulated, 20 runs")
    begins = {"PNG": b"\x89PNG", "SVG": b"<svg", "CSV": b"rule,by,alpha"}
    for name, begin in begins.items():
        with visit.page.expect_download() as coming:
            visit.page.get_by_role("button", name=name, exact=True).click()
        assert coming.value.suggested_filename == f"learning-curves.{name.lower()}"
        assert coming.value.path().read_bytes().startswith(begin)
    visit.page.get_by_role("button", name="Python", exact=True).click()
    assert "rb.simulate(rule, n=50" in visit.page.get_by_label("Python lines").inner_text()
    visit.page.get_by_role("button", name="Close").click()


def test_thresholds_are_marked(visit):
    visit.open("/?rules=bayes&rules=bayes-binary&teacher=binary&live=no")
    for text in ("transition 1.245", "spinodal 1.493", "α* = 4.368"):
        visit.page.get_by_text(text).wait_for()


@pytest.mark.parametrize("count", [5])
def test_visitors_do_not_disturb_each_other(visitors, count):
    visits = [visitors() for _ in range(count)]
    for place, visit in enumerate(visits):
        visit.open(f"/?rules=hebb&noise=0.0{place}&{QUICK}")
    for place, visit in enumerate(visits):
        visit.wait_for_status("1 simulated, 20 runs")
        settings = settings_of(visit.page)
        whole = rb.simulate("hebb", n=50, alpha=settings.point_grid, runs=20, noise=place / 100, progress=False)
        assert np.allclose(visit.traces()[1]["y"], whole.frame["disagreement"], rtol=1e-5)
