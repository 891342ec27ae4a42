"""Headers of bits, compiled strictly: every prediction, and what they cost."""

from __future__ import annotations

import re
import subprocess

import numpy as np
import pytest

from rosenblatt.export.bit_models import BitModel
from rosenblatt.export.c_bits import bits_header
from tests.helpers.c_code import BITS, STRICT, built, need, said


@pytest.mark.parametrize("features", [1, 31, 32, 33, 100])
@pytest.mark.parametrize(
    ("classes", "least"), [((0, 1), -1), ((0, 1, 2, 3), -1), ((0, 1), 1)], ids=["zeros", "four", "signs"]
)
def test_a_header_predicts_what_the_model_does(features, classes, least, tmp_path, random):
    fields = 1 if len(classes) == 2 else len(classes)
    weights = random.integers(-1, 2, (fields, features)) if least < 0 else 2 * random.integers(0, 2, (1, features)) - 1
    model = BitModel(weights, random.integers(-3, 4, fields), classes, 0.0)
    header = tmp_path / "signs.h"
    header.write_text(bits_header(model, "signs"))
    bits = random.random((400, features)) < 0.5
    found = said(built(header, BITS, features=features), bits.astype(np.uint8)).split()
    assert [int(one) for one in found] == model.predict(np.where(bits, 1.0, -1.0)).tolist()


def test_there_is_no_float_and_no_malloc(tmp_path, random):
    text = bits_header(BitModel(np.ones((1, 3), dtype=int), np.zeros(1, dtype=int), (0, 1), 0.5), "signs")
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    assert not re.search(r"float|double|alloc|\d\.\d", code)
    assert re.findall(r"#include <(\S+)>", code) == ["stdint.h"]


def test_fifty_features_take_few_constants_and_instructions(tmp_path, random):
    need("gcc")
    model = BitModel(2 * random.integers(0, 2, (1, 50)) - 1, np.zeros(1, dtype=int), (0, 1), 0.0)
    (tmp_path / "signs.h").write_text(bits_header(model, "signs"))
    source, made = tmp_path / "signs.c", tmp_path / "signs.o"
    source.write_text(
        '#include "signs.h"\nint said(const uint32_t *x);\nint said(const uint32_t *x) { return signs_predict(x); }\n'
    )
    subprocess.run(["gcc", *STRICT, "-c", "-o", str(made), str(source)], check=True)
    sizes = subprocess.run(["size", "-A", str(made)], check=True, capture_output=True, text=True).stdout
    code = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", str(made)], check=True, capture_output=True, text=True
    ).stdout
    constants = sum(int(size) for size in re.findall(r"^\.(?:ro)?data\S*\s+(\d+)", sizes, re.MULTILINE))
    instructions = len(re.findall(r"^\s+[0-9a-f]+:\t", code, re.MULTILINE))
    assert constants < 1000
    assert 10 < instructions < 50  # of one word of 64 bits, to the end
