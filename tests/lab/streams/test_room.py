from __future__ import annotations

import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def table(tmp_path, random):
    x = random.standard_normal((300, 2))
    frame = pd.DataFrame({"dose": x[:, 0], "age": x[:, 1], "group": ["a", "b", "c"] * 100})
    frame["answer"] = np.where(x[:, 0] > x[:, 1], "yes", "no")
    return frame


def drop(visit, path):
    visit.page.locator("input[type=file]").set_input_files(str(path))


def test_an_example_is_learnt_by_three_and_watched_in_four_pictures(visit):
    visit.open("/streams?source=wine")
    visit.wait_for_status("Learnt: 178 rows.")
    assert [trace["name"] for trace in visit.traces()] == [
        "BayesClassifier",
        "SGD logistic (scikit-learn)",
        "rosenblatt",
    ]
    assert visit.page.get_by_role("row").count() == 4
    for name, shows in {"Who speaks": "weight", "What matters": "deviation", "Drift, noise": "wrong labels"}.items():
        visit.page.get_by_role("button", name=name).click()
        visit.page.wait_for_function(
            "shows => document.querySelectorAll('.lab-plot')[1].textContent.includes(shows)", arg=shows
        )


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_file_is_learnt_with_the_column_that_is_chosen(visit, table, tmp_path, ending):
    path = tmp_path / f"rows.{ending}"
    table.to_csv(path, index=False) if ending == "csv" else table.to_parquet(path)
    visit.open("/streams?source=file")
    visit.wait_for_status("Drop a file to begin.")
    drop(visit, path)
    visit.wait_for_status("Learnt: 300 rows.")
    visit.page.wait_for_function("document.location.search.includes('target=answer')")
    visit.page.get_by_role("combobox", name="Column of the labels").click()
    visit.page.get_by_role("option", name="group").click()
    visit.page.wait_for_function("document.location.search.includes('target=group')")
    visit.wait_for_status("Learnt: 300 rows.")


def test_files_that_cannot_be_learnt_are_told(visit, table, tmp_path):
    visit.open("/streams?source=file")
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"nothing of the kind")
    drop(visit, broken)
    visit.wait_for_message("must be")
    numbers = tmp_path / "numbers.csv"
    table.drop(columns="answer").assign(last=table["dose"]).to_csv(numbers, index=False)
    drop(visit, numbers)
    visit.wait_for_message("target must be a column of 2 to 12 classes; got 300 in 'last'")


def test_a_contest_is_stopped(visit):
    visit.open("/streams?source=noisy&rows=50000")
    visit.page.get_by_role("button", name="Stop").click()
    visit.page.get_by_role("button", name="Start").wait_for()


def test_numbers_and_lines_can_be_taken_along(visit):
    visit.open("/streams?source=wine")
    visit.wait_for_status("Learnt: 178 rows.")
    with visit.page.expect_download() as coming:
        visit.page.get_by_role("button", name="CSV", exact=True).click()
    assert coming.value.path().read_text().startswith("model,rows,accuracy")
    visit.page.get_by_role("button", name="Python", exact=True).click()
    assert "ExampleSource('wine')" in visit.page.get_by_label("Python lines").inner_text()
