"""Learning curves of Bayesian learners: the online rules of the registry, and the offline 'bayes' and 'gibbs'."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from rosenblatt.rules.bayes_binary import BayesBinary
from rosenblatt.rules.bayes_gaussian import BayesGaussian
from rosenblatt.rules.evidence import BayesianRule
from rosenblatt.rules.readouts import MEAN, Readout
from rosenblatt.scenario import Teacher
from rosenblatt.theory import bayes, second_order
from rosenblatt.theory.channels import SignChannel
from rosenblatt.theory.curve import Curve, Offline, frame_of
from rosenblatt.theory.priors import BinaryPrior, GaussianPrior

OFFLINE = ("bayes", "gibbs")


def offline_curve(name: str, alpha: np.ndarray, noise: float, teacher: Teacher, branch: str) -> Curve:
    """Return the curve of an offline learner, on the stable or the metastable branch."""
    if teacher.drift > 0.0:
        raise NotImplementedError(
            f"teacher must not drift for the offline {name!r}; got drift={teacher.drift:g}. Use 'bayes-hebb'."
        )
    prior = BinaryPrior() if teacher.binary else GaussianPrior()
    _, deficit = bayes.offline(prior, SignChannel(noise), alpha, branch)
    q = 1.0 - deficit
    if name == "bayes":
        angle, q_norm = np.arcsin(np.sqrt(deficit)), q
    else:
        angle, q_norm = math.pi * bayes.gibbs_disagreement(deficit), np.ones(len(q))
    how = f"A = alpha I(q(A)), {branch} branch"
    return Curve(Offline(name), noise, teacher, MEAN.name, frame_of(alpha, q, q_norm, angle, noise), how)


def online_curve(rule: BayesianRule, alpha: np.ndarray, noise: float, teacher: Teacher, readout: Readout) -> Curve:
    """Return the curve of an online rule that knows the noise."""
    known = rule.in_scenario(noise, teacher.drift)
    if known.parameters[0] != noise:
        raise NotImplementedError(
            f"noise of {rule.name!r} must be that of the labels for a theory; got {known.noise!r} and {noise:g}. "
            "Simulate it, or leave out the rule's noise."
        )
    times, back = np.unique(alpha, return_inverse=True)
    deficit, method = _deficit(known, times, noise, teacher)
    q, done = 1.0 - deficit, deficit == 0.0
    across = np.sqrt(q * deficit)  # R = Q = q: the part that is not the teacher's
    if readout is MEAN:
        angle, r, q_norm = np.arcsin(np.sqrt(deficit)), q, q
    else:
        angle = np.where(done, 0.0, _read(known, times, q, across, noise, teacher, readout))
        r, q_norm = (np.cos(angle), np.ones(len(q))) if readout.name == "clipped" else (np.cos(angle) ** 2,) * 2
    frame: pd.DataFrame = frame_of(times, r, q_norm, angle, noise).iloc[back].reset_index(drop=True)
    return Curve(rule, noise, teacher, readout.name, frame, method)


def _deficit(rule: BayesianRule, alpha: np.ndarray, noise: float, teacher: Teacher) -> tuple[np.ndarray, str]:
    """Return 1 - q at each alpha (increasing), and how it was computed."""
    channel = SignChannel(noise)
    if isinstance(rule, BayesBinary):
        if not teacher.binary or rule.cavity != 1.0:
            raise NotImplementedError(
                f"teacher must be 'binary', and the cavity term be there, for the theory of {rule.name!r}; "
                f"got {teacher.name!r} and cavity={rule.cavity:g}. Simulate it."
            )
        return bayes.online(BinaryPrior(), channel, alpha)[1], "dA/dalpha = I(q(A)), binary prior"
    if teacher.drift > 0.0:
        if rule.name != "bayes-hebb" or rule.parameters[1] != teacher.drift:
            raise NotImplementedError(
                f"rule must be 'bayes-hebb' that knows the drift for a theory of drifting teachers; got {rule!r}. "
                "Simulate it."
            )
        return bayes.drifting(channel, alpha, teacher.drift), "ODE in lambda with drift"
    if isinstance(rule, BayesGaussian):
        return second_order.deficit(alpha, noise), "the integral equation of second order"
    return bayes.online(GaussianPrior(), channel, alpha)[1], "dA/dalpha = I(q(A)), Gaussian prior"


def _read(
    rule: BayesianRule,
    alpha: np.ndarray,
    q: np.ndarray,
    across: np.ndarray,
    noise: float,
    teacher: Teacher,
    readout: Readout,
) -> np.ndarray:
    """Return the angle of a readout; means of binary weights are not Gaussian, and have their own."""
    if isinstance(rule, BayesBinary):
        a, _ = bayes.online(BinaryPrior(), SignChannel(noise), alpha)
        return math.pi * bayes.clipped_disagreement(a)
    return readout.angle(q, np.maximum(across, 1e-300), teacher.binary)
