"""Random positions by schema: each can be read, cards lie in one place, and what is given stands as it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from pnp.games.core.answer import Answer, Door
from pnp.games.core.checks import allowed, look_alike
from pnp.games.core.defaults.proposals import Dealt, Draws
from pnp.games.core.schema import (
    BY_SEAT,
    FREE,
    PLAYERS,
    SEAT,
    SORTED,
    Always,
    Held,
    NeededFor,
    OneOf,
    SchemaQuestion,
    Size,
    kinds,
)
from pnp.games.core.suits import SuitCard
from pnp.model.constraints import Ge, Le
from pnp.registry import engine
from tests.games.shipped import shipped

Cards = tuple[SuitCard, ...]


class Act(NamedTuple):
    do: Literal["lay", "keep"]
    card: SuitCard


@dataclass(frozen=True)
class Marked:
    seat: Annotated[int, SEAT]
    open: bool


@dataclass(frozen=True)
class Rules:
    deck: dict[SuitCard, int]
    hand: int = 3
    players: tuple[int, int] = (2, 4)
    suits: tuple[str, ...] = ("sun", "sea")


RULES = Rules({SuitCard(suit, number): 2 for suit in ("sun", "sea") for number in (1, 2, 3, 4)})


def may_act(
    rules: Rules, act: Annotated[Act, Held("hand")], top: SuitCard, hand: Annotated[Cards, SORTED, Size(1, "hand")]
) -> Answer:
    return {"verdict": "allowed", "violation": None}


def table(
    rules: Rules,
    players: Annotated[int, PLAYERS],
    me: Annotated[int, SEAT],
    rows: Annotated[tuple[Annotated[Cards, Size(1, 2)], ...], BY_SEAT],
    marked: Marked,
    suit: Annotated[str, OneOf("suits")],
    joker: SuitCard | None,
    talk: Annotated[Cards, FREE, Size(12, 12)],
    level: Annotated[int, Ge(1), Le(3)],
) -> Answer:
    return {}


def counts(rules: Rules, taken: Annotated[tuple[Annotated[int, Ge(0)], ...], BY_SEAT]) -> Answer:
    return {}


ANSWER = Door[Any, Any](kinds(may_act, table, counts))
DRAW = Draws(ANSWER, RULES)


def _many(propose: Callable[[Random], Any], kind: str, count: int = 200) -> list[dict[str, Any]]:
    positions = [propose(Random(seed)) for seed in range(count)]
    for position in positions:
        ANSWER(None, RULES, kind, position)  # it is refused if it cannot be
    return positions


def test_a_position_has_cards_seats_words_and_numbers_of_all_sorts() -> None:
    turns = _many(DRAW("may_act"), "may_act")
    assert {len(turn["hand"]) for turn in turns} == {1, 2, 3}
    assert {turn["act"][0] for turn in turns} == {"lay", "keep"}
    order = [card.as_json() for card in RULES.deck]
    assert all(turn["hand"] == sorted(turn["hand"], key=order.index) for turn in turns)
    assert list(turns[0]) == ["act", "top", "hand"]
    tables = _many(DRAW("table"), "table")
    assert {position["players"] for position in tables} == {2, 3, 4} == {len(position["rows"]) for position in tables}
    assert {position["suit"] for position in tables} == {"sun", "sea"}
    assert {position["level"] for position in tables} == {1, 2, 3}
    assert {position["joker"] is None for position in tables} == {True, False}
    assert {position["marked"]["open"] for position in tables} == {True, False}
    assert any(max(Counter(map(tuple, position["talk"])).values()) > 2 for position in tables)


def test_what_is_given_stands_as_it_is_given() -> None:
    turns = _many(DRAW("may_act", top=["sun", 1], hand=2), "may_act")
    assert all(turn["top"] == ["sun", 1] and len(turn["hand"]) == 2 for turn in turns)
    assert {turn["hand"].count(["sun", 1]) for turn in turns} == {0, 1}, "one of two copies lies on top"
    high = Dealt(lambda dealer: dealer.draw(2, lambda card: card.number > 2))
    assert all(number > 2 for turn in _many(DRAW("may_act", hand=high), "may_act") for _, number in turn["hand"])
    assert all(turn["top"][1] > 2 for turn in _many(DRAW("may_act", top=high), "may_act"))
    lowest = DRAW("may_act", act=lambda random, position: ["lay", min(position["hand"])])
    assert all(turn["act"] == ["lay", min(turn["hand"])] for turn in _many(lowest, "may_act"))
    rows = _many(DRAW("table", players=3, rows=lambda random, position: position["players"] - 2), "table")
    assert all([len(row) for row in position["rows"]] == [1, 1, 1] for position in rows)
    laid = _many(DRAW("table", rows=lambda random, position: [[["sun", 1]], [["sun", 1]]], players=2), "table")
    assert all(position["joker"] != ["sun", 1] for position in laid)


def test_the_number_of_cards_stays_within_the_size() -> None:
    assert {len(turn["hand"]) for turn in _many(DRAW("may_act", hand=9), "may_act")} == {3}
    assert {len(turn["hand"]) for turn in _many(DRAW("may_act", hand=0), "may_act")} == {1}


def test_fields_are_drawn_anew_and_the_others_are_kept() -> None:
    turn = DRAW("may_act", hand=3)
    again, laid = turn.again("act"), turn.again("hand", act=["keep", ["sea", 4]])
    other = turn.again(act=lambda random, position: [position["act"][0], position["hand"][0]])
    for seed in range(60):
        position = turn(Random(seed))
        assert other(Random(seed), position)["act"] == [position["act"][0], position["hand"][0]]
        redrawn = again(Random(seed + 1), position)
        assert {**redrawn, "act": 0} == {**position, "act": 0}
        ANSWER(None, RULES, "may_act", redrawn)
        changed = laid(Random(seed), position)
        assert changed["top"] == position["top"] and changed["act"] == ["keep", ["sea", 4]]
    assert len({str(again(Random(seed), turn(Random(1)))) for seed in range(30)}) > 3


def test_lessons_are_made_of_a_draw() -> None:
    turn = DRAW("may_act")
    check = turn.check("check-lay", 10, allowed, "first", "second", essential=True)
    example = DRAW("table").example("rows", 20, (allowed, allowed), "third")
    assert (check.form, check.kind, check.needs, check.essential) == ("check", "may_act", ("first", "second"), True)
    assert (example.form, example.kind, example.needs, len(example.floors)) == ("example", "table", ("third",), 2)
    assert check.propose(Random(3)) == turn(Random(3))
    twin = look_alike("check-other", check, 11, turn.again("act"), allowed).twin
    assert twin is not None and twin.of == "check-lay"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: DRAW("lay"), "no kind 'lay' has a schema; the kinds are may_act, table, counts"),
        (lambda: DRAW("may_act", tops=3), "its positions have no 'tops', but act, top, hand"),
        (lambda: DRAW("may_act").again("tops"), "its positions have no 'tops', but act, top, hand"),
        (lambda: DRAW("counts")(Random(1)), "'taken' of 'counts': a number without limits cannot be drawn"),
    ],
)
def test_what_cannot_be_drawn_is_told(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        ask()
    assert DRAW("counts", taken=[0, 2])(Random(1)) == {"taken": [0, 2]}


def test_a_range_gives_each_seat_a_number() -> None:
    positions = _many(DRAW("counts", taken=range(2, 5)), "counts")
    assert {number for position in positions for number in position["taken"]} == {2, 3, 4}
    assert {len(position["taken"]) for position in positions} == {2, 3, 4}
    assert any(len(set(position["taken"])) > 1 for position in positions)


def test_positions_of_the_shipped_games_are_drawn_or_name_what_to_give() -> None:
    drawn = set()
    for name in ("collectmate", "iroha", "kasane", "koka", "red"):
        game, settings = engine(name), shipped(name)
        draw = Draws(game.answer, game.rules(settings))
        for kind, question in game.answer.questions.items():
            if isinstance(question, SchemaQuestion):
                try:
                    position = draw(kind)(Random(1))
                except TypeError as error:
                    assert "give the field" in str(error)
                else:
                    assert set(position) == {field.name for field in question.schema.fields}
                    drawn.add((name, kind))
    assert len(drawn) > 10, drawn


def _different(cards: Cards) -> bool:
    return len({card.number for card in cards}) == len(cards)


def rows(
    rules: Rules,
    row: Annotated[Cards, Always(_different, "a row has each number once")],
    rest: Annotated[tuple[Annotated[Cards, Always(_different, "a row has each number once")], ...], BY_SEAT],
    level: Annotated[int, Ge(1), Le(9)],
) -> Answer:
    return {}


def test_a_range_gives_the_number_of_cards_or_the_field_itself() -> None:
    draw = Draws(Door[Any, Any](kinds(rows)), RULES)("rows", row=range(1, 4), rest=range(2), level=range(4, 6))
    positions = [draw(Random(seed)) for seed in range(60)]
    assert {len(position["row"]) for position in positions} == {1, 2, 3}
    assert {len(pile) for position in positions for pile in position["rest"]} == {0, 1}
    assert {position["level"] for position in positions} == {4, 5}


def test_cards_are_drawn_that_meet_the_condition_of_their_list() -> None:
    door = Door[Any, Any](kinds(rows))
    question = door.questions["rows"]
    assert isinstance(question, SchemaQuestion)
    for seed in range(60):
        position = Draws(door, RULES)("rows", row=4, rest=2)(Random(seed))
        assert len(position["row"]) == 4 and question.schema.impossible(RULES, position) is None
    twins = {"row": [["sun", 1]], "rest": [[["sea", 2], ["sun", 2]], []], "level": 1}
    assert question.schema.impossible(RULES, twins) == "a row has each number once"
    twins = {"row": [["sun", 1], ["sea", 1]], "rest": [[], []], "level": 1}
    assert question.schema.impossible(RULES, twins) == "a row has each number once"


def test_a_position_that_no_game_comes_to_is_drawn_again() -> None:
    def impossible(kind: str, position: Any) -> str | None:
        return "it is kept" if kind == "may_act" and position["act"][0] == "keep" else None

    turn = Draws(ANSWER, RULES, impossible)("may_act")
    assert {turn(Random(seed))["act"][0] for seed in range(60)} == {"lay"}
    assert {turn.again("act")(Random(seed), turn(Random(1)))["act"][0] for seed in range(60)} == {"lay"}
    kept = Draws(ANSWER, RULES, impossible)("may_act", act=["keep", ["sun", 1]])
    assert kept(Random(1))["act"][0] == "keep", "what is given stands, though no game comes to it"


class Choice(NamedTuple):
    do: Literal["lay", "swap", "pass"]
    card: Annotated[SuitCard | None, NeededFor("swap")]
    cards: Annotated[Cards, NeededFor("lay"), Size(1, "hand")]


def may_choose(rules: Rules, hand: Annotated[Cards, Size(2, "hand")], act: Annotated[Choice, Held("hand")]) -> Answer:
    return {"verdict": "allowed", "violation": None}


def test_an_act_is_drawn_with_the_parts_that_its_word_needs() -> None:
    answer = Door[Any, Rules](kinds(may_choose))
    draw = Draws(answer, RULES)
    acts = [draw("may_choose")(Random(seed)) for seed in range(60)]
    for position in acts:
        answer(None, RULES, "may_choose", position)
    shapes = {(do, card is not None, bool(cards)) for do, card, cards in (position["act"] for position in acts)}
    assert shapes == {("lay", False, True), ("swap", True, False), ("pass", False, False)}


def test_parts_of_an_act_can_be_given() -> None:
    draw = Draws(Door[Any, Rules](kinds(may_choose)), RULES)
    turn = draw("may_choose", act={"do": "swap"})
    positions = [turn(Random(seed)) for seed in range(20)]
    assert {position["act"][0] for position in positions} == {"swap"}
    assert all(position["act"][1] in position["hand"] for position in positions)
    assert len({str(position["act"]) for position in positions}) > 2
    (do, card, _), hand = (again := turn.again(act={"do": "pass"})(Random(1), positions[0]))["act"], again["hand"]
    assert (do, card) == ("pass", None) and hand == positions[0]["hand"]


def test_a_range_without_a_number_is_told_when_it_is_given() -> None:
    draw = Draws(Door[Any, Rules](kinds(may_choose)), RULES)
    with pytest.raises(TypeError, match=r"hand=range\(1, 1\) of 'may_choose' has no number: leave the lesson out"):
        draw("may_choose", hand=range(1, 1))
