"""Phrases that worked examples and rule checks of collectmate have in common."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.collectmate.rules.cards import Card, Cards
from pnp.games.collectmate.rules.record import Rules
from pnp.games.core.tableau import MiniCard, Row
from pnp.model.text import Phrase, PhraseValue, phrase


def points(count: int) -> Phrase:
    """So many points."""
    return phrase("points", count=count)


def cards(count: int) -> Phrase:
    """So many cards."""
    return phrase("cards", count=count)


def titled(name: str, minis: tuple[MiniCard, ...], role: str = "palette", **values: PhraseValue) -> Row:
    """A row of cards with what they are over them, the phrase ``row-<name>``."""
    return Row(minis, phrase(f"row-{name}", **values), role=role, titled=True)


def sign_of(card: Card) -> str:
    """The sign of the centre of a card."""
    return "●" if card.dot else "○"


def centres(groups: Iterable[Cards]) -> tuple[Phrase, ...]:
    """How many cards of one centre each group has."""
    return tuple(phrase("centres", count=len(group), sign=sign_of(group[0])) for group in groups)


def always_mixes(rules: Rules, hand: Cards) -> Phrase:
    """Why a hand has no split without mixed centres: its numbers of dots and rings."""
    dots = sum(card.dot for card in hand)
    return phrase("always-mixes", dots=cards(dots), rings=cards(len(hand) - dots), groups=len(rules.groups))
