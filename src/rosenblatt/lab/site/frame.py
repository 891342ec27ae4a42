"""The frame around every room: its head, the way to the others, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nicegui import ui

ROOMS = {"/": "Learning curves", "/streams": "Streams", "/plan": "Plan"}
THEMES = {"auto": None, "dark": True, "light": False}
THEME_COOKIE = "rosenblatt_theme"
CONNECTS_WITHIN = 20.0  # seconds; a page that nobody looks at is forgotten then
FOLDER = Path(__file__).parent

ui.add_head_html(f"<style>{(FOLDER / 'lab.css').read_text(encoding='utf-8')}</style>", shared=True)
ui.add_head_html(f"<script>{(FOLDER / 'lab.js').read_text(encoding='utf-8')}</script>", shared=True)


@contextmanager
def frame(request: Any, path: str, introduction: str) -> Iterator[ui.element]:
    """Build the frame of a room, in whose main part what follows is built."""
    ui.colors(primary="#2f6fca", secondary="#5b6b7d", accent="#c9486b")
    theme = request.cookies.get(THEME_COOKIE, "auto")
    dark = ui.dark_mode(THEMES.get(theme))
    with ui.element("header").classes("lab-header"):
        ui.html("rosenblatt <b>lab</b>", sanitize=False).classes("lab-brand")
        with ui.element("nav").classes("lab-nav").props('aria-label="Rooms"'):
            for target, title in ROOMS.items():
                here = ' aria-current="page"' if target == path else ""
                ui.link(title, target).props(here.strip()).classes("lab-tab")
        _theme_choice(dark, theme)
    main = ui.element("main").classes("lab-main")
    ui.skip_link("To the picture", target=main)
    with main:
        ui.html(f"<h1>{ROOMS[path]}</h1><p>{introduction}</p>", sanitize=False).classes("lab-intro")
        yield main


def _theme_choice(dark: ui.dark_mode, theme: str) -> None:
    names = {"auto": "Auto", "dark": "Dark", "light": "Light"}

    def choose(event: Any) -> None:
        dark.value = THEMES[event.value]
        ui.run_javascript(f"document.cookie = '{THEME_COOKIE}={event.value}; path=/; SameSite=Strict'")

    chosen = theme if theme in names else "auto"
    choice = ui.select(names, value=chosen, on_change=choose).classes("lab-theme")
    choice.props('dense borderless options-dense aria-label="Light or dark"')


async def opened(main: ui.element) -> None:
    """Wait until the browser is there: a page that is fetched and never looked at costs nothing more."""
    with main:
        waiting = ui.label("Opening the room …").classes("lab-waiting").props("role=status")
    await ui.context.client.connected(timeout=CONNECTS_WITHIN)
    waiting.delete()
