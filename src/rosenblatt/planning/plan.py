"""`plan`: one door to what is asked before there are data."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Literal, overload

from rosenblatt import checks
from rosenblatt.planning.drift import DriftPlan, plan_drift
from rosenblatt.planning.examples import Plan, plan_examples
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import resolve_scenario

AnyRule = str | Rule | type[Rule] | Callable[..., float]


@overload
def plan(rule: AnyRule, *, n: int, ask: Literal["examples"] = "examples", **how: Any) -> Plan: ...
@overload
def plan(rule: AnyRule, *, n: int, ask: Literal["drift"], **how: Any) -> DriftPlan: ...
def plan(rule: AnyRule, *, n: int, ask: str = "examples", **how: Any) -> Plan | DriftPlan:
    """Return the smallest number of examples for a target, or the fastest drift at which it can be kept.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function.
    n : number of weights.
    ask : "examples", how many until the target is reached; "drift", how fast the teacher may drift for it to be kept.
    error, disagreement : the target, exactly one of them: the error against the noisy labels (half the mean square
        if labels are numbers), or the disagreement with the true rule.
    noise : the probability that a label is flipped; for labels that are numbers their variance.
    runs, seed, progress : of the simulation that gives the interval; 200 runs, or fewer if these would
        take more than some ten seconds, but at least 40.
    readout, teacher, inputs, channel, drift, start, scenario : for examples, as for `learning_curve` and `simulate`.
    rate : for drift, "own", the rule's parameters, or "best", the rate or weight decay that follows each drift best.

    >>> answer = plan("hebb", n=100, disagreement=0.05, noise=0.1)
    >>> answer.examples, round(answer.alpha, 2)
    (9784, 97.84)
    >>> round(plan("bayes-hebb", n=100, ask="drift", error=0.1).drift, 4)
    0.0116
    """
    checks.one_of("ask", ask, ("examples", "drift"))
    work = plan_drift if ask == "drift" else plan_examples
    signatures = [inspect.signature(work), *([inspect.signature(resolve_scenario)] if ask == "examples" else [])]
    known = [name for s in signatures for name, given in s.parameters.items() if given.kind is given.KEYWORD_ONLY]
    for name in how:
        if name not in known:
            raise TypeError(
                f"plan for {ask} must have options among {', '.join(known)}; got {name!r}. "
                f"{checks.nearest(name, known)}"
            )
    return work(rule, n=n, **how)
