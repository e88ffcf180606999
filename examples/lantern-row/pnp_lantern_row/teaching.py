"""What a player must learn, how the rules can be misread, and how examples are laid out."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import allowed, look_alike, refused_by, rule_check, until
from pnp.games.core.dealing import Dealer
from pnp.games.core.defaults.proposals import Draws
from pnp.games.core.defaults.winners import misread_winners, winner_lessons
from pnp.games.core.lesson import Example, Floor, Lesson, Misreading, anything, misread, with_room, worked_example
from pnp.games.core.score import seats_with_most
from pnp.games.core.suits import SuitCard
from pnp.games.core.tableau import Tableau
from pnp_lantern_row.rules import ENDS, End, Lantern, Lanterns, Rules, alike, cards, seen_from
from pnp_lantern_row.settings import LanternRowSettings

_ROW, _LINE = 4, 6
"""How many lanterns hang in the row of a turn, and at most in that of a score; more would be small on paper."""
MINI = ("number",)
"""A small lantern shows its number, and the mark of its colour in the place of a letter."""
TITLED = ()
"""Rows are told apart by their looks."""


def lessons(settings: LanternRowSettings, draw: Draws) -> tuple[Lesson, ...]:
    """Return the lessons, in the order in which they are printed."""
    deck = tuple(cards(settings))
    return (
        *_checks(settings, deck, draw),
        *_scores(settings, deck),
        _fitting(settings, draw),
        *winner_lessons(draw, 50, range(13, 18)),
    )


def _checks(settings: LanternRowSettings, deck: Lanterns, draw: Draws) -> list[Lesson]:
    """Return lays that are refused, each beside lays that are allowed and differ by a card or by the end."""

    def without_match(random: Random, position: Position) -> Position:
        dealer, hung = Dealer(deck, random), Lantern(*position["lay"][1])
        ends = dealer.take(_row(position))[:: _ROW - 1]
        others = _held(settings) - 1, lambda one: not any(alike(one, it) for it in ends)
        return {**position, "hand": _json((*dealer.take([hung]), *dealer.draw(*others)))}

    def same_end(random: Random, position: Position) -> list[Any]:
        return [position["lay"][0], random.choice(position["hand"])]

    def other_end(random: Random, position: Position) -> list[Any]:
        return [_across(position["lay"][0]), position["lay"][1]]

    def strange(position: Position) -> bool:
        return not any(_shared(position, end) for end in ENDS)

    def crossed(position: Position) -> bool:
        end = position["lay"][0]
        return _shared(position, end) is None and _shared(position, _across(end)) is not None

    def by_number(position: Position, out: Answer) -> bool:
        return _shared(position, position["lay"][0]) == "number"

    turn, refused = draw("may_lay", row=_ROW, hand=_held(settings)), refused_by("must-match")
    match = rule_check(
        "check-match",
        "may_lay",
        10,
        until(turn, strange),
        (lambda position, out: refused(position, out) and strange(position), refused),
        needs=("any-time",),
        essential=True,
    )
    end = rule_check(
        "check-end",
        "may_lay",
        20,
        until(turn, crossed),
        lambda position, out: refused(position, out) and crossed(position),
        needs=("other-end", "either-end"),
    )
    return [
        match,
        look_alike("check-match-number", match, 11, turn.again(lay=same_end), (by_number, allowed), essential=True),
        look_alike("check-no-match", match, 12, without_match, allowed, essential=True),
        end,
        look_alike("check-end-right", end, 21, turn.again(lay=other_end), allowed),
    ]


def _scores(settings: LanternRowSettings, deck: Lanterns) -> list[Lesson]:
    """Return a line of both kinds, one that ends before more of the kind, and one that is too short."""

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
            lambda random: _line(deck, random, inner),
            (floor, anything),
            headline=lambda out: int(out["points"]),
            needs=needs,
        )

    return [
        score("mixed", 30, max(3, settings.least), mixed, "one-kind", "others-only"),
        score("gap", 31, settings.least, goes_on, "gaps", "chain"),
        score("short", 32, settings.least - 2, lambda position, out: out["points"] == 0, "short-line"),
    ]


def _fitting(settings: LanternRowSettings, draw: Draws) -> Lesson:
    def both_ways(position: Position, out: Answer) -> bool:
        ways = {_shared({**position, "lay": lay}, lay[0]) for lay in out["lays"]}
        return ways == {"colour", "number"} and len(out["lays"]) <= settings.hand

    table = draw("fitting", row=_ROW, hand=_held(settings))
    return table.example("fitting", 40, (both_ways, anything), "colour-alone", "number-alone")


def _held(settings: LanternRowSettings) -> int:
    return min(settings.hand, 4)


def _line(deck: Lanterns, random: Random, inner: int) -> Position:
    """Propose a row that begins, seen from the lay, with ``inner`` lanterns like the one hung; then one unlike it, one
    like it, and more where there is room."""
    dealer = Dealer(deck, random)
    (hung,), end = dealer.draw(1), random.choice(ENDS)
    like, unlike = partial(alike, hung), lambda one: not alike(hung, one)
    line = (*dealer.draw(inner, like), *dealer.draw(1, unlike), *dealer.draw(1, like))
    more = dealer.draw(min(inner + 3, _LINE) - len(line))
    return {"row": _json(seen_from(end, (*line, *more))), "lay": [end, hung.as_json()]}


def _json(lanterns: Sequence[SuitCard]) -> list[list[str | int]]:
    return [one.as_json() for one in lanterns]


def _row(position: Position) -> Lanterns:
    return tuple(Lantern(*one) for one in position["row"])


def _seen(position: Position) -> Lanterns:
    """Return the row as seen from the lay."""
    return seen_from(position["lay"][0], _row(position))


def _across(end: End) -> End:
    return "right" if end == "left" else "left"


def _shared(position: Position, end: End) -> str | None:
    """Return what the lantern of the lay shares with the one at an end of the row: colour, number or nothing."""
    hung, near = position["lay"][1], position["row"][0 if end == "left" else -1]
    return "colour" if hung[0] == near[0] else "number" if hung[1] == near[1] else None


def _at_its_end(settings: LanternRowSettings, example: Example, tableau: Tableau) -> Tableau:
    """Place the lantern that is hung at its end of the row."""
    row, hung, *hand = tableau.rows
    first = (hung, row) if example.position["lay"][0] == "left" else (row, hung)
    return replace(tableau, rows=(*first, *hand))


LAYOUTS = {"may_lay": _at_its_end, "score_lay": _at_its_end}


# Misreadings: each replaces one decision


def misreadings(settings: LanternRowSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for, in a fixed order."""
    choice = settings.hand > 1  # a single lantern is laid wherever it matches
    return with_room(
        [
            misread("any-time", choice, any_fits=lambda some_match: True),
            misread("colour-alone", matches=lambda one, other: one.suit == other.suit),
            misread("number-alone", matches=lambda one, other: one.number == other.number),
            misread("other-end", beside=lambda row: row[-1:]),
            misread("either-end", beside=lambda row: (row[0], row[-1])),
            misread("one-kind", line=_longer_of_two),
            misread("chain", line=_each_like_the_last),
            misread("gaps", line=_anywhere),
            misread("others-only", count=len),
            misread("short-line", points=lambda count, least: count),
            *misread_winners(seats_with_most),
        ]
    )


def _longer_of_two(hung: Lantern, row: Lanterns) -> Lanterns:
    """Return a line in which colours and numbers each stand for themselves."""
    colour = next((at for at, other in enumerate(row) if other.suit != hung.suit), len(row))
    number = next((at for at, other in enumerate(row) if other.number != hung.number), len(row))
    return row[: max(colour, number)]


def _each_like_the_last(hung: Lantern, row: Lanterns) -> Lanterns:
    steps = zip((hung, *row), row, strict=False)
    return row[: next((at for at, (last, other) in enumerate(steps) if not alike(last, other)), len(row))]


def _anywhere(hung: Lantern, row: Lanterns) -> Lanterns:
    return tuple(other for other in row if alike(hung, other))
