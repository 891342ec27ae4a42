"""`Section`: a paper on the page."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from rosenblatt.papers.judging import Claim, Reproduction
from rosenblatt.references import Folder


@dataclass
class Section:
    """A paper on the page: its judged claims, its figures (file name and caption) and its tables by name."""

    folder: Folder
    reproduction: Reproduction
    claims: list[Claim] = field(default_factory=list)
    figures: list[tuple[str, str]] = field(default_factory=list)
    tables: dict[str, pd.DataFrame] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """The short name and the title of a paper, or the title of what is none."""
        return f"{self.short}: {self.folder.title}" if self.folder.paper else self.folder.title

    @property
    def short(self) -> str:
        """The short name of a paper, or the key of what is none."""
        return self.folder.paper.short if self.folder.paper else self.folder.key

    def stem(self, name: str) -> str:
        """Return the name of a figure's or table's file."""
        return f"{self.folder.paper.short.lower()}-{name}" if self.folder.paper else name

    def anchor(self, claim: Claim) -> str:
        """Return the name by which a link on the page finds one of the claims."""
        return f"{self.short.lower()}-claim-{self.claims.index(claim) + 1}"

    def beside(self, stem: str) -> list[Claim]:
        """Return the claims that a figure, given by the name of its file, shows."""
        shown = {self.stem(name): labels for name, labels in self.reproduction.beside.items()}
        return [claim for claim in self.claims if claim.label in shown.get(stem, ())]

    def without_figure(self) -> list[Claim]:
        """Return the claims that no figure shows."""
        shown = {label for labels in self.reproduction.beside.values() for label in labels}
        return [claim for claim in self.claims if claim.label not in shown]
