"""The choice of rules: by name and by what they are, and with parameters by typing."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from typing import Any

from nicegui import ui

from rosenblatt.lab.site.widgets import DENSE

# The list says what each rule is; ``summaries`` is put in as an object of JavaScript.
OPTION = """
<q-item v-bind="props.itemProps"><q-item-section>
  <q-item-label>{{ props.opt.label }}</q-item-label>
  <q-item-label caption>{{ (summaries)[props.opt.label] }}</q-item-label>
</q-item-section></q-item>
"""


def rule_choice(settings: Any, changed: Callable[[str, Any], None], offered: dict[str, str], most: int) -> None:
    """Make the choice of the setting ``rules``, of what is offered and what is typed."""
    titles = {name: name for name in (*offered, *settings.rules)}
    choice = ui.select(
        titles, value=list(settings.rules), label="Rules", multiple=True, with_input=True, new_value_mode="add-unique"
    )
    choice.props(f"{DENSE} use-chips stack-label").classes("lab-field")
    choice.add_slot("option", OPTION.replace("summaries", html.escape(json.dumps(offered), quote=False)))

    def told(event: Any) -> None:
        changed("rules", tuple(dict.fromkeys(str(one) for one in event.value))[:most])

    choice.on_value_change(told)
    ui.html("With parameters: type <code>margin:margin=0.3</code>.", sanitize=False).classes("lab-hint")
