"""Door of iroha: every kind of question, answered by the given rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.reading import read, read_list, read_players, read_seat
from pnp.games.core.score import verdict_on
from pnp.games.iroha.rules.cards import Card, Cards, Rules, pack, totals
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.positions import (
    check_once,
    check_used,
    read_card_of,
    read_cards,
    read_follow,
    read_hands,
    read_rows,
    read_tricks,
)
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

# Questions that combine rules: the pass of all seats, and the last play of a trick


def receive(rules: Rules, position: Position) -> Answer:
    """Answer kind ``receive``: the cards that each seat takes up.

    ``passed`` of the position holds the cards that each seat passes on, by seat.
    """
    raw = read_list(read(position, "passed"), "'passed'", *rules.players)
    passed = tuple(read_cards(rules, cards, "the cards passed", rules.passed, rules.passed) for cards in raw)
    check_once(*passed)
    check_used(rules, len(passed), *passed)
    received: list[list[Any]] = [[] for _ in passed]
    for seat, cards in enumerate(passed):
        received[rules.pass_to(seat, len(passed))] += [card.as_json() for card in sorted(cards)]
    return {"received": received}


def last_play(rules: Rules, position: Position) -> Answer:
    """Answer kind ``last_play``: try each card that may be played last in a trick.

    The position holds ``captured``, the cards captured so far in this deal, ``hand``, and ``table``, a trick that lacks
    one play. ``plays`` of the answer has a row for each card, in the order of the hand: the card, whether it takes the
    trick, and the score of the seat's captured cards after it. ``best`` holds the cards with the highest total. If the
    rules leave open who takes a trick, takes, total and ``best`` are None.
    """
    hand, table = read_follow(rules, position)
    if len(table) + 1 < rules.players[0]:
        raise PositionError(f"'table' must hold {rules.players[0] - 1} cards or more, not {len(table)}")
    captured = read_cards(rules, read(position, "captured"), "'captured'")
    check_once(hand, table, captured)
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
    hands = [list(hand) for hand in read_hands(rules, position)]
    seats = len(hands)
    leader = read_seat(position, "leader", seats)
    played: list[Played] = []
    for number, plays in enumerate(read_tricks(rules, position, seats, rules.dealt, rules.dealt), 1):
        for index, card in enumerate(plays):
            seat = (leader + index) % seats
            if card not in hands[seat]:
                raise PositionError(f"trick {number}: seat {seat} plays {card}, which is not in its hand")
            violation = play_violation(rules, tuple(hands[seat]), plays[:index], card)
            if violation is not None:
                raise PositionError(f"trick {number}: seat {seat} may not play {card}: {violation.code}")
            hands[seat].remove(card)
        played.append(Played(leader, plays))
        leader = _next_leader(rules, leader, plays)
    return tuple(played)


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
        raise PositionError(f"nobody takes the trick {', '.join(map(str, plays))}")
    return rules.next_leader(leader, (leader + taker) % len(plays), len(plays))


def _setup(rules: Rules, position: Position) -> Answer:
    players = read_players(rules, position)
    used = len(pack(rules, players))
    return {
        "cards_per_suit": used // len(rules.suits),
        "cards_used": used,
        "dealt_each": rules.dealt,
        "undealt": used - players * rules.dealt,
        "deals": players * rules.deals_each,
        "tricks_per_deal": rules.dealt,
    }


def _in_use(rules: Rules, position: Position) -> Answer:
    players = read_players(rules, position)
    return {"numbers": [number for number in rules.numbers if rules.used_with(rules, number, players)]}


def _pass(rules: Rules, position: Position) -> Answer:
    hands = read_hands(rules, position)
    players = len(hands)
    passed = [
        read_cards(rules, cards, "the cards passed", rules.passed, rules.passed)
        for cards in read_list(read(position, "passed"), "'passed'", players, players)
    ]
    hands_after = [set(hand) for hand in hands]
    for seat, cards in enumerate(passed):
        for card in cards:
            if card not in hands_after[seat]:
                raise PositionError(f"seat {seat} passes {card}, which is not in its hand, or twice")
            hands_after[seat].remove(card)
    for seat, cards in enumerate(passed):
        hands_after[rules.pass_to(seat, players)].update(cards)
    return {"hands": [[card.as_json() for card in sorted(hand)] for hand in hands_after]}


def _may_pass(rules: Rules, position: Position) -> Answer:
    hand = read_cards(rules, read(position, "hand"), "'hand'", rules.dealt, rules.dealt)
    received = read_cards(rules, read(position, "received"), "'received'", 0, rules.passed)
    if received and len(received) != rules.passed:
        raise PositionError(f"'received' must hold no card, or {rules.passed}, not {len(received)}")
    check_once(hand, received)
    chosen = read_cards(rules, read(position, "cards"), "'cards'")
    check_once(chosen)
    for card in chosen:
        if card not in (*hand, *received):
            raise PositionError(f"'cards' holds {card}, which is neither in the hand nor received")
    return verdict_on(pass_violation(rules, hand, received, chosen))


def _legal(rules: Rules, position: Position) -> Answer:
    return {"legal": [card.as_json() for card in legal_cards(rules, *read_follow(rules, position))]}


def _may_play(rules: Rules, position: Position) -> Answer:
    hand, table = read_follow(rules, position)
    card = read_card_of(rules, position, hand)
    return {"legal": play_violation(rules, hand, table, card) is None}


def _turn(rules: Rules, position: Position) -> Answer:
    hand, table = read_follow(rules, position)
    card = read_card_of(rules, position, hand)
    violation = play_violation(rules, hand, table, card)
    plays = table if violation else (*table, card)
    marker = marker_of(rules, plays)
    return {**verdict_on(violation), "marker": marker, "trump": plays[marker].suit}


def _trick(rules: Rules, position: Position) -> Answer:
    plays = read_cards(rules, read(position, "plays"), "'plays'", 1, rules.players[1])
    check_once(plays)
    trick = trick_of(rules, plays)
    return {"marker": trick.marker, "trump": trick.trump, "winner": trick.winner}


def _lead(rules: Rules, position: Position) -> Answer:
    players = read_players(rules, position)
    dealer = read_seat(position, "dealer", players)
    tricks = read_tricks(rules, position, players, 0, rules.dealt - 1)
    leader: int | None = rules.first_leader(dealer, players)
    winners: list[int | None] = []
    for plays in tricks:
        taker = trick_of(rules, plays).winner
        winner = None if leader is None or taker is None else (leader + taker) % players
        leader = None if leader is None or winner is None else rules.next_leader(leader, winner, players)
        winners.append(winner)
    return {"winners": winners, "leader": leader}


def _score(rules: Rules, position: Position) -> Answer:
    pile_score = score(rules, _captured(rules, position))
    return {"per_suit": per_suit(pile_score), "total": pile_score.total}


def _open_lows(rules: Rules, position: Position) -> Answer:
    return {"open": [card.as_json() for card in rules.scoring_cards(rules, _captured(rules, position))]}


def _seat_total(rules: Rules, position: Position) -> Answer:
    raw = read_list(read(position, "captured"), "'captured'", 1, rules.players[1] * rules.deals_each)
    deals = [read_cards(rules, cards, "the cards of a deal") for cards in raw]
    for cards in deals:
        check_once(cards)
    return {"scores": [score(rules, cards).total for cards in deals], "total": rules.game_total(rules, deals)}


def _game(rules: Rules, position: Position) -> Answer:
    rows = read_rows(rules, position)
    return {"totals": totals(rows), "best": list(rules.winners(rows))}


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


def _captured(rules: Rules, position: Position) -> Cards:
    captured = read_cards(rules, read(position, "captured"), "'captured'")
    check_once(captured)
    return captured


answer = Door[IrohaSettings, Rules](
    {
        "setup": _setup,
        "in_use": _in_use,
        "pass": _pass,
        "may_pass": _may_pass,
        "receive": receive,
        "legal": _legal,
        "may_play": _may_play,
        "turn": _turn,
        "trick": _trick,
        "lead": _lead,
        "last_play": last_play,
        "score": _score,
        "open_lows": _open_lows,
        "seat_total": _seat_total,
        "game": _game,
    },
    records={"deal": _deal},
)
