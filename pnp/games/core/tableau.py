"""Tableau: an example as it is laid out for a reader, with rows of cards, arithmetic and a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal, TypeVar

from pnp.games.core.answer import PositionError
from pnp.model.text import Phrase, Text
from pnp.records import dataclass

CardState = Literal["counted", "dimmed", "plain"]
Mark = Literal["allowed", "out", "not-allowed", "winner"]
CardT = TypeVar("CardT", bound=Hashable)
LayoutT = TypeVar("LayoutT")


@dataclass(frozen=True, slots=True)
class MiniCard:
    """Miniature card. ``fields`` is what ``mini.svg.j2`` draws from; ``strings`` is what it prints, in order."""

    fields: Mapping[str, Any]
    strings: tuple[Text, ...]
    state: CardState = "plain"


@dataclass(frozen=True, slots=True)
class Row:
    """Cards side by side, printed in the order label, cards, note. ``mark`` marks the row that the answer names.

    ``role`` says what the cards are to the position, so that a template can set them apart: ``palette`` (the default),
    ``rival``, ``played``, ``taken``, ``drawn``, ``discarded``, ``laid``, ``given``, ``hand``, or a word of the game.
    A row with the role ``turn`` or ``line`` begins a line.
    The label of a ``titled`` row stands over its cards in the brief style too: it names the owner of the cards if the
    verdict cannot be followed without it. Without cards the label stands in their place, as that of an act that needs
    none, such as a pass; but over the empty place of a titled row that is not ``played``.
    """

    cards: tuple[MiniCard, ...]
    label: Phrase | None = None
    note: Phrase | None = None
    mark: Mark | None = None
    role: str = "palette"
    titled: bool = False

    @property
    def title(self) -> Phrase | None:
        """Label over the cards in the brief style, or None."""
        return self.label if self.titled and not self.is_act_alone else None

    @property
    def is_act_alone(self) -> bool:
        """True for an act without cards, whose label is printed in their place."""
        return not self.cards and self.label is not None and (self.role == "played" or not self.titled)


@dataclass(frozen=True, slots=True)
class Tableau:
    """Example laid out for a reader, printed in the order badge, heading, rows, verdict.

    ``mark`` is drawn beside the verdict (✓, ✗ and so on). ``badge`` stands for what the example is about, such as the
    rule in force. Faces draw examples in the brief style unless they ask for the full one (``flow(…, style="full")``):
    badge, cards, verdict, and the labels of titled rows; heading, other labels and notes are left out.
    """

    heading: Phrase
    rows: tuple[Row, ...]
    verdict: Phrase
    mark: Mark | None = None
    badge: MiniCard | None = None


def card_states(cards: Iterable[CardT], counted: Counter[CardT] | None) -> list[CardState]:
    """Return the states of cards in a row: plain without ``counted``, else counted as often as it says, in order, and
    dimmed.

    Each card that is counted is taken off ``counted``, so that rows with equal cards can share it.
    """
    states: list[CardState] = []
    for card in cards:
        if counted is None:
            states.append("plain")
        elif counted[card] > 0:
            counted[card] -= 1
            states.append("counted")
        else:
            states.append("dimmed")
    return states


def layout_of(layouts: Mapping[str, LayoutT], kind: str) -> LayoutT:
    """Return the layout of examples of ``kind``. Raises PositionError for a kind that is never printed."""
    if kind not in layouts:
        raise PositionError(f"there is no layout for the kind {kind!r}")
    return layouts[kind]
