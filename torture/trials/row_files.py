"""Mutated files of rows, and random options: `evaluate`, `fit` and `predict` end in time, with a code and a sentence.

A small good file of some format is cut, bytes of it are changed, swapped, repeated or taken away; commands get options
that are good, nearly good, or absurd. Nothing may end with a traceback or hang. What is written is whole: a model that
loads, JSON that parses, a page that ends; and what was there before is there, or is replaced by something whole.
"""

from __future__ import annotations

import json
import tempfile
import time
import traceback
import warnings
from contextlib import chdir
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
from click.testing import CliRunner, Result
from sklearn.datasets import dump_svmlight_file

import rosenblatt as rb
from rosenblatt.cli import main
from torture.outcome import Outcome

TITLE = "mutated files of rows and random options end with a code, a sentence and nothing half-written"
FULL, SHARE = 10_000, 15

ROWS = 40
LONGEST = 20.0  # seconds of one command on a processor; compiling a kernel for the first time is among them
ENDINGS = ("csv", "csv.gz", "csv.zst", "jsonl", "parquet", "feather", "svm")
MODELS = ("BayesClassifier:effort=fast,linear=true", "BayesClassifier:drift=0,prior=1,covariance=diagonal,linear=true")
ODD_MODELS = ("BayesRegressor", "rosenblatt", "sklearn.linear_model.SGDClassifier", "nobody", "", "a.b", "hebb:eta=x")
ODD_TEXTS = ("", " ", "q", "\u2603", "0" * 300, "-1", "a,b", "\x00x"[1:])
COMMANDS = ("evaluate", "fit", "predict")


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Try so many commands, each in a folder of its own."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as place, warnings.catch_warnings():
        warnings.simplefilter("error")
        good = _good_files(random)
        model = Path(place) / "good.model"
        frame = _frame(random)
        rb.BayesClassifier(effort="fast", linear=True).fit(frame[["a", "s"]], frame["y"]).save(model)
        for case in range(count):
            seed = int(random.integers(2**31))
            folder = Path(place) / f"case-{case}"
            folder.mkdir()
            with chdir(folder):
                _try_once(outcome, good, model, np.random.default_rng(seed), seed)
    return outcome


def _try_once(outcome: Outcome, good: dict[str, bytes], model: Path, random: np.random.Generator, seed: int) -> None:
    """Run a command on a mutated file."""
    ending = str(random.choice(ENDINGS))
    data = mutated(good[ending], random)
    Path(f"rows.{ending}").write_bytes(data)
    arguments = _arguments(ending, model, random)
    begun = time.process_time()
    result = CliRunner().invoke(main, arguments, input=data)
    wrong = _wrong(result, time.process_time() - begun) or _half_written()
    if wrong:
        outcome.breaks(f"seed {seed}, rosenblatt {' '.join(map(repr, arguments))}: {wrong}")
    else:
        outcome.saw("done" if result.exit_code == 0 else "refused")


def _frame(random: np.random.Generator) -> pd.DataFrame:
    frame = pd.DataFrame(
        {
            "a": random.standard_normal(ROWS).round(3),
            "s": random.choice(["red", "a, b", 'q"q', "l\nl"], ROWS),
            "d": pd.date_range("2020-01-01", periods=ROWS, freq="h"),
            "y": random.integers(0, 2, ROWS),
        }
    )
    frame.loc[random.random(ROWS) < 0.1, "a"] = np.nan
    return frame


def _good_files(random: np.random.Generator) -> dict[str, bytes]:
    """Return a good file in each format, as bytes."""
    frame, found = _frame(random), {}
    with tempfile.TemporaryDirectory() as place:
        for ending in ENDINGS:
            path = Path(place) / f"rows.{ending}"
            if ending == "csv.zst":
                with pa.CompressedOutputStream(str(path), "zstd") as packed:
                    packed.write(found["csv"])
            elif ending == "jsonl":
                frame.to_json(path, orient="records", lines=True, date_format="iso")
            elif ending == "parquet":
                frame.to_parquet(path, row_group_size=ROWS // 2)
            elif ending == "feather":
                frame.to_feather(path)
            elif ending == "svm":
                dump_svmlight_file(random.random((ROWS, 4)), frame["y"], str(path))
            else:
                frame.to_csv(path, index=False)
            found[ending] = path.read_bytes()
    return found


def mutated(data: bytes, random: np.random.Generator) -> bytes:
    """Return bytes with up to four changes, or none."""
    for _ in range(int(random.integers(5))):
        at = sorted(random.integers(0, len(data) + 1, 2).tolist())
        kind = int(random.integers(7))
        if kind == 0:
            data = data[: at[0]]
        elif kind == 1:
            data = data[: at[0]] + data[at[1] :]
        elif kind == 2:
            data = data[: at[1]] + data[at[0] :]
        elif kind == 3:
            data = data[: at[0]] + random.bytes(int(random.integers(1, 9))) + data[at[0] :]
        elif kind == 4:
            odd = random.choice(np.array([b'"', b",", b"\n", b"\r", b"\x00", b"\xff", b"1e999", b"nan", b"{", b":"]))
            data = data[: at[0]] + bytes(odd) + data[at[0] + 1 :]
        elif kind == 5:
            lines = data.split(b"\n")
            data = b"\n".join(lines[k] for k in random.permutation(len(lines)))
        elif data:
            place = at[0] % len(data)
            data = data[:place] + bytes([data[place] ^ (1 << int(random.integers(8)))]) + data[place + 1 :]
    return data


def _arguments(ending: str, model: Path, random: np.random.Generator) -> list[str]:
    """Return a command with its file and options, most of them good."""

    def odd(chance: float = 0.06) -> bool:
        return bool(random.random() < chance)

    command = str(random.choice(COMMANDS))
    file = "-" if odd(0.1) else str(random.choice(np.array(ODD_TEXTS[1:]))) if odd(0.03) else f"rows.{ending}"
    arguments = [command, *([str(model)] if command == "predict" else []), file]
    arguments += ["--skip-bad"] * odd(0.4)
    arguments += ["--format", str(random.choice(["csv", "jsonl", "libsvm", "parquet", "arrow", "q"]))] * odd()
    arguments += ["--delimiter", str(random.choice([";", "", "ab", "\n", '"']))] * odd(0.03)
    arguments += ["--columns", str(random.choice(["4", "0", "-3", "x", "9" * 30]))] * odd(0.03)
    if command == "predict":
        return arguments + ["--out", "said.csv"] * odd(0.5)
    if ending != "svm" or odd():
        arguments += ["--target", str(random.choice(["a", "s", "d", *ODD_TEXTS])) if odd() else "y"]
    arguments += ["--model", str(random.choice(ODD_MODELS if odd() else MODELS))]
    for option, values in (("--text", "sq"), ("--category", "ad"), ("--ignore", "adsy")):
        arguments += [option, str(random.choice(list(values)))] * odd(0.1)
    arguments += ["--classes", str(random.choice(["0,1", "0,1,2", "0", "", "a,b", "0,,1"]))] * odd(0.1)
    arguments += ["--save-every", str(random.choice(["1", "10", "0", "x"]))] * odd(0.2)
    arguments += ["--resume"] * odd(0.1)
    if command == "fit":
        return [*arguments, "--out", "m.model"]
    arguments += ["--compare", str(random.choice(ODD_MODELS))] * odd(0.03)
    return arguments + ["--out", "out"] * odd(0.03) + ["--json"] * odd(0.2)


def _wrong(result: Result, seconds: float) -> str:
    """Return what is wrong with how a command ended; empty if nothing is."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        places = traceback.extract_tb(result.exception.__traceback__)[-4:]
        return f"{result.exception!r} at {' < '.join(f'{place.filename}:{place.lineno}' for place in reversed(places))}"
    if result.exit_code not in (0, 2):
        return f"exit code {result.exit_code}"
    if seconds > LONGEST:
        return f"took {seconds:.0f} s"
    if result.exit_code == 0:
        return ""
    lines = result.stderr.strip().splitlines()
    ours = len(lines) == 1 and lines[0].startswith("rosenblatt: ") and "Traceback" not in lines[0]
    clicks = lines and lines[0].startswith("Usage: ") and lines[-1].startswith("Error: ")
    return "" if ours or clicks else f"no sentence: {result.stderr.strip()[-300:]!r}"


def _half_written() -> str:
    """Return what is half of a file in this folder; empty if nothing is."""
    for file in [found for found in Path().rglob("*") if found.is_file()]:
        try:
            if "unfinished" in file.name:
                return f"{file} is unfinished"
            if file.suffix == ".model":
                rb.load(file)
            elif file.suffix == ".json":
                json.loads(file.read_text(encoding="utf-8"))
            elif file.suffix == ".html" and not file.read_text(encoding="utf-8").endswith("</html>\n"):
                return f"{file} has no end"
        except ValueError as problem:
            return f"{file} is no good: {problem}"
    return ""
