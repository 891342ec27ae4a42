"""The settings of the room of learning curves, as widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from rosenblatt.lab import address
from rosenblatt.lab.curves.settings import MOST_CURVES, OWN, CurveSettings
from rosenblatt.lab.expressions.own_rules import own_rule
from rosenblatt.lab.learners import offered
from rosenblatt.lab.site import widgets
from rosenblatt.lab.site.rule_choice import rule_choice
from rosenblatt.scenario import INPUTS, TEACHERS
from rosenblatt.scenario.teachers import SPARSE

EXAMPLE = "label if label*field <= 0.5 else 0"
GRAMMAR = (
    "A formula of <code>label</code>, <code>field</code>, <code>alpha</code>, <code>q_norm</code> with + - * / **, "
    "comparisons, <code>if … else</code>, abs, min, max, exp, log, sqrt, tanh, sign, sin, cos, atan, erf."
)
Changed = Callable[[str, Any], None]


def controls(settings: CurveSettings, changed: Changed) -> None:
    """Make the column of settings."""
    fields = widgets.Fields(settings, changed)
    with ui.element("section").classes("lab-settings").props('aria-label="Settings"'):
        with widgets.section("Rules"):
            rule_choice(settings, changed, offered(), MOST_CURVES)
        with widgets.section("A rule of your own"):
            OwnRules(settings, changed)
        with widgets.section("World"):
            _world(fields)
        with widgets.section("Rate", is_open=settings.rate != OWN):
            _rate(fields)
        with widgets.section("Axes"):
            _axes(fields)
        with widgets.section("Simulation", is_open=False):
            _simulation(fields)


class OwnRules:
    """Rules of the visitor's own: a field, and a list of those that were added."""

    def __init__(self, settings: CurveSettings, changed: Changed) -> None:
        self.texts, self.changed = list(settings.own), changed
        self.field = ui.input("Expression", placeholder=EXAMPLE).props(f"{widgets.DENSE} stack-label")
        self.field.classes("lab-field").on("keydown.enter", self.add)
        ui.button("Add it", on_click=self.add, color=None).props("no-caps flat dense").classes("lab-small")
        self.list = ui.element("div").classes("lab-row")
        ui.html(GRAMMAR, sanitize=False).classes("lab-hint")
        self._show()

    def add(self) -> None:
        """Take what was typed, or say what is wrong with it."""
        text = " ".join((self.field.value or "").split())
        try:
            own_rule(text)
        except (ValueError, TypeError) as problem:
            self.field.error = str(problem)
            return
        self.field.error, self.field.value = None, ""
        if text not in self.texts:
            self.texts.append(text)
            self._told()

    def _remove(self, text: str) -> None:
        self.texts.remove(text)
        self._told()

    def _told(self) -> None:
        self.changed("own", tuple(self.texts))
        self._show()

    def _show(self) -> None:
        self.list.clear()
        with self.list:
            for text in self.texts:
                chip = ui.chip(text, removable=True, color=None).props("dense")
                chip.on_value_change(lambda event, text=text: self._remove(text))


def _world(fields: widgets.Fields) -> None:
    teachers = {name: name for name in TEACHERS if name != "drifting"}
    teachers |= {f"{name}:0.25": f"{name}, a quarter of the weights not 0" for name in SPARSE}
    fields.slider("noise", "Noise, the share of flipped labels", 0.49, 0.01)
    fields.choice("teacher", "Teacher", {OWN: "the rule's own", **teachers})
    fields.choice("inputs", "Inputs", {OWN: "the rule's own", **{name: name for name in INPUTS}})
    with ui.element("div").classes("lab-pair"):
        fields.number("drift", "Drift per α", step=0.01)
        fields.number("start", "Start overlap", step=0.1)


def _rate(fields: widgets.Fields) -> None:
    fields.choice("rate", "Rate", {OWN: "the rule's own", "constant": "constant", "power": "falls as a power of α"})
    with ui.element("div").classes("lab-pair"):
        fields.number("eta", "η at α = 1", step=0.1)
        fields.number("z", "Exponent", step=0.1)
    ui.label("For rules that have a rate; the others stay as they are.").classes("lab-hint")


def _axes(fields: widgets.Fields) -> None:
    with ui.element("div").classes("lab-pair"):
        fields.number("first", "First α", step=0.1)
        fields.number("last", "Last α", step=10)
        fields.choice("x", "Scale of α", {word: word for word in address.words(CurveSettings, "x")})
        fields.choice("y", "Scale upwards", {word: word for word in address.words(CurveSettings, "y")})


def _simulation(fields: widgets.Fields) -> None:
    with ui.element("div").classes("lab-pair"):
        fields.number("n", "Weights N", step=100)
        fields.number("runs", "Runs", step=50)
        fields.number("seed", "Seed", step=1)
        fields.choice("live", "Starts by itself", {word: word for word in address.words(CurveSettings, "live")})
