"""Simulations that are saved and go on."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rosenblatt as rb
from rosenblatt.simulation.simulation_files import KEY


def wide(label, field, width=0.5):
    return label if label * field <= width else 0.0


def other(label, field, width=0.5):
    return label if label * field <= 2.0 * width else 0.0


def own_world():
    return rb.Scenario(channel=rb.OwnChannel(lambda b: 0.5 * (1.0 + np.tanh(b))))


WORLDS = {
    "plain": ("hebb", {"noise": 0.1}),
    "momentum": ("adaline", {"momentum": rb.Momentum(gamma=2.0, rate=1.0)}),
    "sequence": ([("hebb", 1.0), rb.Rosenblatt(eta=rb.PowerLaw(0.5))], {"start": (0.3, 1.0), "teacher": "binary"}),
    "spectrum": ("hebb", {"inputs": rb.Covariance(eigenvalues=[3, 1 / 3])}),
    "queries": ("hebb", {"queries": "orthogonal", "start": 0.3}),
}


@pytest.mark.parametrize("name", WORLDS)
def test_a_saved_simulation_goes_on_where_it_was(tmp_path, name):
    rule, how = WORLDS[name]
    whole = rb.simulate(rule, n=20, alpha=[2.0, 0.5], runs=9, seed=2**70, **how)
    rb.simulate(rule, n=20, alpha=[2.0, 0.5], runs=4, seed=2**70, **how).save(tmp_path / "s.parquet")
    loaded = rb.load_simulation(tmp_path / "s.parquet").more(5)
    assert loaded.frame.equals(whole.frame)
    assert loaded.parts == whole.parts
    assert (loaded.rule, loaded.scenario, loaded.update) == (whole.rule, whole.scenario, whole.update)
    assert loaded.heading == whole.heading


def test_own_functions_are_given_again(tmp_path):
    file = tmp_path / "s.parquet"
    whole = rb.simulate(wide, n=20, alpha=1.0, runs=6, scenario=own_world())
    rb.simulate(wide, n=20, alpha=1.0, runs=3, scenario=own_world()).save(file)
    assert b"np.tanh" not in file.read_bytes()
    assert rb.load_simulation(file, rule=wide, scenario=own_world()).more(3).frame.equals(whole.frame)
    with pytest.raises(ValueError, match=r"rule must be given .* 'wide' .* Call load_simulation\(path, rule=...\)"):
        rb.load_simulation(file, scenario=own_world())
    with pytest.raises(ValueError, match="rule must be what was saved"):
        rb.load_simulation(file, rule=other, scenario=own_world())
    with pytest.raises(ValueError, match="scenario must be given"):
        rb.load_simulation(file, rule=wide)
    with pytest.raises(ValueError, match="scenario must be what was saved"):
        rb.load_simulation(file, rule=wide, scenario=rb.Scenario(channel=rb.OwnChannel(lambda b: 1.0 * (b > 0.0))))


class TestADamagedFile:
    def test_not_parquet(self, tmp_path):
        (tmp_path / "s.parquet").write_text("hello")
        with pytest.raises(ValueError, match="one that Simulation.save wrote, and whole"):
            rb.load_simulation(tmp_path / "s.parquet")

    def test_another_table(self, tmp_path):
        rb.simulate("hebb", n=20, alpha=1.0, runs=2).frame.to_parquet(tmp_path / "s.parquet")
        with pytest.raises(ValueError, match="a table of something else"):
            rb.load_simulation(tmp_path / "s.parquet")

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"format": 2}, "must be of format 1"),
            ({"points": 3}, "and whole"),
            ({"points": 0}, "and whole"),
            ({"method": None}, "method must be"),
            ({"rule": 5}, "rule is '5'"),
            ({"rule": {"made": {"class": "os:system", "fields": {}}}}, "objects of this package; got 'os:system'"),
            ({"rule": {"made": {"class": "rosenblatt.files:os", "fields": {}}}}, "objects of this package"),
        ],
    )
    def test_another_metadata(self, tmp_path, changes, message):
        file = tmp_path / "s.parquet"
        rb.simulate("hebb", n=20, alpha=[1.0, 2.0], runs=2).save(file)
        table = pq.read_table(file)
        about = json.loads(table.schema.metadata[KEY]) | changes
        pq.write_table(pa.table(table.to_pydict()).replace_schema_metadata({KEY: json.dumps(about)}), file)
        with pytest.raises(ValueError, match=message):
            rb.load_simulation(file)

    def test_no_file(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            rb.load_simulation(tmp_path / "none.parquet")
