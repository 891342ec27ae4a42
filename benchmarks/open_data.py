"""The Parquet files of the benchmarks on real streams.

A file has a label column (0 or 1), and either one column a feature or lists idx and val, with the width as n_features
in the metadata.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
from scipy import sparse


def load(path: Path) -> tuple[np.ndarray | sparse.csr_matrix, np.ndarray]:
    """Return the rows, in double precision, and the labels of a Parquet file."""
    frame = pd.read_parquet(path)
    labels = frame.pop("label").to_numpy()
    if "idx" not in frame:
        return np.ascontiguousarray(frame.to_numpy(np.float64)), labels
    ends = np.concatenate([[0], frame["idx"].map(len).cumsum()])
    values, columns = (np.concatenate(frame[name].to_list()) for name in ("val", "idx"))
    width = int(pq.read_schema(path).metadata[b"n_features"])
    return sparse.csr_matrix((values.astype(np.float64), columns, ends), shape=(len(frame), width)), labels
