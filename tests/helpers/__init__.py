"""What several tests share: rules to try, students to teach, bounds."""

from __future__ import annotations

import re

Z_LIMIT = 4.0  # standard errors that a right result may be off


def by_name(value: object) -> str:
    """Return the name of a test case."""
    return str(value)


def declared_equations(source: str, stem: str) -> set[str]:
    """Return the labels of the equations in a module's docstring."""
    docstring = source.split('"""', 2)[1]
    return set(re.findall(rf"^ *({stem}\.\d+)  ", docstring, flags=re.MULTILINE))
