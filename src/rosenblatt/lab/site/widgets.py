"""Widgets for settings: each knows the bounds of its setting and says in one sentence what is wrong with a value."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Sequence
from typing import Any

from nicegui import ui

from rosenblatt.lab import address

Changed = Callable[[str, Any], None]
DENSE = "outlined dense"
EMIT_VALUE = "(event) => emit(event.target.value)"


class Fields:
    """Makes widgets for the settings of a room; ``changed`` is told of each new value that is good."""

    def __init__(self, settings: Any, changed: Changed) -> None:
        self.settings, self.changed = settings, changed

    def _tell(self, name: str, widget: Any, value: Any) -> None:
        try:
            read = address.read_value(type(self.settings), name, value)
        except ValueError as problem:
            widget.error = str(problem)
            return
        widget.error = None
        self.changed(name, read)

    def number(self, name: str, label: str, step: float) -> ui.number:
        """Make a field for a number; the keyboard's arrows change it by steps."""
        value = getattr(self.settings, name)
        widget = ui.number(label, value=value, step=step).without_auto_validation()
        least, most = address.bounds(type(self.settings), name)
        widget.props(f'{DENSE} debounce=250 aria-label="{label}, from {least:g} to {most:g}"').classes("lab-field")
        widget.on_value_change(lambda event: self._tell(name, widget, event.value))
        return widget

    def slider(self, name: str, label: str, most: float, step: float) -> None:
        """Make a slider with its value beside its label."""
        value, least = getattr(self.settings, name), address.bounds(type(self.settings), name)[0]
        with ui.element("div").classes("lab-slider"):
            shown = ui.label(f"{label}: {value:g}")

            def told(value: float) -> None:
                shown.text = f"{label}: {value:g}"
                self.changed(name, address.read_value(type(self.settings), name, value))

            Range(label, (max(least, 0.0), most, step), value, told)

    def choice(self, name: str, label: str, titles: dict[str, str]) -> ui.select:
        """Make a choice of words, which the browser shows by their titles."""
        value = getattr(self.settings, name)
        shown = titles if value in titles else {**titles, value: value}
        widget = (
            ui.select(shown, value=value, label=label)
            .without_auto_validation()
            .props(f"{DENSE} options-dense")
            .classes("lab-field")
        )
        widget.on_value_change(lambda event: self._tell(name, widget, event.value))
        return widget

    def toggle(self, name: str, label: str, titles: dict[str, str]) -> ui.toggle:
        """Make a row of buttons of which one is chosen."""
        with ui.element("div").classes("lab-toggle").props(f'role=group aria-label="{label}"'):
            widget = ui.toggle(titles, value=getattr(self.settings, name)).props("dense no-caps unelevated")
        widget.on_value_change(lambda event: self._tell(name, widget, event.value))
        return widget


class Range(ui.element):
    """The browser's own slider, which the keyboard moves and screen readers know."""

    def __init__(
        self, label: str, bounds: tuple[float, float, float], value: float, told: Callable[[float], None]
    ) -> None:
        super().__init__("input")
        least, most, step = bounds
        self.props(f'type=range min={least:g} max={most:g} step={step:g} aria-label="{label}"').classes("lab-range")
        self._props["value"] = value
        self.on("input", lambda event: told(float(event.args)), throttle=0.1, js_handler=EMIT_VALUE)

    def go_to(self, value: float) -> None:
        """Move it from here."""
        self._props["value"] = value
        self.update()


def section(title: str, *, is_open: bool = True) -> ui.expansion:
    """Make a part of the settings that can be folded."""
    return ui.expansion(title, value=is_open).classes("lab-section").props("dense")


def plot(figure: dict[str, Any], label: str) -> ui.plotly:
    """Make a picture that screen readers know by its label."""
    return ui.plotly(figure).classes("lab-plot").props(f'role=img aria-label="{label}"')


def downloads(picture: ui.plotly, name: str, table: Callable[[], str], lines: Callable[[], str]) -> None:
    """Make the row of what can be taken along: the picture, its numbers, the Python lines, and the link."""
    with ui.element("div").classes("lab-row").props('role=group aria-label="Take along"'):
        for kind in ("png", "svg"):
            code = f"labDownload({picture.id}, '{kind}', '{name}')"
            _small(kind.upper()).on("click", js_handler=f"() => {code}")
        _small("CSV").on_click(lambda: ui.download.content(table(), f"{name}.csv", "text/csv"))
        _small("Python").on_click(lambda: _show_lines(lines()))
        _small("Copy the link").on("click", js_handler="() => labCopy(window.location.href)")


def _small(text: str) -> ui.button:
    return ui.button(text, color=None).props("flat dense no-caps").classes("lab-small")


def _show_lines(lines: str) -> None:
    """Show Python lines in a dialog, from which they can be copied."""
    with ui.dialog(value=True) as dialog, ui.card().classes("lab-lines"):
        ui.label("The same in Python").classes("lab-heading")
        ui.element("pre").classes("lab-code").props('tabindex=0 aria-label="Python lines"')._text = lines
        with ui.element("div").classes("lab-row"):
            _small("Copy").on("click", js_handler=f"() => labCopy({json.dumps(lines)})")
            _small("Close").on_click(dialog.close)
    dialog.on("hide", dialog.delete)


def table_html(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; its cells are texts, and no markup."""
    titles = "".join(f'<th scope="col">{html.escape(title)}</th>' for title in head)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<table class="lab-table"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>'


class Status:
    """A line that says what happens, to screen readers too, a bar, and the sentences of what does not work."""

    def __init__(self) -> None:
        self.line = ui.label("").classes("lab-status").props("role=status aria-live=polite")
        self.bar = ui.linear_progress(0.0, show_value=False, size="3px").props("aria-hidden=true rounded")
        self.bar.visible = False
        self.list = ui.element("ul").classes("lab-messages").props('role=status aria-live=polite aria-label="Messages"')
        self._shown: list[str] = []

    def say(self, text: str, share: float | None = None) -> None:
        """Say what happens, and show a share of it as a bar."""
        if self.line.text != text:
            self.line.text = text
        self.bar.visible = share is not None
        self.bar.value = round(share or 0.0, 3)

    def explain(self, messages: list[str]) -> None:
        """Show sentences of what does not work, instead of those before."""
        if messages == self._shown:
            return
        self._shown = list(messages)
        self.list.clear()
        with self.list:
            for message in messages:
                ui.element("li")._text = message


def keep_address(path: str, query: str) -> None:
    """Put the settings into the address of the page, without loading it anew."""
    ui.navigate.history.replace(f"{path}?{query}" if query else path)
