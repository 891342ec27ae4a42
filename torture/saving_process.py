"""A process that saves models, for others to kill: python -m torture.saving_process FOLDER.

It saves two models into ``one`` and ``other``, says "ready", and then does what it is told. "begin" starts a process
that saves the two in turn into ``saved/model`` as fast as it can, and for some seconds at most; it says its number, and
"ended" when it has been killed. "save" saves the first there, and says "saved".
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import numpy as np

import rosenblatt as rb

SECONDS = 5.0


def main() -> None:
    """Do what is told; see the module."""
    folder, random = Path(sys.argv[1]), np.random.default_rng(0)
    x = random.standard_normal((60, 100))
    one = rb.BayesClassifier().fit(x[:40], x[:40, 0] > 0.0)
    other = rb.BayesClassifier().fit(x, x[:, 0] > 0.0)
    one.save(folder / "one")
    other.save(folder / "other")
    print("ready", flush=True)
    for line in sys.stdin:
        if line.strip() == "begin":
            process = os.fork()
            if process == 0:
                end = time.monotonic() + SECONDS
                while time.monotonic() < end:
                    other.save(folder / "saved" / "model")
                    one.save(folder / "saved" / "model")
                os._exit(0)
            print(process, flush=True)
            os.waitpid(process, 0)
            print("ended", flush=True)
        else:
            one.save(folder / "saved" / "model")
            print("saved", flush=True)


if __name__ == "__main__":
    main()
