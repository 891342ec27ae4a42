"""Estimators whose state becomes named arrays and a header: how they are saved, and read once all has been checked."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.features.takes_tables import TakesTables, columns_in_file
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.model_files import as_read, save_state


class SavedState(TakesTables):
    """Saves its parameters, columns and state, and is restored from them.

    Attributes
    ----------
    kind_of_state : the class of ``state_``, which has ``arrays``, ``header``, ``of_arrays`` and ``check_covariances``.
    header : the names of what a header of it says.
    earlier : parameters that files of earlier versions do not have, and what their models did.
    """

    kind_of_state: ClassVar[Any]
    header: ClassVar[tuple[str, ...]]
    earlier: ClassVar[dict[str, Any]] = {}

    get_params: Any
    _options: Any

    def save(self, path: Any) -> None:
        """Write the model into a safetensors file with a checksum, whole or not at all; `rosenblatt.load` reads it.

        What `load` would refuse, a number that is not finite among it, is not written.
        """
        arrays, about = self.saved()
        save_state(path, type(self).__name__, arrays, about)

    def saved(self) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Return the arrays and the header that `save` writes and `restore` takes, once they have been checked."""
        check_is_fitted(self, "state_")
        about = {"parameters": self.get_params(), **self._columns_for_file(), **self.state_.header()}
        arrays = self.state_.arrays()
        try:
            self._of_arrays(arrays, as_read(about))
        except Damaged as problem:
            raise ValueError(f"a model must be sound to be saved; {problem}. Learn again.") from None
        return arrays, as_read(about)

    @classmethod
    def restore(cls, arrays: dict[str, np.ndarray], about: dict[str, Any]) -> Self:
        """Return the model of a saved state, once all of it has been checked."""
        model = cls._of_arrays(arrays, about)
        model.state_.check_covariances()
        return model

    @classmethod
    def _of_arrays(cls, arrays: dict[str, np.ndarray], about: dict[str, Any]) -> Self:
        """Return the model of a saved state; of its covariances, only the sizes have been checked."""
        model_file_checks.check_keys("about", about, ("parameters", *columns_in_file(about), *cls.header))
        parameters = about["parameters"]
        if isinstance(parameters, dict):
            parameters = cls.earlier | parameters
        model = cls(**model_file_checks.parameters(parameters, cls().get_params()))
        try:
            model._options()
        except (TypeError, ValueError) as problem:
            raise Damaged(f"parameters must be those of a {cls.__name__}: {problem}".removesuffix(".")) from None
        model.state_ = cls.kind_of_state.of_arrays(arrays, {name: about[name] for name in cls.header})
        model._take_columns(about)
        return model
