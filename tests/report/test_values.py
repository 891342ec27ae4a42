"""Values as HTML."""

from __future__ import annotations

from rosenblatt.report.values import shown, terms


def test_numbers_are_short_and_texts_are_escaped():
    assert shown({"d < 1": [0.1234567, 2], "a": {"b": False}}) == (
        '<table><tr><th scope="row">d &lt; 1<td>0.12346, 2<tr><th scope="row">a<td>'
        '<table><tr><th scope="row">b<td>no</table></table>'
    )


def test_terms_of_which_nothing_is_said_are_left_out():
    assert terms({"Printed": "", "Right": "1"}) == "<dl><div><dt>Right<dd>1</div></dl>"
