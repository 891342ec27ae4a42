"""The evidence as a table of splines, against the channel's own."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.evidence_table import FINEST, EvidenceTable
from rosenblatt.theory.label_margins import LabelMargins

JUMPS = rb.OwnChannel(lambda b: np.where(b > 0.3, 0.9, np.where(b > -1.0, 0.2, 0.4)))
WAVES = rb.OwnChannel(lambda b: 0.5 + 0.3 * np.tanh(b) + 0.15 * np.sin(10.0 * b))


@pytest.mark.parametrize("channel", [JUMPS, WAVES], ids=["jumps", "waves"])
@pytest.mark.parametrize("spread", [1.0, 0.77, 0.5, 0.31, 0.1, 1.0001 * FINEST, 0.01])
def test_it_is_that_of_the_channel(channel, spread, random):
    known = random.uniform(-5.0, 5.0, 300)  # the table ends at 12
    (up, slope), (plain, plain_slope) = EvidenceTable(channel).evidence(known, spread), channel.evidence(known, spread)
    assert up == pytest.approx(plain, abs=3e-11)
    assert spread * slope == pytest.approx(spread * plain_slope, abs=1e-10)


def test_a_panel_is_computed_once_and_closed_forms_need_none(monkeypatch):
    table, calls = EvidenceTable(JUMPS), []
    monkeypatch.setattr(EvidenceTable, "_panel", lambda *at, made=EvidenceTable._panel: calls.append(at) or made(*at))
    for spread in (0.9, 0.7, 0.3, 0.6):
        table.evidence(np.zeros(3), spread)
    assert [octave for _, octave in calls] == [0, 1]
    logistic = rb.Logistic(2.0)
    assert LabelMargins(logistic).evidence == logistic.evidence
    assert LabelMargins(JUMPS).evidence != JUMPS.evidence
