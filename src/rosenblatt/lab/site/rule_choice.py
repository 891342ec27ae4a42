"""The choice of rules: by name and by what they are, and with parameters by typing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from rosenblatt.lab.site.widgets import DENSE

# A chip has the name alone; the list says what each rule is.
CHIP = (
    '<q-chip removable dense @remove="props.removeAtIndex(props.index)" :tabindex="props.tabindex">'
    '{{ String(props.opt.label).split(": ")[0] }}</q-chip>'
)


def rule_choice(settings: Any, changed: Callable[[str, Any], None], offered: dict[str, str], most: int) -> None:
    """Make the choice of the setting ``rules``, of what is offered and what is typed."""
    titles = {name: f"{name}: {summary}" for name, summary in offered.items()}
    titles |= {token: token for token in settings.rules if token not in titles}
    choice = ui.select(
        titles, value=list(settings.rules), label="Rules", multiple=True, with_input=True, new_value_mode="add-unique"
    )
    choice.props(f"{DENSE} use-chips options-dense stack-label").classes("lab-field").add_slot("selected-item", CHIP)

    def told(event: Any) -> None:
        changed("rules", tuple(dict.fromkeys(str(one) for one in event.value))[:most])

    choice.on_value_change(told)
    ui.html("With parameters: type <code>margin:margin=0.3</code>.", sanitize=False).classes("lab-hint")
