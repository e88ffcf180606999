"""Turns: the actions of a seat at a moment of the game, and its cards afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.collectmate.rules.cards import Card, Cards, Rules
from pnp.games.collectmate.rules.scoring import complete_groups
from pnp.games.core.places import in_order, without
from pnp.games.core.score import Violation, refused
from pnp.model.text import phrase

# Take open: which field cards may be taken, by whom, and what has to lie face up.


def take_colours(rules: Rules, hand: Cards, field: Card) -> tuple[str, ...]:
    """The colours by which a seat may take ``field``: those on enough cards of its hand, face-up cards included."""
    alike = [card.colours for card in hand if goes_with(rules, card, field)]
    return tuple(
        [colour for colour in field.colours if sum([colour in colours for colours in alike]) >= rules.open - 1]
    )


def shares_colour(rules: Rules, cards: Sequence[Card]) -> bool:
    """Whether all ``cards`` have a colour in common, and one centre where the rules ask for it."""
    first, *others = cards
    common = first.colours
    for card in others:
        if not goes_with(rules, card, first):
            return False
        common = tuple([colour for colour in common if colour in card.colours])
    return bool(common)


def may_lie_open(rules: Rules, shown: Cards) -> bool:
    """Whether some colour stands on enough of the face-up cards; without any there is nothing to ask for."""
    if not shown:
        return True
    standing: dict[tuple[bool, str], int] = {}
    for card in shown:
        # Where centres are ignored, every card counts as a dot.
        dot = card.dot or not rules.same_centre_to_take
        for colour in card.colours:
            count = standing[dot, colour] = standing.get((dot, colour), 0) + 1
            if count >= rules.open:
                return True
    return False


def takers(rules: Rules, hands: Sequence[Cards], turn: int, layer: int, field: Card) -> tuple[int, ...]:
    """The seats that may take ``field``, laid by the seat ``layer`` in the turn of ``turn``, in the order of asking.

    The nearest after the turn player comes first; the turn player, who may take a card that a taker laid, last.
    """
    order = [(turn + step) % len(hands) for step in range(1, len(hands) + 1)]
    return tuple(seat for seat in order if seat != layer and take_colours(rules, hands[seat], field))


def goes_with(rules: Rules, card: Card, other: Card) -> bool:
    """Whether the centres of two cards let them lie open together (COLLECT-A6)."""
    return not rules.same_centre_to_take or card.dot is other.dot


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


# What a seat may do at a moment of the game: the actions that ``violation`` lets pass, found without trying others.


def legal_actions(rules: Rules, view: View) -> list[Action]:
    """Every action without a violation, sorted, each once."""
    may = {do for do in DOS if code_of_moment(rules, view.moment, do) is None}
    cards, field = view.cards, view.field
    found = []
    if "claim" in may and field is not None and take_colours(rules, cards, field):
        found.append(CLAIM)
    if "declare" in may and complete_groups(rules, cards) is not None:
        found.append(DECLARE)
    if "pass" in may:
        found.append(PASS)
    if "swap" in may and view.shown:
        found += sorted(_legal_swaps(rules, view))
    if "take" in may and field is not None:
        found += _legal_takes(rules, view, field)
    if "trade" in may:
        found += _trades(rules, view)
    return found


def _trades(rules: Rules, view: View) -> Iterator[Action]:
    """A hidden card can go if what lies open may; a face-up one if the others may lie open without it."""
    stays = may_lie_open(rules, view.shown)
    for card in in_order(view.cards):
        if stays if card in view.hand else may_lie_open(rules, without(view.shown, (card,))):
            yield Action("trade", (card,))


def _legal_swaps(rules: Rules, view: View) -> Iterator[Action]:
    """Face-up cards for as many others of the hand, of which some colour then stands on enough (no order)."""
    for size in range(1, min(len(view.shown), len(view.hand)) + 1):
        choices = tuple(dict.fromkeys(combinations(view.hand, size)))
        for away in dict.fromkeys(combinations(view.shown, size)):
            rest = without(view.shown, away)
            for others in choices:
                if away != others and may_lie_open(rules, rest + others):
                    yield Action("swap", away, others)


def _legal_takes(rules: Rules, view: View, field: Card) -> Iterator[Action]:
    """Cards that share a colour with the field card are laid open with it, and any other goes to the field: what lies
    open holds that set then, whatever else lies there."""
    alike = [card for card in view.cards if shares_colour(rules, (field, card))]
    for opened in dict.fromkeys(combinations(alike, rules.open - 1)):
        if shares_colour(rules, (field, *opened)):
            yield from [Action("take", opened, (laid,)) for laid in in_order(without(view.cards, opened))]
