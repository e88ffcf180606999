"""What a player must learn: each lesson proposes positions, and says which of them teach it (its floors)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check, until
from pnp.games.core.dealing import Dealer
from pnp.games.core.lesson import Floor, Lesson, worked_example
from pnp_lantern_row.rules.decisions import alike, rules_of
from pnp_lantern_row.rules.record import ENDS, End, Lantern, Lanterns, Rules, seen_from
from pnp_lantern_row.settings import LanternRowSettings

_ROW, _LINE = 4, 6
"""How many lanterns hang in the row of a turn, and at most in that of a score; more would be small on paper."""


def lessons(settings: LanternRowSettings) -> tuple[Lesson, ...]:
    """The lessons, in the order in which they are printed."""
    rules = rules_of(settings)
    return (*_checks(rules), *_scores(rules), _fitting(rules), _winners(rules.players[1]))


def _checks(rules: Rules) -> list[Lesson]:
    """Lays that are refused, each beside lays that are allowed and differ by a card or by the end."""

    def without_match(random: Random, position: Position) -> Position:
        dealer, hung = Dealer(rules.by_line.values(), random), Lantern(*position["lay"][1])
        ends = dealer.take(_row(position))[:: _ROW - 1]
        hand = (
            *dealer.take([hung]),
            *dealer.draw(_held(rules) - 1, lambda one: not any(alike(one, it) for it in ends)),
        )
        return {**position, "hand": _json(hand)}

    def other_lantern(random: Random, position: Position) -> Position:
        return {**position, "lay": [position["lay"][0], random.choice(position["hand"])]}

    def other_end(random: Random, position: Position) -> Position:
        return {**position, "lay": [_across(position["lay"][0]), position["lay"][1]]}

    def strange(position: Position) -> bool:
        return not any(_shared(position, end) for end in ENDS)

    def crossed(position: Position) -> bool:
        end = position["lay"][0]
        return _shared(position, end) is None and _shared(position, _across(end)) is not None

    def by_number(position: Position, out: Answer) -> bool:
        return _shared(position, position["lay"][0]) == "number"

    check = partial(rule_check, kind="may_lay", cost=lambda position: len(position["row"]) + len(position["hand"]))
    refused = refused_by("must-match")
    match = check(
        name="check-match",
        rank=10,
        propose=until(partial(_turn, rules), strange),
        floors=(lambda position, out: refused(position, out) and strange(position), refused),
        needs=("any-time",),
    )
    first = [
        match,
        look_alike("check-match-number", match, 11, other_lantern, (by_number, allowed)),
        look_alike("check-no-match", match, 12, without_match, allowed),
    ]
    end = check(
        name="check-end",
        rank=20,
        propose=until(partial(_turn, rules), crossed),
        floors=lambda position, out: refused(position, out) and crossed(position),
        needs=("other-end", "either-end"),
    )
    essential = [replace(lesson, essential=True) for lesson in first]
    return [*essential, end, look_alike("check-end-right", end, 21, other_end, allowed)]


def _scores(rules: Rules) -> list[Lesson]:
    """A line of both kinds; one that ends before more of the kind; one that is too short."""

    def mixed(position: Position, out: Answer) -> bool:
        line = _seen(position)[: out["count"] - 1]
        return {one.suit == position["lay"][1][0] for one in line} == {True, False}

    def goes_on(position: Position, out: Answer) -> bool:
        row, count = _seen(position), out["count"]
        again = any(alike(Lantern(*position["lay"][1]), one) for one in row[count:])
        return again and out["points"] > 0 and alike(row[count - 2], row[count - 1])

    def score(name: str, rank: int, inner: int, floor: Floor, *needs: str) -> Lesson:
        return worked_example(
            f"score-{name}",
            "score_lay",
            rank,
            lambda random: _line(rules, random, inner),
            (floor, _any),
            headline=lambda out: int(out["points"]),
            cost=lambda position: 1 + len(position["row"]),
            needs=needs,
        )

    return [
        score("mixed", 30, max(3, rules.least), mixed, "one-kind", "others-only"),
        score("gap", 31, rules.least, goes_on, "gaps", "chain"),
        score("short", 32, rules.least - 2, lambda position, out: out["points"] == 0, "short-line"),
    ]


def _fitting(rules: Rules) -> Lesson:
    def both_ways(position: Position, out: Answer) -> bool:
        ways = {_shared({**position, "lay": lay}, lay[0]) for lay in out["lays"]}
        return ways == {"colour", "number"} and len(out["lays"]) <= rules.hand

    return worked_example(
        "fitting",
        "fitting",
        40,
        partial(_table, rules),
        (both_ways, _any),
        headline=lambda out: tuple((end, *lantern) for end, lantern in out["lays"]),
        cost=lambda position: len(position["row"]) + len(position["hand"]),
        needs=("colour-alone", "number-alone"),
    )


def _winners(seats: int) -> Lesson:
    def some(position: Position, out: Answer) -> bool:
        return seats == 2 or 1 < len(out["winners"]) < seats

    return worked_example(
        "winners",
        "winners",
        50,
        lambda random: {"points": [random.randint(13, 17) for _ in range(seats)]},
        (some, _any),
        headline=lambda out: tuple(out["winners"]),
        cost=lambda position: len(position["points"]),
        needs=("first-alone", "fewest-win"),
    )


def _any(position: Position, out: Answer) -> bool:
    return True


def _held(rules: Rules) -> int:
    return min(rules.hand, 4)


def _table(rules: Rules, random: Random) -> dict[str, list[list[str | int]]]:
    """A row of some lanterns, and a full hand (of four at most)."""
    dealer = Dealer(rules.by_line.values(), random)
    return {"hand": _json(dealer.draw(_held(rules))), "row": _json(dealer.draw(_ROW))}


def _turn(rules: Rules, random: Random) -> Position:
    """The same, and a lay of the first lantern of the hand."""
    table = _table(rules, random)
    return {**table, "lay": [random.choice(ENDS), table["hand"][0]]}


def _line(rules: Rules, random: Random, inner: int) -> Position:
    """A row that begins, seen from the lay, with ``inner`` lanterns like the one hung; then one unlike it, one like it,
    and more where there is room."""
    dealer = Dealer(rules.by_line.values(), random)
    (hung,), end = dealer.draw(1), random.choice(ENDS)
    like, unlike = partial(alike, hung), lambda one: not alike(hung, one)
    line = (*dealer.draw(inner, like), *dealer.draw(1, unlike), *dealer.draw(1, like))
    more = dealer.draw(min(inner + 3, _LINE) - len(line))
    return {"row": _json(seen_from(end, (*line, *more))), "lay": [end, hung.as_json()]}


def _json(lanterns: Lanterns) -> list[list[str | int]]:
    return [one.as_json() for one in lanterns]


def _row(position: Position) -> Lanterns:
    return tuple(Lantern(*one) for one in position["row"])


def _seen(position: Position) -> Lanterns:
    """The row as seen from the lay."""
    return seen_from(position["lay"][0], _row(position))


def _across(end: End) -> End:
    return "right" if end == "left" else "left"


def _shared(position: Position, end: End) -> str | None:
    """What the lantern of the lay shares with the one at an end of the row: its colour, its number or nothing."""
    hung, near = position["lay"][1], position["row"][0 if end == "left" else -1]
    return "colour" if hung[0] == near[0] else "number" if hung[1] == near[1] else None
