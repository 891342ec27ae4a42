"""The normal law in steps: near to mpmath in both tails."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from rosenblatt import gaussian
from rosenblatt.estimators.programs.normal import cdf, field_of_log_odds
from rosenblatt.export.programs import Program


def values(function, x):
    program = Program.of_columns(1)
    program.returns(said=function(program.rows))
    return program.run(x[:, None])["said"][:, 0]


def test_tails_keep_their_digits():
    u = np.linspace(-35.0, 9.0, 1001)
    expected = np.array([float(mpmath.ncdf(one)) for one in u])
    assert values(cdf, u) == pytest.approx(expected, rel=2e-7)
    assert values(cdf, np.array([-np.inf, np.inf, 0.0])) == pytest.approx([0.0, 1.0, 0.5], abs=1e-7)


def test_fields_of_log_odds_have_their_probability():
    odds = np.linspace(-30.0, 30.0, 401)
    u = values(field_of_log_odds, odds)
    assert gaussian.log_cdf(u) - gaussian.log_cdf(-u) == pytest.approx(odds, rel=1e-6, abs=1e-6)
