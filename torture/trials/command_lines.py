"""Random command lines: valid, nearly valid and absurd values for every option that click knows of.

Commands and options come from click's own description, so that new ones are tried too; texts whose meaning click does
not know have a list here, and an unknown one gets texts of all kinds. Sizes are small, or too large to begin with.
"""

from __future__ import annotations

import re
import signal
import tempfile
import threading
import time
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

import click
import numpy as np
from click.testing import CliRunner, Result

from rosenblatt.cli import main
from rosenblatt.rules.registry import registered
from torture.outcome import Outcome
from torture.trials.row_files import COMMANDS as COMMANDS_ON_ROWS

TITLE = "random command lines end in time, with an exit code and a sentence"
FULL, SHARE = 10_000, 25

LONGEST = 10.0  # seconds of one command on a processor; compiling a kernel for the first time is among them
PATIENCE = 120  # seconds on the clock, after which a command is stopped
CODES = (0, 1, 2, 130)
FREQUENT, RARE = 0.15, 0.04  # how often an option is given; drawing is slow
RARELY = ("plot", "out", "write", "sabotage")

NUMBERS = ("0.1", "0.3", "0.05", "1")
WRONG_NUMBERS = (
    "-1",
    "nan",
    "inf",
    "-inf",
    "1e300",
    "1e-300",
    "1e75",
    "1e-75",
    "0.5",
    "0.4999999",
    "x",
    "",
    "1,2",
    "1e400",
)
WRONG_COUNTS = ("-5", "0", "2", "1.5", "1e3", "x", "", str(10**18), str(10**30), "9" * 400)
WRONG_TEXTS = ("", " ", "x", "nan", ":", ",", "1:2", "=", "é\u2603", "-", "0" * 300, "None", "logistic:nan")
# What options are called whose values click does not check: good values, and bad ones besides the usual.
TEXTS: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "alpha": (
        ("1", "1,5", "0.5:20:4", "0,2"),
        ("5:1:3", "1:10:100000000000", "1e300", "-1", "1e16", "1e-300", "1:9:1"),
    ),
    "channel": (
        ("logistic:2", "probit:1,0.05", "input-noise:0,0.5", "flips:0.1"),
        ("logistic:0", "logistic:1e300", "probit:1e-300", "probit:1,0.5", "input-noise:1e9,1e9", "fading-flips:1,1"),
    ),
    "readout": (("mean", "clipped"), ("binarised", "median")),
    "start": (("0.5", "0.5,1", "0.2"), ("2,1", "1,2,3", "0,0", "1e-75", "nan", "1,1", "-1")),
    "inputs": (("gaussian", "binary", "product", "boolean", "shifted"), ("gauss",)),
    "method": (("auto", "vector", "chain", "events"), ("verctor",)),
    "branch": (("stable", "metastable"), ("unstable",)),
    "parameter": (
        ("eta=0.5", "weight_decay=0.1", "noise=0.1", "drift=0.1"),
        (
            "eta=1e155",
            "eta=1e-160",
            "eta=nan",
            "eta",
            "eta=",
            "=1",
            "a b=1",
            "eta=-1",
            "weight_decay=1e300",
            "drift=1e300",
        ),
    ),
}
COUNTS = {"n": ("3", "10", "40"), "runs": ("1", "3"), "seed": ("0", "7"), "jobs": ("1",)}
ALWAYS = {"simulate": ("alpha", "n", "runs"), "curve": ("alpha",), "plan": ("n",)}  # defaults are large
SOMETIMES_LARGE = ("1e75", "1e-75", "1e12", "1e24")  # alphas for theory, which costs the same
OTHER_RULES = ("bayes", "gibbs", "pseudo-inverse", "hebb:2,rosenblatt", "hebb,rosenblatt", "heb", "", "hebb:x,adatron")
NO_PAPERS = ("L88", "overvew", "", "gm,kc", "x" * 200)  # papers themselves take long
FOREIGN = re.compile(
    r"f\(a\)|math domain|math range|could not convert|array element|keyword argument|positional argument|object is not"
    r"|has no attribute|cannot convert|\[Errno|codec|invalid literal|division by zero|y0|Exceeds the limit|Traceback"
)


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Try so many command lines in a folder of their own."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder, chdir(folder), warnings.catch_warnings():
        warnings.simplefilter("error")
        _furnish(Path(folder))
        for _ in range(count):
            arguments = command_line(random)
            begun = time.process_time()
            with _stopped_after(PATIENCE):
                result = CliRunner().invoke(main, arguments)
            wrong = _wrong(arguments, result, time.process_time() - begun)
            if wrong:
                outcome.breaks(f"rosenblatt {' '.join(map(repr, arguments))}: {wrong}")
            else:
                outcome.saw("done" if result.exit_code == 0 else "refused")
    return outcome


def _commands() -> dict[str, click.Command]:
    """Return the commands by name, but those that read files of rows, which have a trial of their own, and the lab,
    which serves until it is stopped."""
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {name: command for name, command in found.items() if command and name not in (*COMMANDS_ON_ROWS, "lab")}


def command_line(random: np.random.Generator) -> list[str]:
    """Return a command and its arguments."""
    commands = _commands()
    weights = np.array([{"curve": 6.0, "simulate": 6.0, "plan": 0.5}.get(name, 1.0) for name in commands])
    name = str(random.choice(list(commands), p=weights / weights.sum()))
    arguments = [name]
    for parameter in commands[name].params:
        if isinstance(parameter, click.Argument):
            arguments += _argument(parameter, random)
        elif parameter.name in ALWAYS.get(name, ()) or random.random() < (
            RARE if parameter.name in RARELY else FREQUENT
        ):
            arguments += _option(name, parameter, random)
    if name == "plan":
        arguments += [str(random.choice(["--error", "--disagreement"])), str(random.choice(["0.2", "0.3", "0.1"]))]
    return arguments


def _argument(parameter: click.Argument, random: np.random.Generator) -> list[str]:
    if parameter.nargs == -1:
        return [str(random.choice(NO_PAPERS))]
    if not parameter.required and random.random() < 0.5:
        return []
    return [str(random.choice(list(registered()) if random.random() < 0.85 else OTHER_RULES))]


def _option(command: str, parameter: click.Parameter, random: np.random.Generator) -> list[str]:
    """Return an option with a value: nearly always a good one, as each is wrong with some others already."""
    flag, name, good = str(random.choice(parameter.opts)), str(parameter.name), random.random() < 0.92
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return [flag]
    if isinstance(parameter.type, click.Choice):
        values: Sequence[str] = [*map(str, parameter.type.choices), *(() if good else WRONG_TEXTS)]
    elif isinstance(parameter.type, click.Path):
        values = (
            "a.csv",
            "a.json",
            "b.png",
            "b.svg",
            "new/c.csv",
            "a.md",
            "folder",
            "a.xls",
            "",
            "a.csv/b.csv",
            "x" * 300,
        )
    elif isinstance(parameter.type, click.types.IntParamType):
        values = COUNTS.get(name, ("1", "3")) if good else WRONG_COUNTS
    elif isinstance(parameter.type, click.types.FloatParamType):
        values = NUMBERS if good else WRONG_NUMBERS
    else:
        known, wrong = TEXTS.get(name, (NUMBERS, WRONG_NUMBERS))
        values = known if good else (*wrong, *WRONG_TEXTS)
        if name == "alpha" and command == "curve" and random.random() < 0.1:
            values = SOMETIMES_LARGE
    return [flag, str(random.choice(np.array(values, dtype=object)))]


def _furnish(folder: Path) -> None:
    """Lay out what files may meet: a folder, and a Markdown file without a table."""
    (folder / "folder").mkdir()
    (folder / "a.md").write_text("# nothing\n", encoding="utf-8")


@contextmanager
def _stopped_after(seconds: int) -> Iterator[None]:
    """Interrupt a command that does not end; in the main thread alone can it be."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: Any) -> None:
        raise TimeoutError(f"stopped after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _wrong(arguments: list[str], result: Result, seconds: float) -> str:
    """Return what is wrong with how a command ended; empty if nothing is."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        places = traceback.extract_tb(result.exception.__traceback__)[-3:]
        return f"{result.exception!r} at {' < '.join(f'{place.filename}:{place.lineno}' for place in reversed(places))}"
    if result.exit_code not in CODES or (result.exit_code == 1 and arguments[0] != "reproduce"):
        return f"exit code {result.exit_code}"
    if seconds > LONGEST or "stopped after" in result.stderr:
        return f"took {seconds:.0f} s"
    if left := [file.name for file in Path().rglob(".*unfinished*")]:
        return f"left {left}"
    if FOREIGN.search(result.output):
        return f"foreign words: {result.output.strip()}"
    finite = arguments[0] == "curve" and "pseudo-inverse" not in arguments  # whose length at alpha = 1 is infinite
    if finite and result.exit_code == 0 and re.search(r"\b(nan|inf|null)\b", result.stdout.lower()):
        return f"numbers that are not finite: {result.stdout}"
    return "" if result.exit_code == 0 else _no_sentence(result)


def _no_sentence(result: Result) -> str:
    """Return what is wrong with a refusal: it is a line of ours, or click's usage with one line of what is wrong."""
    lines = result.stderr.strip().splitlines()
    errors = [line for line in lines if line.startswith(("rosenblatt: ", "Error: "))]
    ours = len(lines) == 1 and lines[0].startswith("rosenblatt: ") and " must " in lines[0]
    clicks = len(errors) == 1 and lines[0].startswith("Usage: ")
    return "" if ours or clicks else f"no sentence: {result.stderr.strip()!r}"
