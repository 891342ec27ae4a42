"""Simulations in Parquet files: the single runs as a table, and in its metadata all that is needed to go on.

The table has a row for each run and alpha: ``seed, run, alpha, examples`` and what was measured. A file holds no code:
a rule or a scenario with functions of your own is given again when it is loaded.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd

from rosenblatt import __version__
from rosenblatt.files import write_whole
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Scenario
from rosenblatt.simulation.descriptions import describe, make_again, with_whole_arrays
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.prepared import Prepared
from rosenblatt.simulation.runs import Runs, merged
from rosenblatt.simulation.simulation import Simulation, simulation_of
from rosenblatt.simulation.students.choice import choose_student

FORMAT = 1
KEY = b"rosenblatt.simulation"
_COUNTED = ("seed", "run", "alpha", "examples")


def save_simulation(simulation: Simulation, path: str | Path) -> None:
    """Write a simulation as Parquet: all of it or nothing."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    runs, points = simulation.samples["r"].shape
    numbers = [(part.seed, number) for part in simulation.parts for number in range(part.first, part.end)]
    columns: dict[str, Any] = {
        "seed": np.repeat([str(seed) for seed, _ in numbers], points),  # a seed may have more than 64 bits
        "run": np.repeat(np.array([number for _, number in numbers], dtype=np.int64), points),
        "alpha": np.tile(simulation.frame["alpha"], runs),
        "examples": np.tile(simulation.examples, runs),
        **{name: values.ravel() for name, values in simulation.samples.items()},
    }
    about = {
        "format": FORMAT,
        "version": __version__,
        "points": points,
        "method": simulation.method,
        **{name: _described(getattr(simulation, name)) for name in ("rule", "n", "scenario", "readout", "update")},
    }
    table = pa.table(columns).replace_schema_metadata({KEY: json.dumps(about).encode()})
    write_whole(Path(path), lambda file: pq.write_table(table, file))


def load_simulation(path: str | Path, *, rule: Any = None, scenario: Scenario | None = None) -> Simulation:
    """Return a simulation that was saved, ready to be added to others and to go on.

    Parameters
    ----------
    path : a file of `Simulation.save`.
    rule, scenario : only if they have functions of your own, which a file does not hold: the same as when it was saved.

    >>> import tempfile
    >>> import rosenblatt as rb
    >>> file = Path(tempfile.mkdtemp()) / "hebb.parquet"
    >>> rb.simulate("hebb", n=50, alpha=1, runs=10).save(file)
    >>> len(load_simulation(file).more(5).samples["r"])
    15
    """
    path = Path(path)
    about, table = _read(path)
    saved = ("rule", "n", "scenario", "readout", "update")
    try:
        points = int(about["points"])
        missing = [name for name in (*saved, "method") if name not in about]
        if missing:
            raise KeyError(*missing)
        numbers = table[["seed", "run"]].iloc[::points]
        parts = [Runs(int(seed), int(run), int(run) + 1) for seed, run in numbers.itertuples(index=False)]
        samples = {name: table[name].to_numpy(dtype=float).reshape(-1, points) for name in table.columns[4:]}
        examples = table["examples"].to_numpy()[:points]
    except (KeyError, ValueError, TypeError, ZeroDivisionError) as problem:
        raise _damaged(path, str(problem)) from None
    made: dict[str, Any] = {name: _made(name, about, path) for name in saved}
    if rule is not None and made["rule"] is None:
        made["rule"] = resolve(rule)
    if scenario is not None and made["scenario"] is None and made["rule"] is not None:
        made["scenario"] = scenario.completed(made["rule"])
    for name in ("rule", "scenario"):
        _check_given(name, about[name], made[name], path)
    learner, world = (cast("Any", made.pop(name)) for name in ("rule", "scenario"))
    experiment = Experiment(rule=learner.in_scenario(world), scenario=world, **made)
    prepared = Prepared(experiment, choose_student(about["method"], experiment, math.inf), examples)
    return simulation_of(prepared, merged(parts), samples)


def _described(value: Any) -> Any:
    """Return what a file says of an object: its class and fields, or what to know it by when it is given again."""
    found = describe(value)
    if found.own or not found.lasting:
        return {"given": found.text if found.lasting else "", "name": getattr(value, "name", ", ".join(found.own))}
    return {"made": json.loads(with_whole_arrays(found.data))}


def _made(name: str, about: dict[str, Any], path: Path) -> Any:
    """Return an object as a file describes it; None if it has functions of the user's own."""
    saved = about[name]
    if not isinstance(saved, dict) or not {"made", "given"} & set(saved):
        raise _damaged(path, f"{name} is {str(saved)[:40]!r}")
    try:
        return make_again(saved["made"]) if "made" in saved else None
    except (ValueError, TypeError) as problem:
        raise _damaged(path, str(problem)) from None


def _check_given(name: str, saved: dict[str, Any], value: Any, path: Path) -> None:
    """Raise if what a file does not hold was not given, or is not what was saved."""
    if "made" in saved:
        return
    if value is None:
        raise ValueError(
            f"{name} must be given for {str(path)!r}, which has {saved.get('name')!r} with functions that a file does "
            f"not hold; got none. Call load_simulation(path, {name}=...)."
        )
    if saved["given"] and describe(value).text != saved["given"]:
        raise ValueError(
            f"{name} must be what was saved in {str(path)!r}; got {value!r}, whose code or numbers are others. "
            "Give the same, or simulate anew."
        )


def _read(path: Path) -> tuple[dict[str, Any], pd.DataFrame]:
    """Return what a file says of a simulation, and its table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
        about = json.loads((table.schema.metadata or {})[KEY])
    except FileNotFoundError:
        raise FileNotFoundError(2, "No such file", str(path)) from None
    except KeyError:
        raise _damaged(path, "a table of something else") from None
    except (pa.ArrowException, ValueError) as problem:
        raise _damaged(path, str(problem).splitlines()[0][:80]) from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise ValueError(
            f"file must be of format {FORMAT} of simulations; got {str(path)!r} of another. Update rosenblatt."
        )
    return about, table.to_pandas()


def _damaged(path: Path, problem: str) -> ValueError:
    return ValueError(
        f"file must be one that Simulation.save wrote, and whole; got {str(path)!r}: {problem}. Save it again."
    )
