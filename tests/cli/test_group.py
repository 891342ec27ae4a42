"""The command line as a user meets it: help, and mistakes in any command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from rosenblatt.cli import main
from tests.helpers.command_line import commands_in, run, taken


def all_commands(group: click.Group, *names: str) -> Iterator[tuple[str, ...]]:
    """Yield the names of each command, those of groups and what is in them."""
    context = click.Context(group)
    for name in group.list_commands(context):
        yield (*names, name)
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from all_commands(command, *names, name)


@pytest.mark.parametrize("names", list(all_commands(main)), ids=" ".join)
def test_the_help_of_every_command_has_examples_that_it_takes(names, tmp_path, monkeypatch):
    examples = commands_in(run(*names, "--help").output.partition("Examples:")[2].partition("\n\n")[0])
    assert examples
    monkeypatch.chdir(tmp_path)
    for example in examples:
        assert taken(example, monkeypatch)[: len(names)] == list(names)


def test_help_lists_the_commands_with_examples():
    result = run("--help")
    assert result.exit_code == 0
    for word in ("rules", "reproduce", "Examples:"):
        assert word in result.output


def test_a_users_mistake_is_one_sentence_and_exit_code_2(tmp_path):
    result = run("reproduce", "--quick", "--seed", "-1", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert "seed must be at least 0; got -1" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cure", "hebb"), "command must be one that --help lists; got 'cure'. Did you mean 'curve'"),
        (("curve", "heb"), "Did you mean 'hebb'"),
        (("curve", "hebb", "--alpha", "x"), "alpha must be numbers like 1,5,10"),
        (("curve", "hebb", "--alpha", "-1"), "alpha must be at least 0"),
        (("curve", "hebb", "--alpha=-1:1:3"), "alpha must be numbers like 1,5,10"),
        (("curve", "hebb", "--alpha", "5:1:3"), "alpha must be numbers like 1,5,10"),
        (("curve", "hebb", "--plot", "x.foo"), "the ending of the plot must be one of png, svg, pdf; got 'foo'"),
        (("curve", "hebb", "-p", "eta"), "parameter must be NAME=NUMBER"),
        (("curve", "hebb", "-p", "eta=1"), "parameters of 'hebb' must be among weight_decay; got 'eta'"),
        (("curve", "hebb", "--noise", "0.7"), "noise must be in [0, 0.5)"),
        (("curve", "hebb", "--out", "table.xls"), "the ending of the file must be one of csv, parquet, json"),
        (("plan", "hebb", "--n", "100", "--error", "0.05", "--noise", "0.1"), "error must be above the noise"),
        (("plan", "hebb", "--n", "100"), "exactly one of error= and disagreement="),
        (("simulate", "hebb", "--n", "2"), "n must be at least 3"),
    ],
)
def test_mistakes_are_one_sentence_and_exit_code_2(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert result.output.count("\n") == 1
    assert "Traceback" not in result.output


class TestSizes:
    """What cannot fit is refused with the number that was given."""

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("curve", "hebb", "--alpha", "1:10:100000000000"), "at most 1,000,000 points; got 100,000,000,000"),
            (
                ("simulate", "bayes-gaussian", "--n", "100000"),
                "must fit into memory; got n = 100000, 100 runs, 13 points",
            ),
            (("plan", "hebb", "--n", "1000000000000", "--disagreement", "0.05"), "got n = 1,000,000,000,000"),
            (("plan", "bayes-binary", "--n", "100", "--disagreement", "1e-20"), "disagreement must be"),
        ],
    )
    def test_refused_at_once(self, arguments, message):
        result = run(*arguments)
        assert result.exit_code == 2
        assert message in result.output
        assert result.output.count("\n") == 1


def test_help_imports_none_of_the_heavy_packages():
    code = "from rosenblatt.cli import main; main(['--help'], standalone_mode=False); import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "pandas", "scipy", "sklearn"} & set(done.stdout.split())
