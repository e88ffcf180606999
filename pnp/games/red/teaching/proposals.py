"""Positions that are likely to teach something: random cards of the deck, with a purpose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from random import Random
from typing import Any

from pnp.games.core import dealing
from pnp.games.red.rules.cards import Card, Do, Palette, Rules
from pnp.games.red.settings import Criterion

_TRIES = 8


class Dealer(dealing.Dealer[Card]):
    """Hands out cards of the deck, each as often as there are copies, from one random source."""

    def __init__(self, rules: Rules, random: Random) -> None:
        super().__init__(chain.from_iterable(map(repeat, rules.deck, rules.deck.values())), random)
        self.rules = rules

    def size(self, smallest: int, largest: int, share: int = 2) -> int:
        """A random number of cards, at most what ``share`` equal parts of the cards left allow."""
        return max(1, min(self.random.randint(smallest, largest), len(self.left) // share))


def contest(rules: Rules, rule: str, random: Random) -> dict[str, Any]:
    """Two palettes of three or four cards, one with a selection that fits, one that comes close or misleads."""
    dealer = Dealer(rules, random)
    criterion = rules.criteria[rule]
    sizes = [dealer.size(3, random.choice((3, 3, 4))) for _ in range(2)]
    wanted = min(sizes[0], 1 if criterion.is_ == "highest" else random.choice((3, 3, 3, 4)))
    good = fitting(dealer, criterion, wanted)
    if random.random() < 0.5:
        other = fitting(dealer, criterion, max(1, wanted - random.choice((0, 0, 1))))
    else:
        other = trap(dealer, criterion)
    palettes = [
        dealer.shuffled(cards[:size] + dealer.draw(size - len(cards)))
        for cards, size in zip((good, other), sizes, strict=True)
    ]
    if random.random() < 0.5:
        palettes.reverse()
    return {"palettes": as_json(palettes), "rule": rule}


def fitting(dealer: Dealer, criterion: Criterion, count: int) -> Palette:
    """Cards that fit a criterion: ``count`` of them, or fewer where that does not work out."""
    random, numbers = dealer.random, dealer.rules.numbers
    match criterion.is_:
        case "same-number":
            number = random.choice(numbers)
            found = dealer.draw(count, lambda card: card.number == number)
        case "same-colour":
            colour = random.choice(dealer.rules.colours)
            found = dealer.draw(count, lambda card: card.colour == colour)
        case "sum":
            found = _summing(dealer, criterion.of or 0, count)
        case "different-colours":
            colours = random.sample(dealer.rules.colours, min(count, len(dealer.rules.colours)))
            found = tuple(card for colour in colours for card in _one(dealer, colour=colour))
        case "run":
            start = random.choice(numbers[: max(1, len(numbers) - count + 1)])
            found = tuple(card for number in range(start, start + count) for card in _one(dealer, number=number))
        case _:
            found = dealer.draw(count, lambda card: alone(criterion, card.number))
    return found


def trap(dealer: Dealer, criterion: Criterion) -> Palette:
    """Cards that look better under a criterion than they are."""
    random, numbers, of = dealer.random, dealer.rules.numbers, criterion.of or 0
    match criterion.is_:
        case "same-number" | "same-colour":
            return fitting(dealer, criterion, 2) + fitting(dealer, criterion, 2)
        case "sum":
            return dealer.draw(3, lambda card: card.number <= max(1, of // 2))
        case "different-colours":
            colours = random.sample(dealer.rules.colours, 2)
            return dealer.draw(4, lambda card: card.colour in colours)
        case "run":
            return _false_run(dealer)
        case "below" | "above":
            return fitting(dealer, criterion, 2) + dealer.draw(2, lambda card: card.number == of)
        case "even" | "odd" | "highest":
            top = numbers[-(len(numbers) // 3 + 1) :]
            return dealer.draw(2, lambda card: card.number in top)


def alone(criterion: Criterion, number: int) -> bool:
    """Whether a card fits by its own number, under the criteria that look at each card alone; else True."""
    of = criterion.of or 0
    match criterion.is_:
        case "even":
            return number % 2 == 0
        case "odd":
            return number % 2 == 1
        case "below":
            return number < of
        case "above":
            return number > of
        case _:
            return True


def misfits(rules: Rules, rule: str, random: Random) -> dict[str, Any]:
    """Two palettes of two or three cards that are likely not to fit the colour ``rule`` at all."""
    dealer = Dealer(rules, random)
    criterion = rules.criteria[rule]
    by_itself = criterion.is_ in ("even", "odd", "below", "above")

    def unfit(card: Card) -> bool:
        return not alone(criterion, card.number) if by_itself else criterion.is_ != "sum" or card.number != criterion.of

    size = dealer.size(2, random.choice((2, 3)))
    return {"palettes": as_json([dealer.draw(size, unfit), dealer.draw(size, unfit)]), "rule": rule}


def turn(rules: Rules, do: Do, random: Random) -> dict[str, Any]:
    """Two palettes of two or three cards, a colour in force, and a move that uses the whole hand.

    The seat that acts comes first, as it does on paper.
    """
    dealer = Dealer(rules, random)
    rule = random.choice(rules.colours)
    palettes = []
    for _ in range(2):
        size = dealer.size(2, random.choice((2, 2, 3)), 3)
        near = fitting(dealer, rules.criteria[rule], random.randint(1, size))
        palettes.append(dealer.shuffled(near + dealer.draw(size - len(near))))
    hand = dealer.draw({"play": 1, "rule": 1, "both": 2, "pass": 1}[do])
    return {
        "palettes": as_json(palettes),
        "me": 0,
        "hand": [card.as_json() for card in hand],
        "rule": rule,
        "move": move(do, hand),
    }


def move(do: Do, hand: Sequence[Card]) -> list[Any]:
    """The move that plays the first card of ``hand`` and discards the next, as far as ``do`` does either."""
    cards = [card.as_json() for card in hand]
    match do:
        case "play":
            return [do, cards[0], None]
        case "rule":
            return [do, None, cards[0]]
        case "both":
            return [do, cards[0], cards[1]]
        case "pass":
            return [do, None, None]


def with_other_card(rules: Rules, random: Random, position: Any, place: int) -> dict[str, Any]:
    """The position with card number ``place`` of the hand, and of the move, replaced by one that lies nowhere."""
    free = _free(rules, position)
    if not free:
        return dict(position)
    hand = [Card(*card) for card in position["hand"]]
    hand[place] = random.choice(free)
    return {**position, "hand": [card.as_json() for card in hand], "move": move(position["move"][0], hand)}


def with_other_palette_card(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The position with one card in the palette of the seat that acts replaced by one that lies nowhere."""
    free = _free(rules, position)
    palettes = [list(palette) for palette in position["palettes"]]
    mine = palettes[position["me"]]
    if free:
        mine[random.randrange(len(mine))] = random.choice(free).as_json()
    return {**position, "palettes": palettes}


def with_other_move(position: Any, do: Do) -> dict[str, Any]:
    """The position with another kind of move, made with the same hand."""
    return {**position, "move": move(do, [Card(*card) for card in position["hand"]])}


def as_json(palettes: Iterable[Palette]) -> list[list[list[str | int]]]:
    """Palettes as the conformance cases write them."""
    return [[card.as_json() for card in palette] for palette in palettes]


def _free(rules: Rules, position: Any) -> list[Card]:
    """The cards that neither a palette nor the hand holds."""
    lying = [Card(*card) for place in (*position["palettes"], position["hand"]) for card in place]
    return [card for card, copies in rules.deck.items() if lying.count(card) < copies]


def _one(dealer: Dealer, colour: str | None = None, number: int | None = None) -> Palette:
    return dealer.draw(1, lambda card: colour in (None, card.colour) and number in (None, card.number))


def _summing(dealer: Dealer, of: int, count: int) -> Palette:
    for _ in range(_TRIES):
        some = dealer.random.sample(dealer.left, min(count - 1, len(dealer.left)))
        rest = of - sum(card.number for card in some)
        last = [card for card in dealer.left if card.number == rest and card not in some]
        if last:
            return dealer.take([*some, last[0]])
    return ()


def _false_run(dealer: Dealer) -> Palette:
    """A run of two with one number twice, or two numbers at one end and one at the other, or a run of one colour."""
    numbers, random = dealer.rules.numbers, dealer.random
    low = random.randrange(max(1, len(numbers) - 1))
    pair = numbers[low : low + 2]
    match random.randrange(3):
        case 0:
            wanted = [*pair, random.choice(pair)]
        case 1:
            wanted = random.choice(([*numbers[-2:], numbers[0]], [numbers[-1], *numbers[:2]]))
        case _:
            colour = random.choice(dealer.rules.colours)
            return tuple(card for number in pair for card in _one(dealer, colour, number))
    if random.random() < 0.5:
        wanted.append(random.choice(wanted))
    return tuple(card for number in wanted for card in _one(dealer, number=number))
