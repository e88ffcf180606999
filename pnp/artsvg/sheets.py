"""``<style>`` elements: plain rules with classes, ids and names of elements (CSS 2.1, 5 and 6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import tinycss2

from pnp.artsvg.reader import COMMENT, Declaration, SvgProblems
from pnp.cardsvg.source import Element
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
