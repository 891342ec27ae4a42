"""Rows about offline learning fail if what they are about is wrong."""

from __future__ import annotations

import dataclasses

import pytest

from rosenblatt.papers.kinouchi_caticha import offline
from rosenblatt.papers.kinouchi_caticha.claims import REPRODUCTION
from rosenblatt.theory.replica import replica
from tests.helpers.papers import verdict


@pytest.mark.parametrize("label", ["eq. 39-50", "eq. 51-55"])
def test_rows_fail_if_the_replicas_are_wrong(label, context, monkeypatch):
    wrong = lambda alpha, **how: dataclasses.replace(  # noqa: E731
        replica(alpha, **how), rho=0.8 * alpha, empirical_error=0.3, q=0.2
    )
    monkeypatch.setattr(offline, "replica", wrong)
    assert verdict(REPRODUCTION, label, context) == "fails"
