"""What a take is worth to the seat that makes it, and turns with takes that good players would make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from pnp.games.collectmate.rules.cards import Card, Cards, Rules
from pnp.games.collectmate.rules.scoring import complete_groups, hand_score
from pnp.games.collectmate.rules.turn import take_colours
from pnp.games.core.places import without

Worth = tuple[bool, int]
"""Whether a hand is complete, and what it scores."""


GOOD_SCORE = 3
"""Score of a hand that a player would declare: about as much as the other seats may have."""


def worth(rules: Rules, hand: Cards) -> Worth:
    """Return whether a hand is complete, and what it scores."""
    return complete_groups(rules, hand) is not None, hand_score(rules, hand, False).score.total


def improves(before: Worth, after: Worth) -> bool:
    """Tell whether a hand is better after a take: it has become complete, or scores more, and neither is lost."""
    return after > before and after[0] >= before[0] and after[1] >= before[1]


def plays(rules: Rules, hand: Cards, field: Card) -> dict[Card, Cards]:
    """Return the hand after a take of ``field``, by the card that is then played.

    The card taken stays, with enough cards that lie open with it. The seat has no other open cards.
    """
    spare = dict.fromkeys(hand)
    after = {card: tuple(sorted((*without(hand, (card,)), field))) for card in spare}
    return {card: left for card, left in after.items() if take_colours(rules, without(left, (field,)), field)}


def cards_of(raw: Iterable[Any]) -> Cards:
    """Return the cards of a list of a position that was answered or proposed, in their order."""
    return tuple(
        Card(card["dot"], tuple(card["colours"]), tuple(card["tags"]), tuple(card.get("words", ()))) for card in raw
    )


def best_play(rules: Rules, hand: Cards, field: Card) -> tuple[Card, Worth] | None:
    """Return the card whose play leaves the best hand after a take of ``field``, and its worth; None without a take."""
    options = ((card, worth(rules, after)) for card, after in plays(rules, hand, field).items())
    return max(options, key=lambda option: option[1], default=None)


def take_pays(rules: Rules, hand: Cards, field: Card) -> bool:
    """Tell whether taking ``field`` improves a hand, by some card that is then played."""
    before = worth(rules, hand)
    return any(improves(before, worth(rules, after)) for after in plays(rules, hand, field).values())


def is_less(card: Card, other: Card) -> bool:
    """Tell whether a card is of less use than another: it has the same sign and only some of its colours."""
    return card.dot is other.dot and {*card.colours} < {*other.colours}


def is_well_made(rules: Rules, after: Cards, field: Card, laid: Card) -> bool:
    """Tell whether a take of ``field`` that ends with the hand ``after`` improved it, and ``laid`` was the best card to
    play."""
    if field not in after:
        return False
    before = before_take(after, field, laid)
    reached, best = worth(rules, after), best_play(rules, before, field)
    return improves(worth(rules, before), reached) and best is not None and best[1] == reached


def before_take(after: Cards, field: Card, laid: Card) -> Cards:
    """Return the hand before a take of ``field``, by the hand after it and the card played."""
    return tuple(sorted((*without(after, (field,)), laid)))


def complete_counts(rules: Rules) -> frozenset[int]:
    """Return the numbers of dots of complete hands."""
    return frozenset(
        sum(groups) for count in range(len(rules.groups) + 1) for groups in combinations(rules.groups, count)
    )


def goals(rules: Rules, shift: int, counts: Iterable[int]) -> list[int]:
    """Return the ``counts`` of dots that make a hand complete, where ``shift`` dots fewer leave it incomplete."""
    complete = complete_counts(rules)
    return [count for count in counts if count in complete and count - shift not in complete]


class Taken(NamedTuple):
    """Take of a seat: the card taken, and the card played for it."""

    seat: int
    card: Card
    laid: Card


class Turn(NamedTuple):
    """Turn with takes: who plays, the seat that trades, the card it lays, and the takes in order."""

    players: int
    turn: int
    laid: Card
    takes: tuple[Taken, ...]

    @classmethod
    def of(cls, position: Any) -> Turn:
        """Return the turn of a position of the kind ``chain``."""
        layers = cards_of([position["laid"], *(take["laid"] for take in position["takes"])])
        seats = [take["seat"] for take in position["takes"]]
        takes = tuple(Taken(*take) for take in zip(seats, layers[:-1], layers[1:], strict=True))
        return cls(position["players"], position["turn"], layers[0], takes)

    @classmethod
    def before(cls, position: Any) -> Turn | None:
        """Return the turn before a showdown that names its takes; None if there were none."""
        takes = tuple(Taken(take["seat"], *cards_of((take["card"], take["laid"]))) for take in position["taken"])
        players = len(position["hands"])
        return cls(players, (position["declarer"] - 1) % players, takes[0].card, takes) if takes else None

    @property
    def next(self) -> int:
        """The seat whose turn comes next."""
        return (self.turn + 1) % self.players

    @property
    def fields(self) -> Cards:
        """The cards laid, in order."""
        return (self.laid, *(take.laid for take in self.takes))

    def goals(self, rules: Rules, seat: int) -> list[int]:
        """Return the numbers of dots that suit a hand after the turn: a take has made it complete, if one can.

        Of these, the seat that traded has such as it could not have declared before, if there are any.
        """
        shift = sum(take.card.dot - take.laid.dot for take in self.takes if take.seat == seat)
        complete = sorted(complete_counts(rules))
        completed = goals(rules, shift, complete) or complete
        late = [
            count for count in completed if seat == self.turn and not self._early(rules, count - shift, {True, False})
        ]
        return late or completed

    def merits(self, rules: Rules, hands: Sequence[Cards]) -> list[bool]:
        """Return what is good about the hands after the turn: each take was well made, no seat has laid a card of
        more use than one that it kept, none has passed on a card that would have improved its hand, and the seat that
        traded could not have declared."""
        well_made = [is_well_made(rules, hands[take.seat], take.card, take.laid) for take in self.takes]
        thrifty = not self.wastes(hands)
        return [*well_made, thrifty, not self._passed_badly(rules, hands), not self.could_declare(rules, hands)]

    def wastes(self, hands: Sequence[Cards]) -> bool:
        """Tell whether a seat has laid a card and kept one that is of less use: one with its sign and only some of its
        colours."""
        laid = [(self.turn, self.laid), *((take.seat, take.laid) for take in self.takes)]
        return any(is_less(kept, card) for seat, card in laid for kept in hands[seat])

    def could_declare(self, rules: Rules, hands: Sequence[Cards]) -> bool:
        """Tell whether the seat that traded may have had a complete hand as its turn began, by the card it drew."""
        drawn = hands[self.turn]
        for take in reversed(self.takes):
            if take.seat == self.turn:
                drawn = before_take(drawn, take.card, take.laid)
        return self._early(rules, sum(card.dot for card in drawn), {card.dot for card in drawn})

    def _early(self, rules: Rules, dots: int, centres: Iterable[bool]) -> bool:
        """Tell whether a hand with ``dots`` after the trade was complete before it, if a card of ``centres`` was
        drawn."""
        return any(dots + self.laid.dot - dot in complete_counts(rules) for dot in centres)

    def _passed_badly(self, rules: Rules, hands: Sequence[Cards]) -> bool:
        """Tell whether a seat has passed on a card that pays.

        A seat that takes nothing keeps its hand; of one that takes, only the hand at the end is known.
        """
        takers = {take.seat for take in self.takes}
        layers = list(zip((self.turn, *(take.seat for take in self.takes)), self.fields, strict=True))
        return any(
            take_pays(rules, hands[seat], card)
            for seat in range(self.players)
            for layer, card in (layers[-1:] if seat in takers else layers)
            if layer != seat
        )


def takes_paid(rules: Rules, position: Any) -> bool:
    """Tell whether each take before a showdown has improved a hand, as far as it could."""
    turn = Turn.before(position)
    hands = list(map(cards_of, position["hands"]))
    return turn is None or all(is_well_made(rules, hands[take.seat], take.card, take.laid) for take in turn.takes)
