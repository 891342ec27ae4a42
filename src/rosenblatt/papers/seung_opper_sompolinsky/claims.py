"""What is reproduced of SOS."""

from __future__ import annotations

from rosenblatt.papers.judging import Reproduction
from rosenblatt.papers.seung_opper_sompolinsky import figures, information

REPRODUCTION = Reproduction(
    rows=information.ROWS,
    figures={"committee": ("SOS: queries of a committee against examples as they come.", figures.figure_committee)},
    beside={
        "committee": (
            "law",
            "simulation",
        )
    },
)
