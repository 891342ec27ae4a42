"""KC sec. 4.3: the parameter r of the energy, at which the free energy is said to be stationary."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
from scipy.optimize import root_scalar

from rosenblatt.papers.judging import Context, Correction, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage
from rosenblatt.theory.replica import replica

FEW = ((0.6, 0.5), (0.4, 0.2))  # alpha < 1 and temperature
MANY = (2.0, 0.1)
STEP = 1e-5


def _free_energy(alpha: float, temperature: float, r: float) -> float:
    free = replica(alpha, temperature=temperature, r=r).free_energy
    assert free is not None  # it has one at a temperature
    return free


def _slope(alpha: float, temperature: float, r: float) -> float:
    """Return the derivative of -beta f by ln r."""
    higher, lower = (_free_energy(alpha, temperature, r * math.exp(sign * STEP)) for sign in (1.0, -1.0))
    return (higher - lower) / (2.0 * STEP)


def _by_hand(alpha: float, temperature: float, r: float) -> float:
    """Return the same by KC 44, order parameters kept: (alpha beta/(1 + x)) (1/r^2 - rho/r), 0 at r = 1/rho."""
    rho = replica(alpha, temperature=temperature, r=r).rho
    return (alpha - r * rho) / temperature * (1.0 / r**2 - rho / r)


def _stationary(context: Context) -> Outcome:
    """No r makes the free energy stationary for alpha < 1; for alpha > 1 the one with r = 1/rho does."""
    measured, off, rising, printed = {}, 0.0, True, math.inf
    for alpha, temperature in FEW:
        radii = np.geomspace(0.3, 8.0, 25).tolist()
        slopes = [_slope(alpha, temperature, r) for r in radii]
        exact = [_by_hand(alpha, temperature, r) for r in radii]
        off = max(off, *(abs(a / b - 1.0) for a, b in zip(slopes, exact, strict=True)))
        rising &= min(slopes) > 0.0
        equal = root_scalar(
            lambda r, a=alpha, t=temperature: r - replica(a, temperature=t, r=r).rho, bracket=(0.01, 1.0)
        ).root
        printed = min(printed, _slope(alpha, temperature, equal))
        measured[f"alpha = {alpha:g}, T = {temperature:g}: least slope, r = rho, slope there"] = [
            min(slopes),
            equal,
            _slope(alpha, temperature, equal),
        ]
    inverse = root_scalar(lambda r: r * replica(MANY[0], temperature=MANY[1], r=r).rho - 1.0, bracket=(0.5, 2.0)).root
    there = _slope(*MANY, inverse)
    measured |= {"alpha = 2, T = 0.1: r = 1/rho, slope there": [inverse, there], "slopes by KC 44, relative": off}
    return Outcome(measured, rising and off < 1e-5 and printed > 0.1 and abs(there) < 1e-6)


def _wrong(**factors: float) -> Sabotage:
    """Return the sabotage of one of the numbers of replica theory."""

    def change(replica: Any) -> Any:
        def changed(alpha: float, **how: Any) -> Any:
            state = replica(alpha, **how)
            return dataclasses.replace(state, **{name: f * getattr(state, name) for name, f in factors.items()})

        return changed

    what = ", ".join(f"{name} times {factor:g}" for name, factor in factors.items())
    return Sabotage(f"{what} in theory", "rosenblatt.theory.replica:replica", change)


ROWS = (
    Row(
        "sec. 4.3, df/dr",
        "r = sqrt(alpha) also by extremising f: df/dr = 0",
        "r = 1/rho, and so none for alpha < 1",
        _stationary,
        errata="df/dr = 0 gives r = 1/rho, not r = rho; r rho = alpha x/(1 + x) < 1 leaves no such r for alpha < 1",
        correction=Correction(
            "df/dr = 0 at r = rho = sqrt(alpha)",
            "df/dr = 0 at r = 1/rho, for alpha > 1 only",
            "the slope at r = rho is 1.6 and 2.3 in two cases, not 0",
        ),
        sabotages=(_wrong(rho=1.01), _wrong(free_energy=1.01)),
    ),
)
