"""The page of learning curves."""

from __future__ import annotations

import time
from typing import Any

from nicegui import background_tasks, run, ui

from rosenblatt.lab import address
from rosenblatt.lab.curves.angle_figure import FRAMES, angle_figure, described
from rosenblatt.lab.curves.controls import controls
from rosenblatt.lab.curves.detail_figures import path_figure, spread_figure
from rosenblatt.lab.curves.figures import curves_figure
from rosenblatt.lab.curves.lines import Line, lines
from rosenblatt.lab.curves.points import Points, points
from rosenblatt.lab.curves.python_lines import python_lines
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.table import curves_csv
from rosenblatt.lab.curves.thresholds import Threshold, marks
from rosenblatt.lab.jobs import FAILED, STOPPED, WAITING
from rosenblatt.lab.site import widgets
from rosenblatt.lab.site.room import Room, served

LOOKS = {"x", "y", "show", "detail"}  # settings that change what is drawn, and nothing that is simulated
LOOK, REDRAW, FIRST_WAIT, PLAY = 0.1, 0.4, 0.2, 0.12  # seconds


@served
class CurveRoom(Room):
    """The room of one page: what is computed of its settings by now, and its widgets."""

    path = "/"
    introduction = (
        "How often a student still disagrees with its teacher after α examples per weight: lines are exact for many "
        "weights, points are simulated students."
    )
    settings_kind = CurveSettings
    settings: CurveSettings

    def __init__(self, settings: CurveSettings, complaints: list[str], visitor: str) -> None:
        super().__init__(settings, complaints, visitor)
        self.lines: list[Line] = []
        self.marks: list[Threshold] = []
        self.points = Points()
        self.version, self.drawn_at = 0, 0.0
        self.simulate_at: float | None = None
        self.moment = FRAMES - 1

    def build(self) -> None:
        """Make the widgets."""
        with ui.element("div").classes("lab-room"):
            controls(self.settings, self.change)
            with ui.element("div").classes("lab-pictures"):
                self._main_card()
                self._detail_card()
        self.timer = ui.timer(LOOK, self.look_at_job)
        self.player = ui.timer(PLAY, self._next_step, active=False)

    def _main_card(self) -> None:
        with ui.element("section").classes("lab-card").props('aria-label="Learning curves"'):
            fields = widgets.Fields(self.settings, self.change)
            with ui.element("div").classes("lab-row apart"):
                fields.toggle(
                    "show", "What is drawn", {n: n.capitalize() for n in address.words(CurveSettings, "show")}
                )
                self.button = ui.button("Simulate", on_click=self.start_or_stop).props("no-caps unelevated dense")
                self.button.classes("lab-go")
            self.picture = widgets.plot(self._main_figure(), "Learning curves: lines by theory, points simulated")
            self.status = widgets.Status()
            widgets.downloads(self.picture, "learning-curves", self._csv, self._python)

    def _detail_card(self) -> None:
        with ui.element("section").classes("lab-card").props('aria-label="Second picture"'):
            titles = {"path": "Path", "spread": "Spread", "angle": "Angle"}
            widgets.Fields(self.settings, self.change).toggle("detail", "Second picture", titles)
            self.detail = widgets.plot(self._detail_figure(), "Second picture").classes("low")
            with ui.element("div").classes("lab-row") as self.moving:
                self.play = (
                    ui.button("Play", on_click=self._play, color=None).props("no-caps flat dense").classes("lab-small")
                )
                self.step = widgets.Range("Moment along the curve", (0, FRAMES - 1, 1), self.moment, self._go_to)
            self.words = ui.label("").classes("lab-status").props("role=status aria-live=polite")
            self._show_detail()

    # What the visitor does.

    def change(self, name: str, value: Any) -> None:
        """Take a new value of a setting."""
        if not self.set(name, value):
            return
        if name in LOOKS - {"x"}:
            self._show()
            return
        if name not in LOOKS:
            self._forget_points()
        background_tasks.create(self.draw_lines(), name="draw lines")

    def start_or_stop(self) -> None:
        """Start the simulation, or stop it."""
        if self.is_busy:
            self.stop_job()
        else:
            self._simulate()

    def leave(self) -> None:
        """End what runs for this page."""
        self.version += 1
        super().leave()

    # What is computed.

    async def begin(self) -> None:
        """Draw the lines of the address."""
        await self.draw_lines()

    async def draw_lines(self) -> None:
        """Compute the lines, and draw them as they come; those of settings that have changed meanwhile are dropped."""
        self.version += 1
        version, found, drawn_at = self.version, [], 0.0
        self.simulate_at = None
        if self.settings.problem:
            self.lines, self.marks = [], []
            self._show()
            return
        coming = lines(self.settings)
        while (line := await run.io_bound(next, coming, None)) is not None:
            if version != self.version:
                return
            found.append(line)
            if time.monotonic() - drawn_at > REDRAW:
                self.lines, drawn_at = list(found), time.monotonic()
                self._show()
        found_marks = await run.io_bound(marks, self.settings)
        if version != self.version:
            return
        self.lines, self.marks = found, found_marks or []
        self._show()
        if self.settings.live == "yes":
            self.simulate_at = time.monotonic() + FIRST_WAIT

    def _simulate(self) -> None:
        settings = self.settings
        if not settings.problem:
            self._forget_points()
            self.start_job(lambda stop: points(settings, stop))

    def _forget_points(self) -> None:
        self.stop_job()
        self.job, self.points, self.simulate_at = None, Points(), None

    def look_at_job(self) -> None:
        """Draw the points that have come since the last look."""
        if self.simulate_at is not None and time.monotonic() >= self.simulate_at:
            self._simulate()
        self.button.text = "Stop" if self.is_busy else "Simulate"
        if self.is_busy and self.points.simulations and time.monotonic() - self.drawn_at < REDRAW:
            return  # what is there moves little: only the first points are urgent
        found = self.news()
        if found is not None:
            self.points, self.drawn_at = found, time.monotonic()
            self._show()
        elif self.job is not None:
            self._say()

    # What is shown.

    def _main_figure(self) -> dict[str, Any]:
        return curves_figure(self.settings, self.lines, self.points, self.marks)

    def _detail_figure(self) -> dict[str, Any]:
        if self.settings.detail == "angle":
            return angle_figure(self.lines, self.moment)
        return (path_figure if self.settings.detail == "path" else spread_figure)(self.lines, self.points)

    def _show(self) -> None:
        self.picture.update_figure(self._main_figure())
        self._show_detail()
        self._say()

    def _show_detail(self) -> None:
        moves = self.settings.detail == "angle"
        self.moving.visible = self.words.visible = moves
        self.words.text = described(self.lines, self.moment) if moves else ""
        self.detail.update_figure(self._detail_figure())

    def _go_to(self, step: float) -> None:
        self.moment = int(step)
        self._show_detail()

    def _play(self) -> None:
        self.player.active = not self.player.active
        self.play.text = "Pause" if self.player.active else "Play"

    def _next_step(self) -> None:
        self._go_to((self.moment + 1) % FRAMES)
        self.step.go_to(self.moment)

    def _say(self) -> None:
        drawn = sum(line.frame is not None for line in self.lines)
        self.status.say(f"{drawn} {'line' if drawn == 1 else 'lines'}. {self._said_of_job()}".strip(), self._share())
        without = [f"{line.title}: {line.message}" for line in self.lines if line.message]
        without += [f"{title}, simulated: {said}" for title, said in self.points.messages.items()]
        problem = [self.settings.problem] if self.settings.problem else []
        self.status.explain([*self.failures, *problem, *dict.fromkeys(without)])

    def _said_of_job(self) -> str:
        job, runs = self.job, self.settings.runs
        if job is None:
            return ""
        if job.state == WAITING:
            return "The simulation waits for those of others."
        if job.state in (STOPPED, FAILED):
            return f"Stopped at {self.points.done:.0%} of {runs} runs."
        if job.is_over:
            return f"{len(self.points.simulations)} simulated, {runs} runs each with {self.settings.n:,} weights."
        return f"Simulating: {100 * int(4 * self.points.done) // 4} % of {runs} runs."

    def _share(self) -> float | None:
        return self.points.done if self.is_busy else None

    def _csv(self) -> str:
        return curves_csv(self.lines, self.points)

    def _python(self) -> str:
        without_line = {line.title for line in self.lines if line.frame is None}
        return python_lines(self.settings, without_line, self.points.messages)
