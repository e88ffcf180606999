"""The one door of iroha: every kind of question, answered by the rules given."""

from __future__ import annotations

from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.reading import read, read_list, read_players, read_seat
from pnp.games.core.score import verdict_on
from pnp.games.iroha.rules.cards import Cards
from pnp.games.iroha.rules.choice import last_play, receive
from pnp.games.iroha.rules.deals import count_up, read_deal
from pnp.games.iroha.rules.positions import (
    check_once,
    read_card_of,
    read_cards,
    read_follow,
    read_hands,
    read_rows,
    read_tricks,
)
from pnp.games.iroha.rules.record import Rules, pack, totals
from pnp.games.iroha.rules.scoring import per_suit, score
from pnp.games.iroha.rules.trick import legal_cards, marker_of, pass_violation, play_violation, trick_of
from pnp.games.iroha.settings import IrohaSettings


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
    after = [set(hand) for hand in hands]
    for seat, cards in enumerate(passed):
        for card in cards:
            if card not in after[seat]:
                raise PositionError(f"seat {seat} passes {card}, which is not in its hand, or twice")
            after[seat].remove(card)
    for seat, cards in enumerate(passed):
        after[rules.pass_to(seat, players)].update(cards)
    return {"hands": [[card.as_json() for card in sorted(hand)] for hand in after]}


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
    found = trick_of(rules, plays)
    return {"marker": found.marker, "trump": found.trump, "winner": found.winner}


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
    found = score(rules, _captured(rules, position))
    return {"per_suit": per_suit(found), "total": found.total}


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
    captured = count_up(seats, tricks)
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
