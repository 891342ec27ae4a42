"""Three small experiments: a loop is compiled, theory meets simulation, and a stream is learnt."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from rosenblatt.doctor.finding import Finding
from rosenblatt.estimators.online import OnlineClassifier
from rosenblatt.kernels.fresh_kernel import sum_of_squares
from rosenblatt.simulation.simulate import simulate
from rosenblatt.streams.evaluation import evaluate
from rosenblatt.theory.learning_curve import learning_curve

LARGEST_Z = 4.0  # one in sixteen thousand is farther; the seed is fixed, so that none is by chance
LEAST_ACCURACY = 0.9  # of a rule that is learnt from clean labels, over all rows from the first on
REMEDY = "delete the folder of the cache and install anew: pip install --force-reinstall rosenblatt"


def experiments() -> list[Finding]:
    """Return how each experiment ended."""
    return [
        _tried("compiling", compiling),
        _tried("theory and simulation", theory_and_simulation),
        _tried("a stream", a_stream),
    ]


def compiling() -> tuple[str, bool]:
    """Compile a loop that is on no disk."""
    found = sum_of_squares(4)
    return f"a loop was compiled and says {found:g}", found == 14.0


def theory_and_simulation() -> tuple[str, bool]:
    """Compare the exact curve of one rule with its students."""
    theory = learning_curve("rosenblatt", 5.0, noise=0.05).frame
    students = simulate("rosenblatt", n=10_000, alpha=5.0, runs=100, noise=0.05).frame
    apart = students["disagreement"] - theory["disagreement"]
    z = float((apart / students["disagreement_sem"]).iloc[0])
    return f"students are {z:+.1f} standard errors from the curve", abs(z) < LARGEST_Z


def a_stream() -> tuple[str, bool]:
    """Learn rows of a linear rule, each predicted before it is learnt."""
    random = np.random.default_rng(0)
    x = random.standard_normal((500, 8))
    found = evaluate(OnlineClassifier("bayes-gaussian"), x, x @ random.standard_normal(8) > 0.0).accuracy
    return f"{found:.1%} of 500 rows were predicted right", found > LEAST_ACCURACY


def _tried(name: str, experiment: Callable[[], tuple[str, bool]]) -> Finding:
    """Return how an experiment ended, and how long it took."""
    begun = time.perf_counter()
    try:
        said, good = experiment()
    except Exception as reason:  # whatever breaks here is what the doctor is asked about
        said, good = f"{type(reason).__name__}: {reason}", False
    seconds = time.perf_counter() - begun
    return Finding("experiments", name, f"{said} ({seconds:.1f} s)", "" if good else f"{name} failed: {REMEDY}")
