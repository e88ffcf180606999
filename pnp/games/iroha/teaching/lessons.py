"""Lessons of iroha, each with the floor that its examples have to meet.

Every card of an example is used with any number of players, or with as many as a trick has. The floors demand typical
play: tricks of three to five seats, captures of whole tricks in several suits, a hand as it is dealt. The lower floors
demand only the point of the lesson, for tweaked decks that cannot give typical play.
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
from pnp.games.iroha.teaching.explain import cards_of, high_twice


def lessons(settings: IrohaSettings) -> tuple[Lesson, ...]:
    """Return the lessons that ``settings`` call for, in the order in which they are printed."""
    rules = rules_of(settings)
    examples = [*_trick_lessons(rules), *_score_lessons(rules)]
    several_numbers = len(proposals.always_used(rules)) > len(rules.suits)
    if len(rules.suits) > 1 and several_numbers and rules.players[1] * rules.dealt > 2:
        examples.append(_high_twice(rules))
    if rules.dealt > 1:
        examples.append(_last_play(rules))
    examples.append(_lead(rules))
    if rules.passed:
        examples.append(_receive(rules))
    examples += [_open_lows(rules), _setup(rules), _game(rules)]
    return (*examples, *check_lessons(rules))


def _trick_lessons(rules: Rules) -> list[Lesson]:
    """Return lessons of tricks: the marker stays, moves and a later seat follows, or moves again.

    The last trick is one of five seats, if five may play, with cards that fewer do not use.
    """
    third_seat = rules.players[1] > 2
    many = min(5, rules.players[1])

    def trick(
        name: str, rank: int, moves: int, most: int, floors: tuple[Floor, ...], needs: tuple[str, ...], fewest: int = 3
    ) -> Lesson:
        return worked_example(
            name,
            "trick",
            rank,
            lambda random: proposals.trick(rules, random, moves, fewest, most),
            floors,
            lambda out: out["winner"],
            lambda position: len(position["plays"]),
            needs=needs,
            essential=moves == 1,
        )

    stays = (_trick_floor(rules, 0, _beaten), _trick_floor(rules, 0))
    moves_once = (_trick_floor(rules, 1, _tempting), _trick_floor(rules, 1))
    needs = ("highest-number-wins", "marker-moves-off-trump", "trump-is-led-suit")
    trick_lessons = [
        trick("trick-stays", 10, 0, 4, stays, ("marked-card-wins",)),
        trick("trick-moves", 11, 1, 4, moves_once, needs),
    ]
    if third_seat and len(rules.suits) > 2:
        high = max(card.number for card in pack(rules, rules.players[0]))

        def with_high_cards(plays: list[Card], out: Answer) -> bool:
            above = len(pack(rules, many)) == len(pack(rules, rules.players[0])) or any(
                card.number > high for card in plays
            )
            return len(plays) == many and _suit_repeats(plays, out) and above

        moves_again = (
            _trick_floor(rules, 2, with_high_cards),
            _trick_floor(rules, 2, _suit_repeats),
            _trick_floor(rules, 2),
        )
        trick_lessons.append(trick("trick-moves-again", 12, 2, 5, moves_again, ("marker-moves-once",), many))
    return trick_lessons


def _beaten(plays: list[Card], out: Answer) -> bool:
    """Tell whether the card beside the marker loses the trick."""
    return bool(out["winner"] != out["marker"])


def _tempting(plays: list[Card], out: Answer) -> bool:
    """Tell whether a higher card of another suit and the marked card lose, and a later seat followed off trump."""
    higher_loses = max(plays, key=lambda card: card.number).suit != out["trump"]
    later_follows = any(card.suit != out["trump"] for card in plays[out["marker"] + 1 :])
    return _beaten(plays, out) and higher_loses and later_follows


def _suit_repeats(plays: list[Card], out: Answer) -> bool:
    return len({card.suit for card in plays}) < len(plays)


def _trick_floor(rules: Rules, moves: int, condition: Callable[[list[Card], Answer], bool] | None = None) -> Floor:
    """Return the floor of a full trick in which the marker moves exactly ``moves`` times.

    With ``condition``, the trick also meets it and has three seats or more, or as many as the rules allow.
    """

    def shows(position: Position, out: Answer) -> bool:
        plays = [Card(*card) for card in position["plays"]]
        if len(plays) < rules.players[0] or _marker_moves(rules, plays) != moves:
            return False
        return condition is None or (min(3, rules.players[1]) <= len(plays) and condition(plays, out))

    return shows


def _marker_moves(rules: Rules, plays: list[Card]) -> int:
    return len({marker_of(rules, tuple(plays[:count])) for count in range(1, len(plays) + 1)}) - 1


def _score_lessons(rules: Rules) -> list[Lesson]:
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
            (
                _loss_floor(_score_floor(rules, 3, 3)),
                _score_floor(rules, 3, 3),
                _score_floor(rules, 2, 2),
                _score_floor(rules, 1, 1),
            ),
            lambda out: int(out["total"]),
            lambda position: len(position["captured"]),
            needs=score_needs,
            essential=True,
        ),
        worked_example(
            "score-deals",
            "seat_total",
            50,
            deals,
            (_two_deals_floor(rules), lambda position, out: len(out["scores"]) > 1),
            lambda out: int(out["total"]),
            lambda position: sum(map(len, position["captured"])),
            needs=("lowest-of-game",),
        ),
    ]


def _score_floor(rules: Rules, suits: int, most: int) -> Floor:
    """Return the floor of whole tricks in at least ``suits`` suits.

    One suit has ``most`` cards or more, another a single card.
    """

    def shows(position: Position, out: Answer) -> bool:
        captured = position["captured"]
        counts = sorted(sum(card[0] == suit for card in captured) for suit in out["per_suit"])
        whole = any(len(captured) % players == 0 for players in range(max(2, rules.players[0]), rules.players[1] + 1))
        return whole and len(counts) >= suits and counts[-1] >= most and (suits == 1 or counts[0] == 1)

    return shows


def _loss_floor(floor: Floor) -> Floor:
    """Return ``floor`` with one more demand: some suit costs more than it scores."""
    return lambda position, out: min(out["per_suit"].values(), default=0) < 0 and floor(position, out)


def _two_deals_floor(rules: Rules) -> Floor:
    """Return the floor of two deals, each with a trick or more; a suit captured in both has two lowest numbers."""

    def shows(position: Position, out: Answer) -> bool:
        lows = [
            {suit: min(number for other, number in pile if other == suit) for suit, _ in pile}
            for pile in position["captured"]
        ]
        both = lows[0].keys() & lows[1].keys()
        full_deals = all(
            len(low) > 1 and len(pile) >= rules.players[0] for low, pile in zip(lows, position["captured"], strict=True)
        )
        return full_deals and any(lows[0][suit] != lows[1][suit] for suit in both)

    return shows


def _high_twice(rules: Rules) -> Lesson:
    """Teach what a high number is worth: alone its points, and beside the lowest number a cost."""
    least = min(card.number for card in proposals.always_used(rules))

    def plain(position: Position, out: Answer) -> bool:
        return high_twice(cards_of(position["captured"]))

    def whole(position: Position, out: Answer) -> bool:
        count = len(position["captured"])
        return plain(position, out) and any(
            count % players == 0 for players in range(max(2, rules.players[0]), rules.players[1] + 1)
        )

    def beside_the_lowest(position: Position, out: Answer) -> bool:
        return whole(position, out) and least in {number for _, number in position["captured"]}

    return worked_example(
        "score-high",
        "score",
        21,
        lambda random: proposals.high_twice(rules, random),
        (beside_the_lowest, whole, plain),
        lambda out: int(out["total"]),
        lambda position: len(position["captured"]),
    )


def _last_play(rules: Rules) -> Lesson:
    """Return the lesson of the last play: a trick that brings a new suit tempts, and costs more than it brings."""

    def plain(position: Position, out: Answer) -> bool:
        rows = out["plays"]
        if len(rows) != 2 or sorted(row[1] for row in rows) != [False, True] or len(position["captured"]) == 0:
            return False
        taking, ducking = sorted(rows, key=lambda row: not row[1])
        return bool(taking[2] < ducking[2])

    def tempting(position: Position, out: Answer) -> bool:
        if not plain(position, out) or len(position["captured"]) % (len(position["table"]) + 1):
            return False
        winning_card = next(row[0] for row in out["plays"] if row[1])
        trick_cards = [Card(*card) for card in (*position["table"], winning_card)]
        captured_suits = {suit for suit, _ in position["captured"]}
        new_numbers = [card.number for card in trick_cards if card.suit not in captured_suits]
        total = {row[1]: row[2] for row in out["plays"]}
        # A new suit worth three points or more tempts; a loss of three points is worth the lesson.
        return bool(new_numbers) and min(new_numbers) >= min(3, max(rules.numbers)) and total[False] - total[True] >= 3

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
    def leads_elsewhere(position: Position, out: Answer) -> bool:
        # The new leader is neither the seat that led nor its left neighbour; of two players it is the seat that led.
        players = position["players"]
        near_leader = {2 % players, 1} if players > 2 else {2 % players}
        return bool(position["tricks"]) and out["winners"][-1] not in near_leader

    return worked_example(
        "lead",
        "lead",
        13,
        lambda random: proposals.led_trick(rules, random),
        (leads_elsewhere, lambda position, out: out["leader"] is not None),
        lambda out: out["leader"],
        lambda position: sum(map(len, position["tricks"])),
        needs=("dealer-leads", "lead-moves-left"),
    )


def _receive(rules: Rules) -> Lesson:
    return worked_example(
        "pass",
        "receive",
        6,
        lambda random: proposals.passing(rules, random),
        (lambda position, out: all(len(cards) == rules.passed for cards in position["passed"]),),
        lambda out: repr(out["received"]),
        lambda position: sum(map(len, position["passed"])),
        needs=("pass-right",),
    )


def _open_lows(rules: Rules) -> Lesson:
    """Teach the variant: of two suits or more the lowest card lies face up, and some cards lie face down."""

    def some_down(position: Position, out: Answer) -> bool:
        return 1 < len(out["open"]) < len(position["captured"])

    return worked_example(
        "open-lows",
        "open_lows",
        58,
        lambda random: {"captured": proposals.as_json(proposals.captures(rules, random, 2)[0])},
        (some_down, lambda position, out: bool(out["open"])),
        lambda out: repr(out["open"]),
        lambda position: len(position["captured"]),
    )


def _setup(rules: Rules) -> Lesson:
    fewest = rules.players[0]
    card_count = len(pack(rules, fewest)) // len(rules.suits)
    return worked_example(
        "setup",
        "setup",
        5,
        lambda random: {"players": fewest},
        (lambda position, out: position["players"] == fewest,),
        lambda out: (out["cards_used"], out["undealt"]),
        lambda position: card_count,
        needs=("all-cards-used",),
    )


def _game(rules: Rules) -> Lesson:
    """Teach that the highest total wins: of three seats or more by a tie, of two by one that wins as many deals."""
    best = 2 if rules.players[0] > 2 else 1

    def close(position: Position, out: Answer) -> bool:
        seat_totals = totals(position["deal_scores"])
        return len(out["best"]) == best and max(seat_totals) - min(seat_totals) <= 12 and min(seat_totals) >= 0

    def score_count(position: Position) -> int:
        rows: Any = position["deal_scores"]
        return sum(map(len, rows))

    return worked_example(
        "game",
        "game",
        55,
        lambda random: proposals.results(rules, random),
        (close, lambda position, out: bool(out["best"])),
        lambda out: tuple(out["best"]),
        score_count,
        needs=("most-deals-win",),
    )
