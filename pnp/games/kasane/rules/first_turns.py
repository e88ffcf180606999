"""Turns of one seat from the start of a game, one after the other, as a beginner sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.reading import read, read_flag, read_list, read_whole
from pnp.games.core.score import Violation
from pnp.games.kasane.rules.achieving import Attempt, Laid, View, slot_covered, stacks_after, violation
from pnp.games.kasane.rules.cards import PLUS_ONE, PLUS_ONE_TEXT, Card, Cards, cards_as_json
from pnp.games.kasane.rules.positions import check_stacks, read_stack, read_table, read_yaku
from pnp.games.kasane.rules.record import Rules, Table, Tokens


class WishedYaku(NamedTuple):
    """Yaku that a seat makes: ``hand`` cards from the top of the hand, after the top of the field if ``field``."""

    yaku: str
    hand: int
    field: bool


class FirstTurn(NamedTuple):
    """Turn of a seat: the top card of each row, the row from which it takes, and the yaku that it makes, if any."""

    tops: Cards
    row: int
    wish: WishedYaku | None

    @property
    def taken(self) -> Card:
        """Return the card taken."""
        return self.tops[self.row]


class PlayedTurn(NamedTuple):
    """Outcome of a turn: what the seat held when it might make a yaku, its attempt, and what came of it.

    ``points`` are those of the yaku and of a +1.
    """

    view: View
    attempt: Attempt | None
    refusal: Violation | None
    hand: Cards
    field: Cards
    points: int


def play_turns(rules: Rules, turns: Sequence[FirstTurn], tokens: Tokens) -> list[PlayedTurn]:
    """Return the outcome of each turn; ``tokens`` lie on slots before the first. A yaku that is refused is not laid."""
    covered, own = dict(tokens), dict[tuple[str, int], int]()
    hand: Cards = ()
    field: Cards = ()
    played = []
    for turn in turns:
        hand, field = rules.acquired(hand, field, turn.taken)
        view = View(hand, field, dict(covered), dict(own), turn.taken, 0, rules.plus_one_yaku)
        attempt = None if turn.wish is None else _attempt(view, turn.wish)
        refusal = None if attempt is None else violation(rules, view, attempt)
        points = rules.plus_one_points if turn.taken == PLUS_ONE else 0
        if attempt is not None and refusal is None:
            size, worth = slot_covered(rules, view, attempt)
            points += worth
            for placed in (covered, own):
                placed[attempt.yaku, size] = placed.get((attempt.yaku, size), 0) + 1
            hand, field = stacks_after(view, attempt)
        played.append(PlayedTurn(view, attempt, refusal, hand, field, points))
    return played


def _attempt(view: View, wish: WishedYaku) -> Attempt:
    """Return the cards of a yaku; a hand or a field that has too few gives those it has."""
    laid = [Laid("field", len(view.field) - 1)] if wish.field and view.field else []
    first = max(0, len(view.hand) - wish.hand)
    return Attempt(wish.yaku, (*laid, *(Laid("hand", place) for place in range(first, len(view.hand)))))


def read_first_turns(rules: Rules, position: Position) -> tuple[Table, tuple[FirstTurn, ...], int]:
    """Return the table, the turns of a seat, and the place of the one that is asked about. Raises PositionError."""
    table = read_table(rules, position)
    raw_turns = read_list(read(position, "turns"), "'turns'", 1, table.turns)
    turns: list[FirstTurn] = []
    for number, raw in enumerate(raw_turns, start=1):
        turns.append(_read_turn(rules, table, raw, number))
        check_stacks(table.deck, tuple(turn.taken for turn in turns[:-1]), turns[-1].tops)
    asked = read_whole(read(position, "turn"), "'turn'", 1)
    if asked > len(turns):
        raise PositionError(f"'turn' is {asked}, and there are {len(turns)} turns, from 1 on")
    return table, tuple(turns), asked - 1


def _read_turn(rules: Rules, table: Table, raw: Any, number: int) -> FirstTurn:
    tops = read_stack(rules, read_list(read(raw, "tops"), "'tops'", table.players, table.players), "'tops'")
    row = read_whole(read(raw, "row"), "'row'")
    if row >= len(tops):
        raise PositionError(f"'row' is {row}, and there are {len(tops)} rows, from 0 on")
    wish = read(raw, "makes")
    if wish is not None and tops[row] == PLUS_ONE:
        raise PositionError(f"a first turn that takes {PLUS_ONE_TEXT} makes no yaku")
    return FirstTurn(tops, row, None if wish is None else _read_wish(rules, wish, number))


def _read_wish(rules: Rules, raw: Any, most: int) -> WishedYaku:
    yaku, hand = read_yaku(rules, read(raw, "yaku")), read_whole(read(raw, "hand"), "'hand'", 1)
    if hand > most:
        raise PositionError(f"a yaku lays {hand} cards of the hand, and {most} were taken")
    return WishedYaku(yaku.id, hand, read_flag(raw, "field"))


def first_turns(rules: Rules, position: Position) -> Answer:
    """Return the stacks and the points of a seat after one of its first turns."""
    table, turns, number = read_first_turns(rules, position)
    played = play_turns(rules, turns, rules.opening[table.players])
    asked = played[number]
    return {
        "hand": cards_as_json(asked.hand),
        "field": cards_as_json(asked.field),
        "violation": asked.refusal.code if asked.refusal else None,
        "points": asked.points,
        "total": sum(turn.points for turn in played[: number + 1]),
    }
