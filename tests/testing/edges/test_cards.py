"""What is printed on a card is said by hand where a rule decides it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import DefinitionError
from pnp.games.core.suits import number_cards, suit_cards
from pnp.model.component import Item
from pnp.model.suits import Suit
from pnp.testing.edges.cards import card_faults
from pnp.testing.subject import Subject
from pnp.toml.document import read_document

Broken = Callable[..., Subject]
BOTH = """
[[card]]
card = "2"
why = "2 is legal"
shows = { mark = "crate" }

[[card]]
card = "3"
why = "3 is not"
shows = { mark = "barrel" }
"""


@dataclass(frozen=True)
class Printed:
    items: dict[Any, Item]


def goods(limit: int) -> dict[int, Item]:
    legal = number_cards([number for number in (1, 2, 3, 4) if number <= limit], ["#2a6f97"], mark="crate")
    return legal | number_cards([number for number in (1, 2, 3, 4) if number > limit], ["#9e2a2b"], mark="barrel")


@pytest.fixture
def faults(broken: Broken, tmp_path: Path) -> Callable[..., list[str]]:
    def call(items: Any, text: str) -> list[str]:
        file = tmp_path / "cases.toml"
        file.write_text(text or "# none", encoding="utf-8")
        printed = Printed(items)
        return list(card_faults(broken(rules=lambda settings: printed), read_document(file, 0, if_empty="")))

    return call


def test_cards_that_print_what_a_person_says_have_no_faults(faults: Callable[..., list[str]]) -> None:
    assert faults(goods(2), BOTH) == []


def test_a_mark_that_contradicts_the_rule_is_found(faults: Callable[..., list[str]]) -> None:
    first, second = faults(goods(1), BOTH)
    assert "card 1 (2 is legal): its face has mark = 'barrel', the case says 'crate'" in first
    assert second.startswith("'mark' differs on the cards 1 and 2, as some rule says")


def test_a_mark_of_some_cards_needs_a_card_by_hand_on_both_sides(faults: Callable[..., list[str]]) -> None:
    (fault,) = faults(goods(2), BOTH.replace('card = "3"', 'card = "4"'))
    assert fault.startswith("'mark' differs on the cards 2 and 3") and "shows = { mark = … }" in fault


def test_colours_and_what_follows_from_a_suit_need_none(faults: Callable[..., list[str]]) -> None:
    assert faults(number_cards([1, 2, 3], ["#2a6f97", "#9e2a2b"], mark="sun"), "") == []
    suits = [Suit("sun", "sun", "S", "#e0a030"), Suit("sea", "sea", "W", "#2a6f97")]
    assert faults(suit_cards(suits, [1, 2]), "") == []


def test_a_card_that_is_not_there_is_told(faults: Callable[..., list[str]]) -> None:
    (fault,) = faults(number_cards([1, 2], ["#2a6f97"], mark="sun"), BOTH.split("\n\n")[1].replace('"3"', '"9"'))
    assert "there is no card '9'; there are 1 and 2" in fault


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("card = 3", "a card is a table of its own"),
        (BOTH.replace("shows", "show"), "there is no key 'show' here"),
        (BOTH.replace('{ mark = "crate" }', "{}"), "a card says what its face shows"),
        (BOTH.replace('"2 is legal"', '""'), "a card has a text 'why'"),
    ],
)
def test_a_malformed_card_is_told(text: str, told: str, faults: Callable[..., list[str]]) -> None:
    with pytest.raises(DefinitionError, match=told):
        faults(goods(2), text)
