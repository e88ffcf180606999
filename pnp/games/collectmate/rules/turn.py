"""Turns of collectmate: the actions of a seat at a moment of the game, and its cards after each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import combinations
from operator import and_
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.collectmate.rules.cards import Card, Cards, Rules
from pnp.games.collectmate.rules.scoring import complete_groups
from pnp.games.collectmate.rules.sharing import Sharing
from pnp.games.core.places import without
from pnp.games.core.score import Violation, refused
from pnp.model.text import phrase

_new = tuple.__new__

# Taking a field card


def take_colours(rules: Rules, hand: Cards, field: Card) -> tuple[str, ...]:
    """Return the colours by which a seat may take ``field``.

    A colour must be on enough cards of its hand, face-up cards included.
    """
    fitting = [card.colours for card in hand if centres_match(rules, card, field)]
    return tuple(
        [colour for colour in field.colours if sum([colour in colours for colours in fitting]) >= rules.open - 1]
    )


def shares_colour(rules: Rules, cards: Sequence[Card]) -> bool:
    """Return whether all ``cards`` share a colour, and one centre if the rules ask for it."""
    return bool(shared_colours(rules, cards))


def shared_colours(rules: Rules, cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the colours that all ``cards`` share; none if the rules ask for one centre and they differ in it."""
    first, *others = cards
    common = first.colours
    for card in others:
        if not centres_match(rules, card, first):
            return ()
        common = tuple([colour for colour in common if colour in card.colours])
    return common


def may_lie_open(rules: Rules, shown: Cards) -> bool:
    """Return whether some colour is on enough of the face-up cards. No face-up cards are always allowed."""
    if not shown:
        return True
    counts: dict[tuple[bool, str], int] = {}
    for card in shown:
        # If centres are ignored, every card counts as a dot.
        dot = card.dot or not rules.same_centre_to_take
        for colour in card.colours:
            count = counts[dot, colour] = counts.get((dot, colour), 0) + 1
            if count >= rules.open:
                return True
    return False


def takers(rules: Rules, hands: Sequence[Cards], turn: int, layer: int, field: Card) -> tuple[int, ...]:
    """Return the seats that may take ``field``, in the order of asking.

    ``layer`` has laid the card in the turn of ``turn``. The nearest seat after the turn player comes first; the turn
    player comes last, and may take a card laid by a taker.
    """
    order = [(turn + step) % len(hands) for step in range(1, len(hands) + 1)]
    return tuple(seat for seat in order if seat != layer and take_colours(rules, hands[seat], field))


def centres_match(rules: Rules, card: Card, other: Card) -> bool:
    """Return whether the centres of two cards let them lie open together (COLLECT-A6)."""
    return not rules.same_centre_to_take or card.dot is other.dot


Do: TypeAlias = Literal["declare", "trade", "swap", "claim", "take", "pass"]
Moment: TypeAlias = Literal["start", "swapped", "traded", "offered", "taking"]
"""Moment of play at which a seat acts.

In its own turn: ``start``, ``swapped`` after a swap, ``traded`` after the trade. When another seat has just laid a
field card: ``offered``, then ``taking`` once the seat has claimed it.
"""

DOS: tuple[Do, ...] = ("declare", "trade", "swap", "claim", "take", "pass")
MOMENTS: tuple[Moment, ...] = ("start", "swapped", "traded", "offered", "taking")


class Action(NamedTuple):
    """Action of a seat.

    ``cards``: the card traded, the face-up cards swapped away, or the cards laid face up with the card taken.
    ``others``: the hand cards swapped for them, or the card laid as the new field card. Both are sorted.
    """

    do: Do
    cards: Cards = ()
    others: Cards = ()


DECLARE, CLAIM, PASS = Action("declare"), Action("claim"), Action("pass")


def card_counts(rules: Rules, do: Do, cards: int) -> tuple[int, int]:
    """Return the numbers of ``cards`` and ``others`` of an action. A swap of ``cards`` cards takes as many others."""
    counts: Mapping[Do, tuple[int, int]] = {
        "declare": (0, 0),
        "trade": (1, 0),
        "swap": (max(1, cards), max(1, cards)),
        "claim": (0, 0),
        "take": (rules.open - 1, 1),
        "pass": (0, 0),
    }
    return counts[do]


class View(NamedTuple):
    """Cards of a seat at a moment: hidden and face-up cards, both sorted. ``field`` is the top field card."""

    moment: Moment
    hand: Cards
    shown: Cards
    field: Card | None

    @property
    def cards(self) -> Cards:
        """Return all cards of the seat: face-up cards count as hand."""
        return tuple(sorted((*self.hand, *self.shown))) if self.shown else self.hand


class Moved(NamedTuple):
    """Cards of a seat after an action, and the card that it laid on the field, if any."""

    hand: Cards
    shown: Cards
    laid: Card | None


def violation(rules: Rules, view: View, action: Action) -> Violation | None:
    """Return the reason why ``action`` is not allowed at this moment, or None if it is allowed.

    An action may come from outside: it is no action at all if it has a wrong number of cards for its sort.
    """
    if (len(action.cards), len(action.others)) != card_counts(rules, action.do, len(action.cards)):
        return refused("no-action")
    code = moment_code(rules.declares_after_trade, view.moment, action.do)
    if code is not None:
        return refused(code)
    if action.do == "declare":
        complete = complete_groups(rules, view.cards) is not None
        return None if complete else refused("not-complete", groups=rules.groups)
    if action.do == "claim":
        taken = view.field is not None and take_colours(rules, view.cards, view.field)
        return None if taken else _colour_violation(rules, "take-needs-colour", "claim-needs-colour")
    return None if action.do == "pass" else _cards_violation(rules, view, action)


def cards_after(view: View, action: Action) -> Moved:
    """Return the cards after ``action``, before a card is drawn. The seat must have the cards of the action.

    Of equal cards the hidden one goes to the field. A set laid open uses cards that are already face up first.
    """
    hand, shown, laid = list(view.hand), list(view.shown), None
    if action.do == "trade":
        (laid,) = action.cards
        (hand if laid in hand else shown).remove(laid)
        return Moved(tuple(hand), tuple(shown), laid)
    if action.do == "swap":
        for card in action.cards:
            shown.remove(card)
        for card in action.others:
            hand.remove(card)
        hand, shown = [*hand, *action.cards], [*shown, *action.others]
    elif action.do == "take" and view.field is not None:
        (laid,) = action.others
        open_before = list(view.shown)
        for card in action.cards:
            if card in open_before:
                open_before.remove(card)
            else:
                hand.remove(card)
                shown.append(card)
        shown.append(view.field)
        (hand if laid in hand else shown).remove(laid)
    hand.sort()
    shown.sort()
    return Moved(tuple(hand), tuple(shown), laid)


def candidate_actions(rules: Rules, view: View) -> Iterator[Action]:
    """Yield the actions that a seat might try with its cards, legal or not, each at least once.

    All legal actions are among them.
    """
    yield from (DECLARE, CLAIM, PASS)
    for card in view.cards:
        yield Action("trade", (card,))
    takes = _takes(rules, view)
    yield from takes if view.moment == "taking" else [next(takes)]
    if view.moment in ("start", "swapped"):
        yield from _swaps(view)


def _swaps(view: View) -> Iterator[Action]:
    for size in range(1, min(len(view.shown), len(view.hand)) + 1):
        for away in combinations(view.shown, size):
            yield from (Action("swap", away, others) for others in combinations(view.hand, size) if away != others)


def _takes(rules: Rules, view: View) -> Iterator[Action]:
    for opened in combinations(view.cards, rules.open - 1):
        yield from (Action("take", opened, (laid,)) for laid in dict.fromkeys(_with_field(view)))


def _with_field(view: View) -> Cards:
    """Return all cards of the seat once it has taken the field card, sorted."""
    return view.cards if view.field is None else tuple(sorted((*view.cards, view.field)))


_OWN_TURN: Mapping[Do, str] = {"claim": "nothing-offered", "take": "nothing-offered"}
_REFUSED: Mapping[Moment, Mapping[Do, str]] = {
    "start": {**_OWN_TURN, "pass": "no-pass"},
    "swapped": {**_OWN_TURN, "pass": "no-pass", "swap": "one-swap"},
    "traded": {**_OWN_TURN, "pass": "turn-over", "swap": "turn-over", "trade": "turn-over"},
    "offered": {**dict.fromkeys(("declare", "trade", "swap"), "claim-or-leave"), "take": "claim-first"},
    "taking": dict.fromkeys(("declare", "trade", "swap", "claim", "pass"), "claimed"),
}
"""Actions that a moment does not allow, for any cards. Declaring after the trade is a decision of its own."""


def moment_code(declares_after_trade: bool, moment: Moment, do: Do) -> str | None:
    """Return the code that forbids an action at a moment, for any cards, or None."""
    if moment == "traded" and do == "declare":
        return None if declares_after_trade else "declare-at-start"
    return _REFUSED[moment].get(do)


def _cards_violation(rules: Rules, view: View, action: Action) -> Violation | None:
    if _lacks_cards(view, action):
        return refused("not-in-hand")
    if action.do == "swap" and Counter(action.cards) == Counter(action.others):
        return refused("swap-equal")
    if action.do == "take" and not (view.field and shares_colour(rules, (view.field, *action.cards))):
        return _colour_violation(rules, "take-needs-colour")
    if not may_lie_open(rules, cards_after(view, action).shown):
        return _colour_violation(rules, "shown-need-colour")
    return None


def _colour_violation(rules: Rules, code: str, phrase_code: str | None = None) -> Violation:
    """Return the violation of cards without a common colour, or one centre if the rules ask for it."""
    key = f"violation-{phrase_code or code}{'-same' if rules.same_centre_to_take else ''}"
    return Violation(code, phrase(key, count=rules.open))


def _lacks_cards(view: View, action: Action) -> bool:
    """Return whether the seat lacks a card of ``action``, at the place where it must be."""
    if action.do == "swap":
        return _lacks(view.shown, action.cards) or _lacks(view.hand, action.others)
    return _lacks(view.cards, action.cards) or _lacks(
        _with_field(view) if action.do == "take" else view.cards, action.others
    )


def _lacks(held: Cards, wanted: Cards) -> bool:
    return any(held.count(card) < wanted.count(card) for card in wanted)


# Legal actions, found without trying others. Each is an action without a violation.


def legal_actions(rules: Rules, view: View) -> list[Action]:
    """Return every action without a violation, sorted, each once."""
    open_sorts = _open_sorts(view.moment, rules.declares_after_trade)
    cards, field, sharing = view.cards, view.field, Sharing.of(rules)
    legal = []
    if "claim" in open_sorts and field is not None and sharing.takes(view.hand, view.shown, field):
        legal.append(CLAIM)
    if "declare" in open_sorts and complete_groups(rules, cards) is not None:
        legal.append(DECLARE)
    if "pass" in open_sorts:
        legal.append(PASS)
    if "swap" in open_sorts and view.shown:
        legal += _legal_swaps(sharing, view)
    if "take" in open_sorts and field is not None:
        legal += _legal_takes(rules, sharing, view, field)
    if "trade" in open_sorts:
        legal += _legal_trades(sharing, view, cards)
    return legal


@cache
def _open_sorts(moment: Moment, declares_after_trade: bool) -> frozenset[Do]:
    """Return the sorts of actions that a moment allows."""
    return frozenset(do for do in DOS if moment_code(declares_after_trade, moment, do) is None)


def _legal_trades(sharing: Sharing, view: View, cards: Cards) -> Iterator[Action]:
    """Yield the legal trades.

    A hidden card may go if the face-up cards are valid; a face-up card if the others are valid without it.
    """
    shown = sharing.sum(view.shown)
    valid, alone = not view.shown or sharing.enough(shown), len(view.shown) == 1
    for card in dict.fromkeys(cards):
        if valid if card in view.hand else alone or sharing.enough(shown - sharing[card]):
            yield _new(Action, ("trade", (card,), ()))


def _legal_swaps(sharing: Sharing, view: View) -> Iterator[Action]:
    """Yield the legal swaps: after each some colour is on enough face-up cards."""
    sizes = range(1, min(len(view.shown), len(view.hand)) + 1)
    choices = [
        [(others, sharing.sum(others)) for others in dict.fromkeys(combinations(view.hand, size))] for size in sizes
    ]
    shown = sharing.sum(view.shown)
    for away in sorted({away for size in sizes for away in combinations(view.shown, size)}):
        rest = shown - sharing.sum(away)
        for others, added in choices[len(away) - 1]:
            if away != others and sharing.enough(rest + added):
                yield _new(Action, ("swap", away, others))


def _legal_takes(rules: Rules, sharing: Sharing, view: View, field: Card) -> Iterator[Action]:
    """Yield the legal takes.

    Cards that share a colour with the field card are laid open with it. Any other card may go to the field: the face-up
    cards still hold that set. One of the set may go if the others are valid without it.
    """
    wanted, cards, held = sharing[field], view.cards, dict.fromkeys(_with_field(view))
    fitting = [card for card in cards if wanted & sharing[card]]
    for opened in dict.fromkeys(combinations(fitting, rules.open - 1)):
        if reduce(and_, map(sharing.__getitem__, opened), wanted):
            spare, face_up = without(cards, opened), (*view.shown, *_not_open_yet(view, opened), field)
            shown, alone = sharing.sum(face_up), len(face_up) == 1
            for laid in held:
                if laid in spare or alone or sharing.enough(shown - sharing[laid]):
                    yield _new(Action, ("take", opened, (laid,)))


def _not_open_yet(view: View, opened: Cards) -> Cards:
    """Return the cards of a set that are hidden before it is laid open. Cards that lie face up are used first."""
    return tuple((Counter(opened) - Counter(view.shown)).elements())
