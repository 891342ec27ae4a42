"""A digest of the code that modules use: the key by which a computed result is known to be one of this code.

It is taken of the sources, none of which is imported for it: of the module, of the modules of the package that it
imports, of those that these import, and so on.

- An import counts wherever it stands, in a function too, but not under ``if TYPE_CHECKING``. Who imports a package as
  such, and could take anything from it, imports all its modules.
- Modules that find others by name count as importing them: a text that is the dotted name of a module or package counts
  as its import. A registry, which goes over its package by ``pkgutil.iter_modules`` or ``walk_packages``, counts as
  importing those modules of it that register, which is to say import the registry: so that of rules imports every rule.
- ``__init__.py`` counts for whoever imports from it; for the other modules of its package it counts only if it does
  more than import. That of the whole package is exempt: its names are looked up when they are used, so that whoever
  takes one from there counts as importing everything.

Comments, docstrings and layout do not matter: what is hashed is the syntax tree without them. The versions of the
libraries that compute are hashed too; the version of the package stands in every key of the ledger.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

LIBRARIES = ("numpy", "scipy", "numba")


@functools.cache
def code_digest(*modules: str) -> str:
    """Return the digest of the code of this package that modules use.

    A module outside of the package, such as one of tests, is found where it was imported from.
    """
    return _present().digest(*modules)


@functools.cache
def named_code_digest(*modules: str) -> str:
    """Return the digest of the code that modules use, without what registries among it find.

    It is for results of one rule: who names the module of the rule does not depend on the others.
    """
    return _present().digest(*modules, found=False)


@functools.cache
def _present() -> Sources:
    return Sources(Path(__file__).parent)


def module_of(function: Callable[..., Any]) -> str:
    """Return the name of the module in which a function is defined, the one within for a partial or a wrapped one.

    >>> module_of(functools.partial(code_digest, "rosenblatt.checks"))
    'rosenblatt.code_digest'
    """
    while isinstance(function, functools.partial):
        function = function.func
    function = inspect.unwrap(function)
    return getattr(function, "__module__", None) or type(function).__module__


class Sources:
    """The sources of the package in a folder; each is read once, when it is first asked for."""

    def __init__(self, package: Path) -> None:
        self.name = package.name
        self._files = dict(sorted((_dotted(file, package), file) for file in package.rglob("*.py")))
        self._trees: dict[str, ast.Module] = {}
        self._nodes: dict[str, list[ast.AST]] = {}
        self._inside: dict[str, set[str]] = {}
        self._imports: dict[tuple[str, bool], set[str]] = {}
        self._own: dict[str, str] = {}

    def digest(self, *modules: str, found: bool = True) -> str:
        """Return the digest of modules and of what they use; ``found`` as in `used`."""
        lines = [f"{library} {version(library)}" for library in LIBRARIES]
        lines += [f"{name} {self._own_digest(name)}" for name in sorted(self.used(*modules, found=found))]
        return _hash("\n".join(lines))

    def _own_digest(self, module: str) -> str:
        if module not in self._own:
            self._own[module] = _hash(ast.dump(self._tree(module)))
        return self._own[module]

    def used(self, *modules: str, found: bool = True) -> set[str]:
        """Return the names of modules and of all modules of the package that they use.

        ``found``: also those that registries find.
        """
        known, left = set(modules), list(modules)
        while left:
            new = self.imported(left.pop(), found=found) - known
            known |= new
            left += new
        return known

    def imported(self, module: str, *, found: bool = True) -> set[str]:
        """Return the names of the modules of the package that a module uses directly; ``found`` as in `used`."""
        if (module, found) not in self._imports:
            written, registered = self._written(module), self._registered(module) if found else set[str]()
            everything = written | registered
            parents = {parent for name in (module, *everything) for parent in _parents(name)}
            everything |= {parent for parent in parents if self._does_something(parent)}
            self._imports[module, found] = everything
        return self._imports[module, found]

    def _written(self, module: str) -> set[str]:
        """Return the modules that the text of a module names, but for the package that a registry goes over."""
        found: set[str] = set()
        searched = self._package_of(module) if self._goes_over_its_package(module) else None
        for node in self._walk(module):
            if isinstance(node, ast.Import):
                found |= {name for alias in node.names for name in self._within(alias.name)}
            elif isinstance(node, ast.ImportFrom):
                found |= self._from(self._absolute(node, module), [alias.name for alias in node.names])
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.rstrip(".") != searched:
                found |= self._named(node.value)
        return found

    def _goes_over_its_package(self, module: str) -> bool:
        calls = [node for node in self._walk(module) if isinstance(node, ast.Call)]
        return any(_name(node.func) in ("iter_modules", "walk_packages") for node in calls)

    def _registered(self, module: str) -> set[str]:
        """Return the modules that register with a module, if it goes over its package to find them."""
        if not self._goes_over_its_package(module):
            return set()
        others = self._within(self._package_of(module)) - {module}
        return {other for other in others if module in self.imported(other)}

    def _from(self, package: str, names: list[str]) -> set[str]:
        """Return what ``from package import names`` uses."""
        found = {used for name in names for used in self._within(f"{package}.{name}")}
        if package != self.name:
            return found | ({package} & self._files.keys())
        looked_up = [name for name in names if f"{package}.{name}" not in found and not name.startswith("__")]
        return found | (self._within(package) if looked_up else set())

    def _named(self, text: str) -> set[str]:
        """Return the module that a text names, or all modules of the package that it names."""
        name = text.rstrip(".")
        return self._within(name) if name.startswith(f"{self.name}.") else set()

    def _within(self, package: str) -> set[str]:
        """Return a module, or a package with all its modules; nothing for a name that is neither."""
        if package not in self._inside:
            within = {name for name in self._files if name == package or name.startswith(f"{package}.")}
            self._inside[package] = within - {self.name}
        return self._inside[package]

    def _package_of(self, module: str) -> str:
        is_package = module in self._files and self._files[module].name == "__init__.py"
        return module if is_package else module.rpartition(".")[0]

    def _absolute(self, node: ast.ImportFrom, module: str) -> str:
        return resolve_name("." * node.level + (node.module or ""), self._package_of(module))

    def _does_something(self, package: str) -> bool:
        """Return whether the ``__init__.py`` of a package does more than to import and to list its names."""
        if package == self.name or package not in self._files:
            return False
        return not all(_only_names(statement) for statement in self._tree(package).body)

    def _tree(self, module: str) -> ast.Module:
        """Return the syntax tree of a module, without what does nothing when it runs."""
        if module not in self._trees:
            tree = ast.parse(self._file(module).read_text(encoding="utf-8"))
            self._trees[module] = _WithoutProse().visit(tree)
        return self._trees[module]

    def _walk(self, module: str) -> list[ast.AST]:
        """Return all nodes of the syntax tree of a module."""
        if module not in self._nodes:
            self._nodes[module] = list(ast.walk(self._tree(module)))
        return self._nodes[module]

    def _file(self, module: str) -> Path:
        file = self._files.get(module) or getattr(sys.modules.get(module), "__file__", None)
        if file is None:
            raise ValueError(
                f"module must be one with a source file; got {module!r}. Define the rows of a paper in a file."
            )
        return Path(file)


class _WithoutProse(ast.NodeTransformer):
    """Takes out texts that stand as statements, such as docstrings, and what only a type checker sees."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        return node.orelse if _name(node.test) == "TYPE_CHECKING" else node


def _name(node: ast.expr) -> str | None:
    """Return the name at the end of ``a.b.name``."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", None)


def _only_names(statement: ast.stmt) -> bool:
    lists_names = isinstance(statement, ast.Assign) and [_name(target) for target in statement.targets] == ["__all__"]
    return lists_names or isinstance(statement, (ast.Import, ast.ImportFrom))


def _parents(module: str) -> Iterator[str]:
    while "." in module:
        module = module.rpartition(".")[0]
        yield module


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _dotted(file: Path, package: Path) -> str:
    parts = file.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
