"""Positions that are likely to teach something: random cards of the deck, with a purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from pnp.games.collectmate.rules.cards import Card, Cards, Rules
from pnp.games.collectmate.rules.scoring import complete_groups, hand_score
from pnp.games.collectmate.rules.turn import may_lie_open, take_colours
from pnp.games.core.dealing import Dealer

Fits = Callable[[Card], bool]
_TRIES = 40


class Table(Dealer[Card]):
    """The deck, shuffled, from which cards are drawn. Without ``captions`` only cards without tags and words lie on
    it, as long as there are enough of them for two hands."""

    def __init__(self, rules: Rules, random: Random, captions: bool = False) -> None:
        self.rules = rules
        every = [card for card, copies in sorted(rules.deck.items()) for _ in range(copies)]
        bare = [card for card in every if not card.tags and not card.words]
        super().__init__(bare if not captions and len(bare) > 2 * rules.hand else every, random)

    def fill(self, cards: Cards, count: int, fits: Fits) -> Cards:
        """``cards`` and as many more that the number is ``count``: cards that fit, then any."""
        cards = cards[:count] + self.draw(count - len(cards), fits)
        return cards + self.draw(count - len(cards))

    def group(self, size: int, dot: bool, colours: Sequence[str], hits: int) -> Cards:
        """A group of one centre, as far as the cards allow, in which each colour stands on ``hits`` cards or more."""
        rich = self.draw(hits, lambda card: card.dot is dot and all(colour in card.colours for colour in colours))
        for colour in colours:
            lacking = hits - sum(colour in card.colours for card in rich)
            rich += self.draw(lacking, _of(dot, colour))
        return self.fill(rich, size, lambda card: card.dot is dot)


def _of(dot: bool, colour: str) -> Fits:
    return lambda card: card.dot is dot and colour in card.colours


def _with(colour: str) -> Fits:
    return lambda card: colour in card.colours


def _valued(rules: Rules) -> list[str]:
    """The colours that score; all where none does."""
    return [colour for colour in rules.colours if rules.points[colour]] or list(rules.colours)


def split(rules: Rules, random: Random) -> dict[str, Any]:
    """A hand whose groups score, and a colour that stands on enough cards of it and does not."""
    position: dict[str, Any] = {}
    for _ in range(_TRIES):
        table = Table(rules, random)
        one, other, third = (random.choice(_valued(rules)) for _ in range(3))
        first, *rest = rules.groups
        hand = table.group(first, True, [one], rules.enough)
        for size in rest:
            hand += table.group(1, True, [other, third], 1)[:1]
            hand += table.group(size - 1, True, [other], rules.enough - 1) if size > 1 else ()
        hand = table.fill(hand, rules.hand, lambda card: card.dot)[: rules.hand]
        best = hand_score(rules, hand, False)
        scoring = {colour for colour in rules.colours if _scores(rules, best.groups, colour)}
        spread = [c for c in _valued(rules) if sum(c in card.colours for card in hand) >= rules.enough]
        tempting = [colour for colour in spread if colour not in scoring]
        position = {
            "hand": as_json(table.shuffled(hand)),
            "tags": False,
            "colour": random.choice(tempting or spread or [one]),
        }
        if tempting:
            break
    return position


def _scores(rules: Rules, groups: Iterable[Cards], colour: str) -> bool:
    return any(sum(colour in card.colours for card in group) >= rules.enough for group in groups)


def mixed_hand(rules: Rules, random: Random) -> dict[str, Any]:
    """A hand that cannot be complete: of one centre, too few cards for any group."""
    table = Table(rules, random)
    dot = random.random() < 0.5
    smallest = min(rules.groups)
    few = random.randint(1, max(1, smallest - 1))
    colour = random.choice(_valued(rules))
    many = table.group(rules.hand - few, dot, [colour], rules.enough)
    hand = table.fill(many, rules.hand, lambda card: card.dot is not dot)
    return {"hand": as_json(table.shuffled(hand)), "tags": False}


def group(rules: Rules, random: Random) -> dict[str, Any]:
    """A group of dots: one colour on all cards, and another on as many as score."""
    table = Table(rules, random)
    size = max(rules.groups)
    colours = random.sample(_valued(rules), min(2, len(_valued(rules))))
    both = table.draw(rules.enough, lambda card: card.dot and set(colours) <= set(card.colours))
    cards = table.fill(both, size, _of(True, colours[0]))
    return {"group": as_json(table.shuffled(cards)), "tags": False}


def mixed_group(rules: Rules, random: Random) -> dict[str, Any]:
    """A group with a colour on all cards, of both centres where the cards allow it."""
    table = Table(rules, random)
    colour, size = random.choice(_valued(rules)), max(rules.groups)
    cards = table.draw(size - 1, _of(False, colour))
    cards = table.fill(cards + table.draw(1, _of(True, colour)), size, _with(colour))
    return {"group": as_json(table.shuffled(cards)), "tags": False}


def tagged_group(rules: Rules, random: Random, copies: int) -> dict[str, Any]:
    """A group of one centre with a tag on ``copies`` cards, drawn from the cards with captions."""
    table = Table(rules, random, captions=True)
    dot = random.random() < 0.5
    tags = sorted({tag for card in rules.deck for tag in card.tags})
    tag = random.choice(tags) if tags else ""
    cards = table.draw(copies, lambda card: card.dot is dot and tag in card.tags)
    cards += table.draw(random.randint(0, 1), lambda card: card.dot is dot and bool(card.words))
    size = min((size for size in rules.groups if size >= copies), default=max(rules.groups))
    cards = table.fill(cards, size, lambda card: card.dot is dot and bool(card.tags))
    return {"group": as_json(table.shuffled(cards)), "tags": True}


def tagged_hand(rules: Rules, random: Random) -> dict[str, Any]:
    """A complete hand in which a tag stands on a card of either centre."""
    table = Table(rules, random, captions=True)
    tags = sorted({tag for card in rules.deck for tag in card.tags})
    tag = random.choice(tags) if tags else ""
    hand: Cards = ()
    for place, size in enumerate(rules.groups):
        dot = place % 2 == 0
        cards = table.draw(1, lambda card, dot=dot: card.dot is dot and tag in card.tags)  # type: ignore[misc]
        hand += table.fill(cards, size, lambda card, dot=dot: card.dot is dot and tag not in card.tags)  # type: ignore[misc]
    return {"hand": as_json(table.shuffled(hand)), "tags": True}


def complete_hand(rules: Rules, random: Random, scoring: bool = True) -> dict[str, Any]:
    """A hand whose groups have one centre each, by turns dots and rings; with a colour in each that scores, or any
    cards where it need not be ``scoring``."""
    table = Table(rules, random)
    hand: Cards = ()
    dot = random.random() < 0.5
    for size in rules.groups:
        colours = [random.choice(_valued(rules))] if scoring else []
        hand += table.group(size, dot, colours, rules.enough if scoring else 0)
        dot = not dot
    return {"hand": as_json(table.shuffled(hand))}


def scores(rules: Rules, random: Random, seats: int) -> dict[str, Any]:
    """Scores of so many seats, close to one another, or as many as the rules allow."""
    count = max(2, min(seats, rules.players[1]))
    base = random.randint(2, 4)
    found = [max(0, base + random.choice((-1, -1, 0, 0, 0, 1))) for _ in range(count)]
    return {"scores": found, "declarer": random.randrange(count), "counter": rules.counter}


def take(rules: Rules, random: Random) -> dict[str, Any]:
    """A hand that can take a field card of several colours by one of them."""
    position: dict[str, Any] = {}
    for _ in range(_TRIES):
        table = Table(rules, random)
        field = table.draw(1, lambda card: len(card.colours) > 1) or table.draw(1)
        hand = tuple(sorted(table.draw(rules.hand)))
        position = {"hand": as_json(hand), "field": field[0].as_json()}
        if len(take_colours(rules, hand, field[0])) == 1:
            break
    return position


def own_turn(rules: Rules, random: Random) -> dict[str, Any]:
    """A hand at the start of a turn, and nothing done."""
    table = Table(rules, random)
    hand, field = tuple(sorted(table.draw(rules.hand))), table.draw(1)
    return _moving(hand, (), field[0], "start", ["pass"])


def trading(random: Random, position: Any, moment: str) -> dict[str, Any]:
    """The position with a card of the hand traded at ``moment``."""
    return {**position, "moment": moment, "move": ["trade", random.choice(position["hand"])]}


def trading_again(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The position after a trade: a card of the hand lies on the field, another one is drawn, and a third is to be
    traded as well."""
    hand = list(cards_of(position["hand"]))
    table = Table(rules, random)
    table.take((*hand, *cards_of([position["field"]])))
    random.shuffle(hand)
    laid, *rest = hand
    hand = [*rest, *table.draw(1)]
    traded = {**position, "hand": as_json(sorted(hand)), "field": laid.as_json()}
    return {**traded, "moment": "traded", "move": ["trade", random.choice(rest or hand).as_json()]}


def false_take(rules: Rules, random: Random) -> dict[str, Any]:
    """A field card that may be taken, and two cards laid with it that share no colour with it together."""
    position: dict[str, Any] = {}
    for _ in range(_TRIES):
        table = Table(rules, random)
        field = table.draw(1, lambda card: bool(card.colours)) or table.draw(1)
        hand = tuple(sorted(table.draw(rules.hand)))
        away = random.sample(range(rules.hand), min(rules.hand, rules.open))
        pair, laid = tuple(hand[place] for place in away[:-1]), hand[away[-1]]
        position = _moving(hand, (), field[0], "taking", ["take", as_json(pair), laid.as_json()])
        if take_colours(rules, hand, field[0]):
            break
    return position


def good_take(rules: Rules, random: Random, position: Any, moment: str = "taking") -> dict[str, Any]:
    """The same with cards that share a colour with the field card, if the hand has them."""
    hand, field = cards_of(position["hand"]), cards_of([position["field"]])[0]
    colours = take_colours(rules, hand, field)
    if not colours:
        return dict(position)
    colour = random.choice(colours)
    fitting = [place for place, card in enumerate(hand) if colour in card.colours]
    chosen = random.sample(fitting, min(len(fitting), rules.open - 1))
    others = [card for place, card in enumerate(hand) if place not in chosen]
    pair = [hand[place] for place in chosen]
    laid = random.choice(others)
    return {**position, "moment": moment, "move": ["take", as_json(pair), laid.as_json()]}


def false_swap(rules: Rules, random: Random) -> dict[str, Any]:
    """Face-up cards with a colour in common, more of them where a hand has room for it, and one swapped for a random
    hand card."""
    for _ in range(_TRIES):
        table = Table(rules, random)
        more = min(2, rules.hand - rules.open - 1)
        colour, dot = random.choice(rules.colours), random.random() < 0.5
        alike = _of(dot, colour) if rules.same_centre_to_take else _with(colour)
        shown = table.draw(rules.open, alike)
        if shown and may_lie_open(rules, shown):
            shown += table.draw(more)
            break
    else:
        shown = ()
    hand = tuple(sorted(table.draw(rules.hand - len(shown))))
    position = _moving(hand, shown, table.draw(1)[0], "start", ["pass"])
    return swapped(random, position)


def swapped(random: Random, position: Any) -> dict[str, Any]:
    """The position with a random face-up card swapped for a random hand card."""
    if not position["shown"] or not position["hand"]:
        return dict(position)
    away, into = random.choice(position["shown"]), random.choice(position["hand"])
    return {**position, "move": ["swap", [away], [into]]}


def completing_trade(rules: Rules, random: Random) -> dict[str, Any]:
    """A hand that a trade makes complete, and the trade."""
    position: dict[str, Any] = {}
    for _ in range(_TRIES):
        table = Table(rules, random)
        whole = cards_of(complete_hand(rules, random)["hand"])
        drawn, rest = whole[0], whole[1:]
        for card in whole:
            if card in table.left:
                table.left.remove(card)
        laid = table.draw(1, lambda card, dot=drawn.dot: card.dot is not dot)  # type: ignore[misc]
        if not laid:
            continue
        hand = tuple(sorted((laid[0], *rest)))
        position = {"hand": as_json(hand), "trade": {"laid": laid[0].as_json(), "drawn": drawn.as_json()}}
        if complete_groups(rules, hand) is None:
            break
    return position or {"hand": complete_hand(rules, random)["hand"], "trade": None}


def traded(position: Any) -> dict[str, Any]:
    """The hand of the next turn: after the trade."""
    if position["trade"] is None:
        return dict(position)
    hand = list(position["hand"])
    hand[hand.index(position["trade"]["laid"])] = position["trade"]["drawn"]
    return {"hand": hand, "trade": None}


def mixed_by_one(rules: Rules, random: Random) -> dict[str, Any]:
    """A hand as before a declaration, all of one centre but for a card; or one card short of complete, where that is
    what a card of the other centre makes it."""
    if 1 in rules.groups or random.random() < 0.2:
        found = completing_trade(rules, random)
        return {"hand": found["hand"], "trade": None}
    table, dot = Table(rules, random), random.random() < 0.5
    odd = table.draw(1, lambda card: card.dot is not dot)
    hand = table.fill(odd, rules.hand, lambda card: card.dot is dot)
    return {"hand": as_json(sorted(hand)), "trade": None}


def one_card_changed(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """The hand with one card turned into one of the other centre: the odd one, if there is such a one."""
    hand = list(cards_of(position["hand"]))
    table = Table(rules, random)
    table.take(hand)
    rarer = sum(card.dot for card in hand) * 2 < len(hand)
    odd = [place for place, card in enumerate(hand) if card.dot is rarer]
    place = odd[0] if len(odd) == 1 else random.randrange(len(hand))
    new = table.draw(1, lambda card: card.dot is not hand[place].dot)
    if new:
        hand[place] = new[0]
    return {"hand": as_json(hand), "trade": None}


def as_json(cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Cards as the conformance cases write them."""
    return [card.as_json() for card in cards]


def cards_of(raw: Iterable[Any]) -> Cards:
    """The cards of a list of a position that the engine has answered or a proposal made, in their order."""
    return tuple(
        Card(one["dot"], tuple(one["colours"]), tuple(one["tags"]), tuple(one.get("words", ()))) for one in raw
    )


def _moving(hand: Cards, shown: Cards, field: Card, moment: str, move: list[Any]) -> dict[str, Any]:
    return {
        "hand": as_json(hand),
        "shown": as_json(shown),
        "field": field.as_json(),
        "moment": moment,
        "move": move,
    }
