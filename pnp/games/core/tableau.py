"""A Tableau is an example as it is laid out for a reader: rows of cards, arithmetic, a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pnp.model.text import Phrase, Text

CardState = Literal["counted", "dimmed", "plain"]
Mark = Literal["allowed", "out", "not-allowed", "winner"]


@dataclass(frozen=True, slots=True)
class MiniCard:
    """A miniature card. ``fields`` is what ``mini.svg.j2`` draws from; ``strings`` is what it prints, in order."""

    fields: Mapping[str, Any]
    strings: tuple[Text, ...]
    state: CardState = "plain"


@dataclass(frozen=True, slots=True)
class Row:
    """Cards side by side. Printed in the order label, cards, note; ``winner`` marks the row that the answer names.

    ``role`` says what the cards are to the position, so that a template can set them apart: ``palette`` (the default),
    ``rival``, ``played``, ``discarded``, ``hand``. The label of a ``titled`` row stands over its cards in the brief
    style too: whose cards they are, where the verdict cannot be followed without it.
    """

    cards: tuple[MiniCard, ...]
    label: Phrase | None = None
    note: Phrase | None = None
    mark: Mark | None = None
    role: str = "palette"
    titled: bool = False


@dataclass(frozen=True, slots=True)
class Tableau:
    """Printed in the order badge, heading, rows, verdict. ``mark`` is drawn beside the verdict (✓, ✗ and so on).

    ``badge`` stands for what the example is about, such as the rule in force; with it, small cards leave heading,
    labels and notes out (the brief style: badge, cards, verdict; and the labels of titled rows).
    """

    heading: Phrase
    rows: tuple[Row, ...]
    verdict: Phrase
    mark: Mark | None = None
    badge: MiniCard | None = None
