"""Resolve the style of an element from attributes, rules, ``style`` and inheritance (SVG 1.1, 6)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pnp.artsvg.reader import (
    LOOKALIKES,
    OWN,
    PAINTING,
    PROPERTIES,
    Declaration,
    SvgProblems,
    inline,
)
from pnp.cardsvg.source import Element, nearest
from pnp.cardsvg.values import Viewport, length
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.artsvg.sheets import StyleRule

T = TypeVar("T")
_TYPING_ERROR = 0.8
_STEPS_PER_NAME = 25
_DRAWING = PAINTING | OWN | {"viewBox", "points", "offset", "gradientUnits", "gradientTransform", "href", "class"}
_OTHERS = ("data-", "aria-", "on", "font", "text", "-", "_")
_GEOMETRY = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"})
_INITIAL = {"initial": "", "unset": "", "revert": "", "revert-layer": ""}


@dataclass(frozen=True, slots=True)
class ComputedStyle:
    """Properties of an element: ``taken`` has the properties that go on to what is inside it, ``own`` those that
    concern it alone, as they are written; ``em`` is its font size in user units."""

    taken: Mapping[str, str]
    own: Mapping[str, str]
    em: float = 16.0

    def get(self, name: str, default: str) -> str:
        """Return a property as it is written."""
        return self.taken.get(name, default) if name in PAINTING else self.own.get(name, default)


class StyleResolver:
    """Finds the styles of the elements of one file."""

    def __init__(self, root: Element, problems: SvgProblems) -> None:
        self.problems = problems
        self._declared: dict[int, dict[str, str]] = {}
        self._slips: dict[str, str | None] = {}
        self._around: dict[int, ComputedStyle] = {}
        sheets = [element for element in root.walk() if element.name == "style" and element.text.strip()]
        self._rules = _StyleRules(sheets, problems) if sheets else None

    def style(self, element: Element, around: ComputedStyle) -> ComputedStyle:
        """Return the style of ``element`` inside one of style ``around``."""
        declared = self._declared.get(element.at)
        if declared is None:
            declared = self._declared[element.at] = self._collect(element)
        if not declared:
            return around if not around.own else replace(around, own={})
        taken, own = dict(around.taken), {}
        for name, written in declared.items():
            if written == "inherit":
                if name in OWN:
                    own[name] = around.own.get(name, "")
            elif name in PAINTING:
                taken[name] = _INITIAL.get(written, written)
                if not taken[name]:
                    del taken[name]
            else:
                own[name] = _INITIAL.get(written, written)
        em = around.em
        if "font-size" in declared:
            em = self._font_size(declared["font-size"], em)
        return ComputedStyle(taken, {name: text for name, text in own.items() if text}, em)

    def around(self, element: Element) -> ComputedStyle:
        """Return the style that the elements around ``element`` and it itself make. It is worked out once."""
        known = self._around.get(element.at)
        if known is not None:
            return known
        line: list[Element] = []
        above: Element | None = element
        while above is not None:
            line.append(above)
            above = above.parent
        style = ComputedStyle({}, {})
        self.problems.spend(element.at, len(line))
        for holder in reversed(line):
            style = self.style(holder, style)
        self._around[element.at] = style
        return style

    def value(self, element: Element, style: ComputedStyle, name: str, read: Callable[[str], T], default: T) -> T:
        """Return a property as ``read`` understands it; a wrong one is noted."""
        text = style.get(name, "")
        if not text:
            return default
        return self.problems.value(element, name, text, read, default)

    def _font_size(self, text: str, em: float) -> float:
        try:
            return length(text, Viewport(em, em, em)) or em
        except ValueError:
            return em

    def _collect(self, element: Element) -> dict[str, str]:
        """Return the properties declared for the element itself; geometry is written back to its attributes."""
        plain: dict[str, str] = {}
        self.problems.spend(element.at, len(element.attributes))
        for name, value in element.attributes.items():
            if name in PROPERTIES and name not in _GEOMETRY:
                plain[name] = value.strip()
            elif name not in _DRAWING:
                self._unknown(element, name, "attribute", name)
        strong: dict[str, str] = {}
        if self._rules is not None:
            for rule in self._rules.of(element):
                self._declare(element, rule.declared, plain, strong)
        text = element.attributes.get("style")
        if text:
            self._declare(element, inline(text), plain, strong)
        plain |= strong
        for name in _GEOMETRY & plain.keys():
            value = plain.pop(name)
            if value != "auto" and element.name != "svg":
                element.attributes[name] = value if name != "d" else _path_of(value)
        return {name: text for name, text in plain.items() if text}

    def _declare(
        self, element: Element, declared: Iterable[Declaration], plain: dict[str, str], strong: dict[str, str]
    ) -> None:
        for name, written, important in declared:
            self.problems.spend(element.at, 1)
            if name in PROPERTIES:
                (strong if important else plain)[name] = written
            elif not name.startswith("-"):
                self._unknown(element, name, "property", "style")

    def _unknown(self, element: Element, name: str, kind: str, place: str) -> None:
        """Note a name that looks like a slip of the keyboard; other names belong to other programs and draw nothing."""
        if name not in self._slips:
            self.problems.spend(element.at, _STEPS_PER_NAME)
            self._slips[name] = _slip(name)
        hint = self._slips[name]
        if hint is not None:
            self.problems.add(element.at, f"unknown-{kind}", f"<{element.name}> has no {kind} {name!r}", hint, place)


def _slip(name: str) -> str | None:
    """Return the hint for a name that is a slip of one that draws, None for any other."""
    if name in LOOKALIKES or len(name) < 3 or ":" in name or name.startswith(_OTHERS):
        return None
    hint = nearest(name, _DRAWING)
    close = hint is not None and difflib.SequenceMatcher(None, name, hint.split("'")[1]).ratio() >= _TYPING_ERROR
    return hint if close else None


def _path_of(value: str) -> str:
    match = re.fullmatch(r"path\(\s*(?:(?:nonzero|evenodd)\s*,\s*)?[\"']([^\"']*)[\"']\s*\)", value)
    return match[1] if match else value


class _StyleRules:
    """The rules of a file, found by class, id or name of element."""

    def __init__(self, sheets: list[Element], problems: SvgProblems) -> None:
        from pnp.artsvg.sheets import rules  # noqa: PLC0415 - tinycss2 is imported only where there is a style sheet

        self._problems = problems
        self._by: dict[str, list[StyleRule]] = {}
        for rule in rules(sheets, problems):
            compound = rule.steps[0][0]
            key = "*"
            if compound.ids:
                key = "#" + compound.ids[0]
            elif compound.classes:
                key = "." + compound.classes[0]
            elif compound.name:
                key = compound.name
            self._by.setdefault(key, []).append(rule)

    def of(self, element: Element) -> list[StyleRule]:
        """Return the rules for ``element``, the strongest last."""
        keys = ["*", element.name, *("." + name for name in dict.fromkeys((element.get("class") or "").split()))]
        if "id" in element.attributes:
            keys.append("#" + element.attributes["id"])
        candidates = [rule for key in keys for rule in self._by.get(key, ())]
        spend = partial(self._problems.spend, element.at)
        spend(len(candidates))
        fitting = [rule for rule in candidates if rule.fits(element, spend)]
        return sorted(fitting, key=lambda rule: (rule.specificity, rule.order))
