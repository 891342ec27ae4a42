"""The page of streams."""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path
from typing import Any

from fastapi import Request
from nicegui import run, ui

from rosenblatt.lab import address
from rosenblatt.lab.jobs import STOPPED, Job
from rosenblatt.lab.sentences import MISTAKES, sentence
from rosenblatt.lab.site import widgets
from rosenblatt.lab.site.frame import frame, opened
from rosenblatt.lab.site.visits import JOBS, visitor
from rosenblatt.lab.streams.contest import Standing, contest, offered_peers
from rosenblatt.lab.streams.examples import EXAMPLES
from rosenblatt.lab.streams.figures import detail_figure, over_time_figure
from rosenblatt.lab.streams.settings import FILE, MOST_BYTES, StreamSettings
from rosenblatt.lab.streams.sources import ExampleSource, FileSource, Source, columns
from rosenblatt.lab.streams.table import contest_csv, contest_lines, score_rows

PATH = "/streams"
INTRODUCTION = (
    "Each row is predicted before it is learnt. BayesClassifier has nothing to tune; beside it learn scikit-learn's "
    "SGDClassifier and a rule of your choice."
)
LOOK = 0.3  # seconds between two looks at the job
LOOKS = {"measure", "detail"}  # settings that change what is drawn, and nothing that is learnt
HEAD = ("Model", "Error", "Log-loss", "Calibration error")


@ui.page(PATH, title="Streams · rosenblatt lab")
async def streams_page(request: Request) -> None:
    """Show the room at the settings of its address."""
    settings, complaints = address.from_query(StreamSettings, request.query_params.multi_items())
    with frame(request, PATH, INTRODUCTION) as main:
        await opened(main)
        with main:
            room = StreamRoom(settings, complaints, visitor(request))
            room.build()
    ui.context.client.on_delete(room.leave)
    room.start()


class StreamRoom:
    """The room of one page; a file of its visitor is kept until the page is closed."""

    def __init__(self, settings: StreamSettings, complaints: list[str], visitor: str) -> None:
        self.settings, self.complaints, self.visitor = settings, complaints, visitor
        self.folder = tempfile.TemporaryDirectory(prefix="rosenblatt-lab-")
        self.file: Path | None = None
        self.standing: Standing | None = None
        self.job: Job | None = None
        self.seen = -1

    def build(self) -> None:
        """Make the widgets."""
        with ui.element("div").classes("lab-room"):
            self._controls()
            with ui.element("div").classes("lab-pictures"):
                self._main_card()
                self._detail_card()
        ui.timer(LOOK, self.look_at_job)

    def _controls(self) -> None:
        fields = widgets.Fields(self.settings, self.change)
        with ui.element("section").classes("lab-settings").props('aria-label="Settings"'):
            with widgets.section("Rows"):
                titles = {name: one.title for name, one in EXAMPLES.items()} | {FILE: "a file of your own"}
                self.source = fields.choice("source", "Stream", titles)
                self.upload = ui.upload(
                    label="Drop a CSV or Parquet file",
                    auto_upload=True,
                    max_file_size=MOST_BYTES,
                    max_files=100,
                    on_upload=self._take_file,
                    on_rejected=lambda: self._complain(_too_large()),
                )
                self.upload.props('accept=".csv,.parquet" flat bordered').classes("lab-field lab-upload")
                self.target = ui.select([], label="Column of the labels", on_change=self._choose_target)
                self.target.props(f"{widgets.DENSE} options-dense").classes("lab-field")
                self.target.visible = False
                fields.number("rows", "Rows at most", step=1000)
            with widgets.section("Beside it"):
                fields.choice("peer", "Second peer", offered_peers())
                ui.label("The first is scikit-learn's SGDClassifier with a logistic loss, standardised.").classes(
                    "lab-hint"
                )

    def _main_card(self) -> None:
        with ui.element("section").classes("lab-card").props('aria-label="Over time"'):
            with ui.element("div").classes("lab-row apart"):
                titles = {"error": "Error", "log-loss": "Log-loss"}
                widgets.Fields(self.settings, self.change).toggle("measure", "What is drawn", titles)
                self.button = ui.button("Stop", on_click=self.start_or_stop).props("no-caps unelevated dense")
                self.button.classes("lab-go")
            figure = over_time_figure(self.settings, None)
            self.picture = widgets.plot(figure, "How often each model is wrong, over the rows")
            self.table = ui.html("", sanitize=False).classes("lab-table-box")
            self.status = widgets.Status()
            widgets.downloads(self.picture, "stream", self._csv, self._python)

    def _detail_card(self) -> None:
        with ui.element("section").classes("lab-card").props('aria-label="Second picture"'):
            titles = {"calibration": "Calibration", "world": "Drift, noise", "members": "Who speaks"}
            titles |= {"features": "What matters"}
            widgets.Fields(self.settings, self.change).toggle("detail", "Second picture", titles)
            self.detail = widgets.plot(detail_figure(self.settings, None), "Second picture").classes("low")

    # What the visitor does.

    def change(self, name: str, value: Any) -> None:
        """Take a new value of a setting."""
        if getattr(self.settings, name) == value:
            return
        self.settings, self.complaints = dataclasses.replace(self.settings, **{name: value}), []
        widgets.keep_address(PATH, address.query(self.settings))
        if name in LOOKS:
            self._show()
        else:
            self.start()

    async def _take_file(self, event: Any) -> None:
        """Keep a file that was dropped, and let its column of labels be chosen."""
        kept = Path(self.folder.name) / Path(event.file.name).name
        if event.file.size() > MOST_BYTES:
            self._complain(_too_large())
            return
        await event.file.save(kept)
        try:
            names = await run.io_bound(columns, kept) or []
        except MISTAKES as problem:
            self._complain(sentence(problem))
            return
        self.file, self.complaints = kept, []
        target = self.settings.target if self.settings.target in names else names[-1]
        self.settings = dataclasses.replace(self.settings, source=FILE, target=target)
        self.target.set_options(names, value=target)
        self.target.visible = True
        self.source.value = FILE
        widgets.keep_address(PATH, address.query(self.settings))
        self.start()

    def _choose_target(self, event: Any) -> None:
        if event.value is not None:
            self.change("target", event.value)

    def _complain(self, said: str) -> None:
        self.complaints = [said]
        self.status.explain(self.complaints)

    def start_or_stop(self) -> None:
        """Stop the contest, or begin it anew."""
        if self.job is not None and not self.job.is_over:
            self.job.stop()
        else:
            self.start()

    def leave(self) -> None:
        """End what runs for this page, and forget its file."""
        if self.job is not None:
            self.job.stop()
        self.folder.cleanup()

    def start(self) -> None:
        """Begin a contest."""
        if self.job is not None:
            self.job.stop()
        self.job, self.standing, self.seen = None, None, -1
        self._show()
        settings, file = self.settings, self.file
        if settings.source == FILE and file is None:
            self.status.say("Drop a file to begin.")
            return
        try:
            self.job = JOBS.start(self.visitor, lambda stop: contest(settings, source_of(settings, file), stop))
        except ValueError as problem:
            self._complain(str(problem))

    # What is shown.

    def look_at_job(self) -> None:
        """Show what has come since the last look."""
        job = self.job
        self.button.text = "Stop" if job is not None and not job.is_over else "Start"
        if job is None:
            return
        if job.revision != self.seen and job.value is not None:
            self.seen, self.standing = job.revision, job.value
            self._show()
        self._say(job)

    def _show(self) -> None:
        self.picture.update_figure(over_time_figure(self.settings, self.standing))
        self.detail.update_figure(detail_figure(self.settings, self.standing))
        rows = [] if self.standing is None else score_rows(self.standing)
        self.table.set_content(widgets.table_html(HEAD, rows) if rows else "")

    def _say(self, job: Job) -> None:
        now = self.standing
        if job.is_over:
            ended = "Stopped" if job.state == STOPPED else "Learnt"
            self.status.say("" if now is None else f"{ended}: {now.rows:,} rows.")
        elif now is None:
            self.status.say("Reading the rows, and compiling what is new …", 0.0)
        else:
            self.status.say(f"Learning {now.total:,} rows.", now.rows / max(now.total, 1))
        self.status.explain([*self.complaints, *([job.message] if job.message else [])])

    def _csv(self) -> str:
        return contest_csv(self.standing)

    def _python(self) -> str:
        return contest_lines(self.settings, "data.csv" if self.file is None else self.file.name)


def source_of(settings: StreamSettings, file: Path | None) -> Source:
    """Return where the rows come from."""
    if settings.source == FILE and file is not None:
        return FileSource(file, settings.target)
    return ExampleSource(settings.source)


def _too_large() -> str:
    return f"file must be CSV or Parquet and have at most {MOST_BYTES >> 20} MB; got another. Take a part of it."
