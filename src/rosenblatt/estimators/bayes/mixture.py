"""Experts mixed by how well they predict, and running means of labels: what a bank keeps beside its members."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np

from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import ABOVE_ZERO, BELOW_ONE
from rosenblatt.kernels.bank.mixture import mixture_kernel
from rosenblatt.kernels.compiler import machine_code

LABEL_KEEPS = np.array([0.0, 0.8, 0.97])  # what running means of labels keep at each row


class Mixed(NamedTuple):
    """What experts have said, mixed: probabilities, (rows,), and what else they have told, (what, rows)."""

    observed: np.ndarray
    told: np.ndarray


@dataclass
class Mixture:
    """Weights of experts, for several shares; see `rosenblatt.kernels.bank.mixture`."""

    shares: np.ndarray
    weights: np.ndarray
    of_shares: np.ndarray

    @classmethod
    def new(cls, shares: np.ndarray, experts: int) -> Mixture:
        """Return a mixture that has learnt nothing."""
        weights = np.full((len(shares), experts), 1.0 / experts)
        return cls(shares, weights, np.full(len(shares), 1.0 / len(shares)))

    def mix(self, observed: np.ndarray, told: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> Mixed:
        """Return mixed probabilities of +1, (rows,), and what else experts have told; learn the labels, row by row."""
        unsaid, out = np.zeros_like(observed), np.empty((3, 1, observed.shape[1]))
        mixed = Mixed(out[1, 0], np.empty((len(told), observed.shape[1])))
        said = (0, unsaid, np.ascontiguousarray(observed), unsaid, self.shares, self.weights, self.of_shares, 0, *out)
        nobody, told = (np.empty(0), np.empty(0), np.empty((0, 0))), np.ascontiguousarray(told)
        machine_code(mixture_kernel())(
            True, labels, weights, *said, *nobody, told, mixed.told, np.empty(len(self.shares))
        )
        return mixed

    def copy(self) -> Mixture:
        """Return a mixture that learns on its own; the shares never change."""
        return Mixture(self.shares, self.weights.copy(), self.of_shares.copy())

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return dict(vars(self))

    @classmethod
    def of_arrays(cls, name: str, arrays: dict[str, np.ndarray], experts: int) -> Mixture:
        """Return the mixture whose `arrays` these are, once they have been checked."""
        model_file_checks.check_keys(name, arrays, [field.name for field in fields(cls)])
        own = cls(**arrays)
        (count,) = model_file_checks.lengths(f"{name}.shares", own.shares, 1)
        model_file_checks.shape(f"{name}.shares", own.shares, count)
        model_file_checks.shape(f"{name}.weights", own.weights, count, experts)
        model_file_checks.shape(f"{name}.of_shares", own.of_shares, count)
        model_file_checks.within(f"{name}.shares", own.shares, ABOVE_ZERO, BELOW_ONE)
        model_file_checks.shares(f"{name}.weights", own.weights)
        model_file_checks.shares(f"{name}.of_shares", own.of_shares)
        return own

    def mean(self) -> np.ndarray:
        """Return the weights of the experts."""
        return self.of_shares @ self.weights

    def __len__(self) -> int:
        return len(self.shares)


@dataclass
class Recent:
    """Running means of the labels of a binary subproblem, +1 and -1, each before the next row."""

    means: np.ndarray

    def copy(self) -> Recent:
        """Return means that go on by themselves."""
        return Recent(self.means.copy())

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return dict(vars(self))

    @classmethod
    def of_arrays(cls, name: str, arrays: dict[str, np.ndarray]) -> Recent:
        """Return the means whose `arrays` these are, once they have been checked."""
        model_file_checks.check_keys(name, arrays, ("means",))
        model_file_checks.shape(f"{name}.means", arrays["means"], len(LABEL_KEEPS))
        model_file_checks.within(f"{name}.means", arrays["means"], -1.0, 1.0)
        return cls(**arrays)
