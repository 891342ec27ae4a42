"""What is reproduced of KMSSZ."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.krzakala import sensing

REPRODUCTION = Reproduction(rows=sensing.ROWS)
