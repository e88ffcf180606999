"""What a seat may do at a moment of the game: the actions that ``violation`` lets pass, found without trying others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pnp.games.collectmate.rules.cards import Card
from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.scoring import complete_groups
from pnp.games.collectmate.rules.taking import may_lie_open, shares_colour, take_colours
from pnp.games.collectmate.rules.turn import CLAIM, DECLARE, DOS, PASS, Action, View, code_of_moment
from pnp.games.core.places import in_order, without


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
        found += sorted(_swaps(rules, view))
    if "take" in may and field is not None:
        found += _takes(rules, view, field)
    if "trade" in may:
        found += _trades(rules, view)
    return found


def _trades(rules: Rules, view: View) -> Iterator[Action]:
    """A hidden card can go if what lies open may; a face-up one if the others may lie open without it."""
    stays = may_lie_open(rules, view.shown)
    for card in in_order(view.cards):
        if stays if card in view.hand else may_lie_open(rules, without(view.shown, (card,))):
            yield Action("trade", (card,))


def _swaps(rules: Rules, view: View) -> Iterator[Action]:
    """Face-up cards for as many others of the hand, of which some colour then stands on enough (no order)."""
    for size in range(1, min(len(view.shown), len(view.hand)) + 1):
        choices = tuple(dict.fromkeys(combinations(view.hand, size)))
        for away in dict.fromkeys(combinations(view.shown, size)):
            rest = without(view.shown, away)
            for others in choices:
                if away != others and may_lie_open(rules, rest + others):
                    yield Action("swap", away, others)


def _takes(rules: Rules, view: View, field: Card) -> Iterator[Action]:
    """Cards that share a colour with the field card are laid open with it, and any other goes to the field: what lies
    open holds that set then, whatever else lies there."""
    alike = [card for card in view.cards if shares_colour(rules, (field, card))]
    for opened in dict.fromkeys(combinations(alike, rules.open - 1)):
        if shares_colour(rules, (field, *opened)):
            yield from [Action("take", opened, (laid,)) for laid in in_order(without(view.cards, opened))]
