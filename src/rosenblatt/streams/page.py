"""What an evaluation leaves behind: one page with tables and pictures, and the same as JSON."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rosenblatt import plots
from rosenblatt.files import write_whole
from rosenblatt.streams.pictures import draw_side_by_side
from rosenblatt.streams.stream_evaluation import StreamEvaluation

PAGE, NUMBERS = "index.html", "evaluation.json"
PIXELS = 96.0  # of a page in an inch: letters have the same size in all pictures
MEASURES = ("accuracy", "log-loss", "Brier score", "AUC", "calibration error")


def write_report(folder: Path, title: str, found: Sequence[StreamEvaluation], facts: dict[str, Any]) -> None:
    """Write the page and the JSON of evaluations into a folder; ``facts`` are of the rows that all of them saw."""
    said = {**facts, "models": [{**one.as_json(), "rows per second": one.rows_per_second} for one in found]}
    write_whole(folder / NUMBERS, lambda file: file.write_text(json.dumps(said, indent=1), encoding="utf-8"))
    text = page(title, found, facts)
    write_whole(folder / PAGE, lambda file: file.write_text(text, encoding="utf-8"))


def page(title: str, found: Sequence[StreamEvaluation], facts: dict[str, Any]) -> str:
    """Return the page: one table for all models, their histories in one picture, and then each by itself."""
    parts = [_HEAD.format(title=html.escape(title)), _facts(facts), _table(found)]
    if len(found) > 1:
        parts.append(_image(_together(found), "the models side by side"))
    for one in found:
        parts.append(f"<h2>{html.escape(one.name)}</h2>")
        parts.append(_image(one.plot(), f"{one.name}: how it went, reliability, and the world as the model saw it"))
        changes = one.changes_
        if len(changes):
            parts.append(f"<h3>Changes</h3>{changes.to_html(index=False, border=0, float_format=_short)}")
        frame = one.frame.iloc[:: max(1, len(one.frame) // 20)]
        table = frame.to_html(index=False, border=0, float_format=_short)
        parts.append(f"<details><summary>some of its {len(one.frame)} lines as numbers</summary>{table}</details>")
    return "\n".join([*parts, "</body></html>\n"])


def _facts(facts: dict[str, Any]) -> str:
    """Return what is known of the rows: a list."""
    skipped = facts.get("faults", [])
    lines = [f"<li>row {row:,}: {html.escape(why)}" for row, why in skipped]
    file, target = (html.escape(str(facts[name])) for name in ("file", "target"))
    text = f"<p>{facts['rows']:,} rows of {file}, target {target}."
    if not facts["skipped"]:
        return f"{text}</p>"
    more = f"<details><summary>{facts['skipped']:,} bad rows were skipped</summary><ul>{''.join(lines)}</ul></details>"
    return f"{text}</p>{more}"


def _table(found: Sequence[StreamEvaluation]) -> str:
    """Return a table with a line for each model; the best number of each column is bold."""
    measures = [one.measures() for one in found]
    columns = [name for name in MEASURES if any(name in own for own in measures)]
    best = {
        name: (max if name in ("accuracy", "AUC") else min)(own[name] for own in measures if name in own)
        for name in columns
    }
    head = "".join(f"<th>{name}" for name in ("model", *columns, "rows/s"))
    lines = []
    for one, own in zip(found, measures, strict=True):
        cells = [
            f"<td>{'' if name not in own else _bold(f'{own[name]:.5f}', len(found) > 1 and own[name] == best[name])}"
            for name in columns
        ]
        lines.append(f"<tr><td>{html.escape(one.name)}{''.join(cells)}<td>{one.rows_per_second:,.0f}</tr>")
    return f"<table><tr>{head}</tr>{''.join(lines)}</table>"


def _together(found: Sequence[StreamEvaluation]) -> Any:
    """Return a figure of the accuracy of all models, and of the log-loss of those that have one."""
    figure, panels = plots.new_grid(2, columns=2, width=5.4, height=3.8)
    for ax, column in zip(panels, ("accuracy", "log_loss"), strict=True):
        draw_side_by_side(ax, {one.name: one.frame for one in found}, column)
    return figure


def _image(figure: Any, caption: str) -> str:
    data = base64.b64encode(plots.picture(figure, "png")).decode("ascii")
    text = html.escape(caption)
    image = f'<img src="data:image/png;base64,{data}" alt="{text}" width="{figure.get_figwidth() * PIXELS:.0f}">'
    return f"<figure>{image}<figcaption>{text}</figcaption></figure>"


def _bold(text: str, yes: bool) -> str:
    return f"<b>{text}</b>" if yes else text


def _short(value: float) -> str:
    return f"{value:.5g}"


_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>
body {{ font: 16px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; }}
table {{ border-collapse: collapse; font-size: 0.9rem; display: block; max-width: 100%; overflow-x: auto; }}
th, td {{ text-align: left; padding: 0.35rem 0.8rem; border-bottom: 1px solid #ddd; }}
figure {{ margin: 1.5rem 0; }} img {{ max-width: 100%; height: auto; }} figcaption {{ color: #555; font-size: 0.9rem; }}
</style></head><body>
<h1>{title}</h1>
<p>Each row was predicted before it was learnt. Numbers are over all rows; grey lines are of recent ones.</p>"""
