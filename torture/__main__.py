"""Run trials: python -m torture [NAME ...] [--share S] [--seed N]. Exit code 1 if something broke."""

from __future__ import annotations

import argparse
import faulthandler
import sys
import time

import numpy as np

from torture.trials import trials

SHOWN = 20  # of what broke in one trial


def main() -> int:
    """Run the trials that are named, or all, and print a line for each as it ends."""
    faulthandler.enable()  # what crashes the process says where
    known = trials()
    parser = argparse.ArgumentParser(prog="python -m torture", description="Try to break the package.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(known)}; defaults to all")
    parser.add_argument("--share", type=float, default=1.0, help="of the full number of cases (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers (default: 0)")
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in known:
            parser.error(f"names must be among {', '.join(known)}; got {name!r}")
    failed = 0
    for name in chosen.names or known:
        trial, begun = known[name], time.perf_counter()
        print(f"{name}: {trial.title}", flush=True)
        outcome = trial.attempt(max(1, round(chosen.share * trial.full)), np.random.default_rng(chosen.seed))
        print(f"  {outcome}, {time.perf_counter() - begun:.0f} s", flush=True)
        for how in outcome.broken[:SHOWN]:
            print(f"  broken: {how}")
        failed += bool(outcome.broken)
    print("nothing broke" if not failed else f"{failed} trials broke something")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
