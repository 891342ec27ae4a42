"""The cache on disk: a second process is quick, an edit anywhere recompiles, nothing breaks without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import float64

from rosenblatt import gaussian
from rosenblatt.kernels import compiler
from rosenblatt.kernels.compiler import Slot, specialise, summing, template
from rosenblatt.kernels.disk_cache import KEPT_DIGESTS

HELPER = "FACTOR = {factor}\n\ndef strength(stability):\n    return FACTOR if stability <= {edge} else 0.0\n"
SCRIPT = """
import json, sys, time
sys.path.insert(0, {folder!r})
import numpy as np
import rosenblatt as rb
from rosenblatt.kernels.chain import chain_kernel, new_student
from rosenblatt.scenario import Flips
from rosenblatt.kernels.random import new_urn, seed_state
import helper

@rb.rule
def mine(label, field, eta=1.0):
    return eta * label * helper.strength(label * field)

ready = time.perf_counter()
rule = mine({parameters})
kernel = chain_kernel(rule, Flips())
student = new_student()
kernel(500, 50.0, np.zeros(1), 1.0, 0.0, 0.0, seed_state(np.random.SeedSequence(1)), new_urn(), student, rule.own)
print(json.dumps(dict(seconds=time.perf_counter() - ready, hits=sum(kernel.stats.cache_hits.values()),
                      misses=sum(kernel.stats.cache_misses.values()), r=student[0], path=kernel.stats.cache_path)))
"""


class Workshop:
    """A folder with a user's script and helper module, and a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        self.write()

    def write(self, factor: float = 1.0, edge: float = 0.0) -> None:
        (self.folder / "helper.py").write_text(HELPER.format(factor=factor, edge=edge))

    def run(self, parameters: str = "", **environment: str) -> dict:
        return self.run_script(SCRIPT.format(folder=str(self.folder), parameters=parameters), **environment)

    def run_script(self, text: str, **environment: str) -> Any:
        script = self.folder / "script.py"
        script.write_text(text)
        # Python's own bytecode cache looks at the file's time in seconds: edits here are faster.
        clean = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
        place = {"NUMBA_CACHE_DIR": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1", **environment}
        done = subprocess.run(
            [sys.executable, str(script)], env={**clean, **place}, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture
def workshop(tmp_path) -> Workshop:
    return Workshop(tmp_path)


def test_a_second_process_finds_the_kernel_and_an_edit_of_what_the_rule_only_refers_to_recompiles(workshop, tmp_path):
    first = workshop.run()
    assert (first["hits"], first["misses"]) == (0, 1)
    second = workshop.run()
    assert (second["hits"], second["misses"]) == (1, 0)
    assert second["seconds"] < 1.0
    assert second["r"] == first["r"]
    other_value = workshop.run("eta=2.0")
    assert (other_value["hits"], other_value["misses"]) == (1, 0)
    assert other_value["r"] == pytest.approx(2.0 * first["r"])
    for edit in ({"factor": 3.0}, {"edge": 0.5}):  # a constant, the code
        workshop.write(**edit)
        edited = workshop.run()
        assert (edited["hits"], edited["misses"]) == (0, 1)
        assert edited["r"] != first["r"]
    workshop.write()
    again = workshop.run()
    assert (again["hits"], again["r"]) == (1, first["r"])
    # Without a writable folder the kernel is compiled all the same.
    blocked = tmp_path / "a-file-not-a-folder"
    blocked.write_text("")
    assert workshop.run(NUMBA_CACHE_DIR=str(blocked / "cache"))["r"] == first["r"]


CHANGING = """
import json
import rosenblatt as rb

def gate(stability):
    return 1.0 if stability <= WIDTH else 0.0

def mine(label, field):
    return label * gate(label * field)

results = []
for WIDTH in {widths}:
    results.append(float(rb.simulate(mine, n=50, alpha=4.0, runs=5, method="vector").frame["r"][0]))
print(json.dumps(results))
"""


def test_a_global_that_changes_while_the_process_runs_is_seen_and_does_not_poison_the_cache(workshop):
    def run(widths: str) -> list[float]:
        script = workshop.folder / "changing.py"
        script.write_text(CHANGING.format(widths=widths))
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(workshop.cache)}
        done = subprocess.run(
            [sys.executable, str(script)], env=environment, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    narrow, wide = run("(0.0, 1.0)")
    assert narrow != wide
    assert run("(1.0, 0.0)") == [wide, narrow]  # from the cache


NAMED_TUPLES = """
import json, sys
sys.path.insert(0, {folder!r})
import numpy as np
from numba import float64, types
from rosenblatt.kernels.compiler import named_tuple_type, specialise
from pair import Pair, swapped_difference

kernel = specialise(swapped_difference, "pair", float64(named_tuple_type(Pair, float64, types.float64[::1])), {{}})
print(json.dumps(dict(value=kernel(Pair(3.0, np.array([5.0]))), hits=sum(kernel.stats.cache_hits.values()),
                      misses=sum(kernel.stats.cache_misses.values()), name=kernel.py_func.__qualname__)))
"""
PAIR = """
from typing import NamedTuple
from rosenblatt.kernels.compiler import template

class Pair(NamedTuple):
    {first}: object
    {second}: object

class Numbers(NamedTuple):
    one: object
    two: object

@template
def difference(numbers):
    return numbers.two - numbers.one

@template
def swapped_difference(pair):
    return difference(Numbers(pair.{second}[0], pair.{first}))
"""


def test_a_loop_that_takes_and_builds_named_tuples_is_cached(workshop):
    def run(first: str = "number", second: str = "array") -> dict:
        (workshop.folder / "pair.py").write_text(PAIR.format(first=first, second=second))
        return workshop.run_script(NAMED_TUPLES.format(folder=str(workshop.folder)))

    first, again, renamed = run(), run(), run(second="vector")
    assert (first["value"], first["hits"], first["misses"]) == (-2.0, 0, 1)
    assert (again["value"], again["hits"], again["misses"]) == (-2.0, 1, 0)
    assert (renamed["value"], renamed["hits"], renamed["misses"]) == (-2.0, 0, 1)
    assert again["name"] == first["name"] != renamed["name"]


def test_functions_of_modules_that_know_each_other(tmp_path, monkeypatch):
    package = tmp_path / "circle_of_modules"
    package.mkdir()
    (package / "__init__.py").write_text("from circle_of_modules import inner\n")
    (package / "inner.py").write_text("import circle_of_modules\n\ndef double(x):\n    return 2.0 * x\n")
    monkeypatch.syspath_prepend(tmp_path)
    import circle_of_modules  # pyright: ignore[reportMissingImports]

    def through_the_circle(x):
        return circle_of_modules.inner.double(x)

    kernel = specialise(call_filled, "circle", float64(float64), {"filled": through_the_circle})
    assert kernel(3.0) == 6.0


def test_pruning_spares_the_newest_and_other_rules(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))

    def compiled(factor: float):
        def multiplied(x):
            return factor * x

        monkeypatch.setattr(compiler, "_compiled", {})  # as another process would
        return specialise(call_filled, "mine", float64(float64), {"filled": multiplied})

    folder = Path(compiled(0.0).stats.cache_path)
    stranger = folder / f"test_compiler.call_filled_mine_2_{'0' * 16}-1.py311.kernel"
    stranger.write_text("")
    for factor in range(1, KEPT_DIGESTS + 2):
        compiled(float(factor))
    digests = [path for path in folder.glob("test_compiler.call_filled_mine_*.kernel") if path != stranger]
    assert len(digests) == KEPT_DIGESTS
    assert stranger.exists()
    newest = compiled(float(KEPT_DIGESTS + 1))
    assert (sum(newest.stats.cache_hits.values()), newest(2.0)) == (1, 2.0 * (KEPT_DIGESTS + 1))
    assert sum(compiled(0.0).stats.cache_hits.values()) == 0


SAME_NAMES = """
import json, sys
sys.path.insert(0, {folder!r})
from numba import float64, int64
from rosenblatt.kernels.compiler import specialise
from loops import call_thrice, make

signature = float64(float64, int64)
kernels = [specialise(call_thrice, f"times-{{k}}", signature, {{"filled": make(k)}}) for k in {numbers}]
print(json.dumps([kernel(0.3, 3) for kernel in kernels]))
"""
LOOPS = """
import math
from rosenblatt.kernels.compiler import Slot, template
filled = Slot("filled")

@template
def call_thrice(x, n):
    total = 0.0
    for i in range(n):
        total += filled(x + i, n)
    return total + filled(x, n) + filled(x + 1, n - 1)

def make(k):
    def respond(x, n):  # too long to become part of its caller
        total = 0.0
        for i in range(n):
            if x > i:
                total += math.sin(x * i) * math.exp(-x) + math.cos(x + i) / (1 + i)
            elif x < -i:
                total -= math.erf(x) * math.log(1 + abs(x))
            else:
                total += math.tan(x)
            for j in range(i):
                total += math.atan2(x, j + 1.0)
        return k * total
    return respond
"""


def test_functions_of_one_name_in_kernels_of_different_processes_stay_apart(workshop):
    (workshop.folder / "loops.py").write_text(LOOPS)

    def run(*numbers: float) -> list[float]:
        return workshop.run_script(SAME_NAMES.format(folder=str(workshop.folder), numbers=numbers))

    [one], [other] = run(2.0), run(4.0)
    assert other == 2.0 * one != 0.0
    assert run(2.0, 4.0) == [one, other]


def test_an_empty_slot_says_so():
    with pytest.raises(RuntimeError, match="slot 'draw' is empty"):
        Slot("draw")()


filled = Slot("filled")


@template
def call_filled(x):
    return filled(x)


TOO_HIGH, BEFORE = 10**400, []


def imports(x):
    import math

    return math.cos(x)


@pytest.mark.parametrize(
    ("filling", "cause"),
    [
        (imports, r".*IMPORT_NAME.*"),
        (lambda x: x if x < TOO_HIGH else 0.0, r".*Int value is too large: 10{50,200} \.\.\."),
        (lambda x: x + len(BEFORE), r"[^(]*list.*"),
        (lambda x: gaussian.no_such_name(x), r"module 'rosenblatt.gaussian' has no attribute 'no_such_name'"),
    ],
)
def test_what_numba_says_is_given_in_one_short_line(filling, cause):
    with pytest.raises(TypeError, match=rf"must be ones that Numba can compile; got: {cause}\. Use numbers"):
        specialise(call_filled, "cause", float64(float64), {"filled": filling})


def in_order(x):
    return (x + 1e16) - 1e16


@summing
def reordered(x):
    return (x + 1e16) - 1e16


def test_a_filling_keeps_the_mark_that_it_has():
    one, other = (
        specialise(call_filled, "mark", float64(float64), {"filled": filling}) for filling in (in_order, reordered)
    )
    assert one(1.0) == 0.0
    assert other(1.0) == 1.0  # numbers that may be reordered cancel


def test_a_division_by_zero_is_infinite_as_in_numpy():
    kernel = specialise(call_filled, "division", float64(float64), {"filled": lambda x: 1.0 / x})
    assert kernel(0.0) == float("inf")  # not an exception of Numba's: those who called the kernel say what is wrong


def test_an_object_that_cannot_be_digested_is_compiled_but_not_cached():
    from numba.experimental import jitclass

    @jitclass([("value", float64)])
    class Box:
        def __init__(self, value):
            self.value = value

    box = Box

    def unbox(x):
        return box(x).value

    kernel = specialise(call_filled, "box", float64(float64), {"filled": unbox})
    assert kernel(3.0) == 3.0
    assert kernel.stats.cache_path is None


STRETCH = 3.0


def stretched(x):
    return STRETCH * x


@template
def call_both(x):
    return call_filled(stretched(x)) + filled(x)


def weight_of(cell):
    return cell.weight


@template
def weigh_cell(cell):
    return filled(weight_of(cell))


class TestPartsOfSeveralKernels:
    def test_one_that_calls_no_slot_is_compiled_once(self, monkeypatch):
        monkeypatch.setattr(compiler, "_parts", {})

        def kernel(k):
            return specialise(call_both, f"parts-{k}", float64(float64), {"filled": lambda x: k * stretched(x)})

        assert [kernel(2.0)(1.0), kernel(5.0)(1.0)] == [24.0, 60.0]  # call_filled has another slot in each
        names = [part.py_func.__name__ for part in compiler._parts.values()]
        assert sorted(names) == ["<lambda>", "<lambda>", "stretched"]

    def test_one_is_compiled_anew_after_a_constant_has_changed(self, monkeypatch):
        def kernel():
            return specialise(call_both, "constants", float64(float64), {"filled": lambda x: x})

        assert kernel()(1.0) == 4.0
        monkeypatch.setattr(sys.modules[__name__], "STRETCH", 7.0)
        assert kernel()(1.0) == 8.0

    def test_one_belongs_to_one_kind_of_records(self, monkeypatch):
        """Numba would take the longer record for the shorter one, and warn, which is an error here."""
        monkeypatch.setattr(compiler, "keep_on_disk", lambda kernel, digest: None)
        monkeypatch.setattr(compiler, "_compiled", {})
        for fields in (["weight"], ["weight", "memory"]):
            dtype = np.dtype([(name, float) for name in fields])
            cell = np.ones(1, dtype)
            kernel = specialise(weigh_cell, "records", float64(numba.from_dtype(dtype)), {"filled": lambda x: x})
            assert kernel(cell[0]) == 1.0
