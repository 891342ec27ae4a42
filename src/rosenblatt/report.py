"""`reproduce`: every figure and claim of the papers computed, judged, and put on one page."""

from __future__ import annotations

import html
import json
import queue
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
from threadpoolctl import threadpool_limits

from rosenblatt import checks, plots
from rosenblatt.files import write_table, write_whole
from rosenblatt.papers import registry
from rosenblatt.papers.judging import Claim, Context, Reproduction, Row, judge, judge_sabotaged
from rosenblatt.papers.sabotage import Sabotage
from rosenblatt.processes import processes
from rosenblatt.references import Folder
from rosenblatt.simulation.ledger import Ledger

VERDICT_COLOURS = {"holds": "#009E73", "corrected": "#0072B2", "sharpened": "#56B4E9", "fails": "#D55E00"}


@dataclass
class Section:
    """A paper on the page: its judged claims, its figures (file name and caption) and its tables by name."""

    folder: Folder
    reproduction: Reproduction
    claims: list[Claim] = field(default_factory=list)
    figures: list[tuple[str, str]] = field(default_factory=list)
    tables: dict[str, pd.DataFrame] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """The reference of a paper, or the title of what is none."""
        return str(self.folder.paper or self.folder.title)

    @property
    def short(self) -> str:
        """The short name of a paper, or the key of what is none."""
        return self.folder.paper.short if self.folder.paper else self.folder.key

    def stem(self, name: str) -> str:
        """Return the name of a figure's or table's file."""
        return f"{self.folder.paper.short.lower()}-{name}" if self.folder.paper else name


def reproduce(
    out: Path,
    *,
    papers: Sequence[str] = (),
    quick: bool = False,
    seed: int = 0,
    jobs: int = 1,
    say: Callable[[str], None],
) -> bool:
    """Write index.html, claims.json and the figures into ``out``; return whether no claim fails.

    What has been computed is kept in ``ledger.sqlite`` there: a run that was stopped goes on where it was. So many
    ``jobs``, processes, each take a paper at a time.
    """
    checks.seed(seed)
    jobs = checks.whole("jobs", jobs, 1, "It is a number of processes.")
    sections = _sections(papers)
    if min(jobs, len(sections)) > 1:
        _fill_in_processes(sections, out, quick, seed, jobs, say)
    else:
        for section in sections:
            _fill(section, out, quick, seed, say)
    claims = [claim for section in sections for claim in section.claims]
    write_whole(out / "claims.json", lambda file: file.write_text(json.dumps([asdict(c) for c in claims], indent=1)))
    write_whole(out / "index.html", lambda file: file.write_text(page(sections), encoding="utf-8"))
    counts = {verdict: sum(claim.verdict == verdict for claim in claims) for verdict in VERDICT_COLOURS}
    say(", ".join(f"{count} {verdict}" for verdict, count in counts.items()) + f". See {out / 'index.html'}.")
    return counts["fails"] == 0


def _sections(papers: Sequence[str]) -> list[Section]:
    """Return empty sections for papers that are given by key or short name; for all, if none is."""
    keys = papers or registry.reproduced()
    return [Section(folder, registry.reproduction(folder)) for folder in map(registry.find, keys)]


def sabotage(*, papers: Sequence[str] = (), seed: int = 0, say: Callable[[str], None]) -> bool:
    """Judge every row under each of its sabotages, with few runs; return whether all were noticed."""
    checks.seed(seed)
    sections = _sections(papers)
    noticed = []
    with _one_thread_a_product():
        for section in sections:
            for row in section.reproduction.rows:
                noticed += [_noticed(section, row, change, seed, say) for change in row.sabotages]
    say(f"{sum(noticed)} noticed, {len(noticed) - sum(noticed)} survived.")
    return all(noticed)


def _noticed(section: Section, row: Row, change: Sabotage, seed: int, say: Callable[[str], None]) -> bool:
    """Return whether a row fails under one of its sabotages."""
    failed = judge_sabotaged(row, change, section.folder.key, seed=seed).verdict == "fails"
    say(f"{'noticed' if failed else 'survived':<10}{section.short} {row.label}: {change.what}")
    return failed


def _one_thread_a_product() -> threadpool_limits:
    """Return a context in which BLAS has one thread: many products here are small, and threads wait for each other."""
    return threadpool_limits(1, user_api="blas")


def _fill_in_processes(
    sections: Sequence[Section], out: Path, quick: bool, seed: int, jobs: int, say: Callable[[str], None]
) -> None:
    """Fill the sections in several processes, and say what these say as they say it."""
    with processes(jobs) as (pool, said):
        filled = [pool.submit(_filled, section.folder.key, out, quick, seed, said.put) for section in sections]
        while not (all(one.done() for one in filled) and said.empty()):
            for one in filled:
                if one.done():
                    one.result()  # raises at once what went wrong
            with suppress(queue.Empty):
                say(said.get(timeout=0.1))
        for section, one in zip(sections, filled, strict=True):
            section.claims, section.figures, section.tables = one.result()


def _filled(
    key: str, out: Path, quick: bool, seed: int, say: Callable[[str], None]
) -> tuple[list[Claim], list[tuple[str, str]], dict[str, pd.DataFrame]]:
    """Return what belongs into the section of a paper, given by its key."""
    (section,) = _sections([key])
    _fill(section, out, quick, seed, say)
    return section.claims, section.figures, section.tables


def _fill(section: Section, out: Path, quick: bool, seed: int, say: Callable[[str], None]) -> None:
    """Judge the rows of a paper, draw its figures and write its tables."""
    with Ledger(out / "ledger.sqlite") as ledger, _one_thread_a_product():
        context = Context(ledger, section.folder.key, quick=quick, seed=seed)
        _judge_and_draw(section, context, out, say)


def _judge_and_draw(section: Section, context: Context, out: Path, say: Callable[[str], None]) -> None:
    for row in section.reproduction.rows:
        section.claims.append(judge(row, context))
        say(f"{section.claims[-1].verdict:<10}{section.short} {row.label}: {row.claim}")
    for name, (caption, draw) in section.reproduction.figures.items():
        figure, stem = draw(context), section.stem(name)
        for kind in ("png", "svg"):
            picture = plots.picture(figure, kind)
            write_whole(out / f"{stem}.{kind}", lambda file, picture=picture: file.write_bytes(picture))
        section.figures.append((stem, caption))
    for name, (_, table) in section.reproduction.tables.items():
        section.tables[name] = table(context)
        write_table(section.tables[name], out / f"{section.stem(name)}.csv")


def page(sections: Sequence[Section]) -> str:
    """Return the page: for each paper its claims with their verdicts, its figures and its tables."""
    parts = [_HEAD]
    for section in sections:
        parts.append(
            f"<h2>{html.escape(section.heading)}</h2>"
            "<table><tr><th>verdict<th>where<th>claim<th>expected<th>computed</tr>"
        )
        parts += [_line(claim) for claim in section.claims]
        parts.append("</table>")
        parts += [
            f'<figure><a href="{stem}.svg"><img src="{stem}.png" alt="{html.escape(caption)}"></a>'
            f"<figcaption>{html.escape(caption)}</figcaption></figure>"
            for stem, caption in section.figures
        ]
        parts += [
            f"<details><summary>{html.escape(caption)}</summary>"
            + section.tables[name].to_html(index=False, border=0, float_format=lambda value: f"{value:.5g}")
            + f'<a href="{section.stem(name)}.csv">{section.stem(name)}.csv</a></details>'
            for name, (caption, _) in section.reproduction.tables.items()
        ]
    return "\n".join([*parts, "</body></html>"])


def _line(claim: Claim) -> str:
    errata = f'<br><span class="errata">{html.escape(claim.errata)}</span>' if claim.errata else ""
    fails = "".join(f"<li>{html.escape(sabotage)}" for sabotage in claim.sabotages)
    seen = f"<details><summary>fails if</summary><ul>{fails}</ul></details>" if fails else ""
    uncertainty = f" &plusmn; {claim.uncertainty:.2g}" if claim.uncertainty is not None else ""
    return (
        f'<tr><td style="color:{VERDICT_COLOURS[claim.verdict]}"><b>{claim.verdict}</b><td>{html.escape(claim.label)}'
        f"<td>{html.escape(claim.claim)}{errata}{seen}<td>{_shown(claim.expected)}<td>{_shown(claim.measured)}{uncertainty}</tr>"
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
printed is wrong or undefined; the corrected statement holds. <b>sharpened</b>: what is printed is true, but weaker than
it need be. <b>fails</b>: none of these. Each row names changes of what it tests under which it fails.</p>"""
