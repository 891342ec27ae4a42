"""What the docs say of the package is what the package says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import rosenblatt as rb
from rosenblatt import references
from rosenblatt.doctor.versions import FOR_DEVELOPERS
from rosenblatt.papers.registry import reproduced
from rosenblatt.references import PAPERS
from rosenblatt.rules_table import markdown_table
from tests.helpers import declared_equations
from tests.helpers.command_line import commands_in, taken

ROOT = Path(__file__).parent.parent


def test_the_readme_has_the_table_of_the_registry():
    assert markdown_table() in (ROOT / "README.md").read_text()


def test_the_references_are_those_of_the_code():
    page = (ROOT / "docs" / "references.md").read_text()
    for paper in PAPERS.values():
        assert f"| {paper.short} | {paper} |" in page
    assert references.markdown_table() in page


def test_the_readme_counts_the_papers_that_are_reproduced():
    papers = [folder for folder in reproduced().values() if folder.paper is not None]
    for name in ("README.md", "CITATION.cff"):
        (said,) = re.findall(r"(\d+)\s+papers", (ROOT / name).read_text(encoding="utf-8"))
        assert int(said) == len(papers)


def test_the_page_of_installing_names_the_extras_of_users():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = set(told["project"]["optional-dependencies"]) - FOR_DEVELOPERS
    page = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, flags=re.MULTILINE)) == extras


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMANDS = [
    (page.name, command)
    for page in PAGES
    for block in re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for command in commands_in(block)
]


@pytest.mark.parametrize(("page", "command"), COMMANDS, ids=lambda said: said if isinstance(said, str) else "")
def test_the_commands_of_the_docs_are_ones_that_the_command_line_takes(page, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert taken(command, monkeypatch)


def test_versions_agree():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in told["project"]["dynamic"]
    source = (ROOT / told["tool"]["hatch"]["version"]["path"]).read_text(encoding="utf-8")
    assert f'\n__version__ = "{rb.__version__}"\n' in source
    assert f"\nversion: {rb.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d\S*) - (\d{4}-\d\d-\d\d)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert released[0][0] == rb.__version__
    assert f"\ndate-released: {released[0][1]}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_rule_of_the_contributing_page_works(tmp_path, monkeypatch):
    import importlib.util
    import sys

    from rosenblatt.rules import registry

    monkeypatch.setattr(registry, "_rules", dict(registry._rules))
    text = (ROOT / "CONTRIBUTING.md").read_text()
    code = text.split("```python\n")[1].split("```")[0]
    registry._rules.pop("ramp", None)  # whoever has added it already
    file = tmp_path / "ramp.py"
    file.write_text(code)
    spec = importlib.util.spec_from_file_location("ramp_of_the_docs", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    assert declared_equations(code, "ramp") == {"ramp.1"}
    assert rb.learning_curve("ramp", 10.0).frame["disagreement"].round(4).tolist() == [0.1093]


def test_the_service_of_the_serving_page_learns_while_others_ask():
    from benchmarks import serving

    loads, service = serving.run(clients=3, seconds=2.0)
    assert [error for load in loads for error in load.errors] == []
    assert all(load.answers > 5 for load in loads[:-1])
    learnt = loads[-1].learnt
    assert learnt > service.every  # the frozen model was replaced meanwhile
    assert service.learner.n_examples_ == 101 + learnt
    assert service.learner.n_examples_ - service.asked.n_examples_ < service.every
    server = serving.service_of_the_docs().start(service)
    connection = serving.http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    try:
        assert serving.ask(connection, "/predict", {"x": [1.0]})[0] == 400
        assert serving.ask(connection, "/learn", {"x": [0.0] * 8})[1] == {"error": "'y'"}
        assert serving.ask(connection, "/predict", {"x": [0.0] * 8})[0] == 200
    finally:
        connection.close()
        server.shutdown()
        server.server_close()


def test_the_page_from_messages_to_a_served_model(tmp_path, monkeypatch):
    import http.client
    import json
    import re
    import shlex

    from click.testing import CliRunner

    from rosenblatt.cli import main

    monkeypatch.chdir(tmp_path)
    names: dict = {}
    printed = []
    page = (ROOT / "docs" / "text.md").read_text(encoding="utf-8")
    for language, code in re.findall(r"```(python|sh)\n(.*?)```", page, flags=re.DOTALL):
        if language == "python":
            exec(code, names)
            continue
        before, _, command = code.strip().rpartition("| ")
        given = shlex.split(before)[1] if before else None
        found = CliRunner().invoke(main, shlex.split(command)[1:], input=given)
        assert found.exit_code == 0, found.output
        printed.append(found.stdout)
    assert float(re.findall(r"accuracy (0\.\d+)", printed[0])[0]) > 0.85
    assert (tmp_path / "report" / "index.html").exists()
    assert printed[1].splitlines()[1].startswith("river.naive_bayes.MultinomialNB: 4,000 rows")
    said = json.loads(printed[-1])
    assert (said["from"], said["prediction"]) == ("Ada", "spam")
    assert names["model"].n_examples_ == 8000
    connection = http.client.HTTPConnection("127.0.0.1", names["server"].server_port, timeout=30)
    try:
        connection.request("POST", "/", json.dumps({"message": "dinner at home tomorrow"}))
        answer = json.loads(connection.getresponse().read())
        assert answer["ham"] > 0.8
    finally:
        connection.close()
        names["server"].shutdown()
        names["server"].server_close()


def test_the_twenty_numbers_are_those_of_their_lines_and_rows():
    import re

    from rosenblatt.papers.registry import find, reproduction

    page = (ROOT / "docs" / "twenty-numbers.md").read_text(encoding="utf-8")
    computed = dict(re.findall(r"# (\d+)\n(.*)\n", page))
    rows = re.findall(r"^\| (\d+) \| ([\d., ]+) \| (.+) \| (\w+), (.+) \|$", page, flags=re.MULTILINE)
    assert [int(number) for number, *_ in rows] == list(range(1, 21))
    for number, values, sentence, short, label in rows:
        said = [float(value) for value in values.split(", ")]
        found = [float(value) for value in re.findall(r"-?\d+\.?\d*", computed[number])]
        assert found[: len(said)] == said
        assert sentence.endswith(".")
        assert label in {row.label for row in reproduction(find(short)).rows}


def test_every_correction_of_a_paper_has_its_entry_in_the_errata():
    from rosenblatt.papers.registry import reproduced, reproduction

    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    corrected = [
        f"{folder.paper.short}, {row.label}"
        for folder in reproduced().values()
        if folder.paper is not None
        for row in reproduction(folder).rows
        if row.good == "corrected"
    ]
    entries = page.split("\n### ")[1:]
    assert sorted(entry.splitlines()[0] for entry in entries) == sorted(corrected)
    for entry in entries:
        assert "*Printed:*" in entry
        assert "*Should be:*" in entry
        assert ">>> " in entry


def test_the_commands_of_the_docs_work(tmp_path, monkeypatch):
    """All but those of the page on texts, which has a test of its own, those that install, and the lab."""
    import re
    import shlex

    from click.testing import CliRunner

    from rosenblatt.cli import main

    monkeypatch.chdir(tmp_path)
    write_what_commands_read(tmp_path)
    pages = [page for page in sorted((ROOT / "docs").glob("*.md")) if page.stem != "text"]
    ran = 0
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for code in re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL):
            for line in code.replace("\\\n", " ").splitlines():
                program, *arguments = shlex.split(line, comments=True)
                if program in ("pip", "make", "eval"):  # what `eval` is given has tests of its own
                    continue
                assert program == "rosenblatt"
                if arguments[0] == "lab":  # serves until it is stopped; it has tests of its own
                    continue
                arguments = arguments[: arguments.index(">")] if ">" in arguments else arguments
                done = CliRunner().invoke(main, arguments)
                assert done.exit_code == 0, f"{page.name}: {line}: {done.output}"
                ran += 1
    assert ran > 10


def write_what_commands_read(folder: Path) -> None:
    """Write the files whose names the docs give to commands."""
    import re

    import numpy as np
    import pandas as pd

    random = np.random.default_rng(0)
    x = random.choice([-1.0, 1.0], (200, 4))
    frame = pd.DataFrame(x, columns=pd.Index(list("abcd"))).assign(y=(x[:, 0] + 0.5 * x[:, 1] > 0).astype(int))
    for name in ("rows.csv", "data.csv", "data.csv.gz"):
        frame.to_csv(folder / name, index=False)
    frame.to_parquet(folder / "data.parquet")
    frame.drop(columns="y").to_csv(folder / "today.csv", index=False)
    frame.rename(columns={"y": "spam"}).to_csv(folder / "last-week.csv", index=False)
    columns = frame.drop(columns="y")
    rb.BayesClassifier().fit(columns, frame["y"]).save(folder / "model.safetensors")
    rb.OnlineClassifier("clipped-hebb").fit(columns, frame["y"]).export(folder / "student.json", learn=True)
    page = (ROOT / "docs" / "sweeps.md").read_text(encoding="utf-8")
    (study,) = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    few = study.replace("n = [100, 1000]", "n = [10, 20]").replace("runs = [100, 20]", "runs = [4, 2]")
    (folder / "study.toml").write_text(few, encoding="utf-8")


def code_blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of code of a page in a language."""
    import re

    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_every_block_of_code_is_run_by_some_test():
    """As examples, or by the tests of this file: those of shells, and these few."""
    others = {"serving": 1, "text": 2, "sweeps": 1}  # scripts
    for page in sorted((ROOT / "docs").glob("*.md")):
        scripts = [code for code in code_blocks(page, "python") if not code.startswith(">>> ")]
        assert len(scripts) == others.get(page.stem, 0), page.name
        assert len(code_blocks(page, "c")) == (page.stem == "export"), page.name


def test_the_lines_in_c_of_the_export_page_compile(tmp_path):
    import numpy as np

    from tests.helpers import c_code

    (lines,) = code_blocks(ROOT / "docs" / "export.md", "c")
    include, rest = lines.split("\n", 1)
    x = np.where(np.random.default_rng(0).random((100, 5)) < 0.5, 1, -1)
    rb.OnlineClassifier("clipped-hebb").fit(x, x[:, 0] > 0).export(tmp_path / "spam.h")
    program = f"{include}\nint main(void)\n{{\n{rest}    return class;\n}}\n".replace("{", "{{").replace("}", "}}")
    assert c_code.built(tmp_path / "spam.h", program)


def test_the_script_for_a_cluster_works(tmp_path):
    import subprocess
    import sys

    import pytest

    pytest.importorskip("distributed", reason="distributed is not installed: pip install rosenblatt[dask]")
    (script,) = [code for code in code_blocks(ROOT / "docs" / "sweeps.md", "python") if not code.startswith(">>> ")]
    fewer = script.replace("n_workers=4", "n_workers=1").replace("alpha=[1, 10, 100]", "alpha=[1, 2], runs=4")
    (tmp_path / "script.py").write_text("import rosenblatt as rb\n" + fewer, encoding="utf-8")
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "study" / "sweep.parquet").exists()
