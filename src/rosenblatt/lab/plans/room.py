"""The page of plans."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from rosenblatt.lab.jobs import STOPPED, Job
from rosenblatt.lab.learners import offered_rules
from rosenblatt.lab.plans.answers import Answer, answers
from rosenblatt.lab.plans.figure import plan_figure
from rosenblatt.lab.plans.settings import MOST_RULES, PlanSettings
from rosenblatt.lab.plans.table import plan_csv, plan_lines, plan_rows
from rosenblatt.lab.site import widgets
from rosenblatt.lab.site.room import Room, served
from rosenblatt.lab.site.rule_choice import rule_choice

LOOK = 0.2  # seconds between two looks at the job
HEAD = ("Rule", "Labels", "For each feature", "Nine of ten need")


@served
class PlanRoom(Room):
    """The room of one page: the answers by now, and its widgets."""

    path = "/plan"
    introduction = (
        "How many labels to collect until a student is good enough: theory gives the number, simulated students of "
        "your size the range in which nine of ten get there."
    )
    settings_kind = PlanSettings
    settings: PlanSettings

    def __init__(self, settings: PlanSettings, complaints: list[str], visitor: str) -> None:
        super().__init__(settings, complaints, visitor)
        self.answers: list[Answer] = []

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
        if self.set(name, value):
            self.ask()

    def start_or_stop(self) -> None:
        """Stop what is computed, or begin anew."""
        if self.is_busy:
            self.stop_job()
        else:
            self.ask()

    async def begin(self) -> None:
        """Answer for the settings of the address."""
        self.ask()

    def ask(self) -> None:
        """Let the answers be computed."""
        settings = self.settings
        self.answers = []
        self._show()
        if settings.problem:
            self.stop_job()
            self.job, self.complaints = None, [*self.complaints, settings.problem]
        else:
            self.start_job(lambda stop: answers(settings, stop))
        self.status.explain(self.failures)

    def look_at_job(self) -> None:
        """Show what has come since the last look."""
        self.button.text = "Stop" if self.is_busy else "Again"
        found = self.news()
        if found is not None:
            self.answers = found
            self._show()
        if self.job is not None:
            self._say(self.job)

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
            self.status.say("Stopped." if job.state == STOPPED else f"Ranges known: {known} of {len(self.answers)}.")
        messages = [f"{answer.title}: {answer.message}" for answer in self.answers if answer.message]
        self.status.explain([*self.failures, *messages])

    def _csv(self) -> str:
        return plan_csv(self.answers)

    def _python(self) -> str:
        return plan_lines(self.settings, self.answers)
