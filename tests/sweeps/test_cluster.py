"""A Dask cluster of processes: the same numbers, whatever becomes of its workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.sweeps import cluster as module
from rosenblatt.sweeps.cluster import Cluster, packed_work
from rosenblatt.sweeps.study import Study
from tests.sweeps.rules_of_a_user import Own, margin

distributed = pytest.importorskip("distributed", reason="the extra 'dask' is not installed")

# What the libraries of Dask warn of when processes are killed is not this package's.
pytestmark = pytest.mark.filterwarnings("ignore")
HOW = {"n": 20, "noise": 0.1, "alpha": [1, 5], "runs": 6, "progress": False}
LONG = {"n": 1000, "noise": 0.1, "alpha": [1, 500], "runs": 30, "method": "chain"}


@pytest.fixture(scope="module")
def client():
    import logging

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def version(client):
    """Set the version of the workers, until the end of the test."""

    def change(version):
        import rosenblatt

        rosenblatt.__version__ = version

    yield lambda version: client.run(change, version)
    client.run(change, rb.__version__)


def pid_of_a_worker(client) -> int:
    return next(iter(client.run(os.getpid).values()))


def test_the_same_numbers_by_address_and_by_client_also_of_rules_of_a_user(client):
    here = {"__name__": "__main__"}
    exec("def typed_in(label, field, width=0.2):\n    return label if label * field <= width else 0.0", here)
    rules = ["hebb", margin, Own(), here["typed_in"]]
    whole = rb.sweep(rules, **HOW)
    assert rb.sweep(rules, backend=client.scheduler.address, **HOW).frame.equals(whole.frame)
    assert rb.sweep(rules, backend=client, **HOW).frame.equals(whole.frame)
    curves = {"over": "learning_curve", "alpha": [1, 5], "noise": [0.0, 0.1], "progress": False}
    assert rb.sweep(margin, backend=client, **curves).frame.equals(rb.sweep(margin, **curves).frame)
    assert client.status == "running"


def test_results_come_as_they_are_done_and_a_killed_worker_loses_none(client):
    study = Study.of({"rule": "hebb", "seed": 0, **LONG}, over="simulate")
    ((key, work),) = study.works.items()
    backend, parts, before = Cluster(client), {}, set(client.run(os.getpid).values())
    backend.least_seconds = 0.02
    tasks = study.tasks({key: {}}, backend)
    for done in backend.finished(tasks, lambda _: None):
        if not parts:
            assert len(done) < len(tasks)
            os.kill(min(before), signal.SIGKILL)
        for task, result in done:
            assert task.part.name not in parts
            parts[task.part.name] = result
    assert len(parts) == len(tasks) > 4
    assert work.result(parts).frame.equals(rb.simulate("hebb", **LONG, progress=False).frame)
    client.wait_for_workers(2)
    assert set(client.run(os.getpid).values()) != before


def test_another_version_is_refused(client, version, tmp_path):
    version("99.0")
    with pytest.raises(ValueError, match=r"workers must run the code that runs here.* rosenblatt 99.0 there and"):
        rb.sweep("hebb", backend=client, out=tmp_path, **HOW)


def test_another_code_is_refused(client, monkeypatch):
    work = Study.of({"rule": "hebb", "n": 20, "alpha": 1.0, "runs": 2, "seed": 0}, over="simulate").cells[0].work
    (part,) = work.missing({}, 1.0)
    said = module.on_worker(packed_work(work), part, (rb.__version__, "another digest"))
    assert "other sources" in said[module.WRONG_CODE]
    with pytest.raises(ValueError, match="or numbers would differ; got other sources"):
        module._check_code(said)


def test_a_classifier_on_dask_collections_survives_a_killed_worker(client):
    import dask.array

    random = np.random.default_rng(0)
    x = random.standard_normal((1200, 3))
    model, kept = rb.BayesClassifier(linear=True), "killed once"

    def slow(block):  # one block of which kills its worker, once
        if block[0, 0] == x[600, 0] and distributed.get_client().get_metadata(kept, None) is None:
            distributed.get_client().set_metadata(kept, True)
            os.kill(os.getpid(), signal.SIGKILL)
        return block

    pieces = dask.array.from_array(x, chunks=(200, 3)), dask.array.from_array(x[:, 0] > 0.0, chunks=200)
    with client.as_current():
        model.fit(pieces[0].map_blocks(slow, meta=x[:0]), pieces[1])
        assert client.get_metadata(kept) is True
    assert model.n_examples_ == 1200
    whole = rb.BayesClassifier(linear=True).fit(x[:200], x[:200, 0] > 0.0)
    for k in range(200, 1200, 200):
        whole = whole.merge(rb.BayesClassifier(linear=True).fit(x[k : k + 200], x[k : k + 200, 0] > 0.0))
    assert model.predict_proba(x[:50]) == pytest.approx(whole.predict_proba(x[:50]), abs=0.02)


def test_a_lost_scheduler_is_one_sentence(tmp_path):
    file = tmp_path / "scheduler.json"
    how = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", *how]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as scheduler:
        while not file.exists() and scheduler.poll() is None:
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        threading.Timer(0.5, scheduler.kill).start()
        begun = time.monotonic()
        with pytest.raises(ValueError, match="scheduler must answer until the sweep is done; got none at tcp.* kept"):
            rb.sweep("hebb", backend=address, **LONG, progress=False)
        assert time.monotonic() - begun < 30.0


@pytest.mark.parametrize(
    ("backend", "error", "message"),
    [
        ("tcp://127.0.0.1:1", ValueError, "a Dask scheduler that answers.* Start it with `dask scheduler`"),
        ("nonsense", ValueError, "a Dask scheduler that answers"),
        (5, TypeError, "backend must be 'cpu', the address"),
    ],
)
def test_what_is_no_cluster(backend, error, message, monkeypatch):
    monkeypatch.setattr(module, "SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(error, match=message):
        rb.sweep("hebb", backend=backend, **HOW)
