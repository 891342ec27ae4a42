"""The shifted rule as printed is the plain loop of BSS's equations."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.kernels.rows import learn_rows
from rosenblatt.papers.barkai_seung_sompolinsky.printed_shifted_rule import PrintedShifted
from rosenblatt.scenario import ShiftedInputs

CENTRE = ShiftedInputs(1.5, 1.0)


def test_it_is_the_plain_loop(random):
    n, rule = 7, PrintedShifted.for_inputs(CENTRE)
    x = random.standard_normal((400, n)) + 0.5
    labels = np.where(random.random(400) < 0.7, 1.0, -1.0)
    synapses, cells = rule.start_students(1, n)
    w, labelled, signed = synapses[0, 0] / np.linalg.norm(synapses[0, 0]), np.zeros(n), 0.0
    learn_rows(rule, x, labels[None], synapses, cells)
    for seen, (row, label) in enumerate(zip(x, labels, strict=True), start=1):
        if label * (w @ row) <= 0.0:
            eta = 2.0 * math.sqrt(math.pi / 2.0) * math.exp(0.5) / (seen / n)
            w = w + eta / n * label * (row - (labelled / signed if signed else 0.0))
            w /= np.linalg.norm(w)
        labelled, signed = labelled + label * row, signed + label
    assert rule.weights(synapses[0], cells[0]) / math.sqrt(n) == pytest.approx(w, abs=1e-9)
