"""How results show themselves: a heading and the first rows of their table, as text and as HTML in notebooks."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

ROWS = 5


class ShowsFirstRows:
    """A result with a ``frame``, which a prompt or a notebook shows by its first rows."""

    frame: pd.DataFrame

    @property
    def heading(self) -> str:
        """What the result is, in one line."""
        raise NotImplementedError

    def __repr__(self) -> str:
        rows = self.frame.head(ROWS).to_string(index=False, float_format=lambda value: f"{value:.6g}")
        return f"{self.heading}\n{rows}{self._rest()}"

    def _repr_html_(self) -> str:
        rows = self.frame.head(ROWS).to_html(index=False, border=0, float_format=lambda value: f"{value:.6g}")
        return f"<p><b>{html.escape(self.heading)}</b></p>{rows}<p>{self._rest().strip()}</p>"

    def _rest(self) -> str:
        left = len(self.frame) - ROWS
        return f"\n... {left} more rows in .frame" if left > 0 else ""
