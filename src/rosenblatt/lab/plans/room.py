"""The page of plans."""

from __future__ import annotations

import dataclasses
from typing import Any

from fastapi import Request
from nicegui import ui

from rosenblatt.lab import address
from rosenblatt.lab.jobs import STOPPED, Job
from rosenblatt.lab.learners import offered_rules
from rosenblatt.lab.plans.answers import Answer, answers
from rosenblatt.lab.plans.figure import plan_figure
from rosenblatt.lab.plans.settings import MOST_RULES, PlanSettings
from rosenblatt.lab.plans.table import plan_csv, plan_lines, plan_rows
from rosenblatt.lab.site import widgets
from rosenblatt.lab.site.frame import frame, opened
from rosenblatt.lab.site.rule_choice import rule_choice
from rosenblatt.lab.site.visits import JOBS, visitor

PATH = "/plan"
INTRODUCTION = (
    "How many labels to collect until a student is good enough: theory gives the number, simulated students of your "
    "size the range in which nine of ten get there."
)
LOOK = 0.2  # seconds between two looks at the job
HEAD = ("Rule", "Labels", "For each feature", "Nine of ten need")


@ui.page(PATH, title="Plan · rosenblatt lab")
async def plan_page(request: Request) -> None:
    """Show the room at the settings of its address."""
    settings, complaints = address.from_query(PlanSettings, request.query_params.multi_items())
    with frame(request, PATH, INTRODUCTION) as main:
        await opened(main)
        with main:
            room = PlanRoom(settings, complaints, visitor(request))
            room.build()
    ui.context.client.on_delete(room.leave)
    room.ask()


class PlanRoom:
    """The room of one page."""

    def __init__(self, settings: PlanSettings, complaints: list[str], visitor: str) -> None:
        self.settings, self.complaints, self.visitor = settings, complaints, visitor
        self.answers: list[Answer] = []
        self.job: Job | None = None
        self.seen = -1

    def build(self) -> None:
        """Make the widgets."""
        with ui.element("div").classes("lab-room"):
            self._controls()
            with (
                ui.element("div").classes("lab-pictures"),
                ui.element("section").classes("lab-card").props('aria-label="Plan"'),
            ):
                with ui.element("div").classes("lab-row apart"):
                    ui.label("Labels until the target").classes("lab-heading")
                    self.button = ui.button("Stop", on_click=self.start_or_stop).props("no-caps unelevated dense")
                    self.button.classes("lab-go")
                self.table = ui.html("", sanitize=False).classes("lab-table-box")
                figure = plan_figure(self.settings, self.answers)
                self.picture = widgets.plot(figure, "Learning curves that fall to the target")
                self.status = widgets.Status()
                widgets.downloads(self.picture, "plan", self._csv, self._python)
        ui.timer(LOOK, self.look_at_job)

    def _controls(self) -> None:
        fields = widgets.Fields(self.settings, self.change)
        with ui.element("section").classes("lab-settings").props('aria-label="Settings"'):
            with widgets.section("Your data"):
                fields.slider("noise", "Noise, the share of wrong labels", 0.49, 0.01)
                fields.number("n", "Features", step=10)
            with widgets.section("Your target"):
                titles = {"disagreement": "disagreement with the true rule", "error": "error on the labels"}
                fields.choice("target", "What is to be small", titles)
                fields.number("value", "How small", step=0.01)
            with widgets.section("Rules"):
                rule_choice(self.settings, self.change, offered_rules(), MOST_RULES)
            with widgets.section("Simulation", is_open=False):
                fields.number("seed", "Seed", step=1)

    def change(self, name: str, value: Any) -> None:
        """Take a new value of a setting."""
        if getattr(self.settings, name) == value:
            return
        self.settings, self.complaints = dataclasses.replace(self.settings, **{name: value}), []
        widgets.keep_address(PATH, address.query(self.settings))
        self.ask()

    def start_or_stop(self) -> None:
        """Stop what is computed, or begin anew."""
        if self.job is not None and not self.job.is_over:
            self.job.stop()
        else:
            self.ask()

    def leave(self) -> None:
        """End what runs for this page."""
        if self.job is not None:
            self.job.stop()

    def ask(self) -> None:
        """Let the answers be computed."""
        self.leave()
        self.job, self.answers, self.seen = None, [], -1
        settings, problem = self.settings, self.settings.problem
        if not problem:
            try:
                self.job = JOBS.start(self.visitor, lambda stop: answers(settings, stop))
            except ValueError as refused:
                problem = str(refused)
        self.status.explain([*self.complaints, *([problem] if problem else [])])
        if self.job is None:
            self._show()

    def look_at_job(self) -> None:
        """Show what has come since the last look."""
        job = self.job
        self.button.text = "Stop" if job is not None and not job.is_over else "Again"
        if job is None:
            return
        if job.revision != self.seen and job.value is not None:
            self.seen, self.answers = job.revision, job.value
            self._show()
        self._say(job)

    def _show(self) -> None:
        self.picture.update_figure(plan_figure(self.settings, self.answers))
        rows = plan_rows(self.answers)
        self.table.set_content(widgets.table_html(HEAD, rows) if rows else "")

    def _say(self, job: Job) -> None:
        known = sum(answer.interval is not None for answer in self.answers)
        wanted = sum(answer.alpha is not None and not answer.message for answer in self.answers)
        if not job.is_over:
            self.status.say(f"Simulating the ranges: {known} of {wanted}.", known / wanted if wanted else 0.0)
        else:
            self.status.say("Stopped." if job.state == STOPPED else f"{known} ranges, each of simulated students.")
        messages = [f"{answer.title}: {answer.message}" for answer in self.answers if answer.message]
        self.status.explain([*self.complaints, *([job.message] if job.message else []), *messages])

    def _csv(self) -> str:
        return plan_csv(self.answers)

    def _python(self) -> str:
        return plan_lines(self.settings, self.answers)
