"""Reasons why a seat is winning, in phrases that name cards and counts.

A reason has a key per case, so that every sentence is true of its figures: one card or several, equally many or not,
another palette with nothing that fits. ``whose`` words it for the seat that acts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
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

# Comparison of palettes

Deciding: TypeAlias = Literal["count", "number", "colour", "strongest-card", "nobody", "tie", "alone"]
"""Deciding figure: the size of the selection, the number of its strongest card, or that card's colour; the strongest
card of all if no palette fits (RED-A2); no palette fits; an exact tie (RED-A9); no other seat is in."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Winning seat, if any, the strongest of the other seats, and the figure that decides between them.

    ``best`` holds the best selection per seat; None for a seat that is out and for one with no fitting card.
    """

    winner: int | None
    rival: int | None
    by: Deciding
    best: tuple[Best | None, ...]
    tops: tuple[Card | None, ...]
    """Card that is compared, per seat: the strongest of the selection, or of the palette if no palette fits."""


def compare(rules: Rules, palettes: Sequence[Palette], rule: str) -> Comparison:
    """Compare the palettes under the colour ``rule``. An empty palette belongs to a seat that is out."""
    selections = tuple(best(rules, palette, rule) if palette else None for palette in palettes)
    seats = [seat for seat, palette in enumerate(palettes) if palette]
    if any(selections):
        tops = tuple(selection.high if selection else None for selection in selections)
    else:
        tops = tuple(max(palette, key=rules.strength) if palette else None for palette in palettes)
    leader = winner(rules, palettes, rule)
    others = [seat for seat in seats if seat != leader]
    rival = max(others, key=lambda seat: _rank_of(rules, selections, tops, seat), default=None)
    return Comparison(leader, rival, _deciding(leader, rival, selections, tops), selections, tops)


def _rank_of(
    rules: Rules, selections: tuple[Best | None, ...], tops: tuple[Card | None, ...], seat: int
) -> tuple[int, int, int]:
    selection, top = selections[seat], tops[seat]
    return (selection.size if selection else 0, rules.strength(top) if top else -1, -seat)


def _deciding(
    leader: int | None, rival: int | None, selections: tuple[Best | None, ...], tops: tuple[Card | None, ...]
) -> Deciding:
    if leader is None:
        return "tie" if any(selections) else "nobody"
    if rival is None:
        return "alone"
    mine, theirs = selections[leader], selections[rival]
    if mine is None:
        return "strongest-card"
    if theirs is None or mine.size > theirs.size:
        return "count"
    top, rival_top = tops[leader], tops[rival]
    return "colour" if top and rival_top and top.number == rival_top.number else "number"


def palettes_of(position: Position) -> tuple[Palette, ...]:
    """Return the palettes of a position that the engine has answered."""
    return tuple(tuple(Card(*card) for card in palette) for palette in position["palettes"])


def criterion_phrase(criterion: Criterion, kind: str = "criterion") -> Phrase:
    """Return the phrase ``criterion-<name>``, with the figure if there is one; the kind ``rule`` is shorter."""
    if criterion.of is None:
        return phrase(f"{kind}-{criterion.is_}")
    return phrase(f"{kind}-{criterion.is_}", of=criterion.of)


def final_table(position: Position) -> tuple[tuple[Palette, ...], str]:
    """Return the palettes and the colour in force after the move of ``position``, allowed or not."""
    _, played, discarded = position["move"]
    palettes = list(palettes_of(position))
    if played is not None:
        palettes[position["me"]] += (Card(*played),)
    return tuple(palettes), position["rule"] if discarded is None else discarded[0]


def beaten(rules: Rules, position: Position) -> tuple[int, ...]:
    """Return the seats whose palettes the seat that acts beats one by one after the move, in order."""
    table, rule = final_table(position)
    others = [seat for seat, palette in enumerate(table) if palette and seat != position["me"]]
    return tuple(seat for seat in others if winner(rules, (table[position["me"]], table[seat]), rule) == 0)


# Layout of an example


class Layout:
    """Example with the rules of its settings, its miniature cards and their names.

    ``palettes`` is empty if its position has none.
    """

    def __init__(self, settings: RedSettings, example: Example) -> None:
        self.settings = settings
        self.rules: Rules = rules_of(settings)
        self.letters: Mapping[str, Text] = {colour.id: colour.letter for colour in settings.colours}
        self.position: Position = example.position
        self.out: Answer = example.out
        self.lesson = example.lesson
        self.palettes = palettes_of(example.position) if "palettes" in example.position else ()
        self._table = final_table(example.position)[0] if "move" in example.position else self.palettes

    def cards(
        self, cards: Sequence[Card], counted: Counter[Card] | None, *, discarded: bool = False
    ) -> tuple[MiniCard, ...]:
        """Return miniatures of cards.

        They are plain without ``counted``; else each card of ``counted`` is counted, in order, and the others are
        dimmed. A ``discarded`` card is drawn as one that sets the rule and is not counted.
        """
        states = card_states(cards, counted)
        return tuple(self._mini(card, state, discarded) for card, state in zip(cards, states, strict=True))

    def badge(self, colour: str) -> MiniCard:
        """Return the colour in force."""
        return MiniCard({"colour": colour}, (self.letters[colour],))

    def name(self, card: Card) -> Phrase:
        """Return a card by its colour and number, in words."""
        return phrase("card-name", colour=self.rules.names[card.colour], number=card.number)

    def names(self, seat: int, cards: Sequence[Card]) -> tuple[Phrase, ...]:
        """Return cards by name, in their order in the palette of ``seat``."""
        return tuple(map(self.name, self.lying(seat, cards)))

    def lying(self, seat: int, cards: Sequence[Card]) -> list[Card]:
        """Return cards of the palette of ``seat`` in their order there, with the card played now after the others."""
        left, lying = Counter(cards), []
        for card in self._table[seat]:
            if left[card] > 0:
                left[card] -= 1
                lying.append(card)
        return lying

    def _mini(self, card: Card, state: CardState, discarded: bool) -> MiniCard:
        fields = {"colour": card.colour, "number": card.number, "discarded": discarded}
        return MiniCard(fields, (str(card.number), self.letters[card.colour]), state)


Whose: TypeAlias = Literal["yours", "rivals"]
"""Owner of the winning palette, as seen by the seat that acts."""

_GROUPS = ("same-number", "same-colour", "run")
_FIGURED = ("sum", "below", "above")


def pick(layout: Layout, rule: str, seat: int, selection: Best) -> Phrase:
    """Name the selection of a seat under the colour ``rule``: the number of its cards, and their kind."""
    if selection.size == 1:
        return phrase("pick-one", card=layout.name(selection.high))
    values = _values(layout, rule, seat, selection)
    return phrase(f"pick-{layout.rules.criteria[rule].is_}", count=selection.size, **values)


def _fewer(layout: Layout, rule: str, seat: int, selection: Best) -> Phrase:
    """Name the selection of a seat after a larger one: how many cards, and which."""
    if selection.size == 1:
        return phrase("pick-one", card=layout.name(selection.high))
    values = _values(layout, rule, seat, selection)
    return phrase(f"less-{layout.rules.criteria[rule].is_}", count=selection.size, **values)


def _each(layout: Layout, rule: str, size: int) -> Phrase:
    """Name the selections of two seats that have equally many cards."""
    criterion = layout.rules.criteria[rule]
    if size == 1:
        return phrase("each-one")
    if criterion.is_ in _FIGURED:
        return phrase(f"each-{criterion.is_}", count=size, of=criterion.of or 0)
    return phrase(f"each-{criterion.is_}", count=size)


def _values(layout: Layout, rule: str, seat: int, selection: Best) -> dict[str, PhraseValue]:
    """Return the values of the phrase that names the selection of a seat, without its number of cards."""
    criterion = layout.rules.criteria[rule]
    numbers = [card.number for card in layout.lying(seat, selection.cards)]
    values: dict[str, PhraseValue]
    match criterion.is_:
        case "same-number":
            values = {"numbers": _row(numbers), "number": selection.high.number}
        case "same-colour":
            values = {"colour": layout.rules.names[selection.high.colour]}
        case "different-colours":
            values = {"cards": layout.names(seat, selection.cards)}
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
    """Return ``4+2+1=7``, the total taken from the numbers."""
    return equals(numbers, sum(numbers))


def reason(layout: Layout, rule: str, comparison: Comparison, loser: int | None, whose: Whose | None = None) -> Phrase:
    """Explain why the seat that wins under the colour ``rule`` beats ``loser``."""
    leader = comparison.winner
    if leader is None or loser is None:
        return nobody(layout, rule, comparison, whose) if leader is None else phrase("reason-alone")
    suffix = f"-{whose}" if whose else ""
    winning, losing = comparison.best[leader], comparison.best[loser]
    top, lost_top = comparison.tops[leader], comparison.tops[loser]
    if winning is None or top is None:
        return phrase(f"reason-strongest-card{suffix}", card="" if top is None else layout.name(top))
    if losing is None or lost_top is None:
        picked = pick(layout, rule, leader, winning)
        return phrase(f"reason-only{suffix}", pick=picked, none=_nothing_fits(layout, rule))
    if winning.size > losing.size:
        more, fewer = pick(layout, rule, leader, winning), _fewer(layout, rule, loser, losing)
        return phrase(f"reason-count{suffix}", more=more, fewer=fewer)
    return _equally_many(layout, rule, winning, losing, suffix)


def _equally_many(layout: Layout, rule: str, winning: Best, losing: Best, suffix: str) -> Phrase:
    """Explain the decision between selections of one size: by the number of their strongest cards, or its colour."""
    deciding = "number" if winning.high.number != losing.high.number else "colour"
    high, low = layout.name(winning.high), layout.name(losing.high)
    if layout.rules.criteria[rule].is_ == "highest":
        return phrase(f"reason-{deciding}-highest{suffix}", high=high, low=low, number=winning.high.number)
    each = _each(layout, rule, winning.size)
    number = winning.high.number
    decides = phrase(f"reason-{deciding}{suffix}", count=winning.size, each=each, number=number, high=high, low=low)
    # With one card each under a rule of groups, a check explains why the other cards form no group.
    if suffix and winning.size == 1 and (criterion := layout.rules.criteria[rule].is_) in _GROUPS:
        return phrase("reason-lone-first", lone=phrase(f"lone-{criterion}"), reason=decides)
    return decides


def left_out(layout: Layout, rule: str, comparison: Comparison) -> Phrase | None:
    """Explain one oversight that a reader may make about cards that do not count; None if there is none.

    Oversights in order: a second selection, a row that would go on from the highest number to the lowest, a second card
    of a colour, a card stronger than the winning one, more cards that win over stronger ones.
    """
    selections = [
        (seat, selection)
        for seat in (comparison.rival, comparison.winner)
        if seat is not None and (selection := comparison.best[seat]) is not None
    ]
    explanations = chain(
        (explain(layout, rule, seat, selection) for explain in (_second, _ends) for seat, selection in selections),
        (_one_of_a_colour(layout, rule, selections),),
        (_stronger(layout, *selections), _count_first(*selections)) if len(selections) > 1 else (),
    )
    return next((explanation for explanation in explanations if explanation is not None), None)


def idle(palette: Sequence[Card], counted: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a palette that are not counted."""
    return tuple((Counter(palette) - Counter(counted)).elements())


def _second(layout: Layout, rule: str, seat: int, selection: Best) -> Phrase | None:
    """Explain another selection of a palette. A single card is worth a word only if it makes up a sum."""
    criterion = layout.rules.criteria[rule].is_
    if criterion not in (*_GROUPS, "sum"):
        return None
    other = best(layout.rules, idle(layout.palettes[seat], selection.cards), rule)
    if other is None or (other.size == 1 and criterion != "sum"):
        return None
    cards = layout.names(seat, other.cards)
    if other.size < selection.size:
        return phrase("left-out-smaller", cards=cards)
    if other.high != selection.high:
        return phrase("left-out-weaker", cards=cards, high=layout.name(selection.high))
    return phrase("left-out-second", cards=cards)


def has_open_ends(rules: Rules, rule: str, palette: Palette, selection: Best) -> bool:
    """Tell whether a palette holds the highest number and the lowest one, and its row counts one of them alone."""
    ends, counted = {min(rules.numbers), max(rules.numbers)}, {card.number for card in selection.cards}
    other_numbers = {card.number for card in palette} - counted
    return rules.criteria[rule].is_ == "run" and len(ends & counted) == len(ends & other_numbers) == 1


def _ends(layout: Layout, rule: str, seat: int, selection: Best) -> Phrase | None:
    """Explain that a row does not go on from the highest number to the lowest."""
    if not has_open_ends(layout.rules, rule, layout.palettes[seat], selection):
        return None
    return phrase("left-out-ends", high=max(layout.rules.numbers), low=min(layout.rules.numbers))


_Selected: TypeAlias = tuple[int, Best]
"""Seat and its best selection."""


def _one_of_a_colour(layout: Layout, rule: str, selections: Sequence[_Selected]) -> Phrase | None:
    """Explain that one card of each colour counts, if the compared palettes hold more of one."""
    if layout.rules.criteria[rule].is_ != "different-colours":
        return None
    extra_cards = [card for seat, selection in selections for card in idle(layout.palettes[seat], selection.cards)]
    colours = dict.fromkeys(card.colour for card in extra_cards)
    if not colours:
        return None
    return phrase("left-out-colour", count=len(colours), colour=layout.rules.names[next(iter(colours))])


def stronger_idle(layout: Layout, comparison: Comparison) -> Phrase | None:
    """Name the cards of the losing palette that are stronger than the winning card and not counted, if any."""
    selected = [
        (seat, selection)
        for seat in (comparison.rival, comparison.winner)
        if seat is not None and (selection := comparison.best[seat]) is not None
    ]
    return _stronger(layout, *selected) if len(selected) > 1 else None


def _count_first(rival: _Selected, winner: _Selected) -> Phrase | None:
    """Explain that more cards win although the fewer ones hold the highest number."""
    return phrase("left-out-first") if rival[1].high.number > winner[1].high.number else None


def _stronger(layout: Layout, rival: _Selected, winner: _Selected) -> Phrase | None:
    """Explain cards of the losing palette that are stronger than the winning card and not counted."""
    (seat, losing), (_, winning) = rival, winner
    if losing.size < winning.size:
        return None
    strength, idle_cards = layout.rules.strength, idle(layout.palettes[seat], losing.cards)
    cards = tuple(card for card in idle_cards if strength(card) > strength(winning.high))
    return phrase("left-out", cards=layout.names(seat, cards)) if cards else None


def nobody(layout: Layout, rule: str, comparison: Comparison, whose: Whose | None = None) -> Phrase:
    """Explain why no seat is winning under the colour ``rule``. ``whose`` words it for the end of a turn."""
    turn_key = "so-" if whose else ""
    if comparison.by == "nobody":
        return phrase(f"reason-{turn_key}none", none=_nothing_fits(layout, rule))
    return phrase(f"reason-{turn_key}tie")


def _nothing_fits(layout: Layout, rule: str) -> Phrase:
    """Name the lack of a palette in which nothing fits."""
    criterion = layout.rules.criteria[rule]
    return phrase("none-sum", of=criterion.of or 0) if criterion.is_ == "sum" else phrase("none-fits")


def _row(numbers: Sequence[int]) -> Phrase | int:
    """Return numbers as ``5-6-7``."""
    row: Phrase | int = numbers[0]
    for number in numbers[1:]:
        row = phrase("row-on", left=row, right=number)
    return row
