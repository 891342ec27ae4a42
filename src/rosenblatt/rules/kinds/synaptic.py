"""A rule written out as three functions of a synapse: see the equations of `rosenblatt.rules.kinds.compiled`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from rosenblatt.rules.kinds.compiled import (
    CompiledRule,
    LearningFunctions,
    Synapse,
    first_sum,
    follow_nothing,
    keep,
)


@dataclass(frozen=True)
class SynapticRule(CompiledRule):
    """Gives ``project``, ``respond`` and ``absorb`` as static methods; signals are multiplied by the sample weight.

    ``fold``, ``refresh`` and ``field`` have defaults: a gain that stays 1, a cell that follows nothing by recursion,
    and a first sum that is the field.
    """

    calls = frozenset({"project", "respond", "absorb", "fold", "refresh", "field"})

    @staticmethod
    @abstractmethod
    def project(*arguments: Any, **keywords: Any) -> Synapse:
        """Return what a synapse adds to each sum: ``project(synapse, x)``.  (compiled.1)"""
        raise NotImplementedError

    @staticmethod
    @abstractmethod
    def respond(*arguments: Any, **keywords: Any) -> Any:
        """Return the signal to all synapses: ``respond(label, sums, cell, *parameters)``.  (compiled.2)"""
        raise NotImplementedError

    @staticmethod
    @abstractmethod
    def absorb(*arguments: Any, **keywords: Any) -> Synapse:
        """Return the new synapse: ``absorb(synapse, x, signal)``.  (compiled.3)"""
        raise NotImplementedError

    fold: ClassVar[Callable[..., Synapse]] = staticmethod(keep)
    refresh: ClassVar[Callable[..., None]] = staticmethod(follow_nothing)
    field: ClassVar[Callable[..., float]] = staticmethod(first_sum)

    @property
    def response(self) -> Callable[..., Synapse]:
        """What the loops call for ``respond``."""
        return type(self).respond

    @cached_property
    def functions(self) -> LearningFunctions:
        """The static methods."""
        cls = type(self)
        return LearningFunctions(cls.project, self.response, cls.absorb, cls.fold, cls.refresh, cls.field)


@dataclass(frozen=True)
class IsotropicRule(SynapticRule):
    """A rule that does not see rotations: its sums are inner products of its vectors and the input, and what it absorbs
    is a linear combination of them. So it has an exact chain, see `rosenblatt.kernels.gram_chain`."""
