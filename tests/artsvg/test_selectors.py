"""Selectors of style sheets: an element fits as in CSS, in work that follows its depth."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pnp.artsvg.sheets import CompoundSelector, StyleRule
from pnp.cardsvg.source import Element


def nested(names: str) -> Element:
    """Return the innermost of elements in one another, the outermost first."""
    element = Element(names[0], {}, 0)
    for name in names[1:]:
        element = Element(name, {}, 0, element)
    return element


def rule(selector: str) -> StyleRule:
    """Return the rule of a selector such as ``a > b c``, of names alone."""
    parts = selector.replace(">", " > ").split()
    steps: list[tuple[CompoundSelector, str]] = []
    for before, part in pairwise(["", *parts]):
        if part != ">":
            steps.insert(0, (CompoundSelector(part), ">" if before == ">" else " " if steps else ""))
    return StyleRule(tuple(steps), (), (0, 0, 0), 0)


def fits(rule: StyleRule, names: str) -> bool:
    """Return whether a rule is for the innermost of elements in one another."""
    return rule.fits(nested(names), lambda _: None)


def fits_by_definition(selector: str, names: str) -> bool:
    """Try every way up, as the definition of CSS reads."""
    head, _, last = selector.rpartition(" ")
    if names[-1] != last:
        return False
    if not head:
        return True
    if head.endswith(" >"):
        return len(names) > 1 and fits_by_definition(head[:-2], names[:-1])
    return any(fits_by_definition(head, names[:end]) for end in range(1, len(names)))


SELECTORS = st.lists(st.sampled_from(["a", "b", "a >", "b >"]), max_size=5).map(lambda parts: " ".join([*parts, "a"]))


@given(SELECTORS, st.text("ab", min_size=1, max_size=7))
def test_an_element_fits_as_the_definition_says(selector: str, names: str) -> None:
    assert fits(rule(selector), names) == fits_by_definition(selector, names)


def test_an_ancestor_further_up_may_be_the_one() -> None:
    assert fits(rule("a > b c"), "abbc")
    assert not fits(rule("a > b > c"), "abbc")


def test_a_long_selector_in_deep_groups_takes_no_time() -> None:
    assert not fits(rule(" ".join(["x", *"g" * 60, "r"])), "g" * 150 + "r")


def test_of_siblings_the_first_and_the_last_are_found() -> None:
    parent = Element("g", {}, 0)
    parent.children = [" ", *(Element("r", {}, place, parent) for place in (1, 2, 3)), " "]
    found = [
        [child.at for child in parent.elements() if CompoundSelector("r", places=(place,)).fits(child)]
        for place in ("first-child", "last-child", "root")
    ]
    assert found == [[1], [3], []]
