"""How the columns of a file became what a model has learnt: kept beside it, so that later files are read alike."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rosenblatt.estimators.common.features.columns import CategoryColumn
from rosenblatt.files import write_whole
from rosenblatt.streams.hashed_rows import WIDTH, HashedRows
from rosenblatt.streams.readers.kinds import ARROW, NUMBER, TEXT


@dataclass(frozen=True)
class Recipe:
    """What is to be read, and how.

    Attributes
    ----------
    kinds : of the columns that were learnt, in their order; empty for rows without names, those of LIBSVM.
    texts : columns whose words count; None if no column was hashed.
    width : inputs for words; of rows without names, how many columns there are.
    """

    kinds: dict[str, str]
    texts: tuple[str, ...] | None = None
    width: int = WIDTH

    @property
    def hashed(self) -> HashedRows | None:
        """What makes sparse rows of frames; None if they are learnt as they are."""
        return None if self.texts is None else HashedRows(self.texts, self.width)

    def write(self, model: Path) -> None:
        """Write the recipe beside a model."""
        text = json.dumps(asdict(self), indent=1)
        write_whole(beside(model), lambda file: file.write_text(text + "\n", encoding="utf-8"))

    @classmethod
    def read(cls, model: Path, learnt: Any) -> Recipe:
        """Return the recipe beside a model or, if there is none, what the model itself says of its columns."""
        path = beside(model)
        if path.exists():
            return cls._checked(path)
        names = getattr(learnt, "feature_names_in_", None)
        if names is None:
            return cls({}, None, learnt.n_features_in_)
        columns = {} if learnt.layout_ is None else learnt.layout_.columns
        kinds = {name: columns[name].kind if name in columns else NUMBER for name in names.tolist()}
        return cls({name: TEXT if kind == CategoryColumn.kind else kind for name, kind in kinds.items()})

    @classmethod
    def _checked(cls, path: Path) -> Recipe:
        """Return what a file says, or raise if it is no recipe."""
        try:
            said = json.loads(path.read_text(encoding="utf-8"))
            texts = said["texts"] if said["texts"] is None else tuple(map(str, said["texts"]))
            recipe = cls({str(name): str(kind) for name, kind in said["kinds"].items()}, texts, int(said["width"]))
            if not set(recipe.kinds.values()) <= set(ARROW) or recipe.width < 1:
                raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(
                f"recipe of a model must be as `rosenblatt fit` writes it; {str(path)!r} is not. Fit the model again."
            ) from None
        return recipe


def beside(model: Path) -> Path:
    """Return the path of the recipe of a model.

    >>> beside(Path("spam.model")).name
    'spam.model.columns.json'
    """
    return model.with_name(f"{model.name}.columns.json")
