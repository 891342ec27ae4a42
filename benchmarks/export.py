"""Exports measured: python -m benchmarks.export [FOLDER].

FOLDER has data sets as Parquet files, see `benchmarks.data_files`: of each the first rows are learnt, and ten thousand
others asked of the model and of onnxruntime. Then size and time of a default bank of 50 features; and, if there are
compilers, what headers cost: bytes of constants and code, instructions, and rows a second on an emulated small CPU.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

import rosenblatt as rb
from benchmarks.data_files import load

SETS = ("elec2", "a9a", "bank_marketing", "phishing", "covtype")
LEARNT, ASKED, BATCH, FEATURES = 5000, 10_000, 1000, 50
LARGEST_ERROR, LARGEST_FILE = 1e-5, 5e6
SMALL = {"ARM7TDMI": "arm7tdmi", "Cortex-M0": "cortex-m0", "Cortex-M3": "cortex-m3"}
PREDICT = """#include "{name}.h"
int predict(const uint32_t *x);
int predict(const uint32_t *x) {{ return {name}_predict(x); }}
"""
LEARN = """#include "{name}.h"
int learn({name}_student *s, const uint32_t *x, int y);
int learn({name}_student *s, const uint32_t *x, int y) {{ return {name}_learn(s, x, y); }}
"""


def session_of(model: Any, folder: Path) -> tuple[Any, int]:
    """Return a session of the exported model, and the size of the file."""
    path = folder / "model.onnx"
    model.export(path)
    return onnxruntime.InferenceSession(str(path)), path.stat().st_size


def check_set(path: Path, folder: Path) -> bool:
    """Print how far onnxruntime is from a model of a data set; return whether it is near enough."""
    given, labels = load(path)
    x = given if isinstance(given, np.ndarray) else given.toarray()
    model = rb.BayesClassifier().fit(x[:LEARNT], labels[:LEARNT])
    session, size = session_of(model, folder)
    rows = np.ascontiguousarray(x[-ASKED:])
    said, (label, found) = model.predict_proba(rows), session.run(None, {"X": rows})
    error, other = float(np.abs(said - found).max()), int(np.sum(label != model.predict(rows)))
    print(f"{path.stem:16s} {x.shape[1]:4d} features  {size / 1e6:5.2f} MB  largest error {error:.1e}  labels {other}")
    return error <= LARGEST_ERROR


def median_seconds(ask: Callable[[], object], other: Callable[[], object], rounds: int = 60) -> tuple[float, float]:
    """Return the median times of two functions that take turns."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for own, function in zip(times, (ask, other), strict=True):
            start = time.perf_counter()
            function()
            own.append(time.perf_counter() - start)
    return statistics.median(times[0]), statistics.median(times[1])


def time_bank(folder: Path) -> bool:
    """Print size and time of a default bank; return whether both are within their bounds."""
    random = np.random.default_rng(0)
    x = random.standard_normal((5 * BATCH, FEATURES))
    model = rb.BayesClassifier().fit(x[BATCH:], (x[BATCH:, 0] + x[BATCH:, 1] * x[BATCH:, 2] > 0.0))
    session, size = session_of(model, folder)
    theirs, ours = median_seconds(lambda: session.run(None, {"X": x[:BATCH]}), lambda: model.predict_proba(x[:BATCH]))
    print(f"default bank, {FEATURES} features: {size / 1e6:.2f} MB")
    print(f"{BATCH} rows: onnxruntime {1e3 * theirs:.1f} ms, rosenblatt {1e3 * ours:.1f} ms")
    return size <= LARGEST_FILE and theirs <= ours


def students(random: np.random.Generator) -> list[tuple[str, Any, bool, str | None]]:
    """Return models of 50 inputs of two values: name, model, whether it learns on, and what its inputs are."""
    signs = np.where(random.random((2000, FEATURES)) < 0.5, -1.0, 1.0)
    labels = signs @ np.where(np.arange(FEATURES) % 2, 1.0, -1.0) > 0.0
    clipped = rb.OnlineClassifier("clipped-hebb", fit_intercept=False).fit(signs, labels)
    counted = rb.OnlineClassifier("rosenblatt").fit(signs, labels)
    bounded = rb.OnlineClassifier("bounded").fit(0.5 + 0.5 * signs, labels)
    return [
        ("signs", clipped, False, None),
        ("clipped_hebb", clipped, True, None),
        ("perceptron", counted, True, None),
        ("bounded", bounded, True, None),
    ]


def compiled(source: Path, *compiler: str) -> tuple[int, int, int]:
    """Return bytes of code and of constants, and the instructions of the only function that is called from outside."""
    made = source.with_suffix(".o")
    subprocess.run([*compiler, "-std=c99", "-c", "-o", str(made), str(source)], check=True)
    prefix = compiler[0].removesuffix("gcc")
    sizes = subprocess.run([f"{prefix}size", "-A", str(made)], check=True, capture_output=True, text=True).stdout
    parts = {name: int(size) for name, size in re.findall(r"^(\.\S+)\s+(\d+)", sizes, re.MULTILINE)}
    code = subprocess.run([f"{prefix}objdump", "-d", "--no-show-raw-insn", str(made)], check=True, capture_output=True)
    lines = re.findall(rb"^\s+[0-9a-f]+:\t(?!\.word|\.short)", code.stdout, re.MULTILINE)
    constants = sum(size for name, size in parts.items() if name.startswith(".rodata"))
    return sum(size for name, size in parts.items() if name.startswith(".text")), constants, len(lines)


def measure_headers(folder: Path) -> None:
    """Print what headers cost on CPUs for which there is a compiler."""
    compilers: dict[str, tuple[str, ...]] = {"x86-64, -O2": ("gcc", "-O2")}
    compilers |= {
        f"{name}, -Os": ("arm-none-eabi-gcc", f"-mcpu={cpu}", "-mthumb", "-Os") for name, cpu in SMALL.items()
    }
    for name, model, learn, inputs in students(np.random.default_rng(0)):
        model.export(folder / f"{name}.h", learn=learn, inputs=inputs)
        source = folder / f"{name}.c"
        source.write_text((LEARN if learn else PREDICT).format(name=name))
        for cpu, compiler in compilers.items():
            if shutil.which(compiler[0]) is None:
                print(f"{name:13s} {cpu:15s} {compiler[0]} is not installed")
                continue
            code, constants, instructions = compiled(source, *compiler)
            sizes = f"code {code:5d} bytes, constants {constants:4d} bytes, {instructions:4d} instructions"
            print(f"{name:13s} {cpu:15s} {sizes}")


def main() -> int:
    """Print all measurements; 1 if one is beyond its bound."""
    parser = argparse.ArgumentParser(description="Exports measured.")
    parser.add_argument("folder", nargs="?", type=Path, help="of Parquet files")
    given = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        near = [check_set(given / f"{one}.parquet", folder) for one in SETS] if given else []
        fast = time_bank(folder)
        measure_headers(folder)
    return 0 if fast and all(near) else 1


if __name__ == "__main__":
    sys.exit(main())
