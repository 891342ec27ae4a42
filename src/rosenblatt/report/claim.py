"""A judged claim on the page: what was expected, what was computed, and the verdict."""

from __future__ import annotations

import html

from rosenblatt.papers.judging import Claim
from rosenblatt.report.section import Section
from rosenblatt.report.values import shown, terms

VERDICTS = {
    "holds": "as the paper says",
    "corrected": "what is printed is wrong or undefined; the corrected statement holds",
    "sharpened": "what is printed is true, but weaker than it need be",
    "fails": "none of these",
}


def badge(verdict: str) -> str:
    """Return a verdict in its colour."""
    return f'<span class="badge {verdict}">{verdict}</span>'


def card(claim: Claim, section: Section, level: int) -> str:
    """Return a claim with all that is known of it, under a heading of a level."""
    anchor, correction = section.anchor(claim), claim.correction
    facts = {
        "Printed": html.escape(correction.printed) if correction else "",
        "Right": html.escape(correction.right) if correction else "",
        "Why": html.escape(claim.errata or ""),
        "Expected": shown(claim.expected),
        "Computed": shown(claim.measured),
        "Uncertainty": f"&plusmn; {claim.uncertainty:.2g}" if claim.uncertainty is not None else "",
    }
    return (
        f'<article class="claim" id="{anchor}" data-verdict="{claim.verdict}">'
        f'<h{level}>{badge(claim.verdict)} <a href="#{anchor}">{html.escape(claim.label)}</a></h{level}>'
        f"<p>{html.escape(claim.claim)}</p>{terms(facts)}{_noticed(claim)}</article>"
    )


def _noticed(claim: Claim) -> str:
    """Return the changes under which a claim fails, folded away."""
    if not claim.sabotages:
        return ""
    changes = "".join(f"<li>{html.escape(change)}" for change in claim.sabotages)
    return f"<details><summary>fails if</summary><ul>{changes}</ul></details>"
