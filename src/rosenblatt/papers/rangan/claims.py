"""What is reproduced of R."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.rangan import figures, sweeps

REPRODUCTION = Reproduction(
    rows=sweeps.ROWS,
    figures={"sweeps": ("R: message passing follows state evolution, sweep by sweep.", figures.figure_sweeps)},
    beside={"sweeps": ("state evolution",)},
)
