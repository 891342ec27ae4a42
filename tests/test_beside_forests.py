"""The picture of the streams is that of the table in the docs."""

from __future__ import annotations

import math

from benchmarks.beside_forests import PAGE, draw, table


def test_the_table_says_what_the_page_says_of_it(tmp_path):
    text = PAGE.read_text(encoding="utf-8")
    frame = table(text)
    ratio = frame["ours"] / frame["best other"]
    assert f"Lower on {int((ratio < 1.0).sum())} of {len(frame)}, with a geometric mean" in text
    assert f"of the ratios of {math.exp(ratio.map(math.log).mean()):.2f}" in text
    readme = (PAGE.parent.parent / "README.md").read_text(encoding="utf-8")
    assert f"lower on {int((ratio < 1.0).sum())} of {len(frame)} streams" in readme
    assert frame["who"].str.len().min() > 0
    draw(frame, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 10_000
