"""Headers compiled, and run on rows: here, or on a small CPU that is emulated."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O2"]
NEEDED = {"gcc": "gcc", "arm-none-eabi-gcc": "gcc-arm-none-eabi and libnewlib-arm-none-eabi", "qemu-arm": "qemu-user"}
SMALL = ["-mcpu=arm7tdmi", "-mthumb", "--specs=rdimon.specs"]  # a CPU of 32 bits, without division or float

NUMBERS = """
#include "{name}.h"
#include <stdio.h>
int main(void)
{{
    {kind} x[{features}];
    while (fread(x, sizeof x, 1, stdin) == 1)
        printf("%.17g\\n", (double){name}_predict(x));
    return 0;
}}
"""
BITS = """
#include "{name}.h"
#include <stdio.h>
int main(void)
{{
    unsigned char row[{features}];
    uint32_t x[{upper}_WORDS] = {{0}};
    while (fread(row, sizeof row, 1, stdin) == 1) {{
        for (int i = 0; i < {features}; ++i)
            {name}_set(x, i, row[i]);
        printf("%d\\n", {name}_predict(x));
    }}
    return 0;
}}
"""
LEARN = """
#include "{name}.h"
#include <stdio.h>
int main(void)
{{
    unsigned char row[{features} + 1]; /* the label last */
    uint32_t x[{upper}_WORDS] = {{0}};
    {name}_student student;
    {name}_start(&student);
    while (fread(row, sizeof row, 1, stdin) == 1) {{
        for (int i = 0; i < {features}; ++i)
            {name}_set(x, i, row[i]);
        putchar('0' + {name}_learn(&student, x, row[{features}]));
    }}
    return 0;
}}
"""


def need(*programs: str) -> None:
    """Skip a test for which a program is not there."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed: apt-get install {NEEDED[program]}")


def built(
    header: Path, main: str, *flags: str, kind: str = "double", features: int = 1, emulated: bool = False
) -> list[str]:
    """Compile a program around a header, warnings being errors; return the command that runs it."""
    compiler = ["arm-none-eabi-gcc", *SMALL] if emulated else ["gcc"]
    need(compiler[0], *(["qemu-arm"] if emulated else []))
    name, folder = header.stem, header.parent
    source, program = folder / f"{name}_main.c", folder / f"{name}_main"
    source.write_text(main.format(name=name, upper=name.upper(), kind=kind, features=features))
    subprocess.run([*compiler, *STRICT, *flags, "-o", str(program), str(source)], check=True, cwd=folder)
    return ["qemu-arm", "-cpu", "arm926", str(program)] if emulated else [str(program)]


def said(command: list[str], rows: np.ndarray) -> bytes:
    """Return what a program says of rows, which it reads as they lie in memory."""
    given = np.ascontiguousarray(rows).tobytes()
    return subprocess.run(command, input=given, stdout=subprocess.PIPE, check=True).stdout
