"""`learning_curve`: one door to the theory of every rule."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from rosenblatt import checks
from rosenblatt.batch.offline_learner import OfflineLearner, with_parameters
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.registry import registered, resolve
from rosenblatt.scenario import Channel, Inputs, QueryLaw, Scenario, Start, Teacher, resolve_scenario
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.registry import curve_of, offline_learners


def learning_curve(
    rule: str | Rule | OfflineLearner | type[Rule] | Callable[..., float],
    alpha: Any,
    *,
    noise: float = 0.0,
    teacher: str | Teacher | None = None,
    inputs: str | Inputs | None = None,
    scenario: Scenario | None = None,
    readout: str | None = None,
    channel: str | Channel | None = None,
    drift: float | None = None,
    start: Start | float | tuple[float, float] | None = None,
    queries: str | QueryLaw | None = None,
    **how: Any,
) -> Curve:
    """Return the exact learning curve of a rule for N -> infinity, or for N = n where there is one.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function ``f(label, field)``; or a learner that sees all
        examples at once: "bayes", "gibbs", "pseudo-inverse", "max-stability", "ridge", "logistic" or "hinge".
    alpha : examples per weight, a number or a sequence; 0 is the start.
    noise : the probability that a label is flipped, in [0, 0.5); the variance of labels that are numbers.
    teacher : "spherical", "binary", or a teacher object such as ``rb.DriftingTeacher(0.1)``; defaults to the rule's.
    inputs : a name or an object; those of mean 0 and variance 1 have the curve of Gaussian inputs. "shifted" or
        ``rb.ShiftedInputs(u, q0)`` is for 'normalised' and 'shifted'; the curve then has a column ``q``.
    scenario : all of it as one object, instead of these keywords.
    channel, drift, start, queries : further keywords of a scenario, see `rosenblatt.scenario.Scenario`.
    readout : "mean", the weights themselves, or "clipped", their signs; defaults to the first of the rule's.
    **how : options of single theories. ``averages``: "closed-form", "quadrature" or "auto", of a modulation.
        ``n``: the number of weights, of 'clipped-hebb'; alpha is then rounded to whole examples. ``branch``: "stable"
        or "metastable", what is reached from ignorance, of 'bayes' and 'gibbs'. ``shift``: "learnt" or "known", of
        'shifted'. ``batch``: learn in batches of ``batch`` N examples, summed; alpha is then rounded to whole batches.
        ``momentum``: ``rb.Momentum(gamma, rate)`` or ``rb.FixedMomentum(beta, rate)``. And parameters of an offline
        learner: ``penalty``, of 'ridge', 'logistic' and 'hinge', a number or "best".

    >>> curve = learning_curve("rosenblatt", [1, 5, 10])
    >>> curve.frame["disagreement"].round(4).tolist()
    [0.3192, 0.1822, 0.1376]
    """
    learner, how = resolve_learner(rule), dict(how)
    if isinstance(learner, OfflineLearner):
        own = {field.name for field in dataclasses.fields(learner)} & set(how)
        learner = with_parameters(learner, {name: how.pop(name) for name in own})
    keywords: dict[str, Any] = {"noise": noise, "teacher": teacher, "inputs": inputs}
    keywords |= {"channel": channel, "drift": drift, "start": start, "queries": queries}
    world = resolve_scenario(learner, scenario=scenario, **keywords)
    grid = checks.alpha_grid(alpha)
    checks.moderate_fields(learner)
    return curve_of(learner, world, grid, readout, **how)


def resolve_learner(rule: Any) -> Rule | OfflineLearner:
    """Return an offline learner for its name or itself, and a rule for everything that `resolve` takes."""
    if isinstance(rule, OfflineLearner):
        return rule
    if isinstance(rule, str) and rule not in registered() and rule in offline_learners():
        return offline_learners()[rule]
    return resolve(rule)
