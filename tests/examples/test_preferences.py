"""Preferences of the shipped games: their examples meet them, and examples that teach badly do not."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.examples import find_examples
from pnp.games.core.lesson import unmet_preferences
from pnp.registry import engine
from tests.games.shipped import shipped

GAMES = ("red", "collectmate", "kasane", "koka")


def card(dot: bool, *colours: str) -> dict[str, Any]:
    return {"dot": dot, "colours": list(colours), "tags": []}


KOKA_SETS = [["yellow", 1]] * 3 + [["orange", value] for value in (1, 2, 3)]
POOR_HAND = [*[card(True)] * 3, *[card(False, "red")] * 2, *[card(False, "blue")] * 2]
ONE_POINT = [*[card(True)] * 3, *[card(False, "red")] * 3, card(False, "blue")]
RBY = card(False, "red", "blue", "yellow")
SHOWN_HANDS = {
    "hands": [
        [
            *[card(False, "red")] * 2,
            RBY,
            card(False, "yellow"),
            *(card(True, "red", c) for c in ("blue", "purple", "yellow")),
        ],
        [*[card(False, "blue")] * 3, *[RBY] * 3, card(False, "yellow")],
        [
            *(
                card(False, "blue"),
                card(False, "red"),
                RBY,
                card(True, "blue", "purple"),
                card(True, "green", "purple"),
            ),
            *(
                card(True, "orange", "green", "purple"),
                card(True, "red", "blue", "yellow", "orange", "green", "purple"),
            ),
        ],
    ],
    "declarer": 1,
    "counter": True,
    "tags": False,
}
OPEN_OF_TAKER = [RBY, card(False, "blue"), card(True, "blue", "purple")]
# Collect Mate: A declares 2 points; C takes a ring for a ring; A had a complete hand before its trade.
# Red: playing the blue 1 puts the seat out, and discarding it would not. Kasane: the hand ends with two equal cards.
# Koka: blue 6 completes the hand; purple 1 finds no other purple; green 4 is one of a set; purple 1 waits for purple 3.
BADLY_TAUGHT: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "a better move is overlooked": (
        "red",
        "no-way-out",
        "may_move",
        {
            "palettes": [[["green", 2], ["red", 3]], [["red", 5]]],
            "me": 0,
            "hand": [["blue", 1]],
            "rule": "red",
            "move": ["play", ["blue", 1], None],
        },
    ),
    "a hand of no points is declared": ("collectmate", "complete-hand-scores", "declarable", {"hand": POOR_HAND}),
    "a hand of one point is declared": ("collectmate", "complete-hand-may-win", "declarable", {"hand": ONE_POINT}),
    "a complete hand is traded from": (
        "collectmate",
        "no-complete-hand-broken-up",
        "may_move",
        {
            "moment": "start",
            "hand": ONE_POINT,
            "shown": [],
            "field": card(True, "green"),
            "move": ["trade", card(True)],
        },
    ),
    "a card is taken that brings nothing": (
        "collectmate",
        "take-pays",
        "take",
        {
            "hand": [*[card(True, "red")] * 2, *[card(True)] * 4, card(False)],
            "field": card(False, "red"),
        },
    ),
    "the wrong card is traded": (
        "collectmate",
        "trade-brings-nearer",
        "may_move",
        {
            "moment": "start",
            "hand": [card(False), *[card(True)] * 6],
            "shown": [],
            "field": card(True, "green"),
            "move": ["trade", card(True)],
        },
    ),
    "a hand is declared that others beat": (
        "collectmate",
        "declared-hand-may-win",
        "showdown_hands",
        {**SHOWN_HANDS, "declarer": 0, "taken": [], "open": [[], [], []]},
    ),
    "a take was no gain": (
        "collectmate",
        "takes-paid",
        "showdown_hands",
        {
            **SHOWN_HANDS,
            "taken": [{"seat": 2, "card": RBY, "laid": card(False, "red")}],
            "open": [[], [], OPEN_OF_TAKER],
        },
    ),
    "a complete hand was not declared": (
        "collectmate",
        "no-hand-kept-back",
        "showdown_hands",
        {
            **SHOWN_HANDS,
            "taken": [{"seat": 2, "card": RBY, "laid": card(True, "red", "yellow")}],
            "open": [[], [], OPEN_OF_TAKER],
        },
    ),
    "a yaku has the fewest cards it can have": ("kasane", "larger-row", "fits", {"yaku": "jogen", "row": [9, 8, 6]}),
    "points look like numbers of cards": (
        "kasane",
        "points-and-cards-differ",
        "winners",
        {"players": [[12, 10], [17, 12], [17, 10]]},
    ),
    "a +1 is taken beside a card of more promise": (
        "kasane",
        "plus-one-is-best",
        "first_turns",
        {
            "players": 4,
            "turns": [
                {"tops": [2, 5, 3, 1], "row": 1, "makes": None},
                {"tops": [9, 4, 7, 2], "row": 1, "makes": None},
                {"tops": [8, 9, 1, 5], "row": 2, "makes": {"yaku": "kagen", "hand": 3, "field": False}},
                {"tops": [9, 4, 2, 7], "row": 0, "makes": {"yaku": "ju", "hand": 1, "field": True}},
                {"tops": [9, "+1", 5, 2], "row": 1, "makes": None},
            ],
            "turn": 5,
        },
    ),
    "the cards of a made yaku make another one for as many points": (
        "kasane",
        "made-yaku-stand-alone",
        "first_turns",
        {
            "players": 4,
            "turns": [
                {"tops": [5, 6, 1, 7], "row": 0, "makes": None},
                {"tops": [2, 4, 1, 6], "row": 1, "makes": None},
                {"tops": [9, 1, 4, 5], "row": 1, "makes": {"yaku": "kagen", "hand": 3, "field": False}},
            ],
            "turn": 3,
        },
    ),
    "a better yaku is overlooked": (
        "kasane",
        "no-better-yaku",
        "may_achieve",
        {
            "hand": [6, 1, 2],
            "field": [2],
            "taken": [],
            "own": [],
            "took": 2,
            "done": 0,
            "variant_plus1_may_achieve": False,
            "move": {"yaku": "kasane", "row": [["field", 0], ["hand", 2]]},
        },
    ),
    "a yaku could be made a turn before": (
        "kasane",
        "no-yaku-overlooked-before",
        "may_achieve",
        {
            "hand": [1, 2, 7, 7],
            "field": [],
            "taken": [],
            "own": [],
            "took": 7,
            "done": 0,
            "variant_plus1_may_achieve": False,
            "move": {"yaku": "kasane", "row": [["hand", 2], ["hand", 3]]},
        },
    ),
    "a yaku stays in the hand": (
        "kasane",
        "no-yaku-overlooked",
        "final_score",
        {"points": 9, "field": [3, 3, 3, 8, 4, 4, 2, "+1"], "hand": [5, 6, 2, 1], "players": 3},
    ),
    "the top of the field looks like the card below it": (
        "kasane",
        "top-stands-out",
        "best_yaku",
        {"hand": [6, 4, 2], "field": [4, 4], "taken": [["kasane", 2, 1]]},
    ),
    "the completing die is overlooked": (
        "koka",
        "no-completing-die-overlooked",
        "turn",
        {"tray": [["blue", 6], ["purple", 1]], "move": ["take", ["purple", 1], ["blue", 4]]},
    ),
    "a useless die is taken": (
        "koka",
        "taken-die-makes-a-set",
        "turn",
        {"tray": [["purple", 1], ["red", 4]], "move": ["take", ["purple", 1], ["blue", 4]]},
    ),
    "a die is given that waits for another": (
        "koka",
        "least-useful-die-given",
        "turn",
        {
            "hand": [*KOKA_SETS, ["green", 4], ["green", 5], ["blue", 4], ["purple", 1], ["purple", 2]],
            "tray": [["green", 6], ["red", 4]],
            "move": ["take", ["green", 6], ["purple", 1]],
        },
    ),
    "a set is given up": (
        "koka",
        "no-set-given-up",
        "turn",
        {"tray": [["purple", 1], ["red", 4]], "move": ["take", ["purple", 1], ["green", 4]]},
    ),
}
KOKA_HAND = KOKA_SETS + [["green", value] for value in (4, 5, 6)] + [["blue", 4], ["blue", 5]]


@pytest.mark.parametrize("game", GAMES)
def test_every_printed_example_meets_every_preference(game: str) -> None:
    settings = shipped(game)
    preferences = engine(game).preferences(settings)
    unmet = {
        example.id: unmet_preferences(preferences, example.lesson, example.kind, example.position, example.out)
        for example in find_examples(engine(game), settings).examples
    }
    assert preferences and {name: ids for name, ids in unmet.items() if ids} == {}


@pytest.mark.parametrize(("game", "preference", "kind", "position"), BADLY_TAUGHT.values(), ids=BADLY_TAUGHT.keys())
def test_an_example_that_teaches_badly_does_not_meet_the_preference(
    game: str, preference: str, kind: str, position: dict[str, Any]
) -> None:
    settings = shipped(game)
    if game == "koka":
        position = {"hand": KOKA_HAND, "kept": [], "discards": [], **position}
    out = engine(game).oracle(settings, kind, position)
    assert preference in unmet_preferences(engine(game).preferences(settings), "any", kind, position, out)


def test_there_is_a_bad_example_of_every_preference() -> None:
    stated = {preference.id for game in GAMES for preference in engine(game).preferences(shipped(game))}
    assert stated == {preference for _, preference, _, _ in BADLY_TAUGHT.values()}


@pytest.mark.parametrize("game", GAMES)
def test_kinds_and_excepted_lessons_are_there(game: str) -> None:
    settings = shipped(game)
    kinds = {lesson.id: lesson.kind for lesson in engine(game).lessons(settings)}
    for preference in engine(game).preferences(settings):
        assert set(preference.kinds) <= set(engine(game).kinds)
        named = {name: kinds[name] for name in preference.excepted if name in kinds}
        assert set(named.values()) <= set(preference.kinds)
