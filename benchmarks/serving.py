"""The web service of the docs under load: python -m benchmarks.serving [--seconds 60] [--clients 8].

Clients ask without pause, one more teaches. Every answer is checked: status 200, and probabilities that add up to 1.
Then what a `freeze` costs beside learning one row and beside a copy of the arrays.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import threading
import time
import types
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import rosenblatt as rb
from benchmarks.timing import side_by_side

PAGE = Path(__file__).parent.parent / "docs" / "serving.md"
FEATURES = 8


@dataclass
class Load:
    """What clients met."""

    answers: int = 0
    learnt: int = 0
    errors: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def service_of_the_docs() -> Any:
    """Return the module that the page shows."""
    code = PAGE.read_text(encoding="utf-8").split('```python\n"""A web service')[1].split("```")[0]
    module = types.ModuleType("service_of_the_docs")
    exec(compile('"""A web service' + code, str(PAGE), "exec"), module.__dict__)
    return module


def rows(number: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return rows and labels of a simple world."""
    x = np.random.default_rng(seed).standard_normal((number, FEATURES))
    return x, np.where(x[:, 0] - x[:, 1] > 0.0, "yes", "no")


def ask(connection: http.client.HTTPConnection, path: str, said: Any) -> tuple[int, Any]:
    """Return the status and the answer to one request."""
    connection.request("POST", path, json.dumps(said))
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def client(port: int, seed: int, end: float, load: Load, *, teaches: bool) -> None:
    """Ask or teach until the end, and check every answer."""
    x, y = rows(500, seed)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    k = 0
    try:
        while time.monotonic() < end:
            row, began = x[k % len(x)].tolist(), time.perf_counter()
            said = {"x": row, "y": str(y[k % len(x)])} if teaches else {"x": row}
            status, answer = ask(connection, "/learn" if teaches else "/predict", said)
            load.seconds.append(time.perf_counter() - began)
            good = status == 200 and (teaches or abs(sum(answer["probabilities"].values()) - 1.0) < 1e-9)
            if not good:
                load.errors.append(f"{status}: {answer}")
            k += 1
            load.learnt, load.answers = load.learnt + teaches, load.answers + (not teaches)
    except Exception as problem:
        load.errors.append(repr(problem))
    finally:
        connection.close()


def run(clients: int, seconds: float) -> tuple[list[Load], Any]:
    """Return what each client met, the teacher last, and the service."""
    module = service_of_the_docs()
    service = module.Service(["no", "yes"], rows(100, 0))
    service.learn(rows(1, 1)[0][0].tolist(), "yes")
    server = module.start(service)
    try:
        loads, end = [Load() for _ in range(clients + 1)], time.monotonic() + seconds
        threads = [
            threading.Thread(target=client, args=(server.server_port, k, end, load), kwargs={"teaches": k == clients})
            for k, load in enumerate(loads)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        server.shutdown()
        server.server_close()
    return loads, service


def cost_of_freezing(features: int) -> str:
    """Return a line about what a `freeze` costs."""
    random = np.random.default_rng(0)
    x = random.standard_normal((300, features))
    y = (x[:, 0] > 0.0).astype(int)
    model = rb.BayesClassifier().partial_fit(x, y, classes=[0, 1])
    arrays = list(model.state_.arrays().values())
    freeze, learn, copy = side_by_side(
        model.freeze, lambda: model.partial_fit(x[:1], y[:1]), lambda: [array.copy() for array in arrays], rounds=5
    )
    size = sum(array.nbytes for array in arrays) / 1e6
    return (
        f"d = {features}, {size:.1f} MB: freeze {freeze * 1e3:.3f} ms, {freeze / copy:.2f} times a copy of the arrays, "
        f"{freeze / learn:.2f} times learning one row"
    )


def main() -> int:
    """Print what happened; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--clients", type=int, default=8)
    options = parser.parse_args()
    loads, _ = run(options.clients, options.seconds)
    errors = [error for load in loads for error in load.errors]
    waits = np.concatenate([load.seconds for load in loads[:-1]]) * 1e3
    print(
        f"{options.clients} clients, {options.seconds:g} s: {sum(load.answers for load in loads):,} answers, "
        f"{loads[-1].learnt:,} rows learnt meanwhile, {len(errors)} errors; an answer takes {np.median(waits):.1f} ms "
        f"(median), {np.quantile(waits, 0.99):.1f} ms (99 %)"
    )
    for error in errors[:5]:
        print(error)
    for features in (8, 50, 400):
        print(cost_of_freezing(features))
    return int(bool(errors))


if __name__ == "__main__":
    sys.exit(main())
