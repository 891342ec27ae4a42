"""The docstring of a rule: its labelled equations, and the text around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from website.reference.latex import GREEK, RELATIONS, Unreadable, latex

WIDEST = 72  # characters of plain text in one line of an equation
_LABELLED = re.compile(r"^    (\w+\.\d+)   ?(\s*\S.*)$")
_LETTER = re.compile(rf"\b(?:{'|'.join(GREEK)})(?=\b|_)")
_NOTE = re.compile(r"(?:\s{3,}\(((?:[^()]|\([^()]*\))*)\)|\s{2,}\(([A-Z][A-Z0-9]+ [^()]*)\))$")


@dataclass(frozen=True)
class Equation:
    """An equation: its label, its lines as the docstring has them, and where it comes from."""

    label: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def is_prose(self) -> bool:
        """Whether it is a sentence, in which nothing is computed."""
        text = " ".join(self.lines)
        return not any(mark in text for mark in (*RELATIONS, "/", "^"))

    def markdown(self) -> str:
        """Return the equation as Markdown: its label and origin, then the mathematics, or plain text if it resists."""
        origin = f' <span class="origin">{"; ".join(self.notes)}</span>' if self.notes else ""
        title = f'<span class="label">{self.label}</span>{origin}'
        if self.is_prose:
            return f"{title}\n\n{escaped(with_letters(' '.join(' '.join(self.lines).split())))}"
        try:
            rows = [latex(row) for row in self.rows()]
        except Unreadable:
            return title + "\n\n```none\n" + "\n".join(self.lines) + "\n```"
        if len(rows) == 1:
            return f"{title}\n\n$$\n{rows[0]}\n$$"
        body = " \\\\\n".join(f"& {row}" for row in rows)
        return f"{title}\n\n$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$"

    def rows(self) -> list[str]:
        """Return the lines to write: a new one for each relation that double spaces set apart."""
        rows: list[str] = []
        for line in self.lines:
            for k, piece in enumerate(re.split(r"\s{2,}", line.strip())):
                if rows and (_open(rows[-1]) or (k > 0 and _belongs(piece, rows[-1]))):
                    rows[-1] += "  " + piece
                else:
                    rows.append(piece)
        return rows


def _open(text: str) -> bool:
    return text.count("(") > text.count(")")


def _belongs(piece: str, before: str) -> bool:
    """Return whether a piece stands in the line of what is before it: no equation of its own, and there is room."""
    words, last = piece.split(), before.split()[-1]
    own = before[-1] in ",;" and any(mark in words[1:6] for mark in RELATIONS) and words[0] != "if"
    return last in RELATIONS or piece.startswith("(") or (not own and len(before) + len(piece) < WIDEST)


def parts(docstring: str) -> Iterator[Equation | str]:
    """Return the equations and, as plain text, the paragraphs of a docstring, in their order."""
    for block in re.split(r"\n\s*\n", docstring.strip("\n")):
        lines = block.splitlines()
        if _LABELLED.match(lines[0]):
            yield from _equations(lines)
        else:
            yield block


def _equations(lines: list[str]) -> Iterator[Equation]:
    label, body, notes = "", [], []
    for line in lines:
        named = _LABELLED.match(line)
        if named and label:
            yield Equation(label, tuple(body), tuple(notes))
        if named:
            label, body, notes = named[1], [], []
        text = (named[2] if named else line).rstrip()
        note = _NOTE.search(text)
        if note:
            text = text[: note.start()]
            notes.append((note[1] or note[2]).replace("kappa", "κ"))
        body.append(text.strip())
    yield Equation(label, tuple(body), tuple(notes))


def with_letters(text: str) -> str:
    """Return text with the names of Greek letters as these letters; names in backticks stay.

    >>> with_letters("theta, delta and `eta`")
    'θ, δ and `eta`'
    """
    pieces = re.split(r"(`+[^`]+`+)", text)
    return "".join(piece if piece.startswith("`") else _LETTER.sub(_letter, piece) for piece in pieces)


def _letter(name: re.Match[str]) -> str:
    size = "CAPITAL" if name[0][0].isupper() else "SMALL"
    return unicodedata.lookup(f"GREEK {size} LETTER {name[0].upper().replace('LAMBDA', 'LAMDA')}")


def escaped(text: str) -> str:
    """Return plain text of which Markdown takes nothing for its own, but for names in backticks."""
    pieces = re.split(r"(`+[^`]+`+)", text)
    return "".join(piece if piece.startswith("`") else re.sub(r"[\\*_<>\[\]$|]", r"\\\g<0>", piece) for piece in pieces)
