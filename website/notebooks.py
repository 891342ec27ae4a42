"""Notebooks: text files in ``docs/notebooks``, shown as pages with what their cells say and draw, and as .ipynb files.

A notebook is Markdown in the format of jupytext: text, and cells of Python code. Its cells are run when the site is
built, as a script would run them.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
from pathlib import Path
from typing import Any

import jupytext
import nbformat

from website.drawing import DOTS


def write(notebooks: Path, folder: Path) -> None:
    """Write the pages and the .ipynb files into a folder, and a list of them."""
    folder.mkdir(parents=True)
    listed = []
    for file in sorted(notebooks.glob("*.md")):
        notebook = run(jupytext.read(file))
        nbformat.write(notebook, folder / f"{file.stem}.ipynb")
        (folder / f"{file.stem}.md").write_text(page(notebook, file.stem, folder / "drawn"), encoding="utf-8")
        listed.append(file.stem)
    toctree = "\n".join(["```{toctree}", ":maxdepth: 1", "", *listed, "```", ""])
    intro = "To read here, or to open: each page has its notebook to download. The tests run all of them."
    (folder / "index.md").write_text(f"# Notebooks\n\n{intro}\n\n{toctree}", encoding="utf-8")


def run(notebook: Any) -> Any:
    """Run the cells of a notebook in order, and enter what they say and draw."""
    names: dict[str, Any] = {}
    for number, cell in enumerate(code_cells(notebook), 1):
        cell.execution_count = number
        cell.outputs = outputs_of(cell.source, number, names)
    return notebook


def code_cells(notebook: Any) -> list[Any]:
    """Return the cells of a notebook that have code."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs_of(source: str, number: int, names: dict[str, Any]) -> list[Any]:
    """Run a cell, and return what it printed, the value of its last line, and the figures that it drew."""
    import matplotlib.pyplot as plt

    tree = ast.parse(source)
    last = [line.value for line in tree.body[-1:] if isinstance(line, ast.Expr)]
    before = ast.Module(tree.body[: len(tree.body) - len(last)], type_ignores=[])
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(before, "<cell>", "exec"), names)
        for expression in last:
            value = eval(compile(ast.Expression(expression), "<cell>", "eval"), names)
    found = []
    if printed.getvalue():
        found.append(nbformat.v4.new_output("stream", name="stdout", text=printed.getvalue()))
    drawn: list[Any] = [plt.figure(number) for number in plt.get_fignums()]
    if hasattr(value, "savefig"):
        drawn.append(value)
    elif value is not None:
        data = {"text/plain": repr(value)}
        found.append(nbformat.v4.new_output("execute_result", data=data, execution_count=number))
    found += [nbformat.v4.new_output("display_data", data={"image/png": _picture(figure)}) for figure in drawn]
    plt.close("all")
    return found


def _picture(figure: Any) -> str:
    """Return a figure as a notebook keeps it."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=DOTS, bbox_inches="tight")
    return base64.b64encode(drawn.getvalue()).decode("ascii")


def page(notebook: Any, name: str, folder: Path) -> str:
    """Return a notebook that was run as a page; its pictures are written into a folder beside it."""
    folder.mkdir(exist_ok=True)
    parts = []
    for cell in notebook.cells:
        if cell.cell_type != "code":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for output in cell.outputs:
            if output.output_type == "stream":
                parts.append(f"```none\n{output.text.rstrip()}\n```")
            elif "image/png" in output.data:
                file = folder / f"{name}-{len(parts)}.png"
                file.write_bytes(base64.b64decode(output.data["image/png"]))
                parts.append(f"![what the lines above draw]({folder.name}/{file.name})")
            else:
                parts.append(f"```none\n{output.data['text/plain']}\n```")
    title, *rest = parts
    download = f"{{download}}`{name}.ipynb`"
    return "\n\n".join([title, f"The notebook to open: {download}.", *rest]) + "\n"
