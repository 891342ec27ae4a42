"""A page for each rule, made from its docstring, its fields and its learning curve."""

from __future__ import annotations

import dataclasses
import inspect
import sys
from pathlib import Path

from rosenblatt import markdown
from rosenblatt.references import PAPERS
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.kinds.vector import VectorRule
from rosenblatt.rules.registry import registered
from rosenblatt.scenario import NumberChannel
from rosenblatt.theory import has_theory
from website.drawing import with_pictures
from website.reference.equations import Equation, escaped, parts, with_letters

COSTLY = (CovarianceRule, VectorRule)  # kinds of which 500 weights take too long for a page


def write(folder: Path) -> None:
    """Write the pages, and a list of them, into a folder."""
    folder.mkdir(parents=True)
    listed = []
    for name, cls in registered().items():
        text = with_pictures(page(cls), name, folder / "drawn")
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
        listed.append((f"[`{name}`]({name}.md)", escaped(_first_line(cls)), str(cls.reference or "")))
    toctree = "\n".join(["```{toctree}", ":hidden:", "", *registered(), "```", ""])
    intro = (
        "Each rule is one file of the package. Its page has its equations, its learning curve with the lines that draw "
        "it, and its code. [Which rule?](../which-rule.md) says when each is the one to take; short names are those of "
        "the [references](../references.md)."
    )
    table = markdown.table(("rule", "what it is", "from"), listed)
    (folder / "index.md").write_text(f"# The rules\n\n{intro}\n\n{table}\n\n{toctree}", encoding="utf-8")


def page(cls: type[Rule]) -> str:
    """Return the page of a rule; its picture is still a mark."""
    module = sys.modules[cls.__module__]
    told = list(parts(module.__doc__ or ""))
    title, rest = told[0], told[1:]
    assert isinstance(title, str)
    body = "\n\n".join(one.markdown() if isinstance(one, Equation) else escaped(with_letters(one)) for one in rest)
    return "\n".join(
        [
            f"# {cls.name}\n\n{escaped(title)}\n",
            _where_from(cls),
            "## Equations\n\nThe code below names these labels in the lines that implement them; symbols are those of "
            f"the [notation table](../theory.md).\n\n{body}\n",
            f"## Learning curve\n\n{_drawing(cls())}",
            f"## Parameters\n\n{_fields(cls)}\n",
            _use(cls),
            f"## Code\n\nIn the reference: {{py:obj}}`rosenblatt.{cls.__name__}`. The whole file, `{_path(cls)}`:\n",
            f"<details><summary>{Path(_path(cls)).name}</summary>\n\n```python\n{inspect.getsource(module)}```\n\n</details>\n",
        ]
    )


def _where_from(cls: type[Rule]) -> str:
    if cls.reference is None:
        return ""
    return f"From {escaped(str(cls.reference))}: {escaped(str(PAPERS[cls.reference.paper]))}\n"


def _drawing(rule: Rule) -> str:
    """Return the lines that draw a rule's curve, or its simulation if it has no theory, and a mark for the picture."""
    n = 50 if isinstance(rule, COSTLY) else 500
    start = ", start=0.2" if getattr(rule, "needs_start", False) else ""
    column = ', "error"' if issubclass(rule.labels, NumberChannel) else ""
    curve = [
        f'...     curve = rb.learning_curve("{rule.name}", alpha, noise=noise{start})',
        f'...     _ = curve.plot(ax{column}, color=colour, label=f"noise {{noise:g}}, many weights")',
    ]
    lines = [
        ">>> import matplotlib.pyplot as plt",
        ">>> import numpy as np",
        ">>> import rosenblatt as rb",
        ">>> alpha, few = np.geomspace(0.3, 30, 60), [0.5, 1, 2, 5, 10, 20]  # examples per weight",
        ">>> figure, ax = plt.subplots()",
        '>>> for noise, colour in ((0.0, "C0"), (0.1, "C1")):',
        *(curve if has_theory(rule) else []),
        f'...     students = rb.simulate("{rule.name}", n={n}, alpha=few, runs=20, noise=noise{start})',
        f'...     _ = students.plot(ax{column}, color=colour, label=f"noise {{noise:g}}, {n} weights")',
        ">>> _ = ax.set_ylim(bottom=max(1e-4, ax.get_ylim()[0]))",
        ">>> legend = ax.legend()",
    ]
    meaning = "noise of variance 0.1" if column else "one label in ten flipped"
    what = f"theory for many weights, and simulations of {n}" if has_theory(rule) else f"simulations of {n} weights"
    caption = f"{rule.name} from clean labels and with {meaning}: {what}"
    code = "\n".join(lines)
    return f"```python\n{code}\n```\n\n<!-- drawn: {caption} -->\n"


def _fields(cls: type[Rule]) -> str:
    rows = [(f"`{field.name}`", f"`{getattr(cls(), field.name)!r}`") for field in dataclasses.fields(cls)]
    return markdown.table(("parameter", "default"), rows) if rows else "None."


def _use(cls: type[Rule]) -> str:
    """Return how the rule is used on data and from the command line."""
    estimator = "OnlineRegressor" if issubclass(cls.labels, NumberChannel) else "OnlineClassifier"
    command = "curve" if has_theory(cls) else "simulate"
    start = " --start 0.2" if getattr(cls(), "needs_start", False) else ""
    return (
        f'On data: {{py:obj}}`rosenblatt.{estimator}` with `"{cls.name}"` or `rb.{cls.__name__}(...)`. '
        f"In a shell: `rosenblatt {command} {cls.name}{start}`.\n"
    )


def _first_line(cls: type[Rule]) -> str:
    return (cls.__doc__ or "").splitlines()[0]


def _path(cls: type[Rule]) -> str:
    return f"src/{cls.__module__.replace('.', '/')}.py"
