"""Oracle of iroha: a second, deliberately plain reading of the rules, to check the engine against.

It goes through the cards one by one, as players do at the table, and shares no code with the engine.

Decisions where the rules leave something open:

* The marker moves when a seat cannot follow. A seat that follows plays a suit that lies there already; a seat that
  cannot follow plays a new one. So the plays alone tell where the marker ends: beside the last card whose suit was
  new when it was played.
* The number of hands is the number of seats, and that number of seats uses every card of the deal. The other kinds
  do not give the number of seats, so they allow any card of the box.
* Before and after passing every hand holds the number of cards dealt, and a whole deal has as many tricks.
* A card that is not in the hand cannot be asked about.
* The number of cards to pass is checked before their origin.
* A game may be asked for before its last deal: the answer gives the totals so far, and the leading seats.
* A deal with a play that is not allowed has no answer.
* A seat that captured nothing scores 0 and has no suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pnp.games.core.answer import Answer, Oracle, Position, PositionError
from pnp.games.iroha.settings import IrohaSettings

Card: TypeAlias = tuple[str, int]
"""A suit id and a number."""


# Kinds of questions


def _setup(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    players = _players(settings, _get(position, "players"))
    per_suit = len(_numbers(settings, players))
    used = per_suit * len(settings.suits)
    undealt = used - settings.dealt * players
    if undealt < 0:
        raise PositionError(f"{used} cards are too few to deal {settings.dealt} to each of {players} seats")
    return {
        "cards_per_suit": per_suit,
        "cards_used": used,
        "dealt_each": settings.dealt,
        "undealt": undealt,
        "deals": settings.deals_each * players,
        "tricks_per_deal": settings.dealt,
    }


def _in_use(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    """Return the numbers of each suit that are in play."""
    return {"numbers": sorted(_numbers(settings, _players(settings, _get(position, "players"))))}


def _pass(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    """Return the hands after all seats gave cards to the left, and only then took up those from the right."""
    hands = _hands(settings, position)
    passed = [_cards(settings, cards, "what a seat passes") for cards in _list(_get(position, "passed"), "'passed'")]
    if len(passed) != len(hands):
        raise PositionError(f"{len(hands)} seats pass cards, not {len(passed)}")
    hands_after = []
    for seat, hand in enumerate(hands):
        given, taken = passed[seat], passed[(seat - 1) % len(hands)]
        if len(given) != settings.passed:
            raise PositionError(f"a seat passes {settings.passed} cards, and seat {seat} passes {len(given)}")
        _check_once(given)
        if not set(given) <= set(hand):
            raise PositionError(f"seat {seat} passes a card that it was not dealt")
        hands_after.append([list(card) for card in sorted([card for card in hand if card not in given] + taken)])
    return {"hands": hands_after}


def _may_pass(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    """Judge whether a seat may pass these cards.

    ``received`` holds the cards before the seat, from the right; they are not its own yet.
    """
    hand = _cards(settings, _get(position, "hand"), "'hand'")
    received = _cards(settings, _get(position, "received"), "'received'")
    cards = _cards(settings, _get(position, "cards"), "'cards'")
    _check_once([*hand, *received])
    _check_once(cards)
    if len(hand) != settings.dealt or len(received) not in (0, settings.passed):
        raise PositionError(f"a seat is dealt {settings.dealt} cards, and receives none or {settings.passed}")
    if not set(cards) <= {*hand, *received}:
        raise PositionError("a seat cannot pass a card that does not lie before it")
    violation = None
    if any(card in received for card in cards):
        violation = "pass-received"
    if len(cards) != settings.passed:
        violation = "pass-count"
    return {"verdict": "allowed" if violation is None else "not-allowed", "violation": violation}


def _legal(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    hand, table = _to_play(settings, position)
    return {"legal": [list(card) for card in hand if _allowed(hand, table, card)]}


def _may_play(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    hand, table = _to_play(settings, position)
    return {"legal": _allowed(hand, table, _held(settings, hand, position))}


def _held(settings: IrohaSettings, hand: Sequence[Card], position: Position) -> Card:
    """Return the card asked about, which must be in the hand."""
    card = _card(settings, _get(position, "card"))
    if card not in hand:
        raise PositionError(f"{card[0]} {card[1]} is not in the hand")
    return card


def _turn(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    """Judge whether a card of the hand may be played, and beside which card the marker lies then."""
    hand, table = _to_play(settings, position)
    card = _held(settings, hand, position)
    allowed = _allowed(hand, table, card)
    plays = [*table, card] if allowed else table
    marker, _ = _marker_and_winner(plays)
    return {
        "verdict": "allowed" if allowed else "not-allowed",
        "violation": None if allowed else "must-follow",
        "marker": marker,
        "trump": plays[marker][0],
    }


def _trick(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    plays = _cards(settings, _get(position, "plays"), "'plays'")
    _check_once(plays)
    if not 1 <= len(plays) <= settings.players[1]:
        raise PositionError(f"a trick has at most {settings.players[1]} cards, and at least one")
    marker, winner = _marker_and_winner(plays)
    return {"marker": marker, "trump": plays[marker][0], "winner": winner}


def _lead(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    """Return the seat that took each trick of a deal so far, and the seat that leads the next.

    The dealer's left neighbour leads the first trick.
    """
    seats = _players(settings, _get(position, "players"))
    leader = (_seat(position, "dealer", seats) + 1) % seats
    tricks = [_cards(settings, trick, "a trick") for trick in _list(_get(position, "tricks"), "'tricks'")]
    _check_in_use(settings, [card for trick in tricks for card in trick], seats)
    if len(tricks) >= settings.dealt or any(len(trick) != seats for trick in tricks):
        raise PositionError(f"before the last of {settings.dealt} tricks lie fewer, with {seats} cards each")
    winners = []
    for trick in tricks:
        leader = (leader + _marker_and_winner(trick)[1]) % seats
        winners.append(leader)
    return {"winners": winners, "leader": leader}


def _score(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    per_suit = _points(settings, _captured(settings, _get(position, "captured")))
    return {"per_suit": per_suit, "total": sum(per_suit.values())}


def _open_lows(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    """Return the cards that lie face up in the open variant: the lowest of each captured suit, suit by suit."""
    captured = _captured(settings, _get(position, "captured"))
    return {
        "open": [
            list(card)
            for suit in settings.suits
            for card in captured
            if card[0] == suit.id and _is_lowest(card, captured)
        ]
    }


def _deal(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    """Play out a deal from the hands after the pass. Each trick lists its cards in the order of play."""
    hands = [list(hand) for hand in _hands(settings, position)]
    seats = len(hands)
    leader = _seat(position, "leader", seats)
    tricks = _list(_get(position, "tricks"), "'tricks'")
    if len(tricks) != settings.dealt:
        raise PositionError(f"a deal has {settings.dealt} tricks, not {len(tricks)}")
    piles: list[list[Card]] = [[] for _ in hands]
    outcomes: list[dict[str, Any]] = []
    for trick in tricks:
        plays = _cards(settings, trick, "a trick")
        if len(plays) != seats:
            raise PositionError(f"in a trick each of {seats} seats plays one card, not {len(plays)} cards together")
        order = [(leader + step) % seats for step in range(seats)]
        for index, (seat, card) in enumerate(zip(order, plays, strict=True)):
            if not _allowed(hands[seat], plays[:index], card):
                raise PositionError(f"seat {seat} may not play {card[0]} {card[1]} to trick {len(outcomes) + 1}")
            hands[seat].remove(card)
        marker, winner = _marker_and_winner(plays)
        outcomes.append({"leader": leader, "marker": order[marker], "trump": plays[marker][0], "winner": order[winner]})
        piles[order[winner]].extend(plays)
        leader = order[winner]
    scores = [sum(_points(settings, pile).values()) for pile in piles]
    return {"tricks": outcomes, "scores": scores, "captured_counts": [len(pile) for pile in piles]}


def _seat_total(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    """Score a whole game of one seat. Each deal counts by itself, so a card may come again in another deal."""
    deals = [_captured(settings, cards) for cards in _list(_get(position, "captured"), "'captured'")]
    most = settings.deals_each * settings.players[1]
    if not 1 <= len(deals) <= most:
        raise PositionError(f"a game has 1 to {most} deals, not {len(deals)}")
    scores = [sum(_points(settings, captured).values()) for captured in deals]
    return {"scores": scores, "total": sum(scores)}


def _game(settings: IrohaSettings, position: Position) -> dict[str, Any]:
    """Add up the deals, and return all seats with the top total: a tie is settled at the table."""
    rows = [_list(row, "a row of scores") for row in _list(_get(position, "deal_scores"), "'deal_scores'")]
    if not rows:
        raise PositionError("a game has deals")
    seats = _players(settings, len(rows[0]))
    if len(rows) > settings.deals_each * seats:
        raise PositionError(f"{seats} seats play {settings.deals_each * seats} deals, not {len(rows)}")
    for row in rows:
        if len(row) != seats or any(type(score) is not int for score in row):
            raise PositionError(f"a row holds one whole number for each of {seats} seats, not {row!r}")
    totals = [sum(row[seat] for row in rows) for seat in range(seats)]
    return {"totals": totals, "best": [seat for seat in range(seats) if totals[seat] == max(totals)]}


# Rules


def _numbers(settings: IrohaSettings, players: int) -> list[int]:
    """Return the numbers of each suit that are in play, by the icons on the cards."""
    return [number for icon in settings.icons if icon.from_ <= players for number in icon.numbers]


def _allowed(hand: Sequence[Card], table: Sequence[Card], card: Card) -> bool:
    """Tell whether a seat may play a card: any card to lead, else a card of a suit on the table if the hand has one.

    >>> hand, table = [("bird", 1), ("fan", 2), ("flower", 3)], [("bird", 4), ("fan", 7)]
    >>> [_allowed(hand, table, card) for card in hand]
    [True, True, False]
    """
    suits = [suit for suit, _ in table]
    following = [card_in_hand for card_in_hand in hand if card_in_hand[0] in suits]
    return card in (following if following else hand)


def _marker_and_winner(plays: Sequence[Card]) -> tuple[int, int]:
    """Return the marked card and the card that takes the trick, as indices in the order of play.

    >>> _marker_and_winner([("bird", 4), ("fan", 7), ("bird", 9), ("fan", 8)])
    (1, 3)
    """
    marker = 0
    for index, (suit, _) in enumerate(plays):
        if all(suit != earlier_suit for earlier_suit, _ in plays[:index]):
            marker = index
    trumps = [index for index, (suit, _) in enumerate(plays) if suit == plays[marker][0]]
    return marker, max(trumps, key=lambda index: plays[index][1])


def _is_lowest(card: Card, captured: Sequence[Card]) -> bool:
    return card[1] == min(number for suit, number in captured if suit == card[0])


def _points(settings: IrohaSettings, captured: Sequence[Card]) -> dict[str, int]:
    """Return the points of each captured suit: the number of its lowest card, less the cost of each other card."""
    points = {}
    for suit in dict.fromkeys(suit for suit, _ in captured):
        cards = [card for card in captured if card[0] == suit]
        points[suit] = sum(card[1] if _is_lowest(card, captured) else -settings.cost for card in cards)
    return points


# Reading positions


def _get(position: Position, key: str) -> Any:
    if not isinstance(position, Mapping):
        raise PositionError("a position is an object with keys")
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def _list(raw: Any, label: str) -> list[Any]:
    if not isinstance(raw, (list, tuple)):
        raise PositionError(f"{label} is a list, not {raw!r}")
    return list(raw)


def _card(settings: IrohaSettings, raw: Any) -> Card:
    if not isinstance(raw, (list, tuple)) or len(raw) != 2:
        raise PositionError(f"a card is [suit, number], not {raw!r}")
    suit, number = raw
    if (
        suit not in [known_suit.id for known_suit in settings.suits]
        or type(number) is not int
        or number not in settings.numbers
    ):
        raise PositionError(f"there is no card {suit} {number}")
    return (suit, number)


def _cards(settings: IrohaSettings, raw: Any, label: str) -> list[Card]:
    return [_card(settings, raw_card) for raw_card in _list(raw, label)]


def _check_once(cards: Iterable[Card]) -> None:
    seen: set[Card] = set()
    for suit, number in cards:
        if (suit, number) in seen:
            raise PositionError(f"there is one card {suit} {number}, and the position holds it twice")
        seen.add((suit, number))


def _check_in_use(settings: IrohaSettings, cards: Sequence[Card], players: int) -> None:
    _check_once(cards)
    for suit, number in cards:
        if number not in _numbers(settings, players):
            raise PositionError(f"with {players} seats {suit} {number} is not used")


def _players(settings: IrohaSettings, raw: Any) -> int:
    fewest, most = settings.players
    if type(raw) is not int or not fewest <= raw <= most:
        raise PositionError(f"{fewest} to {most} can play, not {raw!r}")
    return raw


def _seat(position: Position, key: str, seats: int) -> int:
    seat = _get(position, key)
    if type(seat) is not int or not 0 <= seat < seats:
        raise PositionError(f"'{key}' is a seat from 0 to {seats - 1}, not {seat!r}")
    return seat


def _captured(settings: IrohaSettings, raw: Any) -> list[Card]:
    """Read the cards that a seat captured in one deal."""
    captured = _cards(settings, raw, "what a seat captured")
    _check_once(captured)
    return captured


def _to_play(settings: IrohaSettings, position: Position) -> tuple[list[Card], list[Card]]:
    """Read the hand of the seat to play, and the cards of the trick so far, in order."""
    hand = _cards(settings, _get(position, "hand"), "'hand'")
    table = _cards(settings, _get(position, "table"), "'table'")
    _check_once([*hand, *table])
    if not 1 <= len(hand) <= settings.dealt:
        raise PositionError(f"a seat to play holds 1 to {settings.dealt} cards, not {len(hand)}")
    if len(table) >= settings.players[1]:
        raise PositionError(f"with {len(table)} cards on the table no seat is left to play")
    return hand, table


def _hands(settings: IrohaSettings, position: Position) -> list[list[Card]]:
    """Read a full hand per seat, of the cards that this number of seats uses."""
    hands = [_cards(settings, hand, "a hand") for hand in _list(_get(position, "hands"), "'hands'")]
    _check_in_use(settings, [card for hand in hands for card in hand], _players(settings, len(hands)))
    for seat, hand in enumerate(hands):
        if len(hand) != settings.dealt:
            raise PositionError(f"every seat holds {settings.dealt} cards, and seat {seat} holds {len(hand)}")
    return hands


KINDS: Mapping[str, Callable[[IrohaSettings, Position], Answer]] = {
    "setup": _setup,
    "in_use": _in_use,
    "pass": _pass,
    "may_pass": _may_pass,
    "legal": _legal,
    "may_play": _may_play,
    "turn": _turn,
    "trick": _trick,
    "lead": _lead,
    "score": _score,
    "open_lows": _open_lows,
    "deal": _deal,
    "seat_total": _seat_total,
    "game": _game,
}

oracle = Oracle[IrohaSettings](KINDS)
