"""`learning_curve`: one door to the theory of every rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt import checks, gaussian
from rosenblatt.rules.base import Rule
from rosenblatt.rules.clipped_hebb import ClippedHebb
from rosenblatt.rules.evidence import BayesianRule
from rosenblatt.rules.hebbian import HebbianRule
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.readouts import MEAN
from rosenblatt.rules.registry import registered, resolve
from rosenblatt.rules.shifted import Shifted
from rosenblatt.scenario import Inputs, ShiftedInputs, Teacher, resolve_inputs, resolve_teacher
from rosenblatt.theory import clipped_hebb, hebbian, shifted, shifted_rule
from rosenblatt.theory.bayes_curve import OFFLINE, offline_curve, online_curve
from rosenblatt.theory.curve import Curve, frame_of


def learning_curve(
    rule: str | Rule | type[Rule] | Callable[..., float],
    alpha: Any,
    *,
    noise: float = 0.0,
    teacher: str | Teacher | None = None,
    readout: str | None = None,
    averages: str = "auto",
    inputs: str | Inputs | None = None,
    n: int | None = None,
    branch: str = "stable",
) -> Curve:
    """Return the exact learning curve of a rule for N -> infinity, or for N = n where there is one.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function ``f(label, field)``; or "bayes" or "gibbs", which
        see all examples at once.
    alpha : examples per weight, a number or a sequence.
    noise : the probability that a label is flipped, in [0, 0.5).
    teacher : "spherical", "binary", or a teacher object such as ``rb.DriftingTeacher(0.1)``.
    readout : "mean", the weights themselves, or "clipped", their signs; the rule's own, if not given.
    averages : "closed-form", "quadrature", or "auto" for the first if the rule has it.
    inputs : "shifted" or ``rb.ShiftedInputs(u, q0)``, for the normalised perceptron; the curve then has a
        column ``q``. Others have the curve of Gaussian inputs, if they have mean 0 and variance 1.
    n : number of weights, for a rule with a theory of finite N (clipped-hebb); alpha is then rounded to
        whole examples.
    branch : of the offline learners "bayes" and "gibbs", where there are several: "stable", or "metastable", what
        is reached from ignorance.

    >>> curve = learning_curve("rosenblatt", [1, 5, 10])
    >>> curve.frame["disagreement"].round(4).tolist()
    [0.3192, 0.1822, 0.1376]
    """
    grid = checks.alpha_grid(alpha)
    if isinstance(rule, str) and rule in OFFLINE:
        noise = checks.noise(noise)
        _check_plain(rule, readout, averages, inputs, n)
        return offline_curve(rule, grid, noise, resolve_teacher("spherical" if teacher is None else teacher), branch)
    rule = resolve(rule)
    noise = rule.check_noise(noise)
    if branch != "stable":
        raise ValueError(f"branch must be left out for the online rule {rule.name!r}; got {branch!r}. Leave it out.")
    teacher = resolve_teacher(rule.teacher if teacher is None else teacher)
    chosen = rule.readout(readout)
    if isinstance(rule, Shifted):
        centre = resolve_inputs(rule.inputs if inputs is None else inputs)
        return _shifted(rule, grid, noise, teacher, centre, chosen.name, n)
    if isinstance(rule, BayesianRule):
        _check_plain(rule.name, None, averages, inputs, n)
        return online_curve(rule, grid, noise, teacher, chosen)
    if not isinstance(rule, HebbianRule):
        known = ", ".join([*(name for name, cls in registered().items() if has_theory(cls)), *OFFLINE])
        raise NotImplementedError(
            f"rule must be one with a theory; got {rule.name!r}, which has none. "
            f"Simulate it, or choose one of: {known}."
        )
    if inputs is not None and not resolve_inputs(inputs).centred:
        return _shifted(rule, grid, noise, teacher, resolve_inputs(inputs), chosen.name, n)
    if n is not None:
        return _finite(rule, n, grid, noise, teacher, chosen.name)
    times, back = np.unique(grid, return_inverse=True)
    r, r_perp, method = hebbian.order_parameters(rule, times, noise, teacher.drift, averages)
    angle = chosen.angle(r, r_perp, teacher.binary)
    r, q_norm = (r, r * r + r_perp * r_perp) if chosen is MEAN else (np.cos(angle), np.ones_like(angle))
    frame = frame_of(times, r, q_norm, angle, noise)
    frame["error"] = rule.error(frame["r"], frame["q_norm"], frame["disagreement"], noise)
    lawful = noise == teacher.drift == rule.weight_decay == 0.0 and chosen is MEAN
    return Curve(
        rule=rule,
        noise=noise,
        teacher=teacher,
        readout=chosen.name,
        frame=frame.iloc[back].reset_index(drop=True),
        method=method,
        decay=rule.decay if lawful else None,
    )


def _check_plain(name: str, readout: str | None, averages: str, inputs: Any, n: int | None) -> None:
    """Raise if a Bayesian learner is asked for what only others have."""
    others = {"readout": readout, "averages": None if averages == "auto" else averages, "n": n}
    others["inputs"] = None if inputs is None or resolve_inputs(inputs).centred else inputs
    for argument, value in others.items():
        if value is not None:
            raise NotImplementedError(
                f"{argument} must be left out for the theory of {name!r}; got {value!r}. Simulate it, or leave it out."
            )


def _shifted(
    rule: Rule, alpha: np.ndarray, noise: float, teacher: Teacher, inputs: Inputs, readout: str, n: int | None
) -> Curve:
    """Return the curve for inputs around a centre."""
    plain = n is None and teacher.drift == 0.0 and readout == "mean"
    if not isinstance(rule, (Normalised, Shifted)) or not isinstance(inputs, ShiftedInputs) or not plain:
        raise NotImplementedError(
            f"theory for inputs with a mean must be of 'normalised' or 'shifted' with shifted inputs, N -> infinity, a "
            f"fixed teacher and the mean readout; got {rule.name!r} with {inputs.name!r} inputs. Simulate it."
        )
    times, back = np.unique(alpha, return_inverse=True)
    if isinstance(rule, Shifted):
        (r, q, angle), method = shifted_rule.order_parameters(rule, times, noise, inputs), shifted_rule.METHOD
    else:
        (r, q, angle), method = shifted.order_parameters(rule, times, noise, inputs), shifted.METHOD
    frame = frame_of(times, r, np.ones(len(r)), angle, noise)
    waiting = (r == 0.0) & (q == 0.0)  # no direction yet: a coin
    frame["disagreement"] = np.where(waiting, 0.5, gaussian.sign_disagreement(angle, q, inputs.q0))
    frame["error"] = noise + (1.0 - 2.0 * noise) * frame["disagreement"]
    frame["q"] = q
    return Curve(rule, noise, teacher, readout, frame.iloc[back].reset_index(drop=True), method)


def has_theory(rule: Rule | type[Rule]) -> bool:
    """Return whether a rule has a learning curve."""
    return issubclass(rule if isinstance(rule, type) else type(rule), (HebbianRule, Shifted, BayesianRule))


def _finite(rule: Rule, n: int, alpha: np.ndarray, noise: float, teacher: Teacher, readout: str) -> Curve:
    """Return the curve for n weights."""
    if not isinstance(rule, ClippedHebb) or rule.weight_decay > 0.0:
        forgetting = " with weight decay" if isinstance(rule, ClippedHebb) else ""
        raise NotImplementedError(
            f"n must be left out for {rule.name!r}{forgetting}, whose theory is for N -> infinity; got {n!r}. "
            "Use simulate for n weights."
        )
    if not teacher.binary:
        raise ValueError(
            f"teacher must be 'binary' for {rule.name!r} at finite n; got {teacher.name!r}. Leave out one of the two."
        )
    frame = clipped_hebb.finite_frame(n, alpha, noise)
    return Curve(rule, noise, teacher, readout, frame, clipped_hebb.FINITE_METHOD)
