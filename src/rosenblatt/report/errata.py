"""The errata: what papers print, what is right, by how much they differ, and where that was computed."""

from __future__ import annotations

import html
from collections.abc import Sequence

from rosenblatt.papers.judging import Claim, Correction
from rosenblatt.report.claim import badge
from rosenblatt.report.section import Section
from rosenblatt.report.values import terms


def errata(sections: Sequence[Section]) -> str:
    """Return the section of errata: the claims that correct or sharpen a paper; nothing where there are none."""
    parts = []
    for section in sections:
        found = [_entry(claim, claim.correction, section) for claim in section.claims if claim.correction]
        if found:
            heading = f'<h3><a href="#{section.short.lower()}">{html.escape(section.heading)}</a></h3>'
            parts.append(f'<div class="group">{heading}<div class="wide">{"".join(found)}</div></div>')
    if not parts:
        return ""
    return (
        '<section id="errata"><h2>Errata</h2><p>What is printed in a paper beside what is right.</p>'
        + "\n".join(parts)
        + "</section>"
    )


def _entry(claim: Claim, correction: Correction, section: Section) -> str:
    """Return one erratum."""
    anchor = section.anchor(claim)
    facts = {
        "Printed": html.escape(correction.printed),
        "Right": html.escape(correction.right),
        "By how much": html.escape(correction.size),
        "Why": html.escape(claim.errata or ""),
        "Check": f'<a href="#{anchor}">what was computed, and what it must notice</a>',
    }
    return (
        f'<article class="erratum" data-verdict="{claim.verdict}">'
        f'<h4>{badge(claim.verdict)} <a href="#{anchor}">{html.escape(claim.label)}</a></h4>'
        f"<p>{html.escape(claim.claim)}</p>{terms(facts)}</article>"
    )
