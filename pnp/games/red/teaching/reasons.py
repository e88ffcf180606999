"""Reasons why a seat is winning, in phrases that name cards and counts.

A reason has a key per case, so that every sentence is true of its figures: one card or several, equally many or not,
another palette with nothing that fits. ``whose`` words it for the seat that acts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import CardState, MiniCard, card_states
from pnp.games.core.wording import added, equals
from pnp.games.red.rules.cards import Best, Card, Palette, Rules
from pnp.games.red.rules.decisions import rules_of
from pnp.games.red.rules.turn import best, winner
from pnp.games.red.settings import Criterion, RedSettings
from pnp.model.text import Phrase, PhraseValue, Text, phrase
from pnp.records import dataclass

# Why a seat is winning: by the count, the number or the colour. What explanations and lessons are made from.

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


# An example of red and what is needed to lay it out: its cards as miniatures, and names of cards.


class Layout:
    """An example with the rules of its settings. ``palettes`` is empty where its position has none."""

    def __init__(self, settings: RedSettings, example: Example) -> None:
        self.settings = settings
        self.rules: Rules = rules_of(settings)
        self.letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}
        self.position: Position = example.position
        self.out: Answer = example.out
        self.lesson = example.lesson
        self.palettes = palettes_of(example.position) if "palettes" in example.position else ()
        played = example.position["move"][1] if "move" in example.position else None
        self._table = [card for palette in self.palettes for card in palette] + ([Card(*played)] if played else [])

    def cards(
        self, cards: Sequence[Card], counted: Counter[Card] | None, *, discarded: bool = False
    ) -> tuple[MiniCard, ...]:
        """Miniatures: plain without ``counted``, else counted as often as it says, in order, and dimmed. A
        ``discarded`` card is drawn as one that sets the rule and is not counted."""
        states = card_states(cards, counted)
        return tuple(self._mini(card, state, discarded) for card, state in zip(cards, states, strict=True))

    def badge(self, colour: str) -> MiniCard:
        """The colour in force."""
        return MiniCard({"colour": colour}, (self.letters[colour],))

    def name(self, card: Card) -> Phrase:
        """A card by its colour and number, in words."""
        return phrase("card-name", colour=self.rules.names[card.colour], number=card.number)

    def names(self, cards: Sequence[Card]) -> tuple[Phrase, ...]:
        """Cards by name, in the order in which they lie."""
        return tuple(map(self.name, self.lying(cards)))

    def lying(self, cards: Sequence[Card]) -> list[Card]:
        """Cards of a palette in the order in which they lie there, what is played now after the others."""
        return sorted(cards, key=self._table.index)

    def _mini(self, card: Card, state: CardState, discarded: bool) -> MiniCard:
        fields = {"colour": card.colour, "number": card.number, "discarded": discarded}
        return MiniCard(fields, (str(card.number), self.letters[card.colour]), state)


Whose: TypeAlias = Literal["yours", "rivals"]
"""Who is ahead, as seen by the seat that acts."""

_GROUPS = ("same-number", "same-colour", "run")
_FIGURED = ("sum", "below", "above")


def pick(layout: Layout, rule: str, found: Best) -> Phrase:
    """What a selection under the colour ``rule`` is called: how many cards of what, and which."""
    if found.size == 1:
        return phrase("pick-one", card=layout.name(found.high))
    return phrase(f"pick-{layout.rules.criteria[rule].is_}", count=found.size, **_values(layout, rule, found))


def _fewer(layout: Layout, rule: str, found: Best) -> Phrase:
    """The same, after one that is larger: how many cards, and which."""
    if found.size == 1:
        return phrase("pick-one", card=layout.name(found.high))
    return phrase(f"less-{layout.rules.criteria[rule].is_}", count=found.size, **_values(layout, rule, found))


def _each(layout: Layout, rule: str, size: int) -> Phrase:
    """What both have that have equally many."""
    criterion = layout.rules.criteria[rule]
    if size == 1:
        return phrase("each-one")
    if criterion.is_ in _FIGURED:
        return phrase(f"each-{criterion.is_}", count=size, of=criterion.of or 0)
    return phrase(f"each-{criterion.is_}", count=size)


def _values(layout: Layout, rule: str, found: Best) -> dict[str, PhraseValue]:
    """What the name of a selection says beside how many cards it has."""
    criterion = layout.rules.criteria[rule]
    numbers = [card.number for card in layout.lying(found.cards)]
    values: dict[str, PhraseValue]
    match criterion.is_:
        case "same-number":
            values = {"numbers": _row(numbers), "number": found.high.number}
        case "same-colour":
            values = {"colour": layout.rules.names[found.high.colour]}
        case "different-colours":
            values = {"cards": layout.names(found.cards)}
        case "sum":
            values = {"sum": added(numbers)}
        case "run":
            values = {"row": _row(sorted(numbers))}
        case "below" | "above":
            values = {"of": criterion.of or 0, "numbers": tuple(numbers)}
        case _:
            values = {"numbers": tuple(numbers)}
    return values


def arithmetic(numbers: Sequence[int]) -> Phrase:
    """``4+2+1=7``, the total taken from the numbers."""
    return equals(numbers, sum(numbers))


def reason(layout: Layout, rule: str, found: Comparison, loser: int | None, whose: Whose | None = None) -> Phrase:
    """What decides between the seat that is winning under the colour ``rule`` and ``loser``."""
    ahead = found.winner
    if ahead is None or loser is None:
        return nobody(layout, rule, found, whose) if ahead is None else phrase("reason-alone")
    suffix = f"-{whose}" if whose else ""
    won, lost, top, other = found.best[ahead], found.best[loser], found.tops[ahead], found.tops[loser]
    if won is None or top is None:
        return phrase(f"reason-strongest-card{suffix}", card="" if top is None else layout.name(top))
    if lost is None or other is None:
        return phrase(f"reason-only{suffix}", pick=pick(layout, rule, won), none=_none(layout, rule))
    if won.size > lost.size:
        return phrase(f"reason-count{suffix}", more=pick(layout, rule, won), fewer=_fewer(layout, rule, lost))
    return _equally_many(layout, rule, won, lost, suffix)


def _equally_many(layout: Layout, rule: str, won: Best, lost: Best, suffix: str) -> Phrase:
    """What decides between selections of one size: the number of their strongest cards, or its colour."""
    by = "number" if won.high.number != lost.high.number else "colour"
    high, low = layout.name(won.high), layout.name(lost.high)
    if layout.rules.criteria[rule].is_ == "highest":
        return phrase(f"reason-{by}-highest{suffix}", high=high, low=low, number=won.high.number)
    each = _each(layout, rule, won.size)
    decides = phrase(f"reason-{by}{suffix}", count=won.size, each=each, high=high, low=low)
    # One card each where a group is asked for: why the others of a palette are none.
    if won.size == 1 and (criterion := layout.rules.criteria[rule].is_) in _GROUPS:
        return phrase("reason-lone", reason=decides, lone=phrase(f"lone-{criterion}"))
    return decides


def left_out(layout: Layout, rule: str, found: Comparison) -> Phrase | None:
    """What a reader may miss among the cards that do not count, of the palettes that are compared: a second selection,
    a row that would go on from the highest number to the lowest, a second card of a colour, a card stronger than the
    one that wins; that more cards win over stronger ones. None where there is nothing of that."""
    seats = [seat for seat in (found.rival, found.winner) if seat is not None and found.best[seat] is not None]
    told = (
        said(layout, rule, seat, one)
        for said in (_second, _ends)
        for seat in seats
        if (one := found.best[seat]) is not None
    )
    others = (_one_of_a_colour, _stronger, _count_first)
    return next((one for one in told if one is not None), None) or next(
        (why for said in others if (why := said(layout, rule, found)) is not None), None
    )


def idle(palette: Sequence[Card], counted: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a palette that are not counted."""
    return tuple((Counter(palette) - Counter(counted)).elements())


def _second(layout: Layout, rule: str, seat: int, found: Best) -> Phrase | None:
    """Another selection of a palette: one card alone is worth a word only where it makes up a sum."""
    criterion = layout.rules.criteria[rule].is_
    if criterion not in (*_GROUPS, "sum"):
        return None
    other = best(layout.rules, idle(layout.palettes[seat], found.cards), rule)
    if other is None or (other.size == 1 and criterion != "sum"):
        return None
    cards = layout.names(other.cards)
    if other.size == found.size and other.high != found.high:
        return phrase("left-out-weaker", cards=cards, high=layout.name(found.high))
    return phrase("left-out-second", cards=cards)


def _ends(layout: Layout, rule: str, seat: int, found: Best) -> Phrase | None:
    """A row does not go on from the highest number to the lowest."""
    low, high = min(layout.rules.numbers), max(layout.rules.numbers)
    counted = {card.number for card in found.cards}
    beside = {card.number for card in layout.palettes[seat]} - counted
    wraps = high - low > 1 and len({low, high} & counted) == len({low, high} & beside) == 1
    if layout.rules.criteria[rule].is_ != "run" or not wraps:
        return None
    return phrase("left-out-ends", high=high, low=low)


def _one_of_a_colour(layout: Layout, rule: str, found: Comparison) -> Phrase | None:
    """Of each colour one card counts, where the palettes that are compared hold more of one."""
    if layout.rules.criteria[rule].is_ != "different-colours":
        return None
    seats = [seat for seat in (found.rival, found.winner) if seat is not None]
    over = [card for seat in seats if (one := found.best[seat]) for card in idle(layout.palettes[seat], one.cards)]
    colours = dict.fromkeys(card.colour for card in over)
    if not colours:
        return None
    return phrase("left-out-colour", count=len(colours), colour=layout.rules.names[next(iter(colours))])


def _count_first(layout: Layout, rule: str, found: Comparison) -> Phrase | None:
    """More cards win although the fewer ones hold the strongest."""
    if found.by != "count" or found.rival is None or found.winner is None:
        return None
    top, other = found.tops[found.winner], found.tops[found.rival]
    if found.best[found.rival] is None or top is None or other is None or other.number <= top.number:
        return None
    return phrase("left-out-first")


def _stronger(layout: Layout, rule: str, found: Comparison) -> Phrase | None:
    """Cards of the palette that loses, stronger than the one that wins and not counted."""
    if found.by not in ("number", "colour") or found.rival is None or found.winner is None:
        return None
    lost, top, strength = found.best[found.rival], found.tops[found.winner], layout.rules.strength
    if lost is None or top is None:
        return None
    cards = tuple(card for card in idle(layout.palettes[found.rival], lost.cards) if strength(card) > strength(top))
    return phrase("left-out", cards=layout.names(cards)) if cards else None


def nobody(layout: Layout, rule: str, found: Comparison, whose: Whose | None = None) -> Phrase:
    """Why nobody is winning under the colour ``rule``; said of a turn, that nobody is."""
    so = "so-" if whose else ""
    return phrase(f"reason-{so}none", none=_none(layout, rule)) if found.by == "nobody" else phrase(f"reason-{so}tie")


def _none(layout: Layout, rule: str) -> Phrase:
    """What a palette lacks in which nothing fits."""
    criterion = layout.rules.criteria[rule]
    return phrase("none-sum", of=criterion.of or 0) if criterion.is_ == "sum" else phrase("none-fits")


def _row(numbers: Sequence[int]) -> Phrase | int:
    """``5-6-7``."""
    row: Phrase | int = numbers[0]
    for number in numbers[1:]:
        row = phrase("row-on", left=row, right=number)
    return row
