"""BKMMZ: the best that any learner can do, and the best that message passing does; they differ where learning jumps.

- `transitions`: where the two part, and the free entropy that decides; `claims`: all of it.
"""
