"""Which method can follow a student, and which is best."""

from __future__ import annotations

from rosenblatt import checks
from rosenblatt.kernels.gram_chain import chain_weights
from rosenblatt.rules.hebbian import HebbianRule
from rosenblatt.scenario import ShiftedInputs
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students import STUDENTS

# Events pay per mistake, the chain per example: mistakes must be rare over most of the run.
RARE_AFTER, RARE_NOISE = 100.0, 0.02


def choose_method(method: str, experiment: Experiment, last_alpha: float) -> str:
    """Return the method to use, or raise if the one asked for cannot follow this experiment."""
    checks.one_of("method", method, ("auto", *STUDENTS))
    if method == "auto":
        if obstacle("chain", experiment):
            return "vector"
        rare = last_alpha >= RARE_AFTER and experiment.noise <= RARE_NOISE
        return "events" if rare and not obstacle("events", experiment) else "chain"
    reason = obstacle(method, experiment)
    if reason:
        raise ValueError(f"method must be able to follow the experiment; got {method!r}, but {reason}")
    return method


def obstacle(method: str, experiment: Experiment) -> str:
    """Return why a method cannot follow an experiment, and the remedy; empty if it can."""
    if method == "vector":
        return ""
    rule, shifted = experiment.rule, isinstance(experiment.inputs, ShiftedInputs)
    hebbian = isinstance(rule, HebbianRule)
    if not hebbian and not (rule.isotropic and method == "chain"):
        return f"{rule.name!r} is more than a modulation. Use method='vector'."
    if not experiment.inputs.isotropic and not shifted:
        return f"{experiment.inputs.name} inputs are not rotation-invariant. Use method='vector'."
    if shifted and experiment.teacher.drift > 0.0:
        return "a drifting teacher moves away from the centre of the inputs. Use method='vector'."
    fewest = 4 if hebbian else chain_weights(rule)
    if (shifted or not hebbian) and experiment.n < fewest:
        return f"this chain needs n = {fewest} or more. Use method='vector'."
    if shifted and method == "events":
        return "with shifted inputs mistakes are not drawn from a wedge. Use method='chain'."
    if experiment.readout != "mean":
        return f"the {experiment.readout} readout depends on single weights. Use method='vector'."
    if method == "events" and isinstance(rule, HebbianRule) and not rule.mistake_driven:
        return f"{rule.name!r} changes without a mistake. Use method='chain'."
    if method == "events" and experiment.teacher.drift > 0.0:
        return "a drifting teacher moves between two mistakes. Use method='chain'."
    return ""
