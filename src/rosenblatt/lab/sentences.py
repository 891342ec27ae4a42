"""What is said to a visitor of a mistake: one sentence, without the words of a program."""

from __future__ import annotations

MISTAKES = (ValueError, TypeError, ArithmeticError, NotImplementedError, MemoryError, OSError)


def sentence(problem: BaseException) -> str:
    """Return what a mistake is, in one line.

    >>> sentence(ValueError("math domain error"))
    'numbers must stay finite; got math domain error. Guard that case, or take a smaller rate or alpha.'
    """
    said = " ".join(str(problem).split())
    if isinstance(problem, MemoryError):
        return "sizes must fit into memory; got more than there is. Take a smaller n, fewer runs or fewer rows."
    if isinstance(problem, ArithmeticError) or said == "math domain error":
        return f"numbers must stay finite; got {said}. Guard that case, or take a smaller rate or alpha."
    return said
