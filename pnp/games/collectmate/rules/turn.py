"""What a seat may do at a moment of the game, and how its cards lie afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.collectmate.rules.cards import Card, Cards
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.scoring import complete_groups
from pnp.games.collectmate.rules.taking import may_lie_open, shares_colour, take_colours
from pnp.games.core.score import Violation, refused
from pnp.model.text import phrase

Do: TypeAlias = Literal["declare", "trade", "swap", "claim", "take", "pass"]
Moment: TypeAlias = Literal["start", "swapped", "traded", "offered", "taking"]
"""One's own turn at its start, after a swap, after the trade; or a field card that another seat has just laid, before
and after one has claimed it."""

DOS: tuple[Do, ...] = ("declare", "trade", "swap", "claim", "take", "pass")
MOMENTS: tuple[Moment, ...] = ("start", "swapped", "traded", "offered", "taking")


class Action(NamedTuple):
    """What a seat does. ``cards``: the card traded, the face-up cards swapped away, or the cards laid face up with the
    card taken. ``others``: the hand cards swapped for them, or the card laid as the new field card. Both are sorted.
    """

    do: Do
    cards: Cards = ()
    others: Cards = ()


DECLARE, CLAIM, PASS = Action("declare"), Action("claim"), Action("pass")


def shape(rules: Rules, do: Do, cards: int) -> tuple[int, int]:
    """How many ``cards`` and ``others`` an action has; a swap of so many ``cards`` takes as many others."""
    shapes: Mapping[Do, tuple[int, int]] = {
        "declare": (0, 0),
        "trade": (1, 0),
        "swap": (max(1, cards), max(1, cards)),
        "claim": (0, 0),
        "take": (rules.open - 1, 1),
        "pass": (0, 0),
    }
    return shapes[do]


class View(NamedTuple):
    """What a seat has at a moment: hidden cards and face-up ones, both sorted. ``field`` is the top field card."""

    moment: Moment
    hand: Cards
    shown: Cards
    field: Card | None

    @property
    def cards(self) -> Cards:
        """All cards of the seat: face-up cards count as hand."""
        return tuple(sorted((*self.hand, *self.shown)))


class Moved(NamedTuple):
    """The cards of a seat after an action, and the card that it laid on the field, if any."""

    hand: Cards
    shown: Cards
    laid: Card | None


def violation(rules: Rules, view: View, action: Action) -> Violation | None:
    """Why ``action`` is not allowed at this moment, or None when it is.

    An action need not come from a list: one that has too few or too many cards for what it does is no action at all.
    """
    if (len(action.cards), len(action.others)) != shape(rules, action.do, len(action.cards)):
        return refused("no-action")
    code = code_of_moment(rules, view.moment, action.do)
    if code is not None:
        return refused(code)
    if action.do == "declare":
        complete = complete_groups(rules, view.cards) is not None
        return None if complete else refused("not-complete", groups=rules.groups)
    if action.do == "claim":
        taken = view.field is not None and take_colours(rules, view.cards, view.field)
        return None if taken else _by_centres(rules, "take-needs-colour", "claim-needs-colour")
    return None if action.do == "pass" else _cards_violation(rules, view, action)


def moved(view: View, action: Action) -> Moved:
    """How the cards lie after ``action``; a card to be drawn is not drawn yet. Its cards must be there.

    Of equal cards a hidden one goes to the field rather than a face-up one; a set laid open uses those that lie face
    up already.
    """
    hand, shown, laid = list(view.hand), list(view.shown), None
    if action.do == "trade":
        (laid,) = action.cards
        (hand if laid in hand else shown).remove(laid)
    elif action.do == "swap":
        for card in action.cards:
            shown.remove(card)
        for card in action.others:
            hand.remove(card)
        hand, shown = [*hand, *action.cards], [*shown, *action.others]
    elif action.do == "take" and view.field is not None:
        (laid,) = action.others
        for card in (Counter(action.cards) - Counter(view.shown)).elements():
            hand.remove(card)
            shown.append(card)
        (hand if laid in hand else shown).remove(laid)
        shown.append(view.field)
    return Moved(tuple(sorted(hand)), tuple(sorted(shown)), laid)


def actions(rules: Rules, view: View) -> Iterator[Action]:
    """What a seat might do with its cards, legal or not, each at least once: all that is legal is among it."""
    yield from (DECLARE, CLAIM, PASS)
    for card in view.cards:
        yield Action("trade", (card,))
    takes = _takes(rules, view.cards)
    yield from takes if view.moment == "taking" else [next(takes)]
    if view.moment in ("start", "swapped"):
        yield from _swaps(view)


def _swaps(view: View) -> Iterator[Action]:
    for size in range(1, min(len(view.shown), len(view.hand)) + 1):
        for away in combinations(view.shown, size):
            yield from (Action("swap", away, others) for others in combinations(view.hand, size) if away != others)


def _takes(rules: Rules, cards: Cards) -> Iterator[Action]:
    for chosen in combinations(range(len(cards)), rules.open - 1):
        opened = tuple(cards[place] for place in chosen)
        yield from (Action("take", opened, (laid,)) for place, laid in enumerate(cards) if place not in chosen)


_OWN_TURN: Mapping[Do, str] = {"claim": "nothing-offered", "take": "nothing-offered"}
_NOT_NOW: Mapping[Moment, Mapping[Do, str]] = {
    "start": {**_OWN_TURN, "pass": "no-pass"},
    "swapped": {**_OWN_TURN, "pass": "no-pass", "swap": "one-swap"},
    "traded": {**_OWN_TURN, "pass": "turn-over", "swap": "turn-over", "trade": "turn-over"},
    "offered": {**dict.fromkeys(("declare", "trade", "swap"), "claim-or-leave"), "take": "claim-first"},
    "taking": dict.fromkeys(("declare", "trade", "swap", "claim", "pass"), "claimed"),
}
"""What is not allowed at a moment, whatever the cards; declaring after the trade is a decision of its own."""


def code_of_moment(rules: Rules, moment: Moment, do: Do) -> str | None:
    """Why an action is not allowed at a moment, whatever the cards, or None."""
    if moment == "traded" and do == "declare":
        return None if rules.declares_after_trade else "declare-at-start"
    return _NOT_NOW[moment].get(do)


def _cards_violation(rules: Rules, view: View, action: Action) -> Violation | None:
    if _missing(view, action):
        return refused("not-in-hand")
    if action.do == "swap" and Counter(action.cards) == Counter(action.others):
        return refused("swap-equal")
    if action.do == "take" and not (view.field and shares_colour(rules, (view.field, *action.cards))):
        return _by_centres(rules, "take-needs-colour")
    if not may_lie_open(rules, moved(view, action).shown):
        return _by_centres(rules, "shown-need-colour")
    return None


def _by_centres(rules: Rules, code: str, worded: str | None = None) -> Violation:
    """A violation by cards that lack a colour in common, or one centre where that is asked for as well."""
    key = f"violation-{worded or code}{'-same' if rules.same_centre_to_take else ''}"
    return Violation(code, phrase(key, count=rules.open))


def _missing(view: View, action: Action) -> bool:
    """Whether a card of ``action`` is not where it has to be."""
    if action.do == "swap":
        return _lacks(view.shown, action.cards) or _lacks(view.hand, action.others)
    return _lacks(view.cards, (*action.cards, *action.others))


def _lacks(held: Cards, wanted: Cards) -> bool:
    return any(held.count(card) < wanted.count(card) for card in wanted)
