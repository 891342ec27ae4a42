"""The page of streams."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from nicegui import run, ui

from rosenblatt.lab.jobs import STOPPED, Job
from rosenblatt.lab.sentences import MISTAKES, sentence
from rosenblatt.lab.site import widgets
from rosenblatt.lab.site.room import Room, served
from rosenblatt.lab.streams.contest import Standing, contest, offered_peers
from rosenblatt.lab.streams.examples import EXAMPLES
from rosenblatt.lab.streams.figures import detail_figure, over_time_figure
from rosenblatt.lab.streams.settings import FILE, MOST_BYTES, StreamSettings
from rosenblatt.lab.streams.sources import ExampleSource, FileSource, Source, columns
from rosenblatt.lab.streams.table import contest_csv, contest_lines, score_rows

LOOK = 0.3  # seconds between two looks at the job
LOOKS = {"measure", "detail"}  # settings that change what is drawn, and nothing that is learnt
HEAD = ("Model", "Error", "Log-loss", "Calibration error")


@served
class StreamRoom(Room):
    """The room of one page; a file of its visitor is kept until the page is closed."""

    path = "/streams"
    introduction = (
        "Each row is predicted before it is learnt. BayesClassifier has nothing to tune; beside it learn "
        "scikit-learn's SGDClassifier and a rule of your choice."
    )
    settings_kind = StreamSettings
    settings: StreamSettings

    def __init__(self, settings: StreamSettings, complaints: list[str], visitor: str) -> None:
        super().__init__(settings, complaints, visitor)
        self.folder = tempfile.TemporaryDirectory(prefix="rosenblatt-lab-")
        self.file: Path | None = None
        self.standing: Standing | None = None

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
        if not self.set(name, value):
            return
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
        self.set("source", FILE)
        self.set("target", target)
        self.target.set_options(names, value=target)
        self.target.visible = True
        self.source.value = FILE
        self.start()

    def _choose_target(self, event: Any) -> None:
        if event.value is not None:
            self.change("target", event.value)

    def _complain(self, said: str) -> None:
        self.complaints = [said]
        self.status.explain(self.complaints)

    def start_or_stop(self) -> None:
        """Stop the contest, or begin it anew."""
        if self.is_busy:
            self.stop_job()
        else:
            self.start()

    def leave(self) -> None:
        """End what runs for this page, and forget its file."""
        super().leave()
        self.folder.cleanup()

    async def begin(self) -> None:
        """Begin a contest of the settings of the address."""
        self.start()

    def start(self) -> None:
        """Begin a contest."""
        settings, file = self.settings, self.file
        self.standing = None
        self._show()
        if settings.source == FILE and file is None:
            self.stop_job()
            self.job = None
            self.status.say("Drop a file to begin.")
        else:
            self.start_job(lambda stop: contest(settings, source_of(settings, file), stop))
        self.status.explain(self.failures)

    # What is shown.

    def look_at_job(self) -> None:
        """Show what has come since the last look."""
        self.button.text = "Stop" if self.is_busy else "Start"
        found = self.news()
        if found is not None:
            self.standing = found
            self._show()
        if self.job is not None:
            self._say(self.job)

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
        self.status.explain(self.failures)

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
