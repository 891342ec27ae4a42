"""What is simulated."""

from __future__ import annotations

from dataclasses import dataclass

from rosenblatt.rules.base import Rule
from rosenblatt.scenario import Inputs, Teacher


@dataclass(frozen=True)
class Experiment:
    """What all runs of a simulation have in common."""

    rule: Rule
    n: int
    noise: float
    teacher: Teacher
    inputs: Inputs
    readout: str
