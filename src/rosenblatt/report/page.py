"""The page: contents and search, errata, then each paper with its figures beside their claims."""

from __future__ import annotations

import html
from collections.abc import Sequence
from importlib.resources import files

from rosenblatt.papers.judging import Claim
from rosenblatt.report.claim import VERDICTS, badge, card
from rosenblatt.report.errata import errata
from rosenblatt.report.section import Section


def page(sections: Sequence[Section]) -> str:
    """Return the page; style and script are in it, so that nothing but its pictures lies beside it."""
    claims = [claim for section in sections for claim in section.claims]
    corrections = errata(sections)
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>rosenblatt: the papers, reproduced</title><style>{_part('page.css')}</style></head><body>",
        '<a class="skip" href="#main">To the claims</a>',
        f"<header><h1>The papers, reproduced</h1>{_introduction(claims)}</header>{_tools(claims)}",
        f'<div class="columns">{_contents(sections, bool(corrections))}<main id="main" tabindex="-1">',
        '<p id="nothing" hidden>No claim has all of these words and one of these verdicts.</p>',
        corrections,
        *map(_paper, sections),
        f"</main></div><script>{_part('page.js')}</script></body></html>\n",
    ]
    return "\n".join(parts)


def counts(claims: Sequence[Claim]) -> dict[str, int]:
    """Return how often each verdict was given."""
    return {verdict: sum(claim.verdict == verdict for claim in claims) for verdict in VERDICTS}


def _part(name: str) -> str:
    return files("rosenblatt.report").joinpath(name).read_text(encoding="utf-8")


def _introduction(claims: Sequence[Claim]) -> str:
    """Return what the verdicts mean, and how many there are of each."""
    lines = (f"<li>{badge(name)} {counts(claims)[name]}: {meaning}." for name, meaning in VERDICTS.items())
    return (
        f"<p>{len(claims)} claims, each computed when this page was made. Each names changes of what it tests under "
        f'which it fails.</p><ul class="verdicts">{"".join(lines)}</ul>'
    )


def _tools(claims: Sequence[Claim]) -> str:
    """Return search, filter and colours, which need the script and are hidden without it."""
    buttons = "".join(
        f'<button type="button" class="filter" aria-pressed="true" data-verdict="{name}">{name} {count}</button>'
        for name, count in counts(claims).items()
        if count
    )
    return (
        '<form id="tools" role="search" hidden><label for="search">Search</label>'
        '<input id="search" type="search" autocomplete="off" placeholder="words, e.g. flipped eq. 8" '
        'aria-describedby="found">'
        f'<div role="group" aria-label="Verdicts that are shown">{buttons}</div>'
        '<output id="found" for="search" aria-live="polite"></output>'
        '<button type="button" id="colours">Colours: as the system</button></form>'
    )


def _contents(sections: Sequence[Section], corrected: bool) -> str:
    """Return the contents: a link to each paper with the counts of its verdicts."""
    lines = ['<li><a href="#errata">Errata</a>'] if corrected else []
    for section in sections:
        tally = ", ".join(f"{count} {name}" for name, count in counts(section.claims).items() if count)
        year = f" ({section.folder.paper.year})" if section.folder.paper else ""
        lines.append(
            f'<li><a href="#{section.short.lower()}">{html.escape(section.heading)}{year}</a><small>{tally}</small>'
        )
    return (
        '<nav aria-label="Contents"><details id="contents" open><summary>Contents</summary>'
        f"<ol>{''.join(lines)}</ol></details></nav>"
    )


def _paper(section: Section) -> str:
    """Return a paper: each figure beside the claims that it shows, the claims without one, and its tables."""
    paper = section.folder.paper
    parts = [f'<section id="{section.short.lower()}" class="paper"><h2>{html.escape(section.heading)}</h2>']
    parts += [f'<p class="reference">{html.escape(str(paper))}</p>'] if paper else []
    for stem, caption in section.figures:
        beside = "".join(card(claim, section, 3) for claim in section.beside(stem))
        parts.append(f'<div class="exhibit">{_figure(stem, caption)}<div>{beside}</div></div>')
    rest = "".join(card(claim, section, 4) for claim in section.without_figure())
    if rest:
        parts.append(f'<div class="group"><h3>Claims without a figure</h3><div class="wide">{rest}</div></div>')
    parts += [
        f"<details><summary>{html.escape(caption)}</summary>"
        f'<div class="numbers" tabindex="0" role="region" aria-label="{html.escape(caption)}">'
        + section.tables[name].to_html(index=False, border=0, float_format=lambda value: f"{value:.5g}")
        + f'</div><a href="{section.stem(name)}.csv">{section.stem(name)}.csv</a></details>'
        for name, (caption, _) in section.reproduction.tables.items()
    ]
    return "\n".join([*parts, "</section>"])


def _figure(stem: str, caption: str) -> str:
    text = html.escape(caption)
    return (
        f'<figure><a href="{stem}.svg"><img src="{stem}.png" alt="{text}" loading="lazy"></a>'
        f"<figcaption>{text}</figcaption></figure>"
    )
