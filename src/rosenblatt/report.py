"""`reproduce`: every figure and claim of the papers computed, judged, and put on one page."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd

from rosenblatt import checks
from rosenblatt.files import write_table, write_whole
from rosenblatt.papers.claims import Claim, Context, PaperPlan, judge
from rosenblatt.references import PAPERS
from rosenblatt.simulation.ledger import Ledger

# In the order in which they stand on the page; a paper that has no file yet is not listed.
MODULES = {
    "overview": "overview",
    "golea-marchand-1992": "golea_marchand",
    "sompolinsky-lecture-2010": "lecture8",
    "barkai-seung-sompolinsky-1995": "barkai_seung_sompolinsky",
    "solla-winther-1998": "solla_winther",
    "kinouchi-caticha-1995": "kinouchi_caticha",
}
TITLES = {"overview": "Theory against simulation"}
COLOURS = {"holds": "#009E73", "corrected": "#0072B2", "fails": "#D55E00"}


def reproduce(
    out: Path, *, papers: Sequence[str] = (), quick: bool = False, seed: int = 0, say: Callable[[str], None]
) -> bool:
    """Write index.html, claims.json and the figures into ``out``; return whether no claim fails.

    What has been computed is kept in ``ledger.sqlite`` there: a run that was stopped goes on where it was.
    """
    checks.seed(seed)
    plans = [_plan(name) for name in (papers or MODULES)]
    claims: list[Claim] = []
    figures: dict[str, list[tuple[str, str]]] = {}
    tables: dict[tuple[str, str], pd.DataFrame] = {}
    with Ledger(out / "ledger.sqlite") as ledger:
        context = Context(ledger, quick=quick, seed=seed)
        for plan in plans:
            for row in plan.rows:
                claims.append(judge(plan.key, row, context))
                say(f"{claims[-1].verdict:<10}{_short(plan.key)} {row.label}: {row.claim}")
            figures[plan.key] = [_draw(plan, name, out, context) for name in plan.figures]
            for name, (_, table) in plan.tables.items():
                tables[plan.key, name] = table(context)
                write_table(tables[plan.key, name], out / f"{_stem(plan, name)}.csv")
    write_whole(out / "claims.json", lambda file: file.write_text(json.dumps([asdict(c) for c in claims], indent=1)))
    write_whole(
        out / "index.html", lambda file: file.write_text(page(plans, claims, figures, tables), encoding="utf-8")
    )
    counts = {verdict: sum(claim.verdict == verdict for claim in claims) for verdict in COLOURS}
    say(", ".join(f"{count} {verdict}" for verdict, count in counts.items()) + f". See {out / 'index.html'}.")
    return counts["fails"] == 0


def _plan(name: str) -> PaperPlan:
    short = {paper.short.lower(): key for key, paper in PAPERS.items()}
    key = short.get(name.lower(), name)
    if key not in MODULES:
        raise ValueError(f"paper must be one that is reproduced; got {name!r}. {checks.nearest(key, MODULES)}")
    return import_module(f"rosenblatt.papers.{MODULES[key]}").PLAN


def _short(key: str) -> str:
    return PAPERS[key].short if key in PAPERS else key


def _stem(plan: PaperPlan, name: str) -> str:
    """Return the name of a figure's or table's file."""
    return name if plan.key not in PAPERS else f"{PAPERS[plan.key].short.lower()}-{name}"


def _draw(plan: PaperPlan, name: str, out: Path, context: Context) -> tuple[str, str]:
    """Draw a figure as PNG and SVG and return its file name and caption."""
    caption, draw = plan.figures[name]
    figure = draw(context)
    stem = _stem(plan, name)
    for suffix in ("png", "svg"):
        write_whole(out / f"{stem}.{suffix}", lambda file: figure.savefig(file, dpi=160))
    return stem, caption


def page(
    plans: Sequence[PaperPlan],
    claims: Sequence[Claim],
    figures: dict[str, list[tuple[str, str]]],
    tables: dict[tuple[str, str], pd.DataFrame],
) -> str:
    """Return the page: for each paper its claims with their verdicts, its figures and its tables."""
    parts = [_HEAD]
    for plan in plans:
        title = str(PAPERS[plan.key]) if plan.key in PAPERS else TITLES[plan.key]
        parts.append(
            f"<h2>{html.escape(title)}</h2><table><tr><th>verdict<th>where<th>claim<th>expected<th>computed</tr>"
        )
        parts += [_line(claim) for claim in claims if claim.paper == plan.key]
        parts.append("</table>")
        parts += [
            f'<figure><a href="{stem}.svg"><img src="{stem}.png" alt="{html.escape(caption)}"></a>'
            f"<figcaption>{html.escape(caption)}</figcaption></figure>"
            for stem, caption in figures[plan.key]
        ]
        parts += [
            f"<details><summary>{html.escape(caption)}</summary>"
            + tables[plan.key, name].to_html(index=False, border=0, float_format=lambda value: f"{value:.5g}")
            + f'<a href="{_stem(plan, name)}.csv">{_stem(plan, name)}.csv</a></details>'
            for name, (caption, _) in plan.tables.items()
        ]
    return "\n".join([*parts, "</body></html>"])


def _line(claim: Claim) -> str:
    errata = f'<br><span class="errata">{html.escape(claim.errata)}</span>' if claim.errata else ""
    uncertainty = f" &plusmn; {claim.uncertainty:.2g}" if claim.uncertainty is not None else ""
    return (
        f'<tr><td style="color:{COLOURS[claim.verdict]}"><b>{claim.verdict}</b><td>{html.escape(claim.label)}'
        f"<td>{html.escape(claim.claim)}{errata}<td>{_shown(claim.expected)}<td>{_shown(claim.measured)}{uncertainty}</tr>"
    )


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.5g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(item) for item in value)
    if isinstance(value, dict):
        return "<br>".join(f"{html.escape(str(key))}: {_shown(item)}" for key, item in value.items())
    return html.escape(str(value))


_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>rosenblatt: the papers, reproduced</title>
<style>
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.6rem; border-bottom: 1px solid #ddd; }
.errata { color: #0072B2; }
figure { margin: 1.5rem 0; } img { max-width: 100%; } figcaption { color: #555; font-size: 0.9rem; }
</style></head><body>
<h1>The papers, reproduced</h1>
<p>Every row was computed when this page was made. <b>holds</b>: as the paper says. <b>corrected</b>: what is
printed is wrong, undefined or weaker than it need be; the corrected statement holds. <b>fails</b>: neither.</p>"""
