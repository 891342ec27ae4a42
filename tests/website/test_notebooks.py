"""A notebook is run from the first cell to the last, and says what it said; those of the docs are run by the site."""

from __future__ import annotations

from pathlib import Path

import pytest

jupytext = pytest.importorskip("jupytext", reason="jupytext is not installed: pip install rosenblatt[docs]")

from website.notebooks import code_cells, outputs_of, page, run  # noqa: E402 (needs jupytext)

FOLDER = Path(__file__).parent.parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.md"))


SMALL = """# A line

```python
import matplotlib.pyplot as plt
figure, ax = plt.subplots(figsize=(1, 1))
```

What follows knows what was before.

```python
figure
```
"""


def test_a_notebook_runs_as_a_script(tmp_path):
    notebook = run(jupytext.reads(SMALL, fmt="md"))
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    assert sum("image/png" in output.get("data", {}) for output in outputs) > 0
    text = page(notebook, "small", tmp_path)
    assert text.startswith("# A line")
    drawn = [name.name for name in tmp_path.iterdir()]
    assert drawn and all(name in text for name in drawn)


def test_there_are_three():
    assert len(NOTEBOOKS) >= 3


def test_a_cell_says_what_it_prints_and_its_last_value():
    printed, value = outputs_of("print(1)\n2 + 3", 1, {})
    assert (printed.text, value.data["text/plain"]) == ("1\n", "5")
    assert outputs_of("a = 1", 1, {}) == []
