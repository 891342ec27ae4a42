"""Models of signs as C99 headers: weights as bits, popcounts of 32 bits, no float and no memory but the stack."""

from __future__ import annotations

import numpy as np

from rosenblatt.export.bit_models import BitModel
from rosenblatt.export.c_text import array, classes_comment, header

WORD = 32
BITS = """/* Inputs are bits: bit i % 32 of word i / 32 is 1 where input i is above {high}. */
enum {{ {upper}_FEATURES = {features}, {upper}_FIELDS = {fields}, {upper}_WORDS = {words} }};

"""
SET = """
/* Lay out input i in words x: high is 0 or 1. */
static inline void {name}_set(uint32_t *x, int i, int high)
{{
    const uint32_t bit = (uint32_t)1 << (i % 32);
    x[i / 32] = high ? x[i / 32] | bit : x[i / 32] & ~bit;
}}
"""
POPCOUNT = """
/* How many bits of a word are 1. */
static inline int32_t {name}_popcount(uint32_t word)
{{
    word -= (word >> 1) & 0x55555555u;
    word = (word & 0x33333333u) + ((word >> 2) & 0x33333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0fu;
    return (int32_t)((word * 0x01010101u) >> 24);
}}
"""
FIELD = """
/* Field k of inputs x. */
static inline int32_t {name}_field(const uint32_t *x, int k)
{{
    int32_t differ = 0;
    for (int j = 0; j < {upper}_WORDS; ++j)
        differ += {name}_popcount((x[j] ^ {name}_plus[k][j]) & {name}_mask[k][j]);
    return {name}_offsets[k] - 2 * differ;
}}
"""
TWO = """
/* The class of inputs x, 0 or 1. */
static inline int {name}_predict(const uint32_t *x)
{{
    return {name}_field(x, 0) > 0;
}}
"""
SEVERAL = """
/* The class of inputs x, the first of the largest fields. */
static inline int {name}_predict(const uint32_t *x)
{{
    int best = 0;
    int32_t largest = {name}_field(x, 0);
    for (int k = 1; k < {upper}_FIELDS; ++k) {{
        const int32_t field = {name}_field(x, k);
        if (field > largest) {{
            largest = field;
            best = k;
        }}
    }}
    return best;
}}
"""


def bits_header(model: BitModel, name: str) -> str:
    """Return a header with ``NAME_set(x, i, high)`` and ``NAME_predict(x)``, x words of bits.  (bit-models.2)"""
    upper = name.upper()
    fields, features = model.weights.shape
    words = -(-features // WORD)
    names = {"name": name, "upper": upper, "fields": fields, "features": features, "words": words}
    body = BITS.format(**names, high=f"{model.high:g}")
    for part, bits in (("plus", model.weights > 0), ("mask", model.weights != 0)):
        rows = [f"{{ {', '.join(row)} }}" for row in words_of(bits)]
        body += array("uint32_t", f"{name}_{part}", rows, f"{upper}_FIELDS", f"{upper}_WORDS")
    offsets = np.abs(model.weights).sum(axis=1) - model.limits
    body += array("int32_t", f"{name}_offsets", map(str, offsets.tolist()), f"{upper}_FIELDS")
    parts = (SET, POPCOUNT, FIELD, SEVERAL if len(model.classes) > 2 else TWO)
    body += "".join(part.format(**names) for part in parts)
    return header(name, f"Signs of {features} inputs.\n{classes_comment(model.classes)}", ["stdint.h"], body)


def words_of(bits: np.ndarray) -> list[list[str]]:
    """Return rows of bits as words in C, the first bit the lowest.

    >>> words_of(np.array([[True, False, True]]))
    [['0x00000005u']]
    """
    padded = np.zeros((len(bits), -(-bits.shape[1] // WORD) * WORD), dtype=np.uint8)
    padded[:, : bits.shape[1]] = bits
    numbers = np.packbits(padded, axis=1, bitorder="little").view("<u4")
    return [[f"0x{word:08x}u" for word in row] for row in numbers.tolist()]
