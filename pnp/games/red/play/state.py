"""State of a round of red, and the one-line notation of states and actions."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from pnp.games.core.notation import WHOLE, WORD, Notation, by_seat, in_order, listed, optional, state_line
from pnp.games.core.places import gathered
from pnp.games.core.play import NotationError
from pnp.games.red.rules.cards import SHAPES, Action, Palette, Rules, parse_card


class Deal(NamedTuple):
    """Cards as dealt: a hand and one laid card per seat, and the stock, top card first."""

    hands: tuple[Palette, ...]
    laid: Palette
    stock: Palette


class State(NamedTuple):
    """Moment of a round. Hands are sorted; palettes lie in the order laid; the stock has its top card first.

    A seat with an empty palette is out; its hand holds the cards of its palette. ``turn`` is the seat to act, or None
    if one seat is left.
    """

    hands: tuple[Palette, ...]
    palettes: tuple[Palette, ...]
    stock: Palette
    discards: Palette
    rule: str
    turn: int | None

    @property
    def seats_in(self) -> tuple[int, ...]:
        """Return the seats that are not out."""
        return tuple(seat for seat, palette in enumerate(self.palettes) if palette)

    @property
    def cards(self) -> Palette:
        """Return every card, sorted."""
        return gathered(*self.hands, *self.palettes, self.stock, self.discards)


def format_action(action: Action) -> str:
    """Write an action on one line: ``play red-7``, ``rule blue-3``, ``both red-7 blue-3``, ``pass``."""
    return " ".join([action.do, *(str(card) for card in (action.played, action.discarded) if card is not None)])


def parse_action(rules: Rules, line: str) -> Action:
    """Read the action of a line; cards may also be written by letter, ``play R7``. Raises NotationError."""
    words = line.split()
    for do, (plays, discards) in SHAPES.items():
        if words[:1] != [do]:
            continue
        if len(words) != 1 + plays + discards:
            raise NotationError(f"{line!r} is not an action: {do} takes {plays + discards} cards")
        cards = [parse_card(word, rules.deck, rules.letters) for word in words[1:]]
        return Action(do, cards[0] if plays else None, cards[-1] if discards else None)
    raise NotationError(f"{line!r} is not an action: expected {', '.join(SHAPES)} and the cards")


def _fault(rules: Rules, state: State) -> str | None:
    """Explain why no round comes to ``state``; None if a round can."""
    seats = state.seats_in
    if state.rule not in rules.criteria:
        return f"there is no colour {state.rule!r}"
    if len(state.hands) != len(state.palettes) or not seats:
        return "it needs a hand and a palette per seat, and a seat that is in"
    if (state.turn is None) != (len(seats) == 1):
        return "a seat is to act exactly when more than one is in"
    if state.turn is not None and (state.turn not in seats or not state.hands[state.turn]):
        return f"seat {state.turn} is out, or has no card in hand"
    counts, deck = Counter(state.cards), Counter(rules.deck)
    # Cards that were scored in earlier rounds may have left the deck.
    is_complete = counts <= deck if rules.goals and rules.leaving(1) else counts == deck
    return None if is_complete else "its cards are not those of the deck"


_CARDS: Notation[Rules, Palette] = listed(Notation(str, lambda rules, word: parse_card(word, rules.deck)))

ACTIONS = Notation(format_action, parse_action)
STATES = state_line(
    State,
    {
        "rule": WORD,
        "turn": optional(WHOLE),
        "hands": by_seat(in_order(_CARDS)),
        "palettes": by_seat(_CARDS),
        "stock": _CARDS,
        "discards": _CARDS,
    },
    _fault,
)
