"""What a player must learn: each lesson proposes positions, and says which of them teach it (its floors)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check, until
from pnp.games.core.lesson import Lesson, worked_example
from pnp_lantern_row.rules.decisions import alike, rules_of
from pnp_lantern_row.rules.record import ENDS, End, Lantern, Lanterns, Rules, seen_from
from pnp_lantern_row.settings import LanternRowSettings

_ROW, _LINE = 4, 6
"""How many lanterns hang in the row of a turn, and at most in that of a score; more would be small on paper."""


def lessons(settings: LanternRowSettings) -> tuple[Lesson, ...]:
    """The lessons, in the order in which they are printed."""
    rules = rules_of(settings)
    return (*_checks(rules), *_scores(rules), _fitting(rules), _winners(rules))


def _checks(rules: Rules) -> list[Lesson]:
    """Lays that are refused, each beside lays that are allowed and differ by a card or by the end."""

    def without_match(random: Random, position: Position) -> Position:
        row, hung = position["row"], position["lay"][1]
        near = [Lantern(*row[0]), Lantern(*row[-1])]
        fit = [list(one) for one in rules.deck.values() if not any(alike(one, other) for other in near)]
        others = [one for one in fit if one not in row and one != hung]
        return {**position, "hand": [hung, *random.sample(others, min(len(others), len(position["hand"]) - 1))]}

    def other_lantern(random: Random, position: Position) -> Position:
        return {**position, "lay": [position["lay"][0], random.choice(position["hand"])]}

    def other_end(random: Random, position: Position) -> Position:
        end, hung = position["lay"]
        return {**position, "lay": [_across(end), hung]}

    def strange(position: Position) -> bool:
        return not any(_shared(position, end) for end in ENDS)

    def crossed(position: Position) -> bool:
        end = position["lay"][0]
        return _shared(position, end) is None and _shared(position, _across(end)) is not None

    def by_number(position: Position, out: Answer) -> bool:
        return _shared(position, position["lay"][0]) == "number"

    turn, refused = partial(_turn, rules), refused_by("must-match")
    check = partial(rule_check, kind="may_lay", cost=lambda position: len(position["row"]) + len(position["hand"]))
    match = check(
        name="check-match",
        rank=10,
        propose=until(turn, strange),
        floors=(lambda position, out: refused(position, out) and strange(position), refused),
        needs=("any-time",),
    )
    end = check(
        name="check-end",
        rank=20,
        propose=until(turn, crossed),
        floors=lambda position, out: refused(position, out) and crossed(position),
        needs=("other-end", "either-end"),
    )
    first = [
        match,
        look_alike("check-match-number", match, 11, other_lantern, (by_number, allowed), ("colour-alone",)),
        look_alike("check-no-match", match, 12, without_match, allowed),
    ]
    return [
        *(replace(lesson, essential=True) for lesson in first),
        end,
        look_alike("check-end-right", end, 21, other_end, allowed),
    ]


def _scores(rules: Rules) -> list[Lesson]:
    """Lines of both kinds; one that ends before more of the kind; one that is too short."""

    def mixed(position: Position, out: Answer) -> bool:
        hung, line = position["lay"][1], _inwards(position)[: out["count"] - 1]
        return {"colour" if other.colour == hung[0] else "number" for other in line} == {"colour", "number"}

    def goes_on(position: Position, out: Answer) -> bool:
        hung, beyond = Lantern(*position["lay"][1]), _inwards(position)[out["count"] :]
        return out["count"] >= rules.least and any(alike(hung, other) for other in beyond)

    def linked(position: Position, out: Answer) -> bool:
        row, count = _inwards(position), out["count"]
        return rules.least <= count <= len(row) and alike(row[count - 2], row[count - 1])

    def score(name: str, rank: int, inner: int, floor: Callable[[Position, Answer], bool], *needs: str) -> Lesson:
        return worked_example(
            name,
            "score_lay",
            rank,
            lambda random: _line(rules, random, inner),
            (floor, lambda position, out: True),
            headline=lambda out: int(out["points"]),
            cost=lambda position: 1 + len(position["row"]),
            needs=needs,
        )

    longest = len(rules.deck) - 1
    return [
        score("score-mixed", 30, min(max(3, rules.least), longest), mixed, "one-kind", "others-only"),
        score("score-gap", 31, rules.least, goes_on, "gaps"),
        score("score-chain", 32, rules.least, linked, "chain"),
        score("score-short", 33, rules.least - 2, lambda position, out: out["points"] == 0, "short-line"),
    ]


def _fitting(rules: Rules) -> Lesson:
    def both_ways(position: Position, out: Answer) -> bool:
        ways = {_shared({**position, "lay": lay}, lay[0]) for lay in out["lays"]}
        return ways == {"colour", "number"} and len(out["lays"]) <= rules.hand

    return worked_example(
        "fitting",
        "fitting",
        40,
        lambda random: {key: value for key, value in _turn(rules, random).items() if key != "lay"},
        (both_ways, lambda position, out: True),
        headline=lambda out: tuple((end, *lantern) for end, lantern in out["lays"]),
        cost=lambda position: len(position["row"]) + len(position["hand"]),
        needs=("colour-alone", "number-alone"),
    )


def _winners(rules: Rules) -> Lesson:
    def shared(position: Position, out: Answer) -> bool:
        return len(out["winners"]) > 1 and (len(out["winners"]) < rules.players[1] or rules.players[1] == 2)

    return worked_example(
        "winners",
        "winners",
        50,
        lambda random: {"points": [random.randint(13, 17) for _ in range(rules.players[1])]},
        (shared, lambda position, out: True),
        headline=lambda out: tuple(out["winners"]),
        cost=lambda position: len(position["points"]),
        needs=("first-alone", "fewest-win"),
    )


def _turn(rules: Rules, random: Random) -> dict[str, Any]:
    """A row of some lanterns, a full hand (of four at most), and a lay of one of its lanterns."""
    hand = min(rules.hand, 4)
    cards = [list(one) for one in random.sample(list(rules.deck.values()), min(hand + _ROW, len(rules.deck)))]
    return {"row": cards[hand:], "hand": cards[:hand], "lay": [random.choice(ENDS), cards[0]]}


def _line(rules: Rules, random: Random, inner: int) -> Position:
    """A row that begins, seen from the lay, with ``inner`` lanterns like the one hung; then one unlike it; then any."""
    deck = random.sample(list(rules.deck.values()), len(rules.deck))
    hung, *rest = deck
    like = [one for one in rest if alike(hung, one)]
    unlike = [one for one in rest if not alike(hung, one)]
    row = [*like[:inner], *unlike[:1]]
    more = [one for one in rest if one not in row]
    row += more[: max(0, min(inner + 3, _LINE) - len(row))]
    end = random.choice(ENDS)
    return {"row": [list(one) for one in seen_from(end, tuple(row))], "lay": [end, list(hung)]}


def _inwards(position: Position) -> Lanterns:
    """The row as seen from the lay."""
    return seen_from(position["lay"][0], tuple(Lantern(*one) for one in position["row"]))


def _across(end: End) -> End:
    return "right" if end == "left" else "left"


def _shared(position: Position, end: End) -> str | None:
    """What the lantern of the lay shares with the one at an end of the row: its colour, its number or nothing."""
    hung, near = position["lay"][1], position["row"][0 if end == "left" else -1]
    return "colour" if hung[0] == near[0] else "number" if hung[1] == near[1] else None
