"""Why a seat is winning: by the count, the number or the colour. What explanations and lessons are made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pnp.games.core.answer import Position
from pnp.games.red.rules.cards import Card, Palette
from pnp.games.red.rules.record import Best, Rules
from pnp.games.red.rules.winning import best, winner
from pnp.games.red.settings import Criterion
from pnp.model.text import Phrase, phrase
from pnp.records import dataclass

Deciding: TypeAlias = Literal["count", "number", "colour", "strongest-card", "nobody", "tie", "alone"]
"""What decides: the size of the selection, the number of its strongest card, or that card's colour; the strongest card
of all where nobody fits (RED-A2); nobody fits; an exact tie (RED-A9); no other seat is in."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The seat that is winning, if any, the strongest of the other seats, and what decides between them.

    ``best`` holds the best selection per seat; None for a seat that is out and for one with no fitting card.
    """

    winner: int | None
    rival: int | None
    by: Deciding
    best: tuple[Best | None, ...]
    tops: tuple[Card | None, ...]
    """The card that is compared, per seat: the strongest of the selection, or of the palette where nobody fits."""


def compare(rules: Rules, palettes: Sequence[Palette], rule: str) -> Comparison:
    """Compare the palettes under the colour ``rule``. An empty palette belongs to a seat that is out."""
    found = tuple(best(rules, palette, rule) if palette else None for palette in palettes)
    seats = [seat for seat, palette in enumerate(palettes) if palette]
    if any(found):
        tops = tuple(one.high if one else None for one in found)
    else:
        tops = tuple(max(palette, key=rules.strength) if palette else None for palette in palettes)
    ahead = winner(rules, palettes, rule)
    ranked = sorted((seat for seat in seats if seat != ahead), key=lambda seat: _place(rules, found, tops, seat))
    rival = ranked[-1] if ranked else None
    return Comparison(ahead, rival, _deciding(ahead, rival, found, tops), found, tops)


def _place(
    rules: Rules, found: tuple[Best | None, ...], tops: tuple[Card | None, ...], seat: int
) -> tuple[int, int, int]:
    one, top = found[seat], tops[seat]
    return (one.size if one else 0, rules.strength(top) if top else -1, -seat)


def _deciding(
    ahead: int | None, rival: int | None, found: tuple[Best | None, ...], tops: tuple[Card | None, ...]
) -> Deciding:
    if ahead is None:
        return "tie" if any(found) else "nobody"
    if rival is None:
        return "alone"
    mine, theirs = found[ahead], found[rival]
    if mine is None:
        return "strongest-card"
    if theirs is None or mine.size > theirs.size:
        return "count"
    top, other = tops[ahead], tops[rival]
    return "colour" if top and other and top.number == other.number else "number"


def palettes_of(position: Position) -> tuple[Palette, ...]:
    """The palettes of a position that the engine has answered."""
    return tuple(tuple(Card(*card) for card in palette) for palette in position["palettes"])


def criterion_phrase(criterion: Criterion, kind: str = "criterion") -> Phrase:
    """What a criterion asks for: ``criterion-<name>``, with its figure where it has one; ``rule-<name>`` is shorter."""
    if criterion.of is None:
        return phrase(f"{kind}-{criterion.is_}")
    return phrase(f"{kind}-{criterion.is_}", of=criterion.of)


def final_table(position: Position) -> tuple[tuple[Palette, ...], str]:
    """The palettes and the colour in force once the move of ``position`` is made, whether it is allowed or not."""
    _, played, discarded = position["move"]
    palettes = list(palettes_of(position))
    if played is not None:
        palettes[position["me"]] += (Card(*played),)
    return tuple(palettes), position["rule"] if discarded is None else discarded[0]
