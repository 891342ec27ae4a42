"""What a paper says, what was computed, and the verdict."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosenblatt.code_digest import code_digest, module_of
from rosenblatt.simulation.ledger import Ledger

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from rosenblatt.papers.sabotage import Sabotage


@dataclass(frozen=True)
class Context:
    """How a paper, given by its key, is reproduced."""

    ledger: Ledger
    paper: str
    quick: bool = False
    seed: int = 0

    def runs(self, full: int) -> int:
        """Return how many runs to make where the full reproduction makes ``full``."""
        return max(10, full // 10) if self.quick else full

    def result(
        self, label: str, compute: Callable[[], Any], *, code: Callable[..., Any] | None = None, **configuration: Any
    ) -> Any:
        """Return a result from the ledger, computed if it is not there.

        The result of other code is none of this one: in its key stands the digest of the module in which ``code``,
        which defaults to ``compute``, is defined, and of all that this module imports. What else the result depends on,
        such as arguments that come from another module, must stand in ``configuration``.
        """
        digest = code_digest(module_of(code or compute))
        known = {"paper": self.paper, "label": label, "quick": self.quick, "seed": self.seed, "code": digest}
        return self.ledger.result({**known, **configuration}, compute)


@dataclass(frozen=True)
class Outcome:
    """What was computed for a row: a number or a text, its uncertainty, and whether the claim holds."""

    measured: Any
    holds: bool
    uncertainty: float | None = None


@dataclass(frozen=True)
class Correction:
    """What a paper prints, what is right, and how far the two are from each other, each in a few words."""

    printed: str
    right: str
    size: str


@dataclass(frozen=True)
class Row:
    """One claim of a paper and how it is judged.

    ``errata`` says how the printed claim is wrong; ``compute`` then judges the corrected one, and must
    also see the printed one fail. ``sharper`` says how the printed claim, which is true, is weaker than it need be.
    With either of them comes a ``correction``, for the list of errata.
    ``sabotages`` are small changes of what is under test, under each of which the row must fail.
    A row stands in the module of its ``compute``, whose digest is in its key.
    """

    label: str
    claim: str
    expected: Any
    compute: Callable[[Context], Outcome]
    errata: str | None = None
    sharper: str | None = None
    correction: Correction | None = None
    sabotages: tuple[Sabotage, ...] = ()

    @property
    def good(self) -> str:
        """The verdict if what was computed is as it should be."""
        return "corrected" if self.errata else "sharpened" if self.sharper else "holds"


@dataclass(frozen=True)
class Claim:
    """A judged row, as it stands in claims.json.

    ``errata`` says what the paper should have said, where it did not, and why; ``correction`` the same in short.
    """

    paper: str
    label: str
    claim: str
    expected: Any
    measured: Any
    uncertainty: float | None
    verdict: str
    errata: str | None
    correction: Correction | None
    sabotages: tuple[str, ...]


@dataclass(frozen=True)
class Reproduction:
    """What is reproduced of a paper: its rows, and its figures and tables by name with a caption.

    ``beside`` gives, by the name of a figure, the labels of the rows that it shows.
    """

    rows: tuple[Row, ...]
    figures: dict[str, tuple[str, Callable[[Context], Figure]]] = field(default_factory=dict)
    beside: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tables: dict[str, tuple[str, Callable[[Context], pd.DataFrame]]] = field(default_factory=dict)


def _plain(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as JSON takes it: NumPy's truth values are not Python's."""
    return {**asdict(outcome), "holds": bool(outcome.holds)}


def judge(row: Row, context: Context) -> Claim:
    """Return the verdict on a row, from the ledger if it has been computed before."""
    outcome = context.result(row.label, lambda: _plain(row.compute(context)), code=row.compute, claim=row.claim)
    return Claim(
        paper=context.paper,
        label=row.label,
        claim=row.claim,
        expected=row.expected,
        measured=outcome["measured"],
        uncertainty=outcome["uncertainty"],
        verdict=row.good if outcome["holds"] else "fails",
        errata=row.errata or row.sharper,
        correction=row.correction,
        sabotages=tuple(sabotage.what for sabotage in row.sabotages),
    )


def judge_sabotaged(row: Row, sabotage: Sabotage, paper: str, *, seed: int = 0) -> Claim:
    """Return the verdict on a row of a paper while its subject is sabotaged: with few runs, and no ledger is kept."""
    with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder) / "ledger.sqlite") as ledger, sabotage.applied():
        return judge(row, Context(ledger, paper, quick=True, seed=seed))
