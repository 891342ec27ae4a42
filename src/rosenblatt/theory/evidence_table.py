r"""The evidence of a channel that has no closed form, kept as a table of splines.

evidence-table.1   Z(omega; s) and D = dZ/d omega (channels.8) are smooth on the scale of s. For s between two powers of
                   2 they are splines of degree 7 in omega with knots s/6 apart, and polynomials in ln(s)
evidence-table.2   both are linear in the splines' coefficients: those of one s are a sum over the nodes of ln(s)

A fixed point asks for them at a thousand omegas for each of thousands of s; a panel of s is computed when it is met.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.interpolate import BSpline, make_interp_spline

from rosenblatt import gaussian
from rosenblatt.scenario import SignChannel

REACH = gaussian.REACH + 0.5  # of omega
DEGREE, KNOTS = 7, 6  # of a spline; in a deviation
NODES = 16  # of ln(s), in a factor of 2
FINEST = 2.0**-4  # of s: below it a table costs more than it saves
_X = np.polynomial.chebyshev.chebpts1(NODES)
_TO_SERIES = np.linalg.inv(np.polynomial.chebyshev.chebvander(_X, NODES - 1))


class EvidenceTable:
    """The evidence of a channel, as fast as a closed form."""

    def __init__(self, channel: SignChannel) -> None:
        self.channel = channel
        self.panels: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z of the label +1 and its slope, as the channel's own method does.  (evidence-table.2)"""
        if not FINEST < spread <= 1.0:
            return self.channel.evidence(known, spread)
        octave = math.floor(-math.log2(spread))
        if octave not in self.panels:
            self.panels[octave] = self._panel(octave)
        knots, coefficients = self.panels[octave]
        x = 2.0 * (-math.log2(spread) - octave) - 1.0
        now = np.cos(np.arange(NODES) * math.acos(min(max(x, -1.0), 1.0))) @ _TO_SERIES
        up, slope = BSpline.construct_fast(knots, (now @ coefficients).reshape(-1, 2), DEGREE)(known).T
        return np.clip(up, 0.0, 1.0), slope / spread

    def _panel(self, octave: int) -> tuple[np.ndarray, np.ndarray]:
        """Return knots, and the coefficients of Z and s D for each node of ln(s).  (evidence-table.1)"""
        spreads = 2.0 ** -(octave + 0.5 * (_X + 1.0))
        omega = np.linspace(-REACH, REACH, 1 + math.ceil(2.0 * REACH * KNOTS * 2.0 ** (octave + 1)))
        found = [self.channel.evidence(omega, spread) for spread in spreads.tolist()]
        values = np.array([[up, spread * slope] for (up, slope), spread in zip(found, spreads, strict=True)])
        spline = make_interp_spline(omega, np.moveaxis(values, 2, 0), DEGREE)
        return spline.t, np.moveaxis(spline.c, 1, 0).reshape(NODES, -1).copy()
