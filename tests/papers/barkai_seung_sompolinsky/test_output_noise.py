"""Rows about flipped labels fail if what they are about is wrong."""

from __future__ import annotations

import pytest

from rosenblatt import gaussian
from rosenblatt.papers.barkai_seung_sompolinsky import output_noise
from rosenblatt.papers.barkai_seung_sompolinsky.claims import REPRODUCTION
from tests.helpers.papers import verdict


@pytest.mark.parametrize("label", ["fig. 2, plain rule", "eq. 9", "text after eq. 9"])
def test_rows_fail_if_the_fixed_point_is_wrong(label, context, monkeypatch):
    monkeypatch.setattr(output_noise, "plain_fixed_point", lambda noise, inputs: (0.9, -1.0, 0.5 * noise))
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_the_row_about_the_error_fails_if_the_disagreement_is_wrong(context, monkeypatch):
    right = gaussian.sign_disagreement
    monkeypatch.setattr(gaussian, "sign_disagreement", lambda *arguments: 0.9 * right(*arguments))
    assert verdict(REPRODUCTION, "eq. 8", context) == "fails"
