r"""What a student of convex risk sees: a spectrum of inputs, and labels of a teacher's field of variance 1.

student_world.1   inputs of mean 0 and variance 1: one eigenvalue.  With noise on the student's: 1 + sigma_s^2
student_world.2   a covariance: its spectrum, and the channel of the unit field as in scaled.1
student_world.3   R and Q of the vectors from those of the fields' equations: R = R^ sum T g/sqrt(M^),
                  Q = R^^2 sum T g^2/M^ + Q^ sum w g^2/lambda,  with g as in fixed.2
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rosenblatt.batch.convex_risk import ConvexRisk
from rosenblatt.scenario import Channel, Covariance, Scenario
from rosenblatt.scenario.correlated_inputs import Spectrum
from rosenblatt.scenario.scaled_channels import error_of_fields, scaled_channel
from rosenblatt.theory.curve import frame_of

OWN_COLUMNS = ["train_error", "train_loss", "test_loss", "penalty"]
UNKNOWN = dict.fromkeys(OWN_COLUMNS, math.nan)  # of no examples


@dataclass(frozen=True)
class StudentWorld:
    """A spectrum, the channel of the unit field, and M^, the variance of B.S/sqrt(N) as the student sees it."""

    spectrum: Spectrum
    channel: Channel
    m_hat: float

    @classmethod
    def of(cls, scenario: Scenario) -> StudentWorld:
        """Return what a scenario is to its student.  (student_world.1, student_world.2)"""
        if isinstance(scenario.inputs, Covariance):
            spectrum = scenario.inputs.spectrum
            m_hat = float(spectrum.values @ spectrum.powers)
            return cls(spectrum, scaled_channel(scenario.channel, math.sqrt(m_hat)), m_hat)
        variance = 1.0 + scenario.channel.student_width**2
        one = np.ones(1)
        return cls(Spectrum(variance * one, one, one), scenario.channel.as_student_sees, variance)

    @property
    def varying(self) -> float:
        """The share of directions in which inputs vary."""
        return float(self.spectrum.shares[self.spectrum.values > 0.0].sum())

    def vectors(self, g: np.ndarray, r_hat: float, q_hat: float) -> tuple[float, float]:
        """Return R and Q of the vectors.  (student_world.3)"""
        values, shares, powers = self.spectrum
        r = r_hat * float(powers @ g) / math.sqrt(self.m_hat)
        per_value = np.divide(g * g, values, out=np.zeros(len(g)), where=values > 0.0)
        return r, r_hat**2 * float(powers @ (g * g)) / self.m_hat + q_hat * float(shares @ per_value)


@dataclass(frozen=True)
class Solution:
    """A student: R and sqrt(Q - R^2) of its field, R and Q of its weights, and what it is on its examples."""

    alpha: float
    along: float
    across: float
    r: float
    q_norm: float
    train_error: float
    train_loss: float
    test_loss: float
    penalty: float


def frame_of_solutions(learner: ConvexRisk, scenario: Scenario, solutions: list[Solution]) -> pd.DataFrame:
    """Return the columns of a curve."""
    columns = pd.DataFrame([vars(one) for one in solutions])
    along, across = columns["along"].to_numpy(), columns["across"].to_numpy()
    r, q_norm, angle = columns["r"].to_numpy(), columns["q_norm"].to_numpy(), np.arctan2(across, along)
    if not isinstance(scenario.inputs, Covariance):

        def error(r: np.ndarray, q_norm: np.ndarray, d: np.ndarray) -> np.ndarray:
            return learner.error(r, q_norm, d, scenario.channel)

        frame = frame_of(columns["alpha"].to_numpy(), r, q_norm, angle, error)
        return frame.join(columns[OWN_COLUMNS])
    m_hat = StudentWorld.of(scenario).m_hat
    fields = zip(
        (angle / math.pi).tolist(), (math.sqrt(m_hat) * along).tolist(), (along**2 + across**2).tolist(), strict=True
    )
    errors = np.array([error_of_fields(learner, scenario.channel, *one, m_hat) for one in fields])
    frame = frame_of(columns["alpha"].to_numpy(), r, q_norm, angle, lambda *known: errors)
    frame["overlap"] = np.where(np.isfinite(q_norm), r / np.sqrt(q_norm), 0.0)  # of the vectors
    return frame.join(columns[OWN_COLUMNS])
