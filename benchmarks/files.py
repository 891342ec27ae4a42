"""Files of rows, from the disk to an evaluation: python -m benchmarks.files DIR [--rows N]. Exit code 1 if one is slow.

`rosenblatt evaluate`, as a user gives it, of N rows (10^7) of 20 numbers as Parquet and as CSV, with a diagonal model
of one member. Each is compared with its reader alone (at least half as fast), and Parquet with Vowpal Wabbit, which
reads the same rows in its own format of text (at least three times as fast). Resident memory may grow by 60 MB over the
run, from the first block on. Every run is a process of its own; beside seconds on the clock are those of processors,
which do not depend on what else a machine does. Vowpal Wabbit is the package `vowpalwabbit`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.csv as arrow_csv
from pyarrow import compute, parquet

from benchmarks.timing import Row

COLUMNS, PIECE = 20, 500_000
MODEL = "BayesClassifier:drift=0,prior=1,noise=0,covariance=diagonal,linear=true,runs=false"
MOST_GROWTH = 60.0  # MB
READING = """
import sys, time
from rosenblatt.streams.blocks import blocks
from rosenblatt.streams.readers.kinds import Asked
from rosenblatt.streams.readers.opening import open_reader
from rosenblatt.streams.readers.reader import Position
begun, used = time.perf_counter(), time.process_time()
for block in blocks(open_reader(sys.argv[1], Asked("y")), Position()):
    block.rows.features(), block.rows.labels()
print(time.perf_counter() - begun, time.process_time() - used)
"""
EVALUATING = """
import sys, time
from rosenblatt.cli.commands.evaluate import evaluate
from rosenblatt.streams import stream_run
seen = []
learn = stream_run.StreamRun._learn
def watched(run, block):
    learn(run, block)
    seen.append(int(open("/proc/self/statm").read().split()[1]) * 4096 / 1e6)
stream_run.StreamRun._learn = watched
begun, used = time.perf_counter(), time.process_time()
evaluate(sys.argv[1:], standalone_mode=False)
print(time.perf_counter() - begun, time.process_time() - used, max(seen) - seen[0])
"""
WABBIT = """
import sys, time
from vowpalwabbit import pyvw
begun, used = time.perf_counter(), time.process_time()
pyvw.Workspace(f"--quiet --loss_function logistic -d {sys.argv[1]}").finish()
print(time.perf_counter() - begun, time.process_time() - used)
"""


def write(folder: Path, rows: int) -> dict[str, Path]:
    """Write the same rows as Parquet, CSV and for Vowpal Wabbit, unless they are there."""
    paths = {name: folder / f"rows-{rows}.{name}" for name in ("parquet", "csv", "vw")}
    if all(path.exists() for path in paths.values()):
        return paths
    random = np.random.default_rng(0)
    teacher = random.standard_normal(COLUMNS)
    names = [f"x{k}" for k in range(COLUMNS)]
    schema = pa.schema([*((name, pa.float64()) for name in names), ("y", pa.int64())])
    with (
        parquet.ParquetWriter(paths["parquet"], schema) as columns,
        arrow_csv.CSVWriter(paths["csv"], schema) as lines,
        paths["vw"].open("wb") as wabbit,
    ):
        for start in range(0, rows, PIECE):
            x = random.standard_normal((min(PIECE, rows - start), COLUMNS)).round(4)
            y = (x @ teacher + random.standard_normal(len(x)) > 0.0).astype(np.int64)
            table = pa.table([*map(pa.array, x.T), pa.array(y)], schema=schema)
            columns.write_table(table)
            lines.write_table(table)
            _write_wabbit(wabbit, table, names)
    return paths


def _write_wabbit(file: BinaryIO, table: pa.Table, names: list[str]) -> None:
    """Write rows as Vowpal Wabbit reads them: ``-1 | x0:0.5 x1:2``."""
    work: Any = compute
    cells = [work.binary_join_element_wise(name, table[name].cast(pa.string()), ":") for name in names]
    label = work.if_else(work.equal(table["y"], 1), "1 |", "-1 |")
    joined = work.binary_join_element_wise(label, *cells, " ")
    file.write("\n".join(joined.to_pylist()).encode() + b"\n")


def run(code: str, *arguments: str) -> list[float]:
    """Return the numbers that a process of its own prints in its last line."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True)
    return [float(number) for number in done.stdout.splitlines()[-1].split()]


def main() -> int:
    """Print every row as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.files")
    parser.add_argument("folder", type=Path, help="where the files are, or are written")
    parser.add_argument("--rows", type=int, default=10_000_000)
    chosen = parser.parse_args()
    begun = time.perf_counter()
    paths = write(chosen.folder, chosen.rows)
    print(f"files written in {time.perf_counter() - begun:.0f} s", flush=True)
    failed, seconds = 0, {}
    for name in ("parquet", "csv"):
        path = str(paths[name])
        reading, read_used = run(READING, path)
        whole, whole_used, growth = run(EVALUATING, path, "--target", "y", "--classes", "0,1", "--model", MODEL)
        seconds[name] = whole
        used = f"on processors {read_used:.1f} s to read, {whole_used:.1f} s to evaluate"
        print(
            f"{name}: {chosen.rows / reading:,.0f} rows/s read, {chosen.rows / whole:,.0f} evaluated; {used}",
            flush=True,
        )
        failed += _judge(Row(f"evaluate {name} / read it", reading / whole, 0.5, True, "rows/s"))
        print(f"{name}: resident memory grew by {growth:.0f} MB over the run", flush=True)
        failed += growth > MOST_GROWTH
    wabbit, used = run(WABBIT, str(paths["vw"]))
    print(f"vowpal wabbit: {chosen.rows / wabbit:,.0f} rows/s; on processors {used:.1f} s", flush=True)
    ratio = Row("evaluate parquet / vowpal wabbit", wabbit / seconds["parquet"], 3.0, True, "rows/s")
    return int(failed + _judge(ratio) > 0)


def _judge(row: Row) -> bool:
    print(row, flush=True)
    return not row.holds


if __name__ == "__main__":
    sys.exit(main())
