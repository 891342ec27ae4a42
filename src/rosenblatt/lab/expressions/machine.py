"""A machine that computes expressions by their programs: it is compiled once, and a new expression is not compiled.

A program is an array of numbers, three for each instruction: what is done, where its operand is, and a number.

machine.1   value <- value op operand, or operand op value for what is done the other way round
machine.2   an operand is a number, label, field, alpha, q_norm, or the value that was kept last, which is taken back
machine.3   a jump passes over so many instructions; a condition is a value that is 1 or 0

`run` is the modulation that kernels and theory take, and the program the only one of its own parameters. What makes
programs is `rosenblatt.lab.expressions.programs`.
"""

from __future__ import annotations

import math

SIZE, MOST_KEPT = 3, 8  # numbers of an instruction; values that can be kept at once

TAKE, KEEP, JUMP, JUMP_IF_FALSE, JUMP_IF_TRUE = range(5)
ADD, SUBTRACT, SUBTRACT_FROM, MULTIPLY, DIVIDE, DIVIDE_INTO, POWER, POWER_OF, WHOLE_POWER = range(5, 14)
LESS, AT_MOST, MORE, AT_LEAST, SAME, OTHER, MIN, MAX = range(14, 22)
NOT, NEGATE, ABS, ATAN, COS, ERF, EXP, LOG, SIGN, SIN, SQRT, TANH = range(22, 34)

NUMBER, LABEL, FIELD, ALPHA, Q_NORM, KEPT = range(6)


def run(label, field, alpha, q_norm, own):
    """Return the value of the expression whose program is the first of ``own``."""
    program = own[0]
    value, kept, place = 0.0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), 0
    while place < program.size:
        do, source, operand = int(program[place]), int(program[place + 1]), float(program[place + 2])
        place += SIZE
        if source == LABEL:  # machine.2
            operand = label
        elif source == FIELD:
            operand = field
        elif source == ALPHA:
            operand = alpha
        elif source == Q_NORM:
            operand = q_norm
        elif source == KEPT:
            operand = kept[0]
            kept = kept[1:] + (0.0,)  # noqa: RUF005 (Numba unpacks none in a loop)
        if do == KEEP:
            kept = (value,) + kept[:-1]  # noqa: RUF005
        elif do == JUMP or (do == JUMP_IF_FALSE and value == 0.0) or (do == JUMP_IF_TRUE and value != 0.0):
            place += SIZE * int(operand)  # machine.3
        elif do >= NOT:
            value = of_one(do, value)
        elif do >= LESS:
            value = of_order(do, value, operand)
        elif do == TAKE or do >= ADD:
            value = of_two(do, value, operand)
    return value


def of_two(do, value, operand):
    """Return what arithmetic makes of a value and an operand.  (machine.1)"""
    if do == TAKE:
        return operand
    if do == ADD:
        return value + operand
    if do == SUBTRACT:
        return value - operand
    if do == SUBTRACT_FROM:
        return operand - value
    if do == MULTIPLY:
        return value * operand
    if do == DIVIDE:
        return value / operand
    if do == DIVIDE_INTO:
        return operand / value
    if do == POWER:
        return math.pow(value, operand)
    if do == POWER_OF:
        return math.pow(operand, value)
    return whole_power(value, int(operand))


def whole_power(value, exponent):
    """Return a power by squaring."""
    result = 1.0
    while exponent > 0:
        if exponent % 2 == 1:
            result *= value
        value *= value
        exponent //= 2
    return result


def of_order(do, value, operand):
    """Return the lesser or the greater of a value and an operand, or whether they are in that order."""
    if do == MIN:
        return min(value, operand)
    if do == MAX:
        return max(value, operand)
    if do == LESS:
        holds = value < operand
    elif do == AT_MOST:
        holds = value <= operand
    elif do == MORE:
        holds = value > operand
    elif do == AT_LEAST:
        holds = value >= operand
    elif do == SAME:
        holds = value == operand
    else:
        holds = value != operand
    return 1.0 if holds else 0.0


def of_one(do, value):
    """Return what a function makes of a value."""
    if do == NOT:
        return 1.0 - value
    if do == NEGATE:
        return -value
    if do == ABS:
        return abs(value)
    if do == ATAN:
        return math.atan(value)
    if do == COS:
        return math.cos(value)
    if do == ERF:
        return math.erf(value)
    if do == EXP:
        return math.exp(value)
    if do == LOG:
        return math.log(value)
    if do == SIGN:
        return 1.0 if value > 0.0 else -1.0 if value < 0.0 else 0.0
    if do == SIN:
        return math.sin(value)
    if do == SQRT:
        return math.sqrt(value)
    return math.tanh(value)
