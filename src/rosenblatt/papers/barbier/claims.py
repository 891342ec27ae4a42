"""What is reproduced of BKMMZ."""

from __future__ import annotations

from rosenblatt.papers.barbier import transitions
from rosenblatt.papers.judging import Reproduction

REPRODUCTION = Reproduction(rows=transitions.ROWS)
