"""KMSSZ: sparse weights from fewer numbers than weights, by message passing.

- `sensing`: the two thresholds, and runs between and above; `claims`: all of it.
"""
