"""What a paper says, what was computed, and the verdict."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rosenblatt
from rosenblatt.simulation.ledger import Ledger

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

Z_LIMIT = 4.0


@cache
def code_digest() -> str:
    """Return a digest of the package's source: a verdict of other code is no verdict on this one."""
    digest = hashlib.sha256()
    for file in sorted(Path(rosenblatt.__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True)
class Context:
    """How a paper is reproduced."""

    ledger: Ledger
    quick: bool = False
    seed: int = 0

    def runs(self, full: int) -> int:
        """Return how many runs to make where the full reproduction makes ``full``."""
        return max(10, full // 10) if self.quick else full

    def result(self, paper: str, label: str, compute: Callable[[], Any], **configuration: Any) -> Any:
        """Return a result from the ledger, computed if it is not there."""
        known = {"paper": paper, "label": label, "quick": self.quick, "seed": self.seed, **configuration}
        return self.ledger.result({**known, "code": code_digest()}, compute)


@dataclass(frozen=True)
class Outcome:
    """What was computed for a row: a number or a text, its uncertainty, and whether the claim holds."""

    measured: Any
    holds: bool
    uncertainty: float | None = None


@dataclass(frozen=True)
class Row:
    """One claim of a paper and how it is judged.

    ``errata`` says how the printed claim is wrong; ``compute`` then judges the corrected one, and must
    also see the printed one fail.
    """

    label: str
    claim: str
    expected: Any
    compute: Callable[[Context], Outcome]
    errata: str | None = None


@dataclass(frozen=True)
class Claim:
    """A judged row, as it stands in claims.json."""

    paper: str
    label: str
    claim: str
    expected: Any
    measured: Any
    uncertainty: float | None
    verdict: str
    errata: str | None


@dataclass(frozen=True)
class PaperPlan:
    """A paper: its key, its rows, and its figures and tables by name with a caption."""

    key: str
    rows: tuple[Row, ...]
    figures: dict[str, tuple[str, Callable[[Context], Figure]]]
    tables: dict[str, tuple[str, Callable[[Context], pd.DataFrame]]] = field(default_factory=dict)


def _plain(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as JSON takes it: NumPy's truth values are not Python's."""
    return {**asdict(outcome), "holds": bool(outcome.holds)}


def judge(paper: str, row: Row, context: Context) -> Claim:
    """Return the verdict on a row, from the ledger if it has been computed before."""
    outcome = context.result(paper, row.label, lambda: _plain(row.compute(context)), claim=row.claim)
    good = "corrected" if row.errata else "holds"
    return Claim(
        paper=paper,
        label=row.label,
        claim=row.claim,
        expected=row.expected,
        measured=outcome["measured"],
        uncertainty=outcome["uncertainty"],
        verdict=good if outcome["holds"] else "fails",
        errata=row.errata,
    )
