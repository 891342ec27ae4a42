"""NiceGUI, or one sentence that it is not there."""

from __future__ import annotations

try:
    from nicegui import ui as ui
except ImportError as problem:
    raise ImportError("lab must have the package nicegui; there is none. Install rosenblatt[lab].") from problem
