"""The cards of iroha: a suit and a number."""

from __future__ import annotations

from typing import TypeAlias

from pnp.games.core.suits import SuitCard

Card: TypeAlias = SuitCard
"""A card of a suit, which sorts by suit id, then number."""

Cards: TypeAlias = tuple[Card, ...]
"""Cards in an order of their own: a hand, the plays of a trick, what a seat captured."""
