"""The compiler's other target: loops with a rule's functions in them, as kernels of a device.

What every synapse does at every step (``project``, ``absorb``, ``fold``, ``add``) is compiled in single precision: its
constants are written so, rounded towards 0, since a weight that must stay below 1 must not be rounded up to it. All
else, the rule's response and the channel among it, keeps double precision.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from rosenblatt import gaussian
from rosenblatt.kernels import random as processor_random
from rosenblatt.kernels.compiler import Copier, refused
from rosenblatt.kernels.device import labels as device_labels
from rosenblatt.kernels.device import quick_functions
from rosenblatt.kernels.device.numba_cuda import SIMULATED, UnsupportedOnDevice, cuda
from rosenblatt.kernels.kernel_digest import OPTIONS, Survey
from rosenblatt.rules.parts import schedules
from rosenblatt.rules.parts.repeatable import check_repeatable

IN_SINGLE_PRECISION = ("project", "absorb", "fold", "add", "nothing")
INLINED = {} if SIMULATED else {"forceinline": True}
QUICK = {"fastmath": True}  # the device's own sine, logarithm, root and quotient, of single precision

_kernels: dict[str, Any] = {}


def specialise_for_device(loop: Callable[..., Any], fillings: Mapping[str, Any], **options: Any) -> Any:
    """Return a loop as a kernel of the device, with its slots filled; it is compiled when it is first launched."""
    survey = Survey(fillings, SIMULATED)
    survey.visit(loop)
    key = survey.digest()
    if key not in _kernels:
        for filling in fillings.values():
            check_repeatable(filling)
        kept = {} if SIMULATED else options
        _kernels[key] = cuda.jit(**QUICK, **kept)(DeviceCopier(fillings, key).copy(loop))
    return _kernels[key]


def launch(kernel: Any, grid: int | tuple[int, int], block: int, *arguments: Any) -> None:
    """Run a kernel, which may have to be compiled for it."""
    try:
        kernel[grid, block](*arguments)
    except (NumbaError, UnsupportedOnDevice, AttributeError) as reason:  # the last: a module without that name
        raise refused(reason, "Or use backend='cpu', which knows more.") from reason


class DeviceCopier(Copier):
    """Copies functions for the device, in double precision but for what synapses do."""

    def __init__(self, fillings: Mapping[str, Any], digest: str) -> None:
        super().__init__(fillings, digest)
        self._single: Copier = _SingleCopier(fillings, digest)

    def value(self, value: Any, names: tuple[str, ...]) -> Any:
        if isinstance(value, types.ModuleType) and value.__name__.startswith("numba"):
            return value  # the compiler knows what its functions stand for
        return super().value(value, names)

    def filled(self, slot: str) -> Any:
        if slot in IN_SINGLE_PRECISION:
            return self._single.value(self.fillings[slot], ())
        return super().filled(slot)

    def compiled(self, value: Dispatcher) -> Any:
        return self.jit(_STAND_INS.get(value, value.py_func), {})

    def jit(self, function: types.FunctionType, options: Mapping[str, Any]) -> Any:
        if function not in self.ready:
            self.ready[function] = function
            stands = _STAND_INS.get(function, function)
            quick = QUICK if {**options, **getattr(stands, OPTIONS, {})}.get("fastmath") is True else {}
            copy = self.copy(stands)
            self.ready[function] = cuda.jit(device=True, **INLINED, **quick)(copy)
        return self.ready[function]


class _SingleCopier(DeviceCopier):
    """Copies functions with all their constants in single precision."""

    def __init__(self, fillings: Mapping[str, Any], digest: str) -> None:
        Copier.__init__(self, fillings, digest)
        self._single = self

    def filled(self, slot: str) -> Any:
        return Copier.filled(self, slot)

    def code(self, code: types.CodeType) -> types.CodeType:
        return code.replace(co_consts=tuple(_rounded(const) for const in code.co_consts))

    def value(self, value: Any, names: tuple[str, ...]) -> Any:
        return _rounded(super().value(value, names))


def _rounded(value: Any) -> Any:
    """Return a number, or a tuple of numbers, in single precision, no farther from 0; anything else as it is."""
    if isinstance(value, tuple):
        return tuple(_rounded(part) for part in value)
    if not isinstance(value, float):
        return value
    near = np.float32(value)
    return np.nextafter(near, np.float32(0.0)) if abs(float(near)) > abs(value) and np.isfinite(near) else near


# What stands on a device for functions of the processor.
_STAND_INS: dict[Any, Any] = {
    processor_random.uniform: device_labels.uniform,
    processor_random.normal: device_labels.normal,
    gaussian.scalar_pdf: quick_functions.quick_pdf,
    gaussian.scalar_cdf: quick_functions.quick_cdf,
    gaussian.scalar_inverse_mills: quick_functions.quick_inverse_mills,
    gaussian.scalar_squared_surprise: quick_functions.quick_squared_surprise,
    schedules.power_law: quick_functions.quick_power_law,
}
