"""Learners as C99 headers: weights in whole numbers that go on learning, without float and without malloc."""

from __future__ import annotations

from rosenblatt.export.bit_models import SIGNS
from rosenblatt.export.c_bits import SET, WORD
from rosenblatt.export.c_text import array, classes_comment, header
from rosenblatt.export.learners import COUNTING, LARGEST_WEIGHT, UNIT_BITS, Learner, rate_in_bits

SIZES = """/* Inputs are bits: bit i % 32 of word i / 32 is 1 where input i is high. */
enum {{ {upper}_FEATURES = {features}, {upper}_WORDS = {words}, {upper}_SYNAPSES = {synapses} }};

/* What a student knows. */
typedef struct {{
    {number} weights[{upper}_SYNAPSES];
}} {name}_student;

"""
START = """
/* Begin with what was known when this header was written. */
static inline void {name}_start({name}_student *student)
{{
    for (int i = 0; i < {upper}_SYNAPSES; ++i)
        student->weights[i] = {name}_known[i];
}}
"""
IS_HIGH = """
/* Whether input i is high; so is what stands for the intercept. */
static inline int {name}_is_high(const uint32_t *x, int i)
{{
    return i >= {upper}_FEATURES || ((x[i / 32] >> (i % 32)) & 1u);
}}
"""
COUNTED_FIELD = """
/* The field of inputs x. */
static inline int64_t {name}_field(const {name}_student *student, const uint32_t *x)
{{
    int64_t field = 0;
    for (int i = 0; i < {upper}_SYNAPSES; ++i) {{
        const int32_t weight = {weight};
        field += {name}_is_high(x, i) ? weight : {low};
    }}
    return field;
}}
"""
COUNTED_LEARN = """
/* Learn inputs x of class label, 0 or 1; return the class that was said before. */
static inline int {name}_learn({name}_student *student, const uint32_t *x, int label)
{{
    const int said = {name}_predict(student, x);
    const int32_t step = label ? 1 : -1;
{unless}    for (int i = 0; i < {upper}_SYNAPSES; ++i) {{
        const int32_t change = {name}_is_high(x, i) ? step : {low};
        const int32_t weight = student->weights[i] + change;
        if (weight > -{largest} && weight < {largest})
            student->weights[i] = weight;
    }}
    return said;
}}
"""
UNLESS_RIGHT = """    const int64_t field = {name}_field(student, x);
    if (label ? field > 0 : field < 0)
        return said;
"""
BOUNDED_FIELD = """
/* The field of inputs x, in units of the weights. */
static inline int64_t {name}_field(const {name}_student *student, const uint32_t *x)
{{
    int64_t field = -INT64_C({theta});
    for (int i = 0; i < {upper}_SYNAPSES; ++i)
        if ({name}_is_high(x, i))
            field += student->weights[i] - INT64_C({inhibition});
    return field;
}}

/* The part eta of a weight. */
static inline int64_t {name}_part(int64_t weight)
{{
    const uint64_t high = (uint64_t)weight >> {half}, low = (uint64_t)weight & ((UINT64_C(1) << {half}) - 1);
    return (int64_t)((high * UINT64_C({rate}) + ((low * UINT64_C({rate})) >> {half})) >> {shift});
}}
"""
BOUNDED_LEARN = """
/* Learn inputs x of class label, 0 or 1; return the class that was said before. */
static inline int {name}_learn({name}_student *student, const uint32_t *x, int label)
{{
    const int said = {name}_predict(student, x);
    if (said == label)
        return said;
    for (int i = 0; i < {upper}_SYNAPSES; ++i) {{
        int64_t *const weight = &student->weights[i];
        if ({name}_is_high(x, i))
            *weight += label ? {name}_part(INT64_C({one}) - *weight) : -{name}_part(*weight);
    }}
    return said;
}}
"""
PREDICT = """
/* The class of inputs x, 0 or 1. */
static inline int {name}_predict(const {name}_student *student, const uint32_t *x)
{{
    return {name}_field(student, x) > 0;
}}
"""


def learning_header(learner: Learner, name: str) -> str:
    """Return a header with ``NAME_start``, ``NAME_predict`` and ``NAME_learn``; inputs are laid out by ``NAME_set``."""
    counts = learner.rule in COUNTING
    number = "int32_t" if counts else "int64_t"
    names = {"name": name, "upper": name.upper(), "number": number, "features": learner.features}
    names |= {"words": max(1, -(-learner.features // WORD)), "synapses": len(learner.weights)}
    known = [f"{weight}" if counts else f"INT64_C({weight})" for weight in learner.weights.tolist()]
    body = SIZES.format(**names) + array(number, f"{name}_known", known, f"{name.upper()}_SYNAPSES")
    body += "".join(part.format(**names) for part in (SET, START, IS_HIGH))
    body += (_counting if counts else _bounded)(learner, names)
    about = f"The rule {learner.rule} on {learner.features} inputs.\n{classes_comment(learner.classes)}"
    return header(name, about, ["stdint.h"], body)


def _counting(learner: Learner, names: dict[str, object]) -> str:
    """Return the functions of rules that count.  (learners.2, learners.3)"""
    clipped, signs = learner.rule == "clipped-hebb", learner.inputs == SIGNS
    weight = "student->weights[i] > 0 ? 1 : -1" if clipped else "student->weights[i]"
    unless = "" if clipped else UNLESS_RIGHT.format(**names)
    field = COUNTED_FIELD.format(**names, weight=weight, low="-weight" if signs else "0")
    learn = COUNTED_LEARN.format(**names, unless=unless, low="-step" if signs else "0", largest=LARGEST_WEIGHT)
    return field + PREDICT.format(**names) + learn


def _bounded(learner: Learner, names: dict[str, object]) -> str:
    """Return the functions of bounded synapses.  (learners.4)"""
    unit, half = 2**UNIT_BITS, UNIT_BITS // 2
    m, e = rate_in_bits(learner.parameters["eta"])
    theta = round(learner.parameters["theta"] * len(learner.weights) * unit)
    inhibition = round(learner.parameters["inhibition"] * unit)
    field = BOUNDED_FIELD.format(**names, theta=theta, inhibition=inhibition, half=half, rate=m, shift=e - half)
    return field + PREDICT.format(**names) + BOUNDED_LEARN.format(**names, one=unit)
