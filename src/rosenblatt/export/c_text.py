"""What C headers share: names, arrays, classes, and the frame of a header."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

WIDTH = 100  # characters of a line
UNREAL = re.compile(r"\W", re.ASCII)
OF_C = frozenset(  # what nothing can be called
    {"auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float"}
    | {"for", "goto", "if", "inline", "int", "long", "main", "register", "restrict", "return", "short", "signed"}
    | {"sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while"}
)


def name_of(path: Path) -> str:
    """Return what things are called in the header of this path.

    >>> name_of(Path("out/my-model 2.h"))
    'my_model_2'
    """
    name = UNREAL.sub("_", path.stem).lower().strip("_") or "model"
    return f"model_{name}" if name[0].isdigit() or name in OF_C else name


def array(kind: str, name: str, values: Iterable[str], *shape: str) -> str:
    """Return a constant array."""
    return f"static const {kind} {name}{''.join(f'[{one}]' for one in shape)} = {{\n{_lines(values)}\n}};\n"


def _lines(values: Iterable[str]) -> str:
    """Return values with commas between them, in lines that are not too long."""
    lines, line = [], "   "
    for value in values:
        if len(line) + len(value) + 2 > WIDTH:
            lines.append(line)
            line = "   "
        line += f" {value},"
    return "\n".join([*lines, line])


def classes_comment(classes: Iterable[Any]) -> str:
    """Return which class each number that is predicted means, as lines of a comment."""
    lines = [f" *   {place}  {_safe(repr(one))}" for place, one in enumerate(classes)]
    return "\n".join([" * Predictions are the places of the classes:", *lines])


def _safe(text: str) -> str:
    """Return a text that does not end a comment, nor is more than ASCII."""
    return text.encode("ascii", "backslashreplace").decode().replace("*/", "* /").replace("/*", "/ *")


def header(name: str, about: str, includes: Iterable[str], body: str) -> str:
    """Return a whole header."""
    guard = f"{name.upper()}_H"
    included = "\n".join(f"#include <{one}>" for one in includes)
    return f"/* {about}\n */\n#ifndef {guard}\n#define {guard}\n\n{included}\n\n{body}\n#endif\n"
