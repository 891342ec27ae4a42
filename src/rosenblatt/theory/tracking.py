"""Rules that follow a drifting teacher: where they settle, and what makes them forget.

    tracking.1   a student settles where its learning curve, with the drift in it, no longer changes
    tracking.2   adaline, eta:  R = eta/(eta + delta),  Q = (2 R (1 - eta) + eta (1 + s^2))/(2 - eta)
    tracking.3   bayes-hebb, which knows the drift: (1 - q)^2 I(q) = 2 delta q

A rule that never forgets does not settle: its length grows and its steps get smaller beside it. What makes it follow
is a fixed rate at a fixed length, or weight decay: the parameter that `rosenblatt.theory.best_rate` varies.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from rosenblatt import checks
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Channel, NumberChannel, Scenario, channel_of_noise
from rosenblatt.theory.registry import covering_theory, curve_of

SETTLED = 1e-7  # relative change of the error, and of the length, while alpha doubles
LATEST = 1e7


def stationary(
    rule: str | Rule | type[Rule] | Callable[..., float],
    drift: float,
    *,
    noise: float = 0.0,
    readout: str | None = None,
    channel: Channel | None = None,
) -> pd.Series:
    """Return the row of the learning curve at which a rule follows a drifting teacher.  (tracking.1)

    ``channel`` is that of the labels; it defaults to the usual one for the keyword ``noise``.

    >>> from rosenblatt.rules.optimal_linear import OptimalLinear
    >>> round(float(stationary(OptimalLinear(drift=1.0), 1.0)["overlap"]), 4)
    0.5774
    """
    rule = resolve(rule)
    checks.moderate_fields(rule)
    drift = checks.positive("drift", drift, "Without drift there is nothing to follow.")
    labels = channel_of_noise(rule.labels, noise) if channel is None else channel
    scenario = Scenario(channel=labels, drift=drift).completed(rule)
    chosen = rule.readout(readout)
    settled = covering_theory(rule, scenario, {})[0].settled(rule, scenario) if chosen is MEAN else None
    if settled is not None:
        return settled
    alpha = max(2.0 / drift, 10.0)
    before = np.full(2, np.nan)
    while alpha < LATEST * max(1.0, 1.0 / drift):
        row = curve_of(rule, scenario, np.array([alpha]), chosen).frame.iloc[0]
        now = row[["error", "q_norm"]].to_numpy(dtype=float)
        if np.all(np.abs(now - before) <= SETTLED * now):  # a length that still grows has an error that will change
            return row
        before, alpha = now, 2.0 * alpha
    raise ValueError(
        f"rule must settle behind a drifting teacher; got {rule.name!r}, which forgets too little to follow it. "
        "Give it a weight_decay, or take a rule of fixed length and constant rate, such as rb.Normalised(eta=0.1)."
    )


def forgetting_parameter(rule: Rule) -> str:
    """Return what makes a rule forget: its rate, if its length is fixed or errors drive it, else the weight decay."""
    if not isinstance(rule, HebbianRule):
        raise ValueError(
            f"rule must have a fixed rate; got {rule.name!r}, which finds its own. Ask `stationary` where it settles."
        )
    follows = (rule.normalised or issubclass(rule.labels, NumberChannel)) and hasattr(rule, "eta")
    return "eta" if follows else "weight_decay"
