"""The clock of learning: alpha as a function of y, and back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest

from rosenblatt.theory.panel_clock import PanelClock


@dataclass(frozen=True)
class Exponential(PanelClock):
    """alpha = exp(y) - 1."""

    longest: float

    @cached_property
    def speed(self):
        return np.exp(self.nodes)


def test_there_and_back():
    clock = Exponential(6.0)
    assert clock.alpha_edges == pytest.approx(np.expm1(np.arange(0.0, 6.1, 0.5)), rel=1e-13)
    y = np.array([0.0, 0.01, 0.5, 2.345, 5.99])
    assert clock.learnt(np.expm1(y)) == pytest.approx(y, abs=1e-13)
