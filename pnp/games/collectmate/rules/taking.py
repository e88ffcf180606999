"""Take open: which field cards may be taken, by whom, and what has to lie face up."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.collectmate.rules.cards import Card, Cards
from pnp.games.collectmate.rules.record import Rules


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
