"""How much data to collect, and how fast the world may change."""

from rosenblatt.planning.drift import DriftPlan
from rosenblatt.planning.examples import Plan
from rosenblatt.planning.plan import plan
from rosenblatt.planning.sizes import sample_sizes

__all__ = ["DriftPlan", "Plan", "plan", "sample_sizes"]
