"""Rules from random expressions: learnt on data, predicted, simulated, and computed by theory.

What is learnt equals the plain formula; theory and simulation agree; or one of them refuses, with a sentence. Several
expressions are branches of one function, and a parameter of the rule chooses one: kernels are then compiled once for
all of them.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.kernels.plain_loops import hebbian_rows
from rosenblatt.rules.kinds.hebbian import HebbianRule
from torture.outcome import Outcome

TITLE = "rules from random expressions"
FULL, SHARE = 1000, 8
TOGETHER = 20  # expressions in one function
DEEPEST = 4
SENTENCE = re.compile(r"[^;]+ must [^;]+; (?:.*got|gave up|it has grown) .+\. .+", re.DOTALL)
ALPHAS, START = (0.5, 2.0), 0.3
SIZES, RUNS = (1000, 16000), 40  # the larger one if the smaller leaves a doubt: differences of order 1/N are no error
SHIFT, CLOSE = 1e-12, 1e-8
FARTHEST, NEAR = 5.0, 0.01  # standard errors, and what is too small to matter

NUMBERS = ("0.0", "1.0", "-1.0", "0.5", "2.0", "0.001", "-3.5", "1", "3", "1e3")
LEAVES = ("label", "field", "label * field", "label * field", "label")
ONE = (
    "math.tanh({0})",
    "math.erf({0})",
    "math.exp({0})",
    "math.exp(-abs({0}))",
    "math.sqrt(abs({0}))",
    "math.log(abs({0}))",
    "math.sin({0})",
    "abs({0})",
    "-{0}",
    "{0} ** 2",
    "max(0.0, {0})",
    "gaussian.scalar_cdf({0})",
)
TWO = (
    "({0} + {1})",
    "({0} - {1})",
    "({0} * {1})",
    "({0} / {1})",
    "min({0}, {1})",
    "max({0}, {1})",
    "{0} / (1.0 + {1} ** 2)",
)
CHOICES = ("({0} if {1} <= {2} else {3})", "({0} if {1} > {2} and {3} < {0} else 0.0)")


def expression(random: np.random.Generator, depth: int = DEEPEST) -> str:
    """Return a random expression of label and field."""

    def pick(among: tuple[str, ...]) -> str:
        return among[random.integers(len(among))]

    kind = random.random()
    if depth == 0 or kind < 0.15:
        return pick(LEAVES if random.random() < 0.7 else NUMBERS)
    form = pick(ONE if kind < 0.45 else TWO if kind < 0.8 else CHOICES)
    return form.format(*(f"({expression(random, depth - 1)})" for _ in range(4)))


def rules(expressions: list[str]) -> Callable[[int], HebbianRule]:
    """Return a function from a number to the rule of that expression."""
    branches = "".join(f"    if which == {k}.0:\n        return {text}\n" for k, text in enumerate(expressions))
    scope: dict[str, Any] = {"math": math, "gaussian": gaussian}
    exec(f"def tree(label, field, which=-1.0):\n{branches}    return label\n", scope)
    made = rb.rule(scope["tree"])
    return lambda which: made(which=float(which))


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Make so many expressions and try each as a rule."""
    outcome = Outcome()
    while outcome.tried < count:
        texts = [expression(random) for _ in range(min(TOGETHER, count - outcome.tried))]
        make = rules(texts)
        for which, text in enumerate(texts):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    seen = try_rule(make, which, random)
            except (ValueError, TypeError, FloatingPointError) as refusal:
                if SENTENCE.fullmatch(str(refusal)):
                    outcome.saw("refused")
                else:
                    outcome.breaks(f"{text}: {refusal!r}")
            except (ArithmeticError, AssertionError, Warning, RuntimeError) as problem:
                outcome.breaks(f"{text}: {problem!r}")
            else:
                outcome.saw(seen)
    return outcome


def try_rule(make: Callable[[int], HebbianRule], which: int, random: np.random.Generator) -> str:
    """Learn, predict, simulate and compute; return how it went, or raise."""
    rule = make(which)
    learn(rule, random)
    how: dict[str, Any] = {"alpha": list(ALPHAS), "start": START}
    theory = rb.learning_curve(rule, **how).frame
    before = None
    for n in SIZES:
        frame = rb.simulate(rule, n=n, runs=RUNS, seed=int(random.integers(1000)), **how).frame
        apart = np.abs(frame["disagreement"].to_numpy() - theory["disagreement"].to_numpy())
        errors = frame["disagreement_sem"].to_numpy()
        assert np.isfinite(apart).all(), f"theory {theory['disagreement']}, simulation {frame['disagreement']}"
        if (apart <= FARTHEST * errors + NEAR).all():
            return "theory and simulation agree"
        if before is not None and (apart <= 0.5 * before + FARTHEST * errors).all():
            return "simulation goes to theory as N grows"
        before = apart
    raise AssertionError(f"theory and simulation differ by {before} with N = {SIZES[-1]}")


def learn(rule: HebbianRule, random: np.random.Generator) -> None:
    """Learn rows and predict; raise if it is not what the formula gives."""
    x = random.normal(size=(30, 4))
    labels = np.where(x[:, 0] + 0.5 * random.normal(size=30) > 0.0, 1.0, -1.0)
    labels[:2] = -1.0, 1.0
    model = rb.OnlineClassifier(rule=rule, fit_intercept=False).fit(x, labels)
    weights = model.coef_[0]
    assert np.isfinite(weights).all(), f"weights {weights}"
    try:
        plain, nearby = (hebbian_rows(rule, c * x, labels, rule.scale_on_data(4)) for c in (1.0, 1.0 + SHIFT))
    except (OverflowError, ZeroDivisionError):
        return  # Python raises where compiled code goes on with infinity, as floats do: no formula to compare with
    except (ArithmeticError, ValueError) as problem:
        raise AssertionError(f"learnt {weights} where the formula gives {problem!r}") from problem
    tolerance = CLOSE * (np.abs(plain).max() + np.abs(nearby - plain).max() / SHIFT)  # chaos makes rounding grow
    assert np.abs(weights - plain).max() <= tolerance, f"learnt {weights}, the formula gives {plain}"
    assert set(model.predict(x)) <= {-1.0, 1.0}
