"""`reproduce`: every figure and claim of the papers computed, judged, and written down; `sabotage`: each row tried."""

from __future__ import annotations

import json
import queue
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pandas as pd
from threadpoolctl import threadpool_limits

from rosenblatt import checks, plots
from rosenblatt.files import write_table, write_whole
from rosenblatt.papers import registry
from rosenblatt.papers.judging import Claim, Context, Row, judge, judge_sabotaged
from rosenblatt.papers.sabotage import Sabotage
from rosenblatt.processes import processes
from rosenblatt.report.page import counts, page
from rosenblatt.report.section import Section
from rosenblatt.simulation.ledger import Ledger


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
    found = counts(claims)
    say(", ".join(f"{count} {verdict}" for verdict, count in found.items()) + f". See {out / 'index.html'}.")
    return found["fails"] == 0


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
