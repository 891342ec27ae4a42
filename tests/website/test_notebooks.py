"""Notebooks run from the first cell to the last, and say what they said."""

from __future__ import annotations

from pathlib import Path

import pytest

jupytext = pytest.importorskip("jupytext", reason="jupytext is not installed: pip install rosenblatt[docs]")

from website.notebooks import code_cells, outputs_of, page, run  # noqa: E402 (needs jupytext)

FOLDER = Path(__file__).parent.parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.md"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_as_a_script(file, tmp_path):
    notebook = run(jupytext.read(file))
    assert sum("image/png" in output.get("data", {}) for cell in code_cells(notebook) for output in cell.outputs) > 0
    text = page(notebook, file.stem, tmp_path)
    assert text.startswith("# ")
    assert all((tmp_path / name.name).exists() for name in tmp_path.iterdir())


def test_there_are_three():
    assert len(NOTEBOOKS) >= 3


def test_a_cell_says_what_it_prints_and_its_last_value():
    printed, value = outputs_of("print(1)\n2 + 3", 1, {})
    assert (printed.text, value.data["text/plain"]) == ("1\n", "5")
    assert outputs_of("a = 1", 1, {}) == []
