"""Random positions of collectmate that are likely to teach a lesson, made of cards of the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from pnp.games.collectmate.rules.cards import Card, Cards, Rules
from pnp.games.collectmate.rules.scoring import complete_groups, hand_score
from pnp.games.collectmate.rules.turn import centres_match, may_lie_open, take_colours
from pnp.games.collectmate.teaching.takes import Turn, best_play, cards_of, complete_counts, goals, take_pays, worth
from pnp.games.core.dealing import Dealer

Fits = Callable[[Card], bool]
_TRIES = 40


class Table(Dealer[Card]):
    """Shuffled deck from which cards are drawn.

    Without ``captions`` it holds only cards without tags and words, if these are enough for two hands.
    """

    def __init__(self, rules: Rules, random: Random, captions: bool = False) -> None:
        self.rules = rules
        deck = [card for card, copies in sorted(rules.deck.items()) for _ in range(copies)]
        bare = [card for card in deck if not card.tags and not card.words]
        super().__init__(bare if not captions and len(bare) > 2 * rules.hand else deck, random)

    def fill(self, cards: Cards, count: int, fits: Fits) -> Cards:
        """Return ``cards`` filled up to ``count``: first with cards that fit, then with any cards."""
        cards = cards[:count] + self.draw(count - len(cards), fits)
        return cards + self.draw(count - len(cards))

    def group(self, size: int, dot: bool, colours: Sequence[str], hits: int) -> Cards:
        """Return a group of one centre in which each colour is on ``hits`` cards or more, if the deck allows it."""
        cards = self.draw(hits, lambda card: card.dot is dot and all(colour in card.colours for colour in colours))
        for colour in colours:
            lacking = hits - sum(colour in card.colours for card in cards)
            cards += self.draw(lacking, _has_centre_and_colour(dot, colour))
        return self.fill(cards, size, _has_centre(dot))


def _has_centre(dot: bool) -> Fits:
    return lambda card: card.dot is dot


def _has_centre_and_colour(dot: bool, colour: str) -> Fits:
    return lambda card: card.dot is dot and colour in card.colours


def _has_colour(colour: str) -> Fits:
    return lambda card: colour in card.colours


def _scoring_colours(rules: Rules) -> list[str]:
    """Return the colours that score, or all colours if none scores."""
    return [colour for colour in rules.colours if rules.points[colour]] or list(rules.colours)


def split(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a hand whose groups score, and a colour that is on enough of its cards and does not score."""
    position: dict[str, Any] = {}
    for _ in range(_TRIES):
        table = Table(rules, random)
        main, second, third = (random.choice(_scoring_colours(rules)) for _ in range(3))
        first_size, *other_sizes = rules.groups
        hand = table.group(first_size, True, [main], rules.enough)
        for size in other_sizes:
            hand += table.group(1, True, [second, third], 1)[:1]
            hand += table.group(size - 1, True, [second], rules.enough - 1) if size > 1 else ()
        hand = table.fill(hand, rules.hand, lambda card: card.dot)[: rules.hand]
        best = hand_score(rules, hand, False)
        scoring = {colour for colour in rules.colours if _scores(rules, best.groups, colour)}
        frequent = [
            colour for colour in _scoring_colours(rules) if sum(colour in card.colours for card in hand) >= rules.enough
        ]
        tempting = [colour for colour in frequent if colour not in scoring]
        position = {
            "hand": as_json(table.shuffled(hand)),
            "tags": False,
            "colour": random.choice(tempting or frequent or [main]),
        }
        if tempting:
            break
    return position


def _scores(rules: Rules, groups: Iterable[Cards], colour: str) -> bool:
    return any(sum(colour in card.colours for card in group) >= rules.enough for group in groups)


def mixed_hand(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a hand that cannot be complete: too few cards of one centre for any group."""
    table = Table(rules, random)
    dot = random.random() < 0.5
    smallest = min(rules.groups)
    few = random.randint(1, max(1, smallest - 1))
    colour = random.choice(_scoring_colours(rules))
    main_cards = table.group(rules.hand - few, dot, [colour], rules.enough)
    hand = table.fill(main_cards, rules.hand, lambda card: card.dot is not dot)
    return {"hand": as_json(table.shuffled(hand)), "tags": False}


def group(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a group of dots: one colour on all cards, and another on as many as score."""
    table = Table(rules, random)
    size = max(rules.groups)
    colours = random.sample(_scoring_colours(rules), min(2, len(_scoring_colours(rules))))
    both = table.draw(rules.enough, lambda card: card.dot and set(colours) <= set(card.colours))
    cards = table.fill(both, size, _has_centre_and_colour(True, colours[0]))
    return {"group": as_json(table.shuffled(cards)), "tags": False}


def mixed_group(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a group with a colour on all cards, of both centres if the cards allow it."""
    table = Table(rules, random)
    colour, size = random.choice(_scoring_colours(rules)), max(rules.groups)
    cards = table.draw(size - 1, _has_centre_and_colour(False, colour))
    cards = table.fill(cards + table.draw(1, _has_centre_and_colour(True, colour)), size, _has_colour(colour))
    return {"group": as_json(table.shuffled(cards)), "tags": False}


def tagged_group(rules: Rules, random: Random, copies: int) -> dict[str, Any]:
    """Return a group of one centre with a tag on ``copies`` cards, drawn from the cards with captions."""
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
    """Return a complete hand in which a tag is on a card of either centre."""
    table = Table(rules, random, captions=True)
    tags = sorted({tag for card in rules.deck for tag in card.tags})
    tag = random.choice(tags) if tags else ""
    hand: Cards = ()
    for index, size in enumerate(rules.groups):
        dot = index % 2 == 0
        cards = table.draw(1, lambda card, dot=dot: card.dot is dot and tag in card.tags)  # type: ignore[misc]
        hand += table.fill(cards, size, lambda card, dot=dot: card.dot is dot and tag not in card.tags)  # type: ignore[misc]
    return {"hand": as_json(table.shuffled(hand)), "tags": True}


def complete_hand(rules: Rules, random: Random, scoring: bool = True) -> dict[str, Any]:
    """Return a hand whose groups have one centre each, dots and rings by turns.

    If ``scoring``, each group has a colour that scores; else its cards are any of that centre.
    """
    table = Table(rules, random)
    hand: Cards = ()
    dot = random.random() < 0.5
    for size in rules.groups:
        colours = [random.choice(_scoring_colours(rules))] if scoring else []
        hand += table.group(size, dot, colours, rules.enough if scoring else 0)
        dot = not dot
    return {"hand": as_json(table.shuffled(hand))}


def scores(rules: Rules, random: Random, seats: int, declared: int | None = None) -> dict[str, Any]:
    """Return scores of ``seats`` seats, close to one another; of as many as play if these are fewer or more.

    The declarer has ``declared`` points, if that is given.
    """
    fewest, most = rules.players
    count = min(max(seats, fewest), most)
    base = random.randint(2, 4)
    seat_scores = [max(0, base + random.choice((-1, -1, 0, 0, 0, 1))) for _ in range(count)]
    declarer = random.randrange(count)
    if declared is not None:
        seat_scores[declarer] = declared
    return {"scores": seat_scores, "declarer": declarer, "counter": rules.counter}


def take(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a hand that can take a field card of several colours by one of them, and the card that is then best
    played, if it makes the hand complete."""
    position: dict[str, Any] = {}
    for _ in range(_TRIES):
        table = Table(rules, random)
        field = table.draw(1, lambda card: len(card.colours) > 1) or table.draw(1)
        near = goals(rules, 1 if field[0].dot else -1, range(rules.hand + 1))
        dots = random.choice(near) - (1 if field[0].dot else -1) if near else random.randint(0, rules.hand)
        cards = table.fill(table.draw(dots, _has_centre(True)), rules.hand, _has_centre(False))
        hand = tuple(sorted(cards))
        position = {"hand": as_json(hand), "field": field[0].as_json()}
        if len(take_colours(rules, hand, field[0])) == 1 and take_pays(rules, hand, field[0]):
            best = best_play(rules, hand, field[0])
            if best is not None and best[1][0] and not worth(rules, hand)[0]:
                return {**position, "played": best[0].as_json()}
            break
    return position


def chain(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a trade and two takes after it: of a seat further on, or the next of two, and of the seat that traded.

    If possible, each seat lays a card of the other centre than the card it takes: that may make a hand complete.
    """
    fewest, most = rules.players
    players = min(max(3, fewest), most)
    seats = (min(2, players - 1), 0)
    position: dict[str, Any] = {}
    for _ in range(_TRIES):
        table, takes = Table(rules, random), []
        field = laid = table.draw(1, lambda card: len(card.colours) > 1) or table.draw(1)
        for seat in seats:
            colour = random.choice(field[0].colours or rules.colours)
            cards = table.draw(rules.open - 1, _lies_open_with(rules, field[0], colour))
            field, before = _laid_for(table, field[0]), field
            if len(cards) < rules.open - 1 or colour not in before[0].colours:
                break
            takes.append({"seat": seat, "cards": as_json(cards), "laid": field[0].as_json()})
        if len(takes) >= len(position.get("takes", ())):
            position = {"players": players, "turn": 0, "laid": laid[0].as_json(), "takes": takes}
        if len(takes) == len(seats):
            break
    return position


def _laid_for(table: Table, taken: Card) -> Cards:
    """Draw a card that a seat lays for the one it takes, of the other centre if the deck has one with colours."""
    other = table.draw(1, lambda card: bool(card.colours) and card.dot is not taken.dot)
    return other or table.draw(1, lambda card: bool(card.colours)) or table.draw(1)


def showdown_after(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return a showdown after the turn of ``position``, in which the next seat declares.

    By seat, ``open`` holds the cards of the hands that the takes have laid open; ``taken`` holds the takes, with the
    card taken and the card laid. If possible each take has improved a hand, no seat has passed on a card that would,
    and the seat that traded could not have declared instead.

    Without a complete hand for the seat that declares, all its cards are alike, which few decks allow.
    """
    opened, turn = open_after(position), Turn.of(position)
    goals_of = [turn.goals(rules, seat) for seat in range(turn.players)]
    made: list[Cards] | None = None
    most = -1
    for _ in range(_TRIES):
        table = Table(rules, random)
        table.take((turn.fields[-1], *(card for cards in opened for card in cards)))
        hands = [_hand_around(table, *seat) for seat in zip(opened, goals_of, strict=True)]
        if complete_groups(rules, hands[turn.next]) is None:
            continue
        merits = turn.merits(rules, hands)
        if sum(merits) > most:
            made, most = hands, sum(merits)
        if all(merits):
            break
    if made is None:
        made, opened[turn.next] = [*hands], ()
        made[turn.next] = (table.left[0],) * rules.hand
    # A small hand may have no room for all that its takes opened, or may have laid a card of it.
    opened = [cards if Counter(cards) <= Counter(hand) else () for hand, cards in zip(made, opened, strict=True)]
    rest = {"declarer": turn.next, "counter": rules.counter, "tags": False}
    taken = [{"seat": seat, "card": card.as_json(), "laid": laid.as_json()} for seat, card, laid in turn.takes]
    return {"hands": list(map(as_json, made)), "open": list(map(as_json, opened)), "taken": taken, **rest}


def open_after(position: Any) -> list[Cards]:
    """Return, by seat, the cards that the takes of a turn have laid open, without those that went to the field."""
    opened: list[Cards] = [()] * position["players"]
    field = position["laid"]
    for take in position["takes"]:
        opened[take["seat"]] += cards_of((field, *take["cards"]))
        field = take["laid"]
    return opened


def _hand_around(table: Table, opened: Cards, counts: Sequence[int]) -> Cards:
    """Return a hand with ``opened``, filled up with cards of as many dots as one of ``counts`` says, if any number
    does, and of a colour of theirs, as far as the deck allows it."""
    rules, random = table.rules, table.random
    dots = sum(card.dot for card in opened)
    most = rules.hand - len(opened) + dots
    goal = random.choice([count for count in counts if dots <= count <= most] or [dots])
    hand = opened
    for dot, wanted in ((True, goal - dots), (False, rules.hand - len(opened) - goal + dots)):
        # A colour that some cards have already is soon on enough of them.
        begun = [colour for card in opened if card.dot is dot for colour in card.colours if rules.points[colour]]
        colour = random.choice(begun or _scoring_colours(rules))
        drawn = table.draw(random.choice((0, wanted, wanted)), _has_centre_and_colour(dot, colour))
        hand += table.fill(drawn, wanted, _has_centre(dot))
    return tuple(sorted(hand))[: rules.hand]


def _lies_open_with(rules: Rules, field: Card, colour: str) -> Fits:
    return lambda card: colour in card.colours and centres_match(rules, card, field)


def invalid_take(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a field card that may be taken, and two cards laid with it that share no colour with it."""
    position: dict[str, Any] = {}
    for _ in range(_TRIES):
        table = Table(rules, random)
        field = table.draw(1, lambda card: bool(card.colours)) or table.draw(1)
        hand = tuple(sorted(table.draw(rules.hand)))
        chosen = random.sample(range(rules.hand), min(rules.hand, rules.open))
        pair, laid = tuple(hand[place] for place in chosen[:-1]), hand[chosen[-1]]
        position = _move_position(hand, (), field[0], "taking", ["take", as_json(pair), laid.as_json()])
        if take_colours(rules, hand, field[0]):
            break
    return position


def with_valid_take(rules: Rules, random: Random, position: Any, moment: str = "taking") -> dict[str, Any]:
    """Return the position with cards laid that share a colour with the field card, if the hand has them."""
    hand, field = cards_of(position["hand"]), cards_of([position["field"]])[0]
    colours = take_colours(rules, hand, field)
    if not colours:
        return dict(position)
    colour = random.choice(colours)
    fitting = [index for index, card in enumerate(hand) if colour in card.colours]
    chosen = random.sample(fitting, min(len(fitting), rules.open - 1))
    others = [card for index, card in enumerate(hand) if index not in chosen]
    pair = [hand[index] for index in chosen]
    laid = random.choice(others)
    return {**position, "moment": moment, "move": ["take", as_json(pair), laid.as_json()]}


def invalid_swap(rules: Rules, random: Random) -> dict[str, Any]:
    """Return as many face-up cards of one colour as a take leaves, and one of them swapped for a random hand card."""
    return with_swap(random, _after_a_take(rules, random))


def _after_a_take(rules: Rules, random: Random) -> dict[str, Any]:
    """Return the start of a turn with as many face-up cards of one colour as a take leaves, and a pass as the move."""
    for _ in range(_TRIES):
        table = Table(rules, random)
        shown = _lying_open(table)
        if shown and may_lie_open(rules, shown):
            break
    else:
        shown = ()
    hand = tuple(sorted(table.draw(rules.hand - len(shown))))
    return _move_position(hand, shown, table.draw(1)[0], "start", ["pass"])


def _lying_open(table: Table) -> Cards:
    """Draw cards that may lie open together, as many as a take leaves, if the deck has them."""
    rules, random = table.rules, table.random
    colour, dot = random.choice(rules.colours), random.random() < 0.5
    fitting = _has_centre_and_colour(dot, colour) if rules.same_centre_to_take else _has_colour(colour)
    return table.draw(rules.open, fitting)


def open_trade(rules: Rules, random: Random) -> dict[str, Any]:
    """Return as many face-up cards of one colour as a take leaves, and a trade of one that is not in the hand too."""
    position = _after_a_take(rules, random)
    alone = [card for card in position["shown"] if card not in position["hand"]]
    return {**position, "move": ["trade", random.choice(alone)]} if alone else position


def with_more_open(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the position with the cards of a second take face up, in place of cards of the hand; as many as the hand
    has, if these are fewer."""
    more = min(rules.open, len(position["hand"]))
    hand = position["hand"][more:]
    table = Table(rules, random)
    table.take(cards_of([*hand, *position["shown"], position["field"]]))
    opened = as_json(_lying_open(table)[:more])
    if len(opened) < more or (position["move"][1:] and position["move"][1] in hand):
        return dict(position)
    return {**position, "hand": hand, "shown": [*position["shown"], *opened]}


def with_swap(random: Random, position: Any) -> dict[str, Any]:
    """Return the position with a random face-up card swapped for a random hand card."""
    if not position["shown"] or not position["hand"]:
        return dict(position)
    away, into = random.choice(position["shown"]), random.choice(position["hand"])
    return {**position, "move": ["swap", [away], [into]]}


def dots_far_from_complete(rules: Rules) -> list[int]:
    """Return the numbers of dots of an incomplete hand that a trade of a ring for a dot leaves incomplete."""
    complete = complete_counts(rules)
    return [dots for dots in range(1, rules.hand) if not {dots, dots + 1} & complete]


def plain_trade(rules: Rules, random: Random) -> dict[str, Any]:
    """Return an incomplete hand with more dots than rings, and a trade of a ring for a dot."""
    table, dots = Table(rules, random), random.choice(dots_far_from_complete(rules))
    rings = table.draw(rules.hand - dots, lambda card: not card.dot)
    hand = table.fill(rings, rules.hand, lambda card: card.dot)
    drawn = table.draw(1, lambda card: card.dot) or table.draw(1)
    return {"hand": as_json(sorted(hand)), "trade": {"laid": hand[0].as_json(), "drawn": drawn[0].as_json()}}


def completing_trade(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a hand that a trade makes complete, and the trade."""
    position: dict[str, Any] = {}
    for _ in range(_TRIES):
        table = Table(rules, random)
        complete = cards_of(complete_hand(rules, random)["hand"])
        drawn, rest = complete[0], complete[1:]
        for card in complete:
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


def after_trade(position: Any) -> dict[str, Any]:
    """Return the hand of the next turn, after the trade."""
    if position["trade"] is None:
        return dict(position)
    hand = list(position["hand"])
    hand[hand.index(position["trade"]["laid"])] = position["trade"]["drawn"]
    return {"hand": hand, "trade": None}


def mixed_by_one(rules: Rules, random: Random) -> dict[str, Any]:
    """Return a hand with all cards but one of the same centre, as before a declaration.

    In games with groups of one card, and at times elsewhere, return a hand one card short of complete: there a card of
    the other centre makes no other difference.
    """
    if 1 in rules.groups or random.random() < 0.2:
        position = completing_trade(rules, random)
        return {"hand": position["hand"], "trade": None}
    table, dot = Table(rules, random), random.random() < 0.5
    odd = table.draw(1, lambda card: card.dot is not dot)
    hand = table.fill(odd, rules.hand, lambda card: card.dot is dot)
    return {"hand": as_json(sorted(hand)), "trade": None}


def with_card_changed(rules: Rules, random: Random, position: Any) -> dict[str, Any]:
    """Return the hand with one card replaced by a card of the other centre: the odd card, if there is one."""
    hand = list(cards_of(position["hand"]))
    table = Table(rules, random)
    table.take(hand)
    rarer = sum(card.dot for card in hand) * 2 < len(hand)
    odd = [index for index, card in enumerate(hand) if card.dot is rarer]
    index = odd[0] if len(odd) == 1 else random.randrange(len(hand))
    replacement = table.draw(1, lambda card: card.dot is not hand[index].dot)
    if replacement:
        hand[index] = replacement[0]
    return {"hand": as_json(hand), "trade": None}


def as_json(cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Return cards as the conformance cases write them."""
    return [card.as_json() for card in cards]


def _move_position(hand: Cards, shown: Cards, field: Card, moment: str, move: list[Any]) -> dict[str, Any]:
    return {
        "hand": as_json(hand),
        "shown": as_json(shown),
        "field": field.as_json(),
        "moment": moment,
        "move": move,
    }
