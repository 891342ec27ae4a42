"""What is reproduced of CS."""

from __future__ import annotations

from rosenblatt.papers.candes_sur import existence
from rosenblatt.papers.judging import Reproduction

REPRODUCTION = Reproduction(rows=existence.ROWS)
