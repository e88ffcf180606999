"""The rules: the lanterns, the decisions, and the questions that they answer.

A lantern is written [colour, number], a lay [end, lantern]; ``row`` hangs from left to right.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pnp.games.core.answer import Answer, Door, Explained, Position
from pnp.games.core.defaults.rules import RulesOf
from pnp.games.core.defaults.winners import winners
from pnp.games.core.schema import Held, Size, kinds
from pnp.games.core.score import Violation, refused, seats_with_most, verdict_on
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.component import Item
from pnp.model.text import Phrase, phrase
from pnp_lantern_row.settings import LanternRowSettings

End: TypeAlias = Literal["left", "right"]
ENDS: tuple[End, ...] = ("left", "right")
Lantern: TypeAlias = SuitCard
Lanterns: TypeAlias = tuple[Lantern, ...]


class Lay(NamedTuple):
    """What a seat does: hang a lantern at an end of the row."""

    end: End
    lantern: Lantern


def cards(settings: LanternRowSettings) -> Mapping[Lantern, Item]:
    """Return the lanterns by colour and number, with what is printed on each."""
    return suit_cards(settings.colours, sorted(settings.numbers), "colour")


def alike(one: Lantern, other: Lantern) -> bool:
    """Tell whether lanterns have one colour or one number."""
    return one.suit == other.suit or one.number == other.number


@dataclass(frozen=True, slots=True, eq=False)
class Rules(RulesOf[LanternRowSettings, Lantern]):
    """The decisions of the game. Seats count from 0, clockwise.

    A row is given to them as it is seen from the lantern that is hung: the nearest lantern first.
    """

    beside: Callable[[Lanterns], Lanterns] = lambda row: row[:1]
    """A lantern has to match one of these neighbours: the one that it is hung beside."""
    matches: Callable[[Lantern, Lantern], bool] = alike
    """Lanterns match by colour or by number."""
    any_fits: Callable[[bool], bool] = lambda some_match: not some_match
    """Any lantern may hang anywhere only if none of the hand matches an end."""
    line: Callable[[Lantern, Lanterns], Lanterns] = lambda hung, row: tuple(takewhile(partial(alike, hung), row))
    """A line ends before the first lantern that has neither the colour nor the number of the one hung."""
    count: Callable[[Lanterns], int] = lambda line: 1 + len(line)
    """The lantern just hung is counted too."""
    points: Callable[[int, int], int] = lambda count, least: count if count >= least else 0
    """A line gives its count, a shorter one nothing."""
    winners: Callable[[Sequence[int]], tuple[int, ...]] = seats_with_most
    """Those with the most points win."""


def seen_from(end: End, row: Lanterns) -> Lanterns:
    """Return a row that hangs from left to right as seen from an end inwards."""
    return row if end == "left" else row[::-1]


def matching(rules: Rules, row: Lanterns, hand: Lanterns) -> tuple[Lay, ...]:
    """Return the lays of lanterns that match: at the left end first, in the order of the hand."""
    return tuple(
        Lay(end, lantern)
        for end in ENDS
        for lantern in hand
        if any(rules.matches(lantern, other) for other in rules.beside(seen_from(end, row)))
    )


def allowed_lays(rules: Rules, row: Lanterns, hand: Lanterns) -> tuple[Lay, ...]:
    """Return the lays that are allowed, in the same order."""
    found = matching(rules, row, hand)
    return tuple(Lay(end, lantern) for end in ENDS for lantern in hand) if rules.any_fits(bool(found)) else found


def lay_violation(rules: Rules, row: Lanterns, hand: Lanterns, lay: Lay) -> Violation | None:
    """Return why ``lay`` is not allowed beside ``row``, or None if it is. Its lantern must be in ``hand``."""
    if lay in allowed_lays(rules, row, hand):
        return None
    end, lantern = matching(rules, row, hand)[0]
    beside = rules.said(seen_from(end, row)[0])
    return refused("must-match", lantern=rules.said(lantern), beside=beside, end=phrase(f"end-{end}"))


def points_of(rules: Rules, row: Lanterns, lay: Lay) -> int:
    """Return what a lay scores."""
    return rules.points(rules.count(rules.line(lay.lantern, seen_from(lay.end, row))), rules.settings.least)


# Questions

Row: TypeAlias = Annotated[Lanterns, Size(lambda rules: rules.players[0])]
Hand: TypeAlias = Annotated[Lanterns, Size(1, "hand")]


def _may_lay(rules: Rules, row: Row, hand: Hand, lay: Annotated[Lay, Held("hand")]) -> Answer:
    """Tell whether ``lay`` is allowed with ``hand`` beside ``row``."""
    return verdict_on(lay_violation(rules, row, _in_deck_order(rules, hand), lay), _why_allowed(rules, row, lay))


def _why_allowed(rules: Rules, row: Lanterns, lay: Lay) -> Phrase:
    near = seen_from(lay.end, row)[0]
    if not rules.matches(lay.lantern, near):
        return phrase("reason-no-match")
    kind = "colour" if near.suit == lay.lantern.suit else "number"
    return phrase(f"reason-{kind}", beside=rules.said(near))


def _fitting(rules: Rules, row: Row, hand: Hand) -> Answer:
    """Return every lay that is allowed with ``hand`` beside ``row``: left ones first, then as the deck is ordered."""
    lays, found = (one(rules, row, _in_deck_order(rules, hand)) for one in (allowed_lays, matching))
    sides = {end: tuple(rules.said(lay.lantern) for lay in found if lay.end == end) for end in ENDS}
    verdict = phrase("verdict-any")
    if found:
        verdict = phrase("verdict-fitting", **{end: said or phrase("nothing") for end, said in sides.items()})
    fits = {lay.lantern for lay in lays}
    return Explained({"lays": [[lay.end, lay.lantern.as_json()] for lay in lays]}, verdict, counted={"hand": fits})


def _score_lay(rules: Rules, row: Row, lay: Lay) -> Answer:
    """Return what ``lay`` counts and scores beside ``row``."""
    line = rules.line(lay.lantern, seen_from(lay.end, row))
    count, points = rules.count(line), points_of(rules, row, lay)
    hung = {"colour": rules.items[lay.lantern].fields["name"], "number": lay.lantern.number}
    if points:
        verdict = phrase("verdict-points", count=count, **hung, points=points)
    elif count == 1:
        verdict = phrase("verdict-alone", **hung)
    else:
        verdict = phrase("verdict-short", count=count, **hung, least=rules.settings.least)
    return Explained({"count": count, "points": points}, verdict, counted={"row": line})


def _in_deck_order(rules: Rules, hand: Lanterns) -> Lanterns:
    return tuple(lantern for lantern in rules.deck if lantern in hand)


answer = Door[LanternRowSettings, Rules](kinds(_may_lay, _fitting, _score_lay, winners))


def impossible(settings: LanternRowSettings, kind: str, position: Position) -> str | None:
    """Return why no game comes to a position that can be answered; None if one does."""
    if kind != "winners":
        return None
    points, seats = position["points"], len(position["points"])
    if any(0 < one < settings.least for one in points):
        return f"a line scores {settings.least} points or more, so no player has {min(filter(None, points))}"
    lanterns = len(settings.colours) * len(settings.numbers)
    # A turn hangs one lantern, and scores at most all that hang then.
    highest = (lanterns // seats - 1) * lanterns
    return f"a player scores at most {highest} points, not {max(points)}" if max(points) > highest else None
