"""A small paper, judged, for tests of the report."""

from __future__ import annotations

from rosenblatt.papers.judging import Claim, Correction, Outcome, Reproduction, Row
from rosenblatt.references import Folder, Paper
from rosenblatt.report.section import Section

PAPER = Paper("XY", "X and Y", "On <perceptrons>", "Nowhere 1", 1999)


def claim(label: str, verdict: str = "holds", **said: object) -> Claim:
    """Return a judged claim; what is not said of it is plain."""
    plain = {"paper": "x-1999", "claim": f"the claim of {label}", "expected": 1.0, "measured": 1.0}
    rest = {"uncertainty": None, "errata": None, "correction": None, "sabotages": ("a factor 2",)}
    return Claim(label=label, verdict=verdict, **{**plain, **rest, **said})


def corrected(label: str) -> Claim:
    """Return a claim that corrects a paper."""
    correction = Correction("d = 1 & more", "d = 2", "a factor of 2")
    return claim(label, "corrected", errata="the half is missing", correction=correction)


def judged_paper() -> Section:
    """Return a paper of four claims, two of which its figure shows."""
    claims = [claim("eq. 1"), corrected("eq. 2"), claim("eq. 3", uncertainty=0.012), claim("flipped labels", "fails")]
    rows = tuple(Row(one.label, one.claim, 1.0, lambda context: Outcome(1.0, True)) for one in claims)
    reproduction = Reproduction(rows, beside={"curve": ("eq. 1", "eq. 2")})
    folder = Folder("x", "x-1999", 1.0, PAPER.title, PAPER)
    return Section(folder, reproduction, claims, [("xy-curve", "A curve & its points")])
