"""What is reproduced of KM87."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.krauth_mezard_1987 import least_stable_first

REPRODUCTION = Reproduction(rows=least_stable_first.ROWS)
