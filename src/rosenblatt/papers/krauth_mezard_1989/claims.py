"""What is reproduced of KM89."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.krauth_mezard_1989 import zero_entropy

REPRODUCTION = Reproduction(rows=zero_entropy.ROWS)
