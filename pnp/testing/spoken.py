"""Which words a game asks for: the keys of phrases, read off its code and its templates without running them.

A key is a whole text or a pattern, where it is put together: ``phrase(f"reason-{code}")`` asks for some key that begins
with ``reason-``. What cannot be read off is met by the examples instead, which are explained in every language.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.model.text import LANGUAGES

_CALL = re.compile(r"""\bw\(\s*((?:"[^"]*"|'[^']*'|[\w.]+|\s*~\s*|\s)+)([^)]*)""")
_STRING = re.compile(r"""["'](-?[a-z][a-z0-9]*(?:-[a-z0-9]+)*-?)["']""")
_GIVEN = re.compile(r"\b([a-z][a-z0-9_]*)\s*=[^=]")
_ANY = "[a-z0-9-]*"


@dataclass
class Spoken:
    """Keys that are asked for. ``asked`` maps each pattern to the places that ask; ``given`` to the values that they
    give; ``named`` holds patterns of any text that may be, or become, a key."""

    asked: dict[str, list[str]] = field(default_factory=dict)
    given: dict[str, set[str] | None] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)

    def ask(self, pattern: str, place: str, values: Iterable[str] | None) -> None:
        """Note a place that asks for words; ``values`` is None where they cannot be read off."""
        self.asked.setdefault(pattern, []).append(place)
        before = self.given.get(pattern, set())
        self.given[pattern] = None if before is None or values is None else before | set(values)

    def missing(self, keys: Iterable[str]) -> dict[str, str]:
        """The patterns that no key answers, each with the first place that asks."""
        known = tuple(keys)
        return {
            pattern: places[0]
            for pattern, places in sorted(self.asked.items())
            if not any(re.fullmatch(pattern, key) for key in known)
        }

    def unused(self, keys: Iterable[str]) -> list[str]:
        """The keys that nothing asks for and that are named nowhere."""
        # A pattern that begins with a wildcard would excuse far too much: the kind in f"{kind}-{name}" has a name.
        patterns = [one for one in (*self.asked, *self.named) if not one.startswith(_ANY)]
        if any(one.startswith(_ANY) for one in self.asked):
            patterns += [f"{one}\\-{_ANY}" for one in self.named if not one.startswith(_ANY)]
        compiled = re.compile("|".join(f"(?:{one})" for one in patterns) or r"(?!)")
        return [key for key in keys if not compiled.fullmatch(key)]

    def values_of(self, key: str) -> set[str] | None:
        """The values that any place gives to ``key``; None where that cannot be read off."""
        given = [values for pattern, values in self.given.items() if re.fullmatch(pattern, key)]
        if not given or None in given:  # a key that is put into a variable first is spoken nowhere by itself
            return None
        return set().union(*(values for values in given if values is not None))


def spoken(code: Path, templates: Iterable[Path]) -> Spoken:
    """What the Python files below ``code`` and the templates below ``templates`` ask for."""
    found = Spoken()
    for path in sorted(code.rglob("*.py")):
        _read_python(found, path)
    for folder in templates:
        for path in sorted(folder.rglob("*.j2")):
            _read_template(found, path)
    return found


def pattern_of(node: ast.expr) -> str | None:
    """A regular expression for the texts that an expression can be; None where it says nothing of them."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=values):
            return "".join(re.escape(str(one.value)) if isinstance(one, ast.Constant) else _ANY for one in values)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            parts = pattern_of(left), pattern_of(right)
            return None if parts == (None, None) else "".join(_ANY if part is None else part for part in parts)
    return None


def _patterns(node: ast.expr) -> Iterator[str]:
    """The patterns of an expression, of both branches where it chooses."""
    if isinstance(node, ast.IfExp):
        yield from _patterns(node.body)
        yield from _patterns(node.orelse)
        return
    pattern = pattern_of(node)
    if pattern is not None:
        yield pattern


def _read_python(found: Spoken, path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp):
            pattern = pattern_of(node)
            if pattern is not None and " " not in pattern:
                found.named.add(pattern)
        if isinstance(node, ast.Call) and _is_phrase(node.func) and node.args:
            values = None if any(one.arg is None for one in node.keywords) else [str(one.arg) for one in node.keywords]
            for pattern in _patterns(node.args[0]):
                found.ask(pattern, f"{path.name}:{node.lineno}", values)


def _is_phrase(function: ast.expr) -> bool:
    match function:
        case ast.Name(id="phrase" | "Phrase") | ast.Attribute(attr="phrase" | "Phrase"):
            return True
    return False


def _read_template(found: Spoken, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    strings = set(_STRING.findall(text))
    found.named |= {re.escape(one) for one in strings}
    # Parts of keys that are put together: "turn-" ~ step, key ~ "-how", and keys in a list that a prefix goes before.
    found.named |= {re.escape(one) + _ANY for one in strings if one.endswith("-")}
    for start in (one for one in strings if not one.startswith("-")):
        found.named |= {re.escape(start + end) for end in strings if end.startswith("-")}
    for match in _CALL.finditer(text):
        place = f"{path.name}:{text.count(chr(10), 0, match.start()) + 1}"
        for pattern in _called(match[1]):
            found.ask(pattern, place, set(_GIVEN.findall(match[2])) or None)


def _called(words: str) -> Iterator[str]:
    """The patterns of the first argument of ``w(...)``."""
    if " if " in words:
        first, _, rest = words.partition(" if ")
        _, _, other = rest.partition(" else ")
        for branch in (first, other):
            yield from _called(branch)
        return
    parts = [part.strip() for part in words.split("~")]
    if all(part[:1] in "\"'" for part in parts if part) or any(part[:1] in ('"', "'") and part for part in parts):
        yield "".join(re.escape(part[1:-1]) if part[:1] in "\"'" else _ANY for part in parts if part)


def same_in_every_language(tables: Mapping[str, Mapping[str, str]]) -> dict[str, list[str]]:
    """By language, the keys that another language has words for, and this one not."""
    every = {key for language in LANGUAGES for key in tables.get(language, {})}
    return {language: sorted(every - set(tables.get(language, {}))) for language in LANGUAGES}
