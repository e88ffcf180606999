"""Notations of one line: what is written is read back, and anything else is refused with the line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from pnp.games.core.playing.notation import (
    POINTS,
    WHOLE,
    WORD,
    Notation,
    action_line,
    by_seat,
    in_order,
    listed,
    named,
    one_of,
    optional,
    rows,
    state_line,
)
from pnp.games.core.playing.play import NotationError

Known = Mapping[str, str]
KNOWN: Known = {"a1": "a1", "b2": "b2"}
CARD: Notation[Known, str] = named("card", lambda known: known)
CARDS = listed(CARD)


class State(NamedTuple):
    hands: tuple[tuple[str, ...], ...]
    turn: int | None
    scores: tuple[tuple[int, ...], ...]


STATES: Notation[Known, State] = state_line(
    State,
    {"turn": optional(WHOLE), "hands": by_seat(in_order(CARDS)), "scores": rows(listed(POINTS))},
    lambda known, state: "it needs two hands" if len(state.hands) != 2 else None,
)


class Act(NamedTuple):
    do: str
    cards: tuple[str, ...]
    back: tuple[str, ...]


ACTS: Notation[Known, Act] = action_line(Act, {"do": one_of("word", ("lay", "pass")), "cards": CARDS, "back": CARDS})
ACT_WITH_A_CARD: Notation[Known, Any] = action_line(dict, {"do": WORD, "card": CARD})


@pytest.mark.parametrize(
    ("notation", "thing", "line"),
    [
        (WHOLE, 12, "12"),
        (POINTS, -3, "-3"),
        (WORD, "red", "red"),
        (one_of("phase", ("take", "over")), "over", "over"),
        (optional(WHOLE), None, "-"),
        (optional(WHOLE), 0, "0"),
        (optional(WHOLE, ""), None, ""),
        (CARDS, (), ""),
        (CARDS, ("b2", "a1"), "b2,a1"),
        (by_seat(CARDS), ((),), ""),
        (by_seat(CARDS), ((), ("a1",)), "|a1"),
        (rows(CARDS), (), ""),
        (rows(CARDS), (("a1",), ("b2", "a1")), "a1|b2,a1"),
        (ACTS, Act("lay", ("a1", "b2"), ("a1",)), "lay a1,b2 a1"),
        (ACTS, Act("lay", ("a1",), ()), "lay a1"),
        (ACTS, Act("lay", (), ("a1",)), "lay  a1"),
        (ACTS, Act("pass", (), ()), "pass"),
        (STATES, State((("a1", "b2"), ()), 1, ()), "turn=1 hands=a1,b2| scores="),
        (STATES, State(((), ()), None, ((1, -2), (0, 3))), "turn=- hands=| scores=1,-2|0,3"),
    ],
)
def test_what_is_written_is_read_back(notation: Notation[Any, Any], thing: object, line: str) -> None:
    assert notation.format(thing) == line
    assert notation.parse(KNOWN, line) == thing


@pytest.mark.parametrize("line", ["pass", "pass ", "pass  "])
def test_blanks_after_an_act_without_cards_mean_nothing(line: str) -> None:
    assert ACTS.parse(KNOWN, line) == Act("pass", (), ())


def test_a_hand_is_sorted_when_it_is_read() -> None:
    assert in_order(CARDS).parse(KNOWN, "b2,a1") == ("a1", "b2")


@pytest.mark.parametrize(
    ("notation", "line", "why"),
    [
        (WHOLE, "-3", "'-3' is no whole number, 0 or more"),
        (WHOLE, "٣", "no whole number"),
        (WHOLE, "", "no whole number"),
        (POINTS, "1.5", "no whole number"),
        (one_of("phase", ("take", "over")), "end", "there is no phase 'end'"),
        (CARD, "c3", "'c3' is not a card of this game: expected one such as a1"),
        (CARDS, "a1,", "'' is not a card"),
        (ACTS, "pass   ", "'pass   ' is not an action: expected do, cards, back, with blanks between"),
        (ACTS, "", "'' is not an action: there is no word ''"),
        (ACTS, "lay c3", "'lay c3' is not an action: 'c3' is not a card"),
        (ACTS, "lay a1 c3", "'lay a1 c3' is not an action: 'c3' is not a card"),
        (ACT_WITH_A_CARD, "lay", "'lay' is not an action: expected do, card, with blanks between"),
        (STATES, "", "'' is not a state: expected turn=… hands=… scores=…"),
        (STATES, "hands=| turn=1 scores=", "expected turn=… hands=…"),
        (STATES, "turn=1 hands=|c3 scores=", "^'turn=1 hands=.c3 scores=' is not a state: 'c3' is not a card"),
        (STATES, "turn=1 hands=a1 scores=", "is not a state: it needs two hands"),
        (STATES, "turn=1 hands=| scores= more=2", "is not a state: expected"),
    ],
)
def test_anything_else_is_refused(notation: Notation[Any, Any], line: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        notation.parse(KNOWN, line)
