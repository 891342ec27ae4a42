"""What evaluations say of themselves: as a line, as a table for notebooks, and as a figure."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from rosenblatt import plots
from rosenblatt.streams.html_tables import html_table
from rosenblatt.streams.pictures import draw_history, overview

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_CLASSES = 12  # that a summary names
BELIEFS = ("drift_", "noise_", "expected_error_")  # attributes of a model whose history is kept


class Summary:
    """An evaluation of a classifier; a subclass has these measures and this history.

    Attributes
    ----------
    classes : all of them, in order.
    seconds : for all rows.
    beliefs : what the model believed of the world, at the rows of the frame, if it has `drift_` and the like.
    changes_ : when the world changed, see `rosenblatt.streams.changes`; empty for models that cannot tell.
    frame : how it went, see `Evaluation.frame`.
    """

    classes: Any
    seconds: float
    beliefs: Any
    changes_: Any
    frame: Any
    accuracy: Any
    log_loss: Any
    brier: Any
    auc: Any
    calibration_error: Any
    reliability: Any

    @property
    @abstractmethod
    def rows(self) -> int:
        """How many rows were scored."""

    @property
    @abstractmethod
    def has_probabilities(self) -> bool:
        """Whether the model has probabilities: if not, there are accuracy and AUC only."""

    @property
    @abstractmethod
    def has_scores(self) -> bool:
        """Whether there are two classes, and something that orders the rows."""

    @property
    def rows_per_second(self) -> float:
        """The speed."""
        return self.rows / self.seconds

    def plot(self, ax: Axes | None = None, column: str | None = None, **style: Any) -> Figure | Axes:
        """Return a figure of everything: how it went, reliability, drift and noise as the model saw them.

        With ``ax`` or ``column``, draw this one column of the frame (defaults to the log-loss) and return its axes.
        """
        if ax is None and column is None:
            return overview(self.frame, self.reliability if self.has_probabilities else None, self.changes_)
        column = column or ("log_loss" if self.has_probabilities else "accuracy")
        return draw_history(ax if ax is not None else plots.current_axes(), self.frame, column, **style)

    def measures(self) -> dict[str, float]:
        """Return the measures by the names that people know."""
        found = {"accuracy": self.accuracy}
        if self.has_probabilities:
            found |= {"log-loss": self.log_loss, "Brier score": self.brier, "calibration error": self.calibration_error}
        return found | ({"AUC": self.auc} if self.has_scores else {})

    def __str__(self) -> str:
        parts = [f"{self.rows:,} rows: accuracy {self.accuracy:.4f}"]
        if self.has_probabilities:
            parts += [f"log-loss {self.log_loss:.4f}", f"Brier {self.brier:.4f}"]
        if self.has_scores:
            parts.append(f"AUC {self.auc:.4f}")
        return ", ".join(parts) + f"; {self.rows_per_second:,.0f} rows/s"

    def _repr_html_(self) -> str:
        """Return the summary as a table, for notebooks."""
        return html_table(self.entries())

    def entries(self) -> list[tuple[str, str]]:
        """Return names and values of the summary."""
        named = ", ".join(map(str, self.classes[:MOST_CLASSES].tolist()))
        numbers = [
            ("rows", f"{self.rows:,}"),
            ("classes", named if len(self.classes) <= MOST_CLASSES else f"{len(self.classes):,}"),
            *((name, f"{value:.4f}") for name, value in self.measures().items()),
        ]
        numbers += [
            (name.rstrip("_").replace("_", " "), f"{self.beliefs[name].iloc[-1]:.3g}")
            for name in BELIEFS
            if name in self.beliefs
        ]
        if len(self.beliefs):
            rung = ", ".join(f"{row:,}" for row in self.changes_["row"][:MOST_CLASSES])
            numbers.append(("changes", f"{len(self.changes_)}, at rows {rung}" if rung else "none"))
        return [*numbers, ("rows per second", f"{self.rows_per_second:,.0f}")]
