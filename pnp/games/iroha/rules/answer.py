"""Door of iroha: every kind of question, answered by the given rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.reading import check_copies
from pnp.games.core.schema import BY_SEAT, FREE, PLAYERS, SEAT, Held, Schema, Size, kinds
from pnp.games.core.score import verdict_on
from pnp.games.iroha.rules.cards import Card, Cards, Rules, pack, totals
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.trick import (
    Trick,
    legal_cards,
    marker_of,
    pass_violation,
    per_suit,
    play_violation,
    score,
    trick_of,
)
from pnp.games.iroha.settings import IrohaSettings

# Fields of positions

Players = Annotated[int, PLAYERS]
Seat = Annotated[int, SEAT]
Hand = Annotated[Cards, Size(1, "dealt")]
FullHand = Annotated[Cards, Size("dealt", "dealt")]
Hands = Annotated[tuple[FullHand, ...], BY_SEAT]
Table = Annotated[Cards, Size(0, lambda rules: rules.players[1] - 1)]
"""Trick so far, which a seat has to follow."""
CardOfHand = Annotated[Card, Held("hand")]
Passed = Annotated[Cards, Size("passed", "passed")]
FullTrick = Annotated[Cards, BY_SEAT]


def check_used(rules: Rules, players: int, *places: Cards) -> None:
    """Raise PositionError if a card is not used with ``players``, by its icon."""
    for card in (card for place in places for card in place):
        fewest = rules.fewest_players[card.number]
        if fewest > players:
            raise PositionError(f"{card} is used with {fewest} players or more, not with {players}")


# Questions that combine rules: the pass of all seats, and the last play of a trick


def _receive(rules: Rules, passed: Annotated[tuple[Passed, ...], BY_SEAT]) -> Answer:
    """Return the cards that each seat takes up, of those that each passes on."""
    check_used(rules, len(passed), *passed)
    received: list[list[Any]] = [[] for _ in passed]
    for seat, cards in enumerate(passed):
        received[rules.pass_to(seat, len(passed))] += [card.as_json() for card in sorted(cards)]
    return {"received": received}


def _last_play(
    rules: Rules,
    hand: Hand,
    table: Annotated[Cards, Size(lambda rules: rules.players[0] - 1, lambda rules: rules.players[1] - 1)],
    captured: Cards,
) -> Answer:
    """Try each card that may be played last in a trick; ``captured`` are the cards of this deal so far.

    ``plays`` of the answer has a row for each card, in the order of the hand: the card, whether it takes the trick, and
    the score of the seat's captured cards after it. ``best`` holds the cards with the highest total. If the rules leave
    open who takes a trick, takes, total and ``best`` are None.
    """
    outcomes = [_outcome(rules, captured, table, card) for card in legal_cards(rules, hand, table)]
    totals = [total for _, _, total in outcomes if total is not None]
    has_open_trick = len(totals) < len(outcomes)
    best = None if has_open_trick else [card.as_json() for card, _, total in outcomes if total == max(totals)]
    return {"plays": [[card.as_json(), takes, total] for card, takes, total in outcomes], "best": best}


def _outcome(rules: Rules, captured: Cards, table: Cards, card: Card) -> tuple[Card, bool | None, int | None]:
    """Return a card played last, whether it takes the trick, and the score after it."""
    plays = (*table, card)
    winner = trick_of(rules, plays).winner
    if winner is None:
        return card, None, None
    takes = winner == len(table)
    return card, takes, score(rules, (*captured, *plays) if takes else captured).total


# Record of a whole deal, trick by trick


class Played(NamedTuple):
    """Trick in play order: the leading seat, and the plays from there, clockwise."""

    leader: int
    plays: Cards


def read_deal(settings: IrohaSettings, position: Position) -> tuple[Played, ...]:
    """Read the tricks of a deal, from the hands after the pass to the last card.

    The plays are facts: they were made by the rules of ``settings``, even if other rules judge them afterwards. Every
    card was held by the seat that played it and was allowed, and the right seat led each trick. Raises PositionError
    for any other record.
    """
    rules = rules_of(settings)
    return _played(rules, **_DEAL.read(rules, position))


def _played(
    rules: Rules,
    hands: Hands,
    leader: Seat,
    tricks: Annotated[tuple[FullTrick, ...], Size("dealt", "dealt"), Held("hands")],
) -> tuple[Played, ...]:
    seats, left = len(hands), [list(hand) for hand in hands]
    check_used(rules, seats, *hands)
    played: list[Played] = []
    for number, plays in enumerate(tricks, 1):
        for index, card in enumerate(plays):
            seat = (leader + index) % seats
            if card not in left[seat]:
                raise PositionError(f"trick {number}: seat {seat} plays {card}, which is not in its hand")
            violation = play_violation(rules, tuple(left[seat]), plays[:index], card)
            if violation is not None:
                raise PositionError(f"trick {number}: seat {seat} may not play {card}: {violation.code}")
            left[seat].remove(card)
        played.append(Played(leader, plays))
        leader = _next_leader(rules, leader, plays)
    return tuple(played)


_DEAL = Schema(_played)


def captured_by_seat(seats: int, tricks: Iterable[tuple[int, Trick]]) -> tuple[Cards, ...]:
    """Return the cards that each seat captured.

    ``tricks`` pairs each trick with the seat that led it. A trick without a winner is left lying.
    """
    piles: list[Cards] = [()] * seats
    for leader, trick in tricks:
        if trick.winner is not None:
            winner = (leader + trick.winner) % seats
            piles[winner] = (*piles[winner], *trick.plays)
    return tuple(piles)


def _next_leader(rules: Rules, leader: int, plays: Cards) -> int:
    taker = trick_of(rules, plays).winner
    if taker is None:
        raise PositionError(f"no seat takes the trick {', '.join(map(str, plays))}")
    return rules.next_leader(leader, (leader + taker) % len(plays), len(plays))


def _setup(rules: Rules, players: Players) -> Answer:
    used = len(pack(rules, players))
    return {
        "cards_per_suit": used // len(rules.suits),
        "cards_used": used,
        "dealt_each": rules.dealt,
        "undealt": used - players * rules.dealt,
        "deals": players * rules.deals_each,
        "tricks_per_deal": rules.dealt,
    }


def _in_use(rules: Rules, players: Players) -> Answer:
    return {"numbers": [number for number in rules.numbers if rules.used_with(rules, number, players)]}


def _pass(rules: Rules, hands: Hands, passed: Annotated[tuple[Passed, ...], BY_SEAT, Held("hands")]) -> Answer:
    players = len(hands)
    check_used(rules, players, *hands)
    hands_after = [set(hand) for hand in hands]
    for seat, cards in enumerate(passed):
        for card in cards:
            if card not in hands_after[seat]:
                raise PositionError(f"seat {seat} passes {card}, which is not in its hand")
            hands_after[seat].remove(card)
    for seat, cards in enumerate(passed):
        hands_after[rules.pass_to(seat, players)].update(cards)
    return {"hands": [[card.as_json() for card in sorted(hand)] for hand in hands_after]}


def _may_pass(
    rules: Rules,
    hand: FullHand,
    received: Annotated[Cards, Size(0, "passed")],
    cards: Annotated[Cards, Held("hand", "received")],
) -> Answer:
    if received and len(received) != rules.passed:
        raise PositionError(f"'received' must hold no card, or {rules.passed}, not {len(received)}")
    return verdict_on(pass_violation(rules, hand, received, cards))


def _legal(rules: Rules, hand: Hand, table: Table) -> Answer:
    return {"legal": [card.as_json() for card in legal_cards(rules, hand, table)]}


def _may_play(rules: Rules, hand: Hand, table: Table, card: CardOfHand) -> Answer:
    return {"legal": play_violation(rules, hand, table, card) is None}


def _turn(rules: Rules, hand: Hand, table: Table, card: CardOfHand) -> Answer:
    violation = play_violation(rules, hand, table, card)
    plays = table if violation else (*table, card)
    marker = marker_of(rules, plays)
    return {**verdict_on(violation), "marker": marker, "trump": plays[marker].suit}


def _trick(rules: Rules, plays: Annotated[Cards, Size(1, lambda rules: rules.players[1])]) -> Answer:
    trick = trick_of(rules, plays)
    return {"marker": trick.marker, "trump": trick.trump, "winner": trick.winner}


def _lead(
    rules: Rules,
    players: Players,
    dealer: Seat,
    tricks: Annotated[tuple[FullTrick, ...], Size(0, lambda rules: rules.dealt - 1)],
) -> Answer:
    check_used(rules, players, *tricks)
    leader: int | None = rules.first_leader(dealer, players)
    winners: list[int | None] = []
    for plays in tricks:
        taker = trick_of(rules, plays).winner
        winner = None if leader is None or taker is None else (leader + taker) % players
        leader = None if leader is None or winner is None else rules.next_leader(leader, winner, players)
        winners.append(winner)
    return {"winners": winners, "leader": leader}


def _score(rules: Rules, captured: Cards) -> Answer:
    pile_score = score(rules, captured)
    return {"per_suit": per_suit(pile_score), "total": pile_score.total}


def _open_lows(rules: Rules, captured: Cards) -> Answer:
    return {"open": [card.as_json() for card in rules.scoring_cards(rules, captured)]}


def _seat_total(
    rules: Rules,
    captured: Annotated[tuple[Cards, ...], Size(1, lambda rules: rules.players[1] * rules.deals_each), FREE],
) -> Answer:
    for cards in captured:
        check_copies(rules.deck, cards)
    return {"scores": [score(rules, cards).total for cards in captured], "total": rules.game_total(rules, captured)}


def _game(rules: Rules, deal_scores: Annotated[tuple[Annotated[tuple[int, ...], BY_SEAT], ...], Size(1)]) -> Answer:
    deals = len(deal_scores[0]) * rules.deals_each
    if len(deal_scores) > deals:
        raise PositionError(f"{len(deal_scores[0])} players play {deals} deals, not {len(deal_scores)}")
    return {"totals": totals(deal_scores), "best": list(rules.winners(deal_scores))}


def _deal(settings: IrohaSettings, rules: Rules, position: Position) -> Answer:
    played = read_deal(settings, position)
    tricks = [(leader, trick_of(rules, plays)) for leader, plays in played]
    seats = len(played[0].plays)
    captured = captured_by_seat(seats, tricks)
    return {
        "tricks": [
            {
                "leader": leader,
                "marker": (leader + trick.marker) % seats,
                "trump": trick.trump,
                "winner": None if trick.winner is None else (leader + trick.winner) % seats,
            }
            for leader, trick in tricks
        ],
        "scores": [score(rules, cards).total for cards in captured],
        "captured_counts": [len(cards) for cards in captured],
    }


answer = Door[IrohaSettings, Rules](
    kinds(
        *(_setup, _in_use, _pass, _may_pass, _receive, _legal, _may_play, _turn, _trick, _lead, _last_play),
        *(_score, _open_lows, _seat_total, _game),
    ),
    records={"deal": _deal},
)
