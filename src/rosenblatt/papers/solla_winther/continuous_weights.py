"""SW sec. 4, the equations: the Gaussian online update, what it predicts, and the mean-field equations offline."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt import gaussian
from rosenblatt.batch.meanfield import mean_field
from rosenblatt.kernels.plain_loops import learn_covariance_rows
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.papers.chance import limit, over_allowed
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with, times
from rosenblatt.rules.bayes_gaussian import BayesGaussian
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.scenario import Scenario
from rosenblatt.scenario.channels import Flips
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.vector import VectorStudent

GROUPS = 5  # of predictions, by how sure they are

RESPONSE = "rosenblatt.scenario.channels.responses:blurred_response"


def batch(n: int, alpha: float, noise: float, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a teacher, inputs divided by sqrt(n), and noisy labels."""
    teacher = random.standard_normal(n)
    x = random.standard_normal((round(alpha * n), n)) / math.sqrt(n)
    labels = np.where((x @ teacher > 0.0) ^ (random.random(len(x)) < noise), 1.0, -1.0)
    return teacher, x, labels


def angle(weights: np.ndarray, teacher: np.ndarray) -> float:
    """Return the disagreement of two vectors for Gaussian inputs."""
    cosine = float(weights @ teacher) / float(np.linalg.norm(weights) * np.linalg.norm(teacher))
    return math.acos(min(1.0, max(-1.0, cosine))) / math.pi


def _field_moments(mean: float, variance: float, label: float, noise: float) -> tuple[float, float]:
    """Return mean and variance of a Gaussian field once a noisy label of its sign is known, by quadrature."""
    x, dx = gaussian.panels([-mean / math.sqrt(variance)])
    h = mean + math.sqrt(variance) * x
    weight = dx * (noise + (1.0 - 2.0 * noise) * (label * h > 0.0))
    weight = weight / weight.sum()
    first = float(weight @ h)
    return first, float(weight @ (h - first) ** 2)


def _moments_kept(context: Context) -> Outcome:
    """One example: the rule's new mean and covariance against the moments of (3.1), which differ along C s alone."""
    random = np.random.default_rng([context.seed, 41])
    n, errors = 6, np.zeros(2)
    for noise in (0.0, 0.1, 0.3):
        rule = BayesGaussian(noise=noise)
        for label in (-1.0, 1.0):
            factor, s = random.standard_normal((n, n)), random.standard_normal(n) / math.sqrt(n)
            mean, covariance = random.standard_normal(n), factor @ factor.T / n
            new = np.vstack([mean, covariance])
            learn_covariance_rows(rule, s[None], np.array([label]), new, rule.start(n, scale=1.0)[1], np.ones(1))
            seen, before, spread = covariance @ s, float(mean @ s), float(s @ covariance @ s)
            after, left = _field_moments(before, spread, label, noise)
            exact = mean + seen * (after - before) / spread
            narrower = covariance + np.outer(seen, seen) * (left - spread) / spread**2
            errors = np.maximum(errors, [np.abs(new[0] - exact).max(), np.abs(new[1:] - narrower).max()])
    measured = {"mean, largest difference": float(errors[0]), "covariance, largest difference": float(errors[1])}
    return Outcome(measured, bool(errors.max() < 1e-9))


def _surplus(n: int, noise: float, random: np.random.Generator) -> np.ndarray:
    """Return how many more labels came than were predicted, per new input, in groups of ever surer predictions."""
    rule = BayesGaussian(noise=noise)
    teacher, x, labels = batch(n, 4.0, noise, random)
    student = rule.start_students(1, n, scale=1.0)
    learn_rows(rule, x, labels[None], *student)
    synapses, count = student[0][0], 2000
    fresh = random.standard_normal((count, n)) / math.sqrt(n)
    spread = np.sqrt(np.einsum("ri,ri->r", fresh @ synapses[1:], fresh))
    said = noise + (1.0 - 2.0 * noise) * gaussian.cdf(fresh @ synapses[0] / spread)
    came = (fresh @ teacher > 0.0) ^ (random.random(count) < noise)
    sure, right = np.maximum(said, 1.0 - said), np.where(said > 0.5, came, ~came)
    place = np.minimum(((sure - 0.5) / (0.5 - noise) * GROUPS).astype(int), GROUPS - 1)
    return np.bincount(place, right - sure, GROUPS) / count


def _predictive(context: Context) -> Outcome:
    """Labels that are predicted with a probability come with that frequency, in runs of the full rule, N = 40."""
    random, runs = np.random.default_rng([context.seed, 46]), 60 if context.quick else 400
    surplus = np.array([_surplus(40, 0.1, random) for _ in range(runs)])
    error = surplus.std(axis=0, ddof=1) / math.sqrt(runs)
    z = surplus.mean(axis=0) / error
    part = over_allowed(surplus.mean(axis=0), 0.0, error, runs=runs)
    return Outcome({f"z of {GROUPS} groups, over {runs} runs": z.tolist(), "over what is allowed": part}, part < 1.0)


def _mean_field_equations(context: Context) -> Outcome:
    """At the fixed point of the iteration m = X^T x, and lambda = 1 - m.m/N."""
    random = np.random.default_rng([context.seed, 48])
    _, x, labels = batch(300, 2.0, 0.1, random)
    found = mean_field(x, labels, noise=0.1, tolerance=1e-12, sweeps=3000)
    lam = found.variance
    u = labels * found.fields / math.sqrt(lam)
    clean = 0.8 * gaussian.pdf(u) / (0.1 + 0.8 * gaussian.cdf(u))
    effect = labels * clean / math.sqrt(lam)
    measured = {
        "SW 4.8, relative": float(np.linalg.norm(x.T @ effect - found.mean) / np.linalg.norm(found.mean)),
        "SW 4.11, relative": float(np.linalg.norm(x @ found.mean - lam * effect - found.fields) / len(labels) ** 0.5),
        "lambda - (1 - m.m/N)": abs(lam - (1.0 - float(found.mean @ found.mean) / 300.0)),
    }
    return Outcome(measured, max(measured.values()) < 1e-9)


def _error_formula(context: Context) -> Outcome:
    """The error that a simulation reports, SW 4.13, against labels that are counted, SW 4.12."""
    random, fresh = np.random.default_rng([context.seed, 413]), 200_000
    n, noises, said, counted = 30, (0.0, 0.1, 0.3), [], []
    for noise in noises:
        experiment = Experiment(BayesHebb(noise=noise), n, Scenario(channel=Flips(noise)), "mean")
        student = VectorStudent(experiment, np.random.SeedSequence(context.seed), VectorStudent.compile(experiment))
        student.advance(4 * n)
        r, q_norm, _, disagreement = student.measure()
        said.append(float(experiment.rule.error(r, q_norm, disagreement, experiment.scenario.channel)))
        x = random.standard_normal((fresh, n))
        came = (x @ student.teacher > 0.0) ^ (random.random(fresh) < noise)
        counted.append(float(np.mean((x @ student.synapses[0] > 0.0) != came)))
    error = np.sqrt(np.array(said) * (1.0 - np.array(said)) / fresh)
    measured: dict[str, Any] = {
        f"kappa = {k:g}: (4.13), counted": [a, b] for k, a, b in zip(noises, said, counted, strict=True)
    }
    measured["z"] = ((np.array(counted) - said) / error).tolist()
    return Outcome(measured, over_allowed(counted, said, error) < 1.0, uncertainty=limit(len(noises)) * float(error[0]))


def _changed_surprise(slope: float, share: float) -> Any:
    """Return what changes the slope and the curvature of the evidence, g and G, by a factor each."""

    def change(surprise: Any) -> Any:
        def changed(*arguments):
            g, taken = surprise(*arguments)
            return slope * g, share * taken

        return changed

    return change


ROWS = (
    Row(
        "eq. 3.3, 4.1-4.6",
        "the update keeps the first two moments of the new posterior",
        "equal",
        _moments_kept,
        sabotages=(
            Sabotage("g times 1.01", "rosenblatt.rules.parts.evidence:surprise", _changed_surprise(1.01, 1.0)),
            Sabotage("G times 1.01", "rosenblatt.rules.parts.evidence:surprise", _changed_surprise(1.0, 1.01)),
        ),
    ),
    Row(
        "eq. 4.6, 4.7",
        "the predictive probability kappa + (1 - 2 kappa) Phi(tau h/sqrt(lambda))",
        "calibrated",
        _predictive,
        sabotages=(
            called_with("rosenblatt.rules.bayes_gaussian:BayesGaussian", noise=0.02),
            times("rosenblatt.gaussian:cdf", 0.95),
        ),
    ),
    Row(
        "eq. 4.8-4.11",
        "mean-field equations of the offline algorithm",
        0.0,
        _mean_field_equations,
        sabotages=(
            called_with("rosenblatt.batch.meanfield:mean_field", sweeps=10),
            Sabotage(
                "g times 1.01", "rosenblatt.scenario.channels.responses:blurred_response", _changed_surprise(1.01, 1.0)
            ),
            Sabotage(
                "G times 1.01", "rosenblatt.scenario.channels.responses:blurred_response", _changed_surprise(1.0, 1.01)
            ),
        ),
    ),
    Row(
        "eq. 4.12, 4.13",
        "epsilon = kappa + (1 - 2 kappa) arccos(R/sqrt(q T))/pi",
        "equal",
        _error_formula,
        sabotages=(
            times("rosenblatt.simulation.students.vector:disagreement_of", 1.05),
            Sabotage(
                "kappa + arccos(R/sqrt(q T))/pi",
                "rosenblatt.scenario.channels:Flips.student_error",
                lambda error: lambda channel, r, q_norm, disagreement: channel.level + disagreement,
            ),
        ),
    ),
)
