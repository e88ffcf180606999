"""Suits and colours as the settings of most games describe them."""

from __future__ import annotations

from pnp.model.constraints import STRICT, Art, Id, Ink
from pnp.model.text import Text
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Suit:
    """Common settings of a suit or a colour; a game adds its art and the figures of its rules."""

    __pydantic_config__ = STRICT

    id: Id
    """What other keys, templates and positions call it."""
    name: Text
    """What it is called on cards and in rules."""
    letter: Text
    """The short sign for it in examples and on small cards."""
    ink: Ink
    """The colour that its cards are printed in."""


@dataclass(frozen=True, slots=True)
class MarkedSuit(Suit):
    """Suit with a ``mark``, ``art/<mark>.svg`` beside the templates, for where colours cannot be told apart."""

    mark: Art
    """The drawing that stands for it beside its colour."""
