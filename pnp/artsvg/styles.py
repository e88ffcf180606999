"""Resolve the style of an element from attributes, the plain rules of ``<style>`` elements, ``style`` and inheritance
(SVG 1.1, 6; CSS 2.1, 5 and 6)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, TypeVar

import tinycss2

from pnp.artsvg.reader import (
    COMMENT,
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

MAX_RULES = 5_000
"""The most selectors that the style sheets of one file may hold."""
_PART = re.compile(
    r"""(?P<name>\*|[A-Za-z_][\w-]*)|\.(?P<class>[\w-]+)|\#(?P<id>[\w-]+)"""
    r"""|\[\s*(?P<key>[\w:-]+)\s*(?:=\s*(?P<quote>["']?)(?P<value>[^\]"']*)(?P=quote)\s*)?\]"""
    r"""|:(?P<pseudo>first-child|last-child|root)(?![\w-])"""
)
_MOVING = re.compile(r":{1,2}(?:hover|focus|active|visited|focus-within|focus-visible|target|before|after|selection)\b")
_PLAIN_MEDIA = re.compile(r"(?:only\s+)?(?:all|print)?|\(\s*prefers-color-scheme\s*:\s*(?:light|no-preference)\s*\)")


@dataclass(frozen=True, slots=True)
class CompoundSelector:
    """Conditions on one element: its name (None for any), classes, ids, attributes, places among its siblings."""

    name: str | None = None
    classes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str | None], ...] = ()
    places: tuple[str, ...] = ()

    def fits(self, element: Element) -> bool:
        """Return whether ``element`` meets them."""
        return (
            self.name in {None, element.name}
            and (not self.classes or _classes(element.get("class") or "").issuperset(self.classes))
            and all(element.get("id") == name for name in self.ids)
            and all(
                key in element.attributes and wanted in {None, element.attributes[key]}
                for key, wanted in self.attributes
            )
            and all(_stands(element, place) for place in self.places)
        )


@dataclass(frozen=True, slots=True)
class StyleRule:
    """Declarations for the elements that a selector names. ``steps`` are the compounds from right to left, each with
    the combinator to its left: a blank, ``>`` or nothing."""

    steps: tuple[tuple[CompoundSelector, str], ...]
    specificity: tuple[int, int, int]
    order: int
    declared: tuple[Declaration, ...]
    """Property, value, and whether it is important."""

    def fits(self, element: Element, spend: Callable[[int], None]) -> bool:
        """Return whether the rule is for ``element``. ``spend`` counts the parts that are looked for around it."""
        return _fits(self.steps, element, spend)


@lru_cache(maxsize=256)
def _classes(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _fits(steps: tuple[tuple[CompoundSelector, str], ...], element: Element, spend: Callable[[int], None]) -> bool:
    """Tell whether a selector, from its last part up, fits an element and those around it.

    All ways up are followed at once, so the work is at most the number of parts times the depth.
    """
    if not steps[0][0].fits(element):
        return False
    next_parent: set[int] = set()
    any_above: set[int] = set()
    matched, above = {0}, element.parent
    while True:
        for index in matched:
            if index + 1 == len(steps):
                return True
            (next_parent if steps[index][1] == ">" else any_above).add(index + 1)
        if above is None:
            return False
        waiting, next_parent = next_parent | any_above, set()
        spend(len(waiting))
        matched = {index for index in waiting if steps[index][0].fits(above)}
        above = above.parent


def _stands(element: Element, place: str) -> bool:
    if element.parent is None:
        return True
    siblings = element.parent.children
    in_order = iter(siblings) if place == "first-child" else reversed(siblings)
    return place != "root" and next(child for child in in_order if isinstance(child, Element)) is element


def rules(elements: list[Element], problems: SvgProblems) -> tuple[StyleRule, ...]:
    """Return the rules of style elements, in order. What cannot be read is noted at its element."""
    gathered: list[StyleRule] = []
    for element in elements:
        if (element.get("type") or "text/css").strip() not in {"text/css", ""}:
            problems.add(element.at, "style-sheet", f"a style sheet of type {element.get('type')!r} is not read")
            continue
        sheet = tinycss2.parse_stylesheet(element.text, skip_comments=True, skip_whitespace=True)
        _gather(sheet, element, problems, gathered)
    return tuple(gathered)


def _gather(sheet: list[Any], element: Element, problems: SvgProblems, gathered: list[StyleRule]) -> None:
    for item in sheet:
        if item.type == "qualified-rule":
            declared = _declarations(item.content)
            for selector in _selectors(tinycss2.serialize(item.prelude)):
                rule = _rule(selector, declared, len(gathered))
                if rule is not None:
                    gathered.append(rule)
                elif not _MOVING.search(selector):
                    _refuse(problems, element, f"the selector {selector[:60]!r}", "name elements, classes and ids")
        elif item.type == "at-rule" and item.lower_at_keyword == "media":
            media = tinycss2.serialize(item.prelude).strip().lower()
            if item.content is not None and any(_PLAIN_MEDIA.fullmatch(medium.strip()) for medium in media.split(",")):
                inner = tinycss2.parse_rule_list(item.content, skip_comments=True, skip_whitespace=True)
                _gather(inner, element, problems, gathered)
        elif item.type == "at-rule" and item.lower_at_keyword not in _IDLE_RULES:
            _refuse(problems, element, f"@{item.at_keyword}", "write the rules out in the <style> element")
        elif item.type == "error":
            _refuse(problems, element, f"what is no CSS ({item.message})", "mend the style sheet")
        if len(gathered) > MAX_RULES:
            raise problems.stop(element.at, "too-large", f"the style sheet has more than {MAX_RULES} selectors")


_IDLE_RULES = frozenset({"charset", "font-face", "keyframes", "-webkit-keyframes", "-moz-keyframes", "namespace"})


def _refuse(problems: SvgProblems, element: Element, what: str, hint: str) -> None:
    problems.add(element.at, "style-sheet", f"the style sheet holds {what}, which is not read", hint)


def _declarations(content: list[Any]) -> tuple[Declaration, ...]:
    """Return the declarations of a block. Of several for one property the last one holds."""
    last: dict[tuple[str, bool], Declaration] = {}
    for declaration in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if declaration.type == "declaration":
            key = declaration.lower_name, bool(declaration.important)
            last.pop(key, None)
            last[key] = (
                declaration.lower_name,
                tinycss2.serialize(declaration.value).strip(),
                bool(declaration.important),
            )
    return tuple(last.values())


def _selectors(text: str) -> list[str]:
    return [part.strip() for part in COMMENT.sub(" ", text).split(",") if part.strip()]


def _rule(selector: str, declared: tuple[Declaration, ...], order: int) -> StyleRule | None:
    """Return the rule of one selector, None if it holds what is not read."""
    steps: list[tuple[CompoundSelector, str]] = []
    combinator = ""
    for part in selector.replace(">", " > ").split():
        if part == ">":
            combinator = ">"
            continue
        compound = _compound(part)
        if compound is None:
            return None
        # The combinator belongs to what stands to its right.
        steps.insert(0, (compound, combinator or " "))
        combinator = ""
    if not steps or combinator:
        return None
    compounds = [compound for compound, _ in steps]
    specificity = (
        sum(len(compound.ids) for compound in compounds),
        sum(len(compound.classes) + len(compound.attributes) + len(compound.places) for compound in compounds),
        sum(compound.name is not None for compound in compounds),
    )
    return StyleRule(tuple(steps), specificity, order, declared)


def _compound(text: str) -> CompoundSelector | None:
    name: str | None = None
    lists: dict[str, list[Any]] = {"class": [], "id": [], "key": [], "pseudo": []}
    position = 0
    while position < len(text):
        match = _PART.match(text, position)
        if match is None or (match["name"] and position):
            return None
        if match["name"]:
            name = None if match["name"] == "*" else match["name"]
        elif match["key"]:
            lists["key"].append((match["key"].rpartition(":")[2], match["value"]))
        else:
            kind = match.lastgroup or ""
            lists[kind].append(match[kind])
        position = match.end()
    return CompoundSelector(
        name, tuple(lists["class"]), tuple(lists["id"]), tuple(lists["key"]), tuple(lists["pseudo"])
    )


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
        """Note a name that looks like a slip of the keyboard; any other is another program’s and draws nothing."""
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
        from pnp.artsvg.styles import rules  # noqa: PLC0415 - tinycss2 is imported only where there is a style sheet

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
