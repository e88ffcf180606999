"""Proposals of positions that are likely to teach a lesson, made of random cards of the deck."""

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
    """Dealer of the cards of the deck, with all copies, from one random source."""

    def __init__(self, rules: Rules, random: Random) -> None:
        super().__init__(chain.from_iterable(map(repeat, rules.deck, rules.deck.values())), random)
        self.rules = rules

    def size(self, smallest: int, largest: int, share: int = 2, held: int = 0) -> int:
        """Return a random number of cards for a palette: at most a ``share``-th of the cards left, and no more than a
        seat with ``held`` cards in hand can have laid."""
        most = min(len(self.left) // share, self.rules.hand + 1 - held)
        return max(1, min(self.random.randint(smallest, largest), most))


def contest(rules: Rules, rule: str, random: Random) -> dict[str, Any]:
    """Propose two palettes of three or four cards: one with a fitting selection, one that comes close or misleads."""
    dealer = Dealer(rules, random)
    criterion = rules.criteria[rule]
    sizes = [dealer.size(3, random.choice((3, 3, 4))) for _ in range(2)]
    count = min(sizes[0], 1 if criterion.is_ == "highest" else random.choice((3, 3, 3, 4)))
    fitting_cards = fitting(dealer, criterion, count)
    if random.random() < 0.5:
        rival_cards = fitting(dealer, criterion, max(1, count - random.choice((0, 0, 1))))
    else:
        rival_cards = trap(dealer, criterion)
    palettes = [
        dealer.shuffled(cards[:size] + dealer.draw(size - len(cards)))
        for cards, size in zip((fitting_cards, rival_cards), sizes, strict=True)
    ]
    if random.random() < 0.5:
        palettes.reverse()
    return {"palettes": as_json(palettes), "rule": rule}


def equal_sets(rules: Rules, rule: str, random: Random) -> dict[str, Any]:
    """Propose a palette of two sets of two cards, and one of a set and a card more."""
    dealer, criterion = Dealer(rules, random), rules.criteria[rule]
    two, one = fitting(dealer, criterion, 2) + fitting(dealer, criterion, 2), fitting(dealer, criterion, 2)
    palettes = [dealer.shuffled(two), dealer.shuffled(one + dealer.draw(1))]
    if random.random() < 0.5:
        palettes.reverse()
    return {"palettes": as_json(palettes), "rule": rule}


def fitting(dealer: Dealer, criterion: Criterion, count: int) -> Palette:
    """Take ``count`` cards that fit a criterion, or fewer if there are not enough."""
    random, numbers = dealer.random, dealer.rules.numbers
    match criterion.is_:
        case "same-number":
            number = random.choice(numbers)
            cards = dealer.draw(count, lambda card: card.number == number)
        case "same-colour":
            colour = random.choice(dealer.rules.colours)
            cards = dealer.draw(count, lambda card: card.colour == colour)
        case "sum":
            cards = _summing(dealer, criterion.of or 0, count)
        case "different-colours":
            colours = random.sample(dealer.rules.colours, min(count, len(dealer.rules.colours)))
            cards = tuple(card for colour in colours for card in _draw_card(dealer, colour=colour))
        case "run":
            start = random.choice(numbers[: max(1, len(numbers) - count + 1)])
            cards = tuple(card for number in range(start, start + count) for card in _draw_card(dealer, number=number))
        case _:
            cards = dealer.draw(count, lambda card: alone(criterion, card.number))
    return cards


def trap(dealer: Dealer, criterion: Criterion) -> Palette:
    """Take cards that look better under a criterion than they are."""
    random, numbers, figure = dealer.random, dealer.rules.numbers, criterion.of or 0
    match criterion.is_:
        case "same-number" | "same-colour":
            return fitting(dealer, criterion, 2) + fitting(dealer, criterion, 2)
        case "sum":
            return dealer.draw(3, lambda card: card.number <= max(1, figure // 2))
        case "different-colours":
            colours = random.sample(dealer.rules.colours, 2)
            return dealer.draw(4, lambda card: card.colour in colours)
        case "run":
            return _false_run(dealer)
        case "below" | "above":
            return fitting(dealer, criterion, 2) + dealer.draw(2, lambda card: card.number == figure)
        case "even" | "odd" | "highest":
            high_numbers = numbers[-(len(numbers) // 3 + 1) :]
            return dealer.draw(2, lambda card: card.number in high_numbers)


def alone(criterion: Criterion, number: int) -> bool:
    """Tell whether a card fits by its own number, under the criteria that judge each card alone; else True."""
    figure = criterion.of or 0
    match criterion.is_:
        case "even":
            return number % 2 == 0
        case "odd":
            return number % 2 == 1
        case "below":
            return number < figure
        case "above":
            return number > figure
        case _:
            return True


def misfits(rules: Rules, rule: str, random: Random, held: int = 0) -> dict[str, Any]:
    """Propose two palettes of two or three cards that are likely not to fit the colour ``rule`` at all, of seats with
    ``held`` cards in hand."""
    dealer = Dealer(rules, random)
    criterion = rules.criteria[rule]
    by_card = criterion.is_ in ("even", "odd", "below", "above")

    def unfit(card: Card) -> bool:
        return not alone(criterion, card.number) if by_card else criterion.is_ != "sum" or card.number != criterion.of

    size = dealer.size(2, random.choice((2, 3)), held=held)
    return {"palettes": as_json([dealer.draw(size, unfit), dealer.draw(size, unfit)]), "rule": rule}


def misfit_discard(rules: Rules, rule: str, random: Random) -> dict[str, Any]:
    """Propose a discard of the colour ``rule``, which two palettes are likely not to fit at all."""
    palettes = misfits(rules, rule, random, held=1)["palettes"]
    position = {"palettes": palettes, "me": 0, "hand": [], "rule": random.choice(rules.colours)}
    free = [card for card in free_cards(rules, position) if card.colour == rule]
    hand = [random.choice(free or free_cards(rules, position))]
    return {**position, "hand": [card.as_json() for card in hand], "move": move("rule", hand)}


def turn(rules: Rules, do: Do, random: Random, seats: int = 2) -> dict[str, Any]:
    """Propose palettes of two or three cards, a colour in force, and a move that uses the whole hand.

    The seat that acts comes first, as it does on paper.
    """
    dealer, held = Dealer(rules, random), {"play": 1, "rule": 1, "both": 2, "pass": 1}[do]
    rule = random.choice(rules.colours)
    palettes = []
    for _ in range(seats):
        size = dealer.size(2, random.choice((2, 2, 3)), seats + 1, held)
        fitting_cards = fitting(dealer, rules.criteria[rule], random.randint(1, size))
        palettes.append(dealer.shuffled(fitting_cards + dealer.draw(size - len(fitting_cards))))
    hand = dealer.draw(held)
    return {
        "palettes": as_json(palettes),
        "me": 0,
        "hand": [card.as_json() for card in hand],
        "rule": rule,
        "move": move(do, hand),
    }


def move(do: Do, hand: Sequence[Card]) -> list[Any]:
    """Return the move ``do`` with the first cards of ``hand``: the first is played, the next discarded."""
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


def with_other_card(rules: Rules, random: Random, position: Any, index: int) -> dict[str, Any]:
    """Replace card number ``index`` of the hand, and of the move, by a free card."""
    free = free_cards(rules, position)
    if not free:
        return dict(position)
    hand = [Card(*card) for card in position["hand"]]
    hand[index] = random.choice(free)
    return {**position, "hand": [card.as_json() for card in hand], "move": move(position["move"][0], hand)}


def with_other_palette_card(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Replace one card in the palette of the seat that acts by a free card."""
    free = free_cards(rules, position)
    palettes = [list(palette) for palette in position["palettes"]]
    mine = palettes[position["me"]]
    if free:
        mine[random.randrange(len(mine))] = random.choice(free).as_json()
    return {**position, "palettes": palettes}


def with_other_move(position: Any, do: Do) -> dict[str, Any]:
    """Make another kind of move with the same hand."""
    return {**position, "move": move(do, [Card(*card) for card in position["hand"]])}


def as_json(palettes: Iterable[Palette]) -> list[list[list[str | int]]]:
    """Return palettes as the conformance cases write them."""
    return [[card.as_json() for card in palette] for palette in palettes]


def free_cards(rules: Rules, position: Any) -> list[Card]:
    """Return the cards that neither a palette nor the hand holds."""
    used_cards = [Card(*card) for place in (*position["palettes"], position["hand"]) for card in place]
    return [card for card, copies in rules.deck.items() if used_cards.count(card) < copies]


def _draw_card(dealer: Dealer, colour: str | None = None, number: int | None = None) -> Palette:
    return dealer.draw(1, lambda card: colour in (None, card.colour) and number in (None, card.number))


def _summing(dealer: Dealer, total: int, count: int) -> Palette:
    for _ in range(_TRIES):
        chosen = dealer.random.sample(dealer.left, min(count - 1, len(dealer.left)))
        rest = total - sum(card.number for card in chosen)
        completing = [card for card in dealer.left if card.number == rest and card not in chosen]
        if completing:
            return dealer.take([*chosen, completing[0]])
    return ()


def _false_run(dealer: Dealer) -> Palette:
    """Take cards that look like a run: a number twice, numbers from both ends, or a run of one colour."""
    numbers, random = dealer.rules.numbers, dealer.random
    low = random.randrange(max(1, len(numbers) - 1))
    pair = numbers[low : low + 2]
    match random.randrange(3):
        case 0:
            row = [*pair, random.choice(pair)]
        case 1:
            row = random.choice(([*numbers[-2:], numbers[0]], [numbers[-1], *numbers[:2]]))
        case _:
            colour = random.choice(dealer.rules.colours)
            return tuple(card for number in pair for card in _draw_card(dealer, colour, number))
    if random.random() < 0.5:
        row.append(random.choice(row))
    return tuple(card for number in row for card in _draw_card(dealer, number=number))
