"""Positions of collectmate that can be answered, and that no game reaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pnp.games.collectmate.rules.cards import Card, Rules
from pnp.games.collectmate.rules.decisions import rules_of
from pnp.games.collectmate.rules.positions import read_card, read_cards
from pnp.games.collectmate.rules.turn import may_lie_open
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import Position, PositionError

_last_rules: list[tuple[CollectmateSettings, Rules]] = []
"""Settings asked about last, with their rules: a search asks about the same ones ten thousands of times."""


def impossible(settings: CollectmateSettings, kind: str, position: Position) -> str | None:
    """Return the reason why no game reaches a position that can be answered, in a sentence; None if one can.

    Any cards can be answered for; those of a game are in its deck, and no more often than there.
    """
    seats = position.get("hands") or position.get("scores")
    fewest, most = settings.players
    if seats is not None and not fewest <= len(seats) <= most:
        return f"{fewest} to {most} play, not {len(seats)}"
    if kind == "showdown":
        highest = _highest(settings)
        return None if max(seats or ()) <= highest else f"a hand scores at most {highest}, not {max(seats or ())}"
    rules = _rules(settings)
    reason = _open_elsewhere(rules, position) or _not_held(rules, position)
    if reason is not None:
        return reason
    cards = Counter([read_card(rules, raw) for raw in _cards(position)])
    for card, count in cards.items():
        if count > rules.deck.get(card, 0):
            return f"{card} occurs {count} times, and the deck has {rules.deck.get(card, 0)}"
    return None


def _open_elsewhere(rules: Rules, position: Position) -> str | None:
    """Return the reason why no game reaches a showdown whose open cards, where it names them, are not those of a take
    or not in the hands."""
    seats, hands = position.get("open"), position.get("hands", ())
    if seats is None:
        return None
    if not isinstance(seats, (list, tuple)) or len(seats) != len(hands):
        return f"'open' is a list with the open cards of each of {len(hands)} seats"
    for hand, raw in zip(hands, seats, strict=True):
        try:
            opened = read_cards(rules, raw, "the open cards of a seat")
        except PositionError as error:
            return str(error)
        if Counter(opened) - Counter(read_cards(rules, hand, "a hand")):
            return "an open card is not in its hand"
        if not may_lie_open(rules, opened):
            return "open cards share no colour"
    return None


def _not_held(rules: Rules, position: Position) -> str | None:
    """Return the reason why no game reaches a position that names a card played from a hand, or cards taken into
    hands, that are not there."""
    try:
        if "played" in position:
            played, hand = read_card(rules, position["played"]), read_cards(rules, position["hand"], "a hand")
            return None if played in hand else "the card played is not in the hand"
        taken: Counter[tuple[int, Card]] = Counter()
        for take in position.get("taken", ()):
            read_card(rules, take["laid"])
            seat, card = take["seat"], read_card(rules, take["card"])
            taken[seat, card] += 1
            if taken[seat, card] > read_cards(rules, position["hands"][seat], "a hand").count(card):
                return "a hand has fewer of a card than were taken into it"
    except (PositionError, LookupError, TypeError) as error:
        return f"a card that is played or taken cannot be: {error}"
    return None


def _highest(settings: CollectmateSettings) -> int:
    """Return a score that no hand exceeds: every colour in every group, and every tag on every card."""
    colours = len(settings.groups) * sum(colour.points for colour in settings.colours)
    return colours + settings.hand * len(settings.tags) * settings.tag_points


def _cards(position: Position) -> Iterator[Any]:
    """Yield the cards that lie in different places of a position."""
    for key in ("hand", "shown", "group"):
        yield from position.get(key, ())
    for hand in position.get("hands", ()):
        yield from hand
    for key in ("field", "laid"):
        if key in position:
            yield position[key]
    for take in position.get("takes", ()):
        yield from (*take["cards"], take["laid"])
    if position.get("trade") is not None:
        yield position["trade"]["drawn"]


def _rules(settings: CollectmateSettings) -> Rules:
    if not _last_rules or _last_rules[0][0] is not settings:
        _last_rules[:] = [(settings, rules_of(settings))]
    return _last_rules[0][1]
