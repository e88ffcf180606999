"""Ranks of palettes as whole numbers: a whole game compares far more palettes than a person asks about.

What counts in a palette follows from how many cards it has of each number, or of each colour; which of these cards is
the strongest, from the cards. So the size of the best selection is looked up by the counts, and a comparison of two
palettes is one of two whole numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from pnp.games.core.places import in_order, put
from pnp.games.red.rules.cards import Action, Card, Palette, Rules
from pnp.games.red.rules.decisions import no_seat, ranks_by_size_and_strength
from pnp.games.red.rules.turn import PASS, best
from pnp.games.red.settings import CriterionName

_new = tuple.__new__

_MEMO_LIMIT = 1 << 14


class Laid(NamedTuple):
    """Cards of a palette: a bit for each, and how many there are of each number and of each colour, or whether there is
    one. The bit of a stronger card is a higher one."""

    cards: int
    numbers: int
    colours: int
    any_numbers: int
    any_colours: int


_COUNTS = (Laid._fields.index("numbers"), Laid._fields.index("colours"))
_LOOKS_AT: Mapping[CriterionName, str] = {
    "highest": "any_numbers",
    "same-colour": "colours",
    "different-colours": "any_colours",
    "run": "any_numbers",
}
"""What each criterion looks at: a field of Laid, ``numbers`` where nothing is said."""
_ONE_BY_ONE: Container[CriterionName] = ("even", "odd", "below", "above")
"""Criteria that each card fits or does not, without a look at the other cards."""


class _Sizes(dict[int, tuple[int, int]]):
    """Best selections under one rule colour, by what its criterion looks at in a palette.

    A value holds two numbers: the size of the best selection, shifted to the left of all cards, and its cards. The
    strongest of these breaks ties.
    """

    def __init__(self, ranks: Ranks, colour: str) -> None:
        self._ranks, self._colour = ranks, colour
        self._criterion = ranks.rules.criteria[colour].is_
        looks_at = _LOOKS_AT.get(self._criterion, "numbers")
        self.field = Laid._fields.index(looks_at)
        self._of_kind = ranks.by_colour if "colours" in looks_at else ranks.by_number
        self.counting: int | None = None
        """Bits of the counts of numbers that matter at all; None if all do."""
        if self._criterion in _ONE_BY_ONE:
            fitting = [kind for kind in self._of_kind if best(ranks.rules, tuple(kind.cards[:1]), colour)]
            self.counting = sum(ranks.digit << kind.place for kind in fitting)

    def __missing__(self, counts: int) -> tuple[int, int]:
        """Ask the rules about a palette with these counts."""
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        ranks, size, decisive = self._ranks, 0, 0
        held = [(kind, counts >> kind.place & ranks.digit) for kind in self._of_kind]
        selection = best(
            ranks.rules, tuple([card for kind, count in held for card in kind.cards[:count]]), self._colour
        )
        if selection is not None:
            size, high = selection.size, selection.high
            for kind, count in held:
                if self._criterion == "different-colours" or (
                    count == size if self._criterion == "same-colour" else kind.cards[0].number == high.number
                ):
                    decisive |= kind.bits
        self[counts] = size << ranks.width, decisive
        return self[counts]

    def rank(self, laid: Laid) -> int:
        """Return the rank of a palette: the size of the best selection, then its strongest card; 0 if no card fits."""
        counts = laid[self.field]
        size, decisive = self[counts if self.counting is None else counts & self.counting]
        return size + (laid[0] & decisive).bit_length()


class _Kind(NamedTuple):
    """Cards of one number, or of one colour: the place of their count, the cards, weakest first, and their bits."""

    place: int
    cards: list[Card]
    bits: int


class _Both(dict[Card, Action]):
    """Actions that play one card and discard another, by the discarded card."""

    def __init__(self, played: Card) -> None:
        self._played = played

    def __missing__(self, discarded: Card) -> Action:
        self[discarded] = action = Action("both", self._played, discarded)
        return action


class Ranks:
    """Ranks of palettes under each colour of a game: of two palettes the one with the higher rank is winning."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        weakest_first = sorted(rules.deck, key=rules.strength)
        self.width = len(weakest_first).bit_length()
        self.copies = max(rules.deck.values())
        alike = max(Counter(card[key] for card in weakest_first).most_common(1)[0][1] for key in (0, 1))
        digit = (alike * self.copies).bit_length()
        self.digit = (1 << digit) - 1
        bits = {card: 1 << place for place, card in enumerate(weakest_first)}
        self.by_number, self.by_colour = (
            [
                _Kind(place * digit, cards * self.copies, sum(map(bits.__getitem__, cards)))
                for place, kind in enumerate(kinds)
                for cards in [[card for card in weakest_first if card[key] == kind]]
            ]
            for key, kinds in ((1, rules.numbers), (0, rules.colours))
        )
        number, colour = (
            {card: 1 << kind.place for kind in kinds for card in kind.cards}
            for kinds in (self.by_number, self.by_colour)
        )
        self._laid = {card: Laid(bits[card], *(number[card], colour[card]) * 2) for card in weakest_first}
        self._known: dict[Palette, Laid] = {}
        self._sizes = {colour: _Sizes(self, colour) for colour in rules.colours}
        self._play = {card: Action("play", card, None) for card in weakest_first}
        self._rule = {card: Action("rule", None, card) for card in weakest_first}
        self._may_win_bare = rules.nobody_fits is not no_seat
        self._both = {card: _Both(card) for card in weakest_first}

    @classmethod
    def of(cls, rules: Rules) -> Ranks | None:
        """Return the ranks of a game; None if palettes are compared in another way, as by a misreading."""
        return cls(rules) if ranks_by_size_and_strength(rules) else None

    def is_winning(self, palettes: Sequence[Palette], rule: str, me: int, played: Card | None = None) -> bool:
        """Tell whether the seat ``me`` is winning under the colour ``rule`` after it has played a card, or none."""
        sizes, known = self._sizes[rule], self._known
        rivals = [known.get(palette) or self._laid_in(palette) for palette in palettes]
        mine = rivals.pop(me)
        mine_rank = sizes.rank(mine if played is None else _with(mine, self._laid[played]))
        most = max(map(sizes.rank, rivals))
        bare = mine_rank == most == 0
        return mine_rank > most or (bare and self._nobody_fits(palettes, me, () if played is None else (played,)))

    def allowed(self, palettes: Sequence[Palette], me: int, rule: str, hand: Palette) -> list[Action]:
        """Return what ``rules.turn.allowed`` does."""
        rules = self.rules
        cards = hand if self.copies == 1 else in_order(hand)
        discardable = self._discardable(palettes, me, rule, cards)
        actions: list[Action] = []
        for played, discards in zip(cards, discardable, strict=False):
            if not discards:
                continue
            both = self._both[played]
            if self.copies == 1 or hand.count(played) == 1:
                actions += [both[card] for card in discards if card is not played]
            else:
                actions += [both[card] for card in discards]
        if rules.passing != "not-allowed":
            actions.append(PASS)
        actions += map(self._play.__getitem__, cards)
        actions += map(self._rule.__getitem__, discardable[-1])
        return actions

    def _discardable(self, palettes: Sequence[Palette], me: int, rule: str, cards: Sequence[Card]) -> list[list[Card]]:
        """Return the cards that may be discarded after each of ``cards`` is played, and at last after none is."""
        known, may_be_discarded = self._known, self.rules.colour_may_be_discarded
        discards: dict[str, list[Card]] = {}
        for card in cards:
            if not may_be_discarded(card, rule):
                continue
            if card[0] in discards:
                discards[card[0]].append(card)
            else:
                discards[card[0]] = [card]
        rivals = [known.get(palette) or self._laid_in(palette) for palette in palettes]
        mine, more = rivals.pop(me), [self._laid[card] for card in cards]
        held = _with_each(mine, more, 0)
        counts_of: dict[int, list[int]] = {}
        discardable: list[list[Card]] = [[] for _ in held]
        for colour, group in discards.items():
            sizes = self._sizes[colour]
            most = max(map(sizes.rank, rivals))
            if sizes.rank(mine) > most:  # and one card more makes no selection worse
                for discards_after in discardable:
                    discards_after.extend(group)
                continue
            field, counting = sizes.field, sizes.counting
            if field not in counts_of:
                counts_of[field] = _with_each(mine, more, field)
            least = most >> self.width << self.width
            counts = counts_of[field] if counting is None else [count & counting for count in counts_of[field]]
            for place, (size, decisive) in enumerate(map(sizes.__getitem__, counts)):
                if size < least:
                    continue
                if size + (held[place] & decisive).bit_length() > most or (
                    not most and self._may_win_bare and self._nobody_fits(palettes, me, cards[place : place + 1])
                ):
                    discardable[place] += group
        return discardable

    def _laid_in(self, palette: Palette) -> Laid:
        known = self._known.get(palette)
        if known is None:
            if len(self._known) >= _MEMO_LIMIT:
                self._known.clear()
            known = Laid(0, 0, 0, 0, 0)
            for card in palette:
                known = _with(known, self._laid[card])
            self._known[palette] = known
        return known

    def _nobody_fits(self, palettes: Sequence[Palette], me: int, played: Sequence[Card] = ()) -> bool:
        """Tell whether the seat ``me`` is winning if no palette has a fitting card."""
        return self.rules.nobody_fits(self.rules, put(palettes, me, (*palettes[me], *played))) == me


def _with(laid: Laid, more: Laid) -> Laid:
    cards, numbers, colours, any_numbers, any_colours = laid
    card, number, colour, _, _ = more
    return _new(Laid, (cards | card, numbers + number, colours + colour, any_numbers | number, any_colours | colour))


def _with_each(laid: Laid, more: Sequence[Laid], field: int) -> list[int]:
    """Return a field of ``laid`` with each of ``more``, and at last without any."""
    value = laid[field]
    added = [value + card[field] for card in more] if field in _COUNTS else [value | card[field] for card in more]
    return [*added, value]
