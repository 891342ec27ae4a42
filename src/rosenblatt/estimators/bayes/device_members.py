"""Members with full covariances that lie on a GPU, for wide rows: the numbers of `Members`, but for rounding."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.estimators.bayes.member_inputs import Rows
from rosenblatt.estimators.bayes.members import Members, Predicted
from rosenblatt.estimators.bayes.posteriors import BLOCK_FROM
from rosenblatt.kernels.bank.device_update import DeviceCovariances
from rosenblatt.kernels.bank.members import Batch, Said, Stack
from rosenblatt.kernels.device import matrices
from rosenblatt.kernels.device.devices import failures_said

BACKENDS = ("cpu", "gpu", "auto")
OFFER, GO_ON = "Use backend='cpu'.", "Go on from a saved model, with backend='cpu'."


class _Fetched:
    """The covariances of `DeviceMembers` as an array that cannot be written to; what is assigned goes to the device."""

    def __get__(self, members: Any, kind: type | None = None) -> Any:
        if members is None:
            return self
        found = members.covariances.fetch()
        found.flags.writeable = False
        return found

    def __set__(self, members: Any, covariances: np.ndarray) -> None:
        members.covariances = DeviceCovariances(covariances, members.priors, matrices.Matrices.of_cupy())


def _fetched() -> Any:
    return _Fetched()


class DeviceMembers(Members):
    """Members whose covariances lie on a device, and are fetched when somebody asks for ``spreads``.

    Pickled and copied deeply they are `Members` of this machine: where they are read there may be no device.
    """

    covariances: DeviceCovariances
    spreads: np.ndarray = _fetched()

    def copy(self) -> DeviceMembers:
        """Return members that learn on their own; what never changes is shared."""
        other = object.__new__(DeviceMembers)
        own = {"means": self.means.copy(), "kappas": self.kappas.copy(), "covariances": self.covariances.copy()}
        vars(other).update({**vars(self), **own})
        return other

    @property
    def far(self) -> bool:
        """Whether the covariances lie on a device."""
        return True

    def near(self) -> Members:
        """Return members of this machine that have learnt the same."""
        return Members(**{name: part.copy() for name, part in self.arrays().items()})

    def with_inputs(self, source: np.ndarray) -> Members:
        """Return members of this machine whose inputs are those at ``source``."""
        return self.near().with_inputs(source)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        own = {name: part for name, part in vars(self).items() if name != "covariances"}
        return {**own, "spreads": self.spreads}

    def __reduce__(self) -> Any:
        own = self.near()
        return Members, tuple(getattr(own, name) for name in ("drifts", "priors", "grid", "means", "spreads", "kappas"))

    @property
    def full(self) -> bool:
        """Whether whole covariances are kept."""
        return True

    @property
    def nbytes(self) -> int:
        """The size of what is learnt, most of it covariances."""
        return self.covariances.nbytes

    def learn(self, x: Rows, labels: np.ndarray, weights: np.ndarray, offsets: Any = None) -> Predicted:
        """Predict some dense rows, each after the ones before it have been learnt."""
        said = Said(*np.empty((3, len(self), len(labels))))
        stack = Stack(self.drifts, self.priors, self.means, self.means, self.kappas, self.grid)
        batch = Batch(np.asarray(x), np.zeros(len(labels)) if offsets is None else offsets, labels, weights)
        with failures_said("covariances", self.nbytes, GO_ON):
            self.covariances.learn(batch, stack, said)
        return Predicted(*said)

    def _products_an_input(self) -> int:
        return len(self)

    def _variances_of_fields(self, x: Rows) -> np.ndarray:
        with failures_said("covariances", self.nbytes, GO_ON):
            return self.covariances.variances_of_fields(np.asarray(x))


def placed(members: Members, backend: str) -> Members:
    """Return members on the device that a backend stands for, or on this machine; themselves if they are there.

    "auto" takes a GPU where one is there, for members that it can take. Raise if "gpu" cannot have them.
    """
    checks.one_of("backend", backend, BACKENDS)
    there = members.far
    if backend == "cpu":
        return members.near() if there else members
    inputs, fits = members.means.shape[1], members.kind == "full" and members.means.shape[1] >= BLOCK_FROM
    if not there and backend == "gpu" and not fits:
        raise ValueError(
            f"backend must be 'cpu' for members with whole covariances of less than {BLOCK_FROM - 1} features, or "
            f"others; got 'gpu' and {members.kind} ones of {inputs - 1} features. Use effort='best' with memory= for "
            "wide rows, or backend='cpu'."
        )
    reason = "" if there or not fits else matrices.obstacle()
    if reason and backend == "gpu":
        raise RuntimeError(f"backend='gpu' must have a device that CUDA can use; {reason}. {OFFER}")
    if there or not fits or reason:
        return members
    with failures_said("covariances", members.spreads.nbytes, OFFER):
        return DeviceMembers(**members.arrays())
