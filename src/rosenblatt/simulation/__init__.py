"""Ensembles of teacher and student."""

from rosenblatt.simulation.simulate import simulate
from rosenblatt.simulation.simulation import Simulation

__all__ = ["Simulation", "simulate"]
