"""Estimators that can be taken elsewhere: `export` as ONNX, C or JSON, and `clip` for weights of +1 and -1."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from rosenblatt import checks

if TYPE_CHECKING:
    from rosenblatt.export.clipping import ClippedModel
    from rosenblatt.export.json_files import Exported
    from rosenblatt.export.learners import Learner
    from rosenblatt.export.linear_models import LinearModel
    from rosenblatt.export.programs import Program


class Exports:
    """Gives what it predicts with to `rosenblatt.export`."""

    def export(self, path: Any, format: str | None = None, *, learn: bool = False, inputs: str | None = None) -> None:
        """Write what predictions need into a file, whole or not at all.

        Parameters
        ----------
        path : of the file.
        format : "onnx", "c" or "json"; defaults to what the path ends in: .onnx, .h or .json.
        learn : write what learning needs too: of 'clipped-hebb', 'rosenblatt' and 'bounded', as "c" or "json".
        inputs : of weights of +1, 0 and -1, what the columns are: "signs", +1 and -1, "zero-one", or "numbers", any;
            defaults to "numbers", but to "signs" for C if the weights were learnt as signs.
        """
        from rosenblatt.export.formats import format_of, write

        path = Path(path)
        form = format_of(path, format)
        write(self.described(form, learn=learn, inputs=inputs), path, form)

    def described(self, form: str, *, learn: bool = False, inputs: str | None = None) -> Program | Exported:
        """Return what `export` writes in a format."""
        from rosenblatt.export.bit_models import INPUTS, SIGNS

        check_is_fitted(self)
        if inputs is not None:
            checks.one_of("inputs", inputs, INPUTS)
        if learn:
            return self._learner(inputs)
        return self._exported(SIGNS if inputs is None and form == "c" and self._learns_signs() else inputs)

    def clip(
        self, X: Any = None, y: Any = None, *, inputs: str = "signs", teacher: str = "spherical", noise: Any = None
    ) -> ClippedModel:
        """Return the model of the signs of the weights, and what clipping costs; see `rosenblatt.export.clipping`.

        Parameters
        ----------
        X, y : rows on which the cost is measured; without ``y``, only how often the answer changes.
        inputs : what the columns are: "signs", +1 and -1, or "zero-one".
        teacher : the law of the true weights that theory assumes: "spherical", normal, or "binary", signs.
        noise : the share of flipped labels that theory assumes; defaults to the model's estimate, or 0.
        """
        from rosenblatt.export.clipping import clip

        check_is_fitted(self)
        known = noise if noise is not None else self._noise()
        return clip(self._as_linear(), X, y, inputs=inputs, teacher=teacher, noise=known)

    def _exported(self, inputs: str | None) -> Program | Exported:
        """Return what is written: a linear model, or one of bits, unless the estimator is no linear one."""
        from rosenblatt.export.bit_models import of_inputs

        return of_inputs(self._as_linear(), inputs)

    def _learns_signs(self) -> bool:
        """Whether the weights are signs because they were learnt so."""
        return False

    def _as_linear(self) -> LinearModel:
        """Return the model as a linear one."""
        raise NotImplementedError

    def _learner(self, inputs: str | None) -> Learner:
        """Return the model as one that learns on."""
        raise ValueError(
            f"model must learn by clipped-hebb, rosenblatt or bounded to go on learning elsewhere; got "
            f"{type(self).__name__}. Take rb.OnlineClassifier('rosenblatt')."
        )

    def _noise(self) -> float:
        """Return the share of flipped labels, as far as the model has an opinion."""
        return 0.0


def plain_classes(classes: np.ndarray) -> tuple[Any, ...]:
    """Return classes as Python has them; raise if there are fewer than two, or they are no texts or numbers."""
    plain = tuple(classes.tolist())
    if len(plain) < 2:
        raise ValueError(f"model must know at least 2 classes to be exported; got {len(plain)}. Let it learn another.")
    if not all(type(one) is type(plain[0]) and isinstance(one, (str, int, float, bool)) for one in plain):
        raise TypeError(f"classes must be texts or numbers to be exported; got {plain[0]!r}. Convert them first.")
    return plain
