"""Lessons of iroha, each with the floor that its examples have to meet.

Every card of an example is used however many play. The floors ask for what happens at the table: tricks of three to
five seats, captures of whole tricks in several suits, a hand as it is dealt. Where a tweaked deck cannot give that, the
lower floors ask for the point of the lesson only.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Lesson, worked_example
from pnp.games.iroha.rules.cards import Card, Rules, pack, totals
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.trick import marker_of
from pnp.games.iroha.settings import IrohaSettings
from pnp.games.iroha.teaching import proposals
from pnp.games.iroha.teaching.checks import check_lessons


def lessons(settings: IrohaSettings) -> tuple[Lesson, ...]:
    """The lessons that ``settings`` call for, in the order in which they are printed."""
    rules = rules_of(settings)
    found = [*_tricks(rules), *_scores(rules)]
    if rules.dealt > 1:
        found.append(_last_play(rules))
    found.append(_lead(rules))
    if rules.passed:
        found.append(_receive(rules))
    found += [_setup(rules), _game(rules)]
    return (*found, *check_lessons(rules))


def _tricks(rules: Rules) -> list[Lesson]:
    """Everyone follows; the marker moves and a later seat follows; the marker moves again."""
    third = rules.players[1] > 2

    def trick(name: str, rank: int, moves: int, most: int, floors: tuple[Floor, ...], needs: tuple[str, ...]) -> Lesson:
        return worked_example(
            name,
            "trick",
            rank,
            lambda random: proposals.trick(rules, random, moves, 3, most),
            floors,
            lambda out: out["winner"],
            lambda position: len(position["plays"]),
            needs,
            essential=True,
        )

    stays = (_trick_floor(rules, 0, _beaten), _trick_floor(rules, 0))
    moved = (_trick_floor(rules, 1, _tempting), _trick_floor(rules, 1))
    found = [
        trick("trick-stays", 10, 0, 4, stays, ("marked-card-wins",)),
        trick("trick-moves", 11, 1, 4, moved, ("highest-number-wins", "marker-moves-off-trump", "trump-is-led-suit")),
    ]
    if third and len(rules.suits) > 2:
        again = (_trick_floor(rules, 2, _several_take_part), _trick_floor(rules, 2))
        found.append(trick("trick-moves-again", 12, 2, 5, again, ("marker-moves-once",)))
    return found


def _beaten(plays: list[Card], out: Answer) -> bool:
    """The card beside the marker does not take the trick."""
    return bool(out["winner"] != out["marker"])


def _tempting(plays: list[Card], out: Answer) -> bool:
    """A higher card of another suit loses, the card beside the marker loses too, and somebody followed after it."""
    higher = max(plays, key=lambda card: card.number).suit != out["trump"]
    later = any(card.suit != out["trump"] for card in plays[out["marker"] + 1 :])
    return _beaten(plays, out) and higher and later


def _several_take_part(plays: list[Card], out: Answer) -> bool:
    """Not every card is of a suit of its own."""
    return len({card.suit for card in plays}) < len(plays)


def _trick_floor(rules: Rules, moves: int, more: Callable[[list[Card], Answer], bool] | None = None) -> Floor:
    """A full trick in which the marker moves exactly so often; with ``more``, of three to five seats or as allowed."""

    def shows(position: Position, out: Answer) -> bool:
        plays = [Card(*card) for card in position["plays"]]
        if len(plays) < rules.players[0] or _moves(rules, plays) != moves:
            return False
        return more is None or (min(3, rules.players[1]) <= len(plays) and more(plays, out))

    return shows


def _moves(rules: Rules, plays: list[Card]) -> int:
    return len({marker_of(rules, tuple(plays[:count])) for count in range(1, len(plays) + 1)}) - 1


def _scores(rules: Rules) -> list[Lesson]:
    def captured(random: Random) -> Position:
        return {"captured": proposals.as_json(proposals.captures(rules, random, 1)[0])}

    def deals(random: Random) -> Position:
        return {"captured": [proposals.as_json(pile) for pile in proposals.captures(rules, random, 2)]}

    score_needs = (
        "highest-scores",
        "rest-costs-numbers",
        "lowest-costs-too",
        "lone-card-nothing",
        "one-lowest",
        "rest-costs-once",
    )
    return [
        worked_example(
            "score",
            "score",
            20,
            captured,
            (_loses(_scored(rules, 3, 3)), _scored(rules, 3, 3), _scored(rules, 2, 2), _scored(rules, 1, 1)),
            lambda out: int(out["total"]),
            lambda position: len(position["captured"]),
            score_needs,
            essential=True,
        ),
        worked_example(
            "score-deals",
            "seat_total",
            50,
            deals,
            (_two_deals(rules), lambda position, out: len(out["scores"]) > 1),
            lambda out: int(out["total"]),
            lambda position: sum(map(len, position["captured"])),
            ("lowest-of-game",),
        ),
    ]


def _scored(rules: Rules, suits: int, most: int) -> Floor:
    """Whole tricks of so many suits or more: of one suit ``most`` cards or more, of another a single one."""

    def shows(position: Position, out: Answer) -> bool:
        captured = position["captured"]
        counts = sorted(sum(card[0] == suit for card in captured) for suit in out["per_suit"])
        whole = any(len(captured) % players == 0 for players in range(max(2, rules.players[0]), rules.players[1] + 1))
        return whole and len(counts) >= suits and counts[-1] >= most and (suits == 1 or counts[0] == 1)

    return shows


def _loses(floor: Floor) -> Floor:
    """The same, and some suit costs more than it scores."""
    return lambda position, out: min(out["per_suit"].values(), default=0) < 0 and floor(position, out)


def _two_deals(rules: Rules) -> Floor:
    """One trick and more in each of two deals; a suit captured in both, with two lowest numbers."""

    def shows(position: Position, out: Answer) -> bool:
        lows = [
            {suit: min(number for other, number in pile if other == suit) for suit, _ in pile}
            for pile in position["captured"]
        ]
        both = lows[0].keys() & lows[1].keys()
        enough = all(
            len(low) > 1 and len(pile) >= rules.players[0] for low, pile in zip(lows, position["captured"], strict=True)
        )
        return enough and any(lows[0][suit] != lows[1][suit] for suit in both)

    return shows


def _last_play(rules: Rules) -> Lesson:
    """The tempting answer that is beaten by a better one: a trick that brings a new suit, and costs more."""

    def plain(position: Position, out: Answer) -> bool:
        rows = out["plays"]
        if len(rows) != 2 or sorted(row[1] for row in rows) != [False, True] or len(position["captured"]) == 0:
            return False
        taking, ducking = sorted(rows, key=lambda row: not row[1])
        return bool(taking[2] < ducking[2])

    def tempting(position: Position, out: Answer) -> bool:
        if not plain(position, out) or len(position["captured"]) % (len(position["table"]) + 1):
            return False
        taken = next(row[0] for row in out["plays"] if row[1])
        won = [Card(*card) for card in (*position["table"], taken)]
        owned = {suit for suit, _ in position["captured"]}
        fresh = [card.number for card in won if card.suit not in owned]
        totals_of = {row[1]: row[2] for row in out["plays"]}
        # A new suit for three points or more is what tempts; three points lost are worth the lesson.
        return bool(fresh) and min(fresh) >= min(3, max(rules.numbers)) and totals_of[False] - totals_of[True] >= 3

    return worked_example(
        "last-play",
        "last_play",
        30,
        lambda random: proposals.last_play(rules, random),
        (tempting, plain, lambda position, out: len(out["plays"]) > 1),
        lambda out: None if out["best"] is None else repr(out["best"]),
        lambda position: sum(len(position[key]) for key in ("captured", "hand", "table")),
    )


def _lead(rules: Rules) -> Lesson:
    def led_on(position: Position, out: Answer) -> bool:
        # Neither the seat that led nor its left neighbour: of two players it is the seat that led.
        players = position["players"]
        elsewhere = {2 % players, 1} if players > 2 else {2 % players}
        return bool(position["tricks"]) and out["winners"][-1] not in elsewhere

    return worked_example(
        "lead",
        "lead",
        40,
        lambda random: proposals.led_trick(rules, random),
        (led_on, lambda position, out: out["leader"] is not None),
        lambda out: out["leader"],
        lambda position: sum(map(len, position["tricks"])),
        ("dealer-leads", "lead-moves-left"),
    )


def _receive(rules: Rules) -> Lesson:
    return worked_example(
        "pass",
        "receive",
        45,
        lambda random: proposals.passing(rules, random),
        (lambda position, out: all(len(cards) == rules.passed for cards in position["passed"]),),
        lambda out: repr(out["received"]),
        lambda position: sum(map(len, position["passed"])),
        ("pass-right",),
    )


def _setup(rules: Rules) -> Lesson:
    fewest = rules.players[0]
    shown = len(pack(rules, fewest)) // len(rules.suits)
    return worked_example(
        "setup",
        "setup",
        60,
        lambda random: {"players": fewest},
        (lambda position, out: position["players"] == fewest,),
        lambda out: (out["cards_used"], out["undealt"]),
        lambda position: shown,
        ("all-cards-used",),
    )


def _game(rules: Rules) -> Lesson:
    def close(position: Position, out: Answer) -> bool:
        sums = totals(position["deal_scores"])
        return len(out["best"]) == 1 and max(sums) - min(sums) <= 12 and min(sums) >= 0

    def cells(position: Position) -> int:
        rows: Any = position["deal_scores"]
        return sum(map(len, rows))

    return worked_example(
        "game",
        "game",
        55,
        lambda random: proposals.results(rules, random),
        (close, lambda position, out: bool(out["best"])),
        lambda out: tuple(out["best"]),
        cells,
        ("most-deals-win",),
    )
