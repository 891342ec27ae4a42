"""Linear models as C99 headers, in numbers of double or single precision."""

from __future__ import annotations

from rosenblatt.export.c_text import array, classes_comment, header
from rosenblatt.export.linear_models import LinearModel

SEEN = "x[i]"
SCALED = """        {number} z = (x[i] - {name}_centres[i]) * {name}_factors[i];
        z = z < -{farthest} ? -{farthest} : z > {farthest} ? {farthest} : z;
"""
FIELD = """/* Field k of features x. */
static inline {number} {name}_field(const {number} *x, int k)
{{
    {number} field = {name}_intercepts[k];
    for (int i = 0; i < {upper}_FEATURES; ++i) {{
{scaled}        field += {name}_weights[k][i] * {seen};
    }}
    return field;
}}
"""
TWO = """
/* The class of features x, 0 or 1. */
static inline int {name}_predict(const {number} *x)
{{
    return {name}_field(x, 0) > 0;
}}
"""
SEVERAL = """
/* The class of features x, the first of the largest fields. */
static inline int {name}_predict(const {number} *x)
{{
    int best = 0;
    {number} largest = {name}_field(x, 0);
    for (int k = 1; k < {upper}_FIELDS; ++k) {{
        const {number} field = {name}_field(x, k);
        if (field > largest) {{
            largest = field;
            best = k;
        }}
    }}
    return best;
}}
"""
NUMBER = """
/* The number that is predicted for features x. */
static inline {number} {name}_predict(const {number} *x)
{{
    return {name}_field(x, 0);
}}
"""


def linear_header(model: LinearModel, name: str) -> str:
    """Return a header with ``NAME_predict(x)``, x an array of numbers; -DNAME_NUMBER=float halves its size."""
    upper, number = name.upper(), f"{name}_number"
    fields, features = model.weights.shape
    body = f"#ifndef {upper}_NUMBER\n#define {upper}_NUMBER double\n#endif\ntypedef {upper}_NUMBER {number};\n\n"
    body += f"enum {{ {upper}_FEATURES = {features}, {upper}_FIELDS = {fields} }};\n\n"
    rows = [f"{{ {', '.join(map(repr, row))} }}" for row in model.weights.tolist()]
    body += array(number, f"{name}_weights", rows, f"{upper}_FIELDS", f"{upper}_FEATURES")
    body += array(number, f"{name}_intercepts", map(repr, model.intercepts.tolist()), f"{upper}_FIELDS")
    names = {"name": name, "upper": upper, "number": number}
    scaled, seen = "", SEEN
    if model.scaling is not None:
        for part in ("centres", "factors"):
            values = map(repr, getattr(model.scaling, part).tolist())
            body += array(number, f"{name}_{part}", values, f"{upper}_FEATURES")
        scaled, seen = SCALED.format(**names, farthest=repr(model.scaling.farthest)), "z"
    body += "\n" + FIELD.format(**names, scaled=scaled, seen=seen)
    form = (SEVERAL if len(model.classes) > 2 else TWO) if model.classes else NUMBER
    what = (
        f"A linear rule of {features} features.\n{classes_comment(model.classes)}"
        if model.classes
        else (f"A linear regression of {features} features.")
    )
    return header(name, what, [], body + form.format(**names))
