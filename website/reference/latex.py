r"""Equations as docstrings write them, in plain text, as LaTeX.

    F = eta label  if label * field <= 0      is      F = \eta\,\mathit{label} \text{ if } ...

Nothing is rearranged. Tokens are written one after the other as they come; only what is in parentheses after
``sqrt`` or ``^``, and the factors beside a ``/``, go to where they belong. ``a b/c d`` is read as it is in Python,
(a b/c) d, and a fraction is drawn with a bar where a reader might take it otherwise. What is not understood raises
`Unreadable`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

GREEK = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "kappa",
    "lambda",
    "mu",
    "pi",
    "rho",
    "sigma",
    "tau",
    "phi",
    "psi",
    "omega",
    "Phi",
    "Omega",
    "Gamma",
    "Delta",
]
FUNCTIONS = ["sin", "cos", "tan", "cot", "exp", "ln", "log", "min", "max", "arctan", "arccos", "arcsin", "tanh"]
OPERATORS = ["sgn", "erf", "artanh", "arctanh"]
VARIABLES = ["label", "field", "margin", "ratio", "floor", "cap", "drift", "width", "confidence", "omega", "eta"]
SYMBOLS = {
    "<-": r"\leftarrow", "->": r"\to", "<=": r"\le", ">=": r"\ge", "=": "=", "<": "<", ">": ">",
    "+": "+", "-": "-", "*": r"\cdot", ".": r"\cdot", ",": ",", ";": ";", ":": ":",
}  # fmt: skip
RELATIONS = ("<-", "->", "<=", ">=", "=", "<", ">")
_TOKEN = re.compile(
    r"(?P<derivative>d ?(?:ln )?(?:rho|[A-Zxq])/d ?(?:alpha|h)\b)"
    r"|(?P<word>`[^`]+`|\"\w+\"|[a-z]+\.\d+|[A-Za-z]+'s\b)"
    r"|(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<name>[A-Za-z]+(?:_[A-Za-z0-9]+)?'?)"
    r"|(?P<mark><-|->|<=|>=|[-+*/^()|<>=.,;:])"
)
PAUSES = (",", ";", ":")
FACTORS = ("factor", "ratio")
_PAIRS = {"(": ")", "<": ">", "|": "|"}


class Unreadable(ValueError):
    """An equation that is not understood."""


@dataclass(frozen=True)
class Token:
    """A token: its kind, its text, whether a space stands before and after it, and whether a wide one does before."""

    kind: str
    text: str
    after_space: bool = False
    before_space: bool = True
    after_gap: bool = False


@dataclass(frozen=True)
class Item:
    """A piece of LaTeX: a ``factor``, which may be multiplied and divided, a ``mark`` or a ``word``.

    ``inner`` is what is in the parentheses of a factor that is nothing but a pair of them, ``wide`` whether a gap
    stands before it.
    """

    kind: str
    latex: str
    inner: str = ""
    wide: bool = False


def latex(plain: str) -> str:
    r"""Return an equation in LaTeX.

    >>> print(latex("<F b> = eta (1 - 2 kappa - cos theta)/sqrt(2 pi)"))
    \langle F\,b\rangle = \eta\,(1 - 2\,\kappa - \cos\theta)/\sqrt{2\,\pi}
    """
    reader = _Reader(tokens(plain))
    items = reader.sequence(end="")
    return _joined(items)


def tokens(plain: str) -> list[Token]:
    """Return the tokens of an equation."""
    found, at = [], 0
    while at < len(plain):
        if plain[at].isspace():
            at += 1
            continue
        match = _TOKEN.match(plain, at)
        if match is None:
            raise Unreadable(f"equation must be made of known tokens; got {plain[at : at + 20]!r}.")
        before, after = plain[at - 1 : at], plain[match.end() : match.end() + 1]
        gap = at > 1 and plain[at - 2 : at] == "  "
        found.append(Token(str(match.lastgroup), match.group(), not before.strip(), not after.strip(), gap))
        at = match.end()
    return found


class _Reader:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at, self.depth = tokens, 0, 0

    def peek(self, ahead: int = 0) -> Token | None:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def sequence(self, end: str, *, raised: bool = False) -> list[Item]:
        """Return the items up to a closing mark, which is read too."""
        items: list[Item] = []
        while (token := self.peek()) is not None:
            if token.text == end and not (end == ">" and token.after_space):
                self.at += 1
                return items
            if token.text == "/":
                self.at += 1
                self._divide(items, raised=raised)
            elif token.kind == "mark" and not self._opens(token):
                self.at += 1
                if token.text not in SYMBOLS:
                    raise Unreadable(f"equation must have its marks in pairs; got {token.text!r}.")
                if token.text == "." and not token.after_space:
                    items.append(Item("dot", r" \cdot "))
                    continue
                signs = token.text == "-" and token.after_space and not token.before_space
                items.append(Item("sign" if signs else "mark", SYMBOLS[token.text], wide=token.after_gap))
            else:
                items.append(replace(self.factor(), wide=token.after_gap))
        if end:
            raise Unreadable(f"equation must have its marks in pairs; got no {end!r}.")
        return items

    def _opens(self, token: Token) -> bool:
        """Return whether a mark opens a pair: <F b> does, h < 1 does not."""
        return token.text in ("(", "|") or (token.text == "<" and not token.before_space)

    def factor(self) -> Item:
        """Return the next factor with its power, or a word."""
        token = self.peek()
        if token is None:
            raise Unreadable("equation must end with a factor; got nothing after a mark.")
        self.at += 1
        if token.kind == "mark":
            item = self._pair(token)
        elif token.kind == "name":
            item = self._name(token)
        else:
            item = _atom(token)
        following = self.peek()
        if following is not None and following.text == "^":
            self.at += 1
            power, name = self._power(), item.latex
            item = Item("factor", f"{name}^{{{power}}}")
            called = self.peek()
            if called is not None and called.text == "(" and not called.after_space and token.kind == "name":
                self.at += 1
                item = Item("factor", item.latex + self._pair(called).latex)
        return item

    def _pair(self, token: Token) -> Item:
        if token.text not in _PAIRS:
            raise Unreadable(f"equation must have a factor on either side of a mark; got {token.text!r}.")
        self.depth += 1
        inner = _joined(self.sequence(_PAIRS[token.text]))
        self.depth -= 1
        if token.text == "<":
            return Item("factor", rf"\langle {inner}\rangle")
        if token.text == "|":
            return Item("factor", rf"\lvert {inner}\rvert")
        return Item("factor", rf"\left({inner}\right)" if r"\frac" in inner else f"({inner})", inner)

    def _name(self, token: Token) -> Item:
        base, _, index = token.text.rstrip("'").partition("_")
        prime = "'" if token.text.endswith("'") else ""
        called = self.peek()
        calls = called is not None and called.text == "(" and not called.after_space
        if base == "sqrt" and calls:
            return Item("factor", rf"\sqrt{{{self.factor_without_power().inner}}}")
        if base in FUNCTIONS or base in OPERATORS:
            command = rf"\{base}" if base in FUNCTIONS else rf"\operatorname{{{base}}}"
            return self._applied(command, calls=calls)
        if base in ("sum", "grad"):
            return Item("prefix", (r"\sum" if base == "sum" else r"\nabla") + (f"_{{{index}}}" if index else " "))
        symbol = _symbol(base, alone=not index and not prime)
        if symbol is None:
            return Item("word", token.text)
        if index:
            symbol += f"_{{{_index(index)}}}"
        symbol += prime
        if calls:
            self.at += 1
            symbol += self._pair(Token("mark", "(", False, True)).latex
        return Item("factor", symbol)

    def _applied(self, command: str, *, calls: bool) -> Item:
        """Return a function with what it is applied to: the next factor, in parentheses or not."""
        following = self.peek()
        if following is None or following.text == "^" or (following.kind == "name" and _is_word(following.text)):
            return Item("factor", command)
        if calls:
            return Item("factor", command + self.factor_without_power().latex)
        argument = self.factor()
        return Item(
            "factor", f"{command} {argument.latex}" if argument.latex[0].isalnum() else command + argument.latex
        )

    def factor_without_power(self) -> Item:
        """Return the pair of parentheses that comes next; a power after it belongs to the whole function."""
        token = self.peek()
        assert token is not None
        self.at += 1
        return self._pair(token)

    def _power(self) -> str:
        token = self.peek()
        if token is not None and token.text == "(":
            self.at += 1
            return _joined(self.sequence(")", raised=True))
        sign = ""
        if token is not None and token.text == "-":
            self.at += 1
            sign = "-"
        token = self.peek()
        if token is None or token.kind not in ("number", "name"):
            raise Unreadable("equation must have a number or a name in a power; got something else.")
        self.at += 1
        return sign + _atom(token).latex if token.kind == "number" else sign + (_symbol(token.text) or token.text)

    def _divide(self, items: list[Item], *, raised: bool) -> None:
        """Divide the last factor by the next one."""
        if not items or items[-1].kind not in FACTORS:
            raise Unreadable("equation must divide a factor; got something else before '/'.")
        above, below = items.pop(), self.factor()
        if below.kind not in FACTORS:
            raise Unreadable(f"equation must divide by a factor; got {below.latex!r}.")
        in_product = bool(items) and items[-1].kind in (*FACTORS, "prefix", "dot")
        following = self.peek()
        goes_on = following is not None and (following.kind != "mark" or self._opens(following))
        misread = goes_on and not self._ends_here(following)
        inline = raised or ((in_product or self.depth > 0) and not misread) or above.kind == "ratio"
        if inline:
            items.append(Item("factor", f"{above.latex}/{below.latex}", wide=above.wide))
        else:
            bar = rf"\frac{{{above.inner or above.latex}}}{{{below.inner or below.latex}}}"
            items.append(Item("ratio", bar, wide=above.wide))

    def _ends_here(self, token: Token | None) -> bool:
        """Return whether what follows is a word, which multiplies nothing."""
        return token is not None and token.kind == "name" and _is_word(token.text)


def _atom(token: Token) -> Item:
    if token.kind == "number":
        return Item("factor", token.text)
    if token.kind == "derivative":
        above, below = token.text.split("/")
        return Item("factor", rf"\frac{{{_differential(above)}}}{{{_differential(below)}}}")
    return Item("word", re.sub('[`"]', "", token.text))


def _differential(text: str) -> str:
    """Return d of something, given as ``dR``, ``d rho`` or ``d ln Z``."""
    name = text[1:].strip()
    log, name = (r"\ln ", name[3:].strip()) if name.startswith("ln ") else ("", name)
    symbol = _symbol(name)
    if symbol is None:
        raise Unreadable(f"equation must differentiate a symbol; got {text!r}.")
    return "d" + log + (" " if symbol.startswith("\\") and not log else "") + symbol


def _symbol(name: str, *, alone: bool = True) -> str | None:
    """Return a name as a symbol, or None if it is a word of a sentence."""
    if name in GREEK:
        return rf"\{name}"
    if name == "infinity":
        return r"\infty"
    if name in VARIABLES:
        return rf"\mathit{{{name}}}"
    if len(name) == 1 or not alone:
        return name
    return None


def _is_word(name: str) -> bool:
    base, _, index = name.partition("_")
    known = base in (*FUNCTIONS, *OPERATORS, "sqrt", "sum", "grad")
    return not known and _symbol(base, alone=not index) is None


def _index(name: str) -> str:
    return r"\perp" if name == "perp" else _symbol(name) or rf"\mathrm{{{name}}}"


def _joined(items: list[Item]) -> str:
    """Return items one after the other, words that follow each other as one text."""
    found = ""
    before = Item("mark", "")
    for item in _articles(items):
        gap = r"\quad " if item.wide and found else ""
        if item.kind == "word":
            if before.kind == "word" and not gap:
                found = found.removesuffix("}") + f"{item.latex} }}"
            else:
                found += rf"{gap}\text{{{' ' if found and not gap else ''}{item.latex} }}"
        elif item.kind in ("mark", "dot"):
            unary = before.kind == "mark" and before.latex not in PAUSES
            found = found.removesuffix(" }") + "}" if found.endswith(" }") and item.latex in PAUSES else found
            found += gap + (item.latex if unary and item.latex in ("+", "-") else _spaced(item.latex))
        elif item.kind == "sign":
            found += gap + (r"\; " if before.kind in FACTORS else "") + item.latex
        else:
            found += gap + (r"\," if before.kind in FACTORS and not gap else "") + item.latex
        before = item
    return found.removesuffix(" }") + "}" if found.endswith(" }") else found.strip()


def _spaced(mark: str) -> str:
    if mark in PAUSES:
        return (r"\colon" if mark == ":" else mark) + r"\; "
    return f" {mark.strip()} "


def _articles(items: list[Item]) -> list[Item]:
    """Return items in which an ``a`` between words is a word too."""
    return [
        Item("word", "a")
        if item.latex == "a" and k + 1 < len(items) and items[k + 1].kind == "word" and items[k + 1].latex != "if"
        else item
        for k, item in enumerate(items)
    ]
