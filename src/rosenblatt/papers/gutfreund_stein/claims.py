"""What is reproduced of GS."""

from __future__ import annotations

from rosenblatt.papers.gutfreund_stein import few_values
from rosenblatt.papers.judging import Reproduction

REPRODUCTION = Reproduction(rows=few_values.ROWS)
