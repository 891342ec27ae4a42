r"""The signal-to-noise ratio A as the clock of Bayesian learning: alpha as a function of A, and back.

A prior gives the deficit 1 - q as a function of A, a channel the information I of an example as a function of the
deficit. Then alpha is a function of A, without any equation to solve:

    signal_to_noise.1   online:    d alpha/dA = 1/I
    signal_to_noise.2   offline:   alpha = A/I, rising and falling in turn where learning is a first-order transition

A is followed as s = ln(1 + A) on panels with Gauss-Legendre nodes, up to a deficit of 1e-300.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from rosenblatt.scenario import Channel
from rosenblatt.scenario.priors import Prior

NODES = 16
# In s; the first ones are for priors that are sparse, whose turns are at tiny A.
PANELS = np.concatenate(
    [
        [0.0],
        np.geomspace(1e-12, 0.25, 24),
        np.arange(0.5, 12.0, 0.25),
        np.arange(12.0, 40.0, 1.0),
        np.arange(40.0, 680.0, 12.0),
    ]
)
LEAST_DEFICIT, TINY = 1e-300, 1e-307  # deficits: the least that is followed, and one that is as good as 0
ROUNDING = 1e-9  # of a deficit
LEAST_INFORMATION = 1e-20  # of a label about a field of which nothing is known
FLAT = 1e-12  # relative change of alpha from node to node that is only rounding
HALVINGS = 60

_X, _W = np.polynomial.legendre.leggauss(NODES)
# Integrals of the interpolating polynomial from -1 to each node.
_LEGENDRE = np.linalg.inv(np.polynomial.legendre.legvander(_X, NODES - 1))


@dataclass(frozen=True)
class SignalToNoise:
    """A prior and a channel, and what follows from them along A."""

    prior: Prior
    channel: Channel

    def deficit(self, s: np.ndarray) -> np.ndarray:
        """Return 1 - q at s = ln(1 + A): the logarithm is interpolated, to the last digits but two."""
        s = np.asarray(s, dtype=float)
        inside = s < self.edges[-2]  # in the last panel the deficit ends
        value = np.exp(self._interpolate(self._log_deficits, np.minimum(s, self.edges[-2])))
        if not inside.all():
            value[~inside] = self._direct(s[~inside])
        return np.clip(value, TINY, 1.0)

    def _direct(self, s: np.ndarray) -> np.ndarray:
        return np.clip(self.prior.deficit(np.expm1(s)), TINY, 1.0)

    @cached_property
    def edges(self) -> np.ndarray:
        """The ends of the panels: until the deficit is as good as 0."""
        known = 1
        while known < len(PANELS) - 1 and float(self._direct(PANELS[known : known + 1])[0]) > LEAST_DEFICIT:
            known += 1
        return PANELS[: known + 1]

    @cached_property
    def nodes(self) -> np.ndarray:
        """The nodes of all panels."""
        half = 0.5 * np.diff(self.edges)[:, None]
        return 0.5 * (self.edges[1:] + self.edges[:-1])[:, None] + half * _X

    @cached_property
    def deficits(self) -> np.ndarray:
        """1 - q at the nodes."""
        return self._direct(self.nodes.ravel()).reshape(self.nodes.shape)

    @cached_property
    def information(self) -> np.ndarray:
        """I at the nodes."""
        return self.channel.information(self.deficits.ravel()).reshape(self.nodes.shape)

    @cached_property
    def _log_deficits(self) -> np.ndarray:
        return np.log(self.deficits) @ _LEGENDRE.T

    @cached_property
    def _log_information(self) -> np.ndarray:
        return np.log(self.information) @ _LEGENDRE.T

    def _interpolate(self, series: np.ndarray, s: np.ndarray) -> np.ndarray:
        """Return the value at each s of a function that is a Legendre series on each panel."""
        panel = np.clip(np.searchsorted(self.edges, s, side="right") - 1, 0, len(self.edges) - 2)
        x = 2.0 * (s - self.edges[panel]) / (self.edges[panel + 1] - self.edges[panel]) - 1.0
        return np.polynomial.legendre.legval(x, series[panel].T, tensor=False)

    @cached_property
    def _rates(self) -> np.ndarray:
        """d alpha/ds on each panel as a Legendre series, online.  (signal.1)"""
        values = np.exp(self.nodes) / self.information
        return values @ _LEGENDRE.T * 0.5 * np.diff(self.edges)[:, None]

    @cached_property
    def online_edges(self) -> np.ndarray:
        """Alpha at the ends of the panels, online."""
        return np.concatenate([[0.0], np.cumsum(2.0 * self._rates[:, 0])])

    def online_alpha(self, s: np.ndarray) -> np.ndarray:
        """Return alpha at each s, online."""
        s = np.asarray(s, dtype=float)
        panel = np.clip(np.searchsorted(self.edges, s, side="right") - 1, 0, len(self.edges) - 2)
        x = 2.0 * (s - self.edges[panel]) / (self.edges[panel + 1] - self.edges[panel]) - 1.0
        series = np.polynomial.legendre.legint(self._rates[panel].T, lbnd=-1)
        return self.online_edges[panel] + np.polynomial.legendre.legval(x, series, tensor=False)

    def online(self, alpha: np.ndarray) -> np.ndarray:
        """Return s at each alpha; infinite where learning has come to its end."""
        alpha = np.asarray(alpha, dtype=float)
        panel = np.clip(np.searchsorted(self.online_edges, alpha, side="right") - 1, 0, len(self._rates) - 1)
        series = np.polynomial.legendre.legint(self._rates[panel].T, lbnd=-1)
        rest = alpha - self.online_edges[panel]
        low, high = -np.ones(len(alpha)), np.ones(len(alpha))
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            below = np.polynomial.legendre.legval(middle, series, tensor=False) < rest
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        ends = self.edges[panel], self.edges[panel + 1]
        s = ends[0] + 0.5 * (low + 1.0) * (ends[1] - ends[0])
        return np.where(alpha >= self.online_edges[-1], math.inf, s)

    @property
    def end(self) -> float:
        """Alpha at which the deficit is 0, online; infinite if it never is."""
        known = math.isfinite(self.prior.entropy) and self.channel.sharp
        return float(self.online_edges[-1]) if known else math.inf

    def offline_alpha(self, s: np.ndarray) -> np.ndarray:
        """Return alpha at s.  (signal_to_noise.2)"""
        s = np.asarray(s, dtype=float)
        inside = s < self.edges[-2]
        value = np.exp(self._interpolate(self._log_information, np.minimum(s, self.edges[-2])))
        if not inside.all():
            value[~inside] = self.channel.information(self._direct(s[~inside]))
        return np.expm1(s) / value

    @cached_property
    def turns(self) -> np.ndarray:
        """Where alpha turns, offline: the ends of the parts of s on which it rises or falls."""
        s = self.nodes.ravel()
        alpha = np.expm1(s) / self.information.ravel()
        rising = np.where(np.abs(np.diff(alpha)) > FLAT * alpha[1:], np.sign(np.diff(alpha)), 0.0)
        for k in range(1, len(rising)):
            rising[k] = rising[k] or rising[k - 1]  # what rounding says on a flat part is no turn
        turns = []
        for k in np.flatnonzero(rising[1:] * rising[:-1] < 0.0):
            sign = rising[k]
            found: Any = minimize_scalar(
                lambda x, sign=sign: -sign * float(self.offline_alpha(np.array([x]))[0]),
                bounds=(s[k], s[k + 2]),
                method="bounded",
                options={"xatol": 1e-11},
            )
            if float(self.deficit(np.array([found.x]))[0]) > LEAST_DEFICIT:
                turns.append(float(found.x))
        return np.array([0.0, *turns, float(self.edges[-1])])

    def offline(self, alpha: np.ndarray, part: int = 0) -> np.ndarray:
        """Return s on a part between two turns, the even ones rising, NaN where that part does not reach an alpha."""
        table, known = self._table(float(self.turns[part]), float(self.turns[part + 1]))
        way = 1.0 if part % 2 == 0 else -1.0
        last = float(known[-1])
        reached = (alpha >= min(known[0], last)) & (alpha <= max(known[0], last))
        place = np.clip(np.searchsorted(way * known, way * alpha), 1, len(table) - 1)
        low, high = table[place - 1], table[place]
        goal = np.log(np.maximum(alpha, 1e-300))
        down, up, middle = way * self._miss(low, goal), way * self._miss(high, goal), low
        for _ in range(HALVINGS):
            # Illinois: a secant that cannot get stuck on one side.
            middle = np.where(up > down, (low * up - high * down) / np.where(up > down, up - down, 1.0), low)
            middle = np.clip(middle, low, high)
            here = way * self._miss(middle, goal)
            left = here < 0.0
            stuck = np.where(left, up, down)
            low, down, high, up = (
                np.where(left, middle, low),
                np.where(left, here, 0.5 * down),
                np.where(left, high, middle),
                np.where(left, 0.5 * stuck, here),
            )
            if np.all(np.abs(here) < 1e-14):
                break
        beyond = (alpha > last) & (way > 0.0) & (part + 2 == len(self.turns)) & self.channel.sharp
        return np.where(reached, middle, np.where(beyond, math.inf, math.nan))

    def _miss(self, s: np.ndarray, goal: np.ndarray) -> np.ndarray:
        return np.log(np.maximum(self.offline_alpha(s), 1e-300)) - goal

    def _table(self, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
        """Return s and alpha at the nodes of a part, its ends included."""
        s = self.nodes.ravel()
        inside = (s > low) & (s < high)
        ends = self.offline_alpha(np.array([low, high]))
        alpha = np.expm1(s[inside]) / self.information.ravel()[inside]
        return np.concatenate([[low], s[inside], [high]]), np.concatenate([ends[:1], alpha, ends[1:]])

    def unknown(self, s: np.ndarray) -> np.ndarray:
        """Return half the integral of the deficit over A, up to each s: the entropy that has been learnt."""
        panel = np.clip(np.searchsorted(self.edges, s, side="right") - 1, 0, len(self.edges) - 2)
        series = (np.exp(self.nodes) * self.deficits) @ _LEGENDRE.T * 0.25 * np.diff(self.edges)[:, None]
        before = np.concatenate([[0.0], np.cumsum(2.0 * series[:, 0])])
        x = 2.0 * (s - self.edges[panel]) / (self.edges[panel + 1] - self.edges[panel]) - 1.0
        inside = np.polynomial.legendre.legval(x, np.polynomial.legendre.legint(series[panel].T, lbnd=-1), tensor=False)
        return before[panel] + inside


@lru_cache(maxsize=64)
def signal_to_noise(prior: Prior, channel: Channel) -> SignalToNoise:
    """Return the clock of a prior and a channel, remembered."""
    told = np.asarray(prior.deficit(np.array([0.0, 1.0, 100.0])), dtype=float)
    if told.shape != (3,) or not np.all((told >= 0.0) & (told <= 1.0 + ROUNDING)) or np.any(np.diff(told) > ROUNDING):
        raise ValueError(
            "prior must have a deficit, 1 - q, between 0 and 1 that falls with A, for each A of an array; got "
            f"{told.tolist()} at A = 0, 1 and 100 of {prior!r}. Its mean square is to be 1: scale it."
        )
    if float(channel.information(np.ones(1))[0]) < LEAST_INFORMATION:
        raise ValueError(
            f"channel must have labels whose mean grows or falls with the field; got {channel!r}. The first label "
            "tells nothing, and so nothing is ever learnt: take another channel."
        )
    return SignalToNoise(prior, channel)
