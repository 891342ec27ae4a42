"""Results show a heading and their first rows."""

from __future__ import annotations

import rosenblatt as rb


def test_a_curve_prints_its_heading_and_first_rows():
    curve = rb.learning_curve("rosenblatt", [1, 2, 3, 4, 5, 6, 7], noise=0.05)
    lines = repr(curve).splitlines()
    assert lines[0] == "rosenblatt, exact learning curve, noise 0.05"
    assert lines[1].split() == list(curve.frame.columns)
    assert [line.split()[0] for line in lines[2:7]] == ["1", "2", "3", "4", "5"]
    assert lines[7:] == ["... 2 more rows in .frame"]
    assert str(curve) == repr(curve)


def test_a_simulation_says_how_it_was_made():
    result = rb.simulate("bayes-hebb", n=21, alpha=[1], runs=3, teacher="binary", readout="clipped", method="vector")
    lines = repr(result).splitlines()
    assert lines[0] == "bayes-hebb, 3 runs of N = 21 (vector), binary teacher, clipped readout"
    assert len(lines) == 3  # nothing is left out


def test_notebooks_get_a_table():
    page = rb.learning_curve("hebb", [1, 2], drift=0.5)._repr_html_()
    assert page.startswith("<p><b>hebb, exact learning curve, drift 0.5</b></p><table")
    assert page.count("<tr>") + page.count("<tr style") == 3
