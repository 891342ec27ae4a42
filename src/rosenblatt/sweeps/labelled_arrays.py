"""Sweeps as arrays with named axes. Only this module imports xarray."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt import checks

if TYPE_CHECKING:
    import xarray

    from rosenblatt.sweeps.result import Sweep

_NOT_MEASURED = ("over", "alpha", "problem")


def dataset(sweep: Sweep, over: str | None) -> xarray.Dataset:
    """Return the measures of the cells of one kind, with their labels as coordinates and ``alpha`` as asked for."""
    try:
        import xarray
    except ImportError:
        raise ImportError(
            "xarray must be installed for .xarray(); got none. pip install 'rosenblatt[xarray]'."
        ) from None
    kinds = list(dict.fromkeys(cell.over for cell in sweep.cells))
    if over is None and len(kinds) > 1:
        raise ValueError(f"over must be given where both was done; got none. Choose {kinds[0]!r} or {kinds[1]!r}.")
    over = kinds[0] if over is None else checks.one_of("over", over, kinds)
    cells = [cell for cell in sweep.cells if cell.over == over]
    frame = sweep.frame[sweep.frame["over"] == over]
    grids = {tuple(cell.alpha.tolist()) for cell in cells}
    if len(grids) > 1:
        raise ValueError("alpha must be the same for all cells of .xarray(); got several. Use .frame.")
    names = [name for name in sweep.names if any(name in cell.labels for cell in cells)]
    values = {name: [cell.labels.get(name) for cell in cells] for name in names}
    unlike = {name: list(dict.fromkeys(map(_plain, labels))) for name, labels in values.items()}
    shape = tuple(len(labels) for labels in unlike.values())
    coordinates: dict[str, Any]
    if sweep.grid and int(np.prod(shape)) == len(cells):
        axes, coordinates = names, dict(unlike)
    else:
        axes, shape = ["cell"], (len(cells),)
        coordinates = {name: ("cell", list(map(_plain, labels))) for name, labels in values.items()}
    alpha = list(grids.pop())
    measured = [name for name in frame if name not in (*_NOT_MEASURED, *sweep.names)]
    data = {name: ((*axes, "alpha"), frame[name].to_numpy().reshape(*shape, len(alpha))) for name in measured}
    problems = frame["problem"].to_numpy().reshape(*shape, len(alpha))[..., 0]
    return xarray.Dataset({**data, "problem": (tuple(axes), problems)}, {**coordinates, "alpha": alpha})


def _plain(value: Any) -> Any:
    """Return a label as a coordinate has it: what was left open is an empty text."""
    return "" if value is None else value
