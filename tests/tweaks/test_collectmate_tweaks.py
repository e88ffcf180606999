"""Tweaks of collectmate that must work in both languages, and what its sheets say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tweaks.kits import kit_of
from tests.tweaks.saying import Part, unsaid, words_of

pytestmark = pytest.mark.kit

w = words_of("collectmate")


def steps(*points: int, more: int = 0) -> tuple[Part, ...]:
    """What a tag scores on two cards, on three, and so on; and on each further one."""
    told = tuple(w("tag-step", points=each, count=count) for count, each in enumerate(points, 2))
    return (*told, w("tag-step-more", points=more)) if more else told


def test_there_are_two_summaries_for_each_player(printed: Callable[..., Any]) -> None:
    assert len(kit_of("collectmate", "", printed).slots("summary")) == 2 * 5
    assert len(kit_of("collectmate", "players = [2, 3]", printed).slots("summary")) == 2 * 3


def test_more_colours_leave_the_first_summary_to_the_rules(printed: Callable[..., Any]) -> None:
    kit = kit_of(
        "collectmate",
        '[mine.colours]\npink = { name = "pink", letter = "Pi", ink = "#f6a3c3", mark = "wave", points = 4 }\n'
        'black = { name = "black", letter = "Bk", ink = "#222222", mark = "sleep", points = 5 }',
        printed,
        only=("summary",),
    )
    cards = len(kit.slots("summary")) // 5
    assert cards in (2, 3)
    assert unsaid((w("law-tags-how", steps=steps(1, 2, 3)),), kit.pages_of("summary"), "en") == []
