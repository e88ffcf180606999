"""The record of a whole deal: who played what, trick by trick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pnp.games.core.answer import Position, PositionError
from pnp.games.core.reading import read_seat
from pnp.games.iroha.rules.cards import Cards
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.positions import read_hands, read_tricks
from pnp.games.iroha.rules.record import Rules
from pnp.games.iroha.rules.trick import Trick, play_violation, trick_of
from pnp.games.iroha.settings import IrohaSettings


class Played(NamedTuple):
    """A trick as it was played: the seat that led, and the plays from there, clockwise."""

    leader: int
    plays: Cards


def read_deal(settings: IrohaSettings, position: Position) -> tuple[Played, ...]:
    """The tricks of a deal, from the hands after the pass to the last card.

    What was played is a fact, whatever rules it is judged by afterwards, and it was played by the rules of
    ``settings``: every card by the seat that held it, where it was allowed, each trick led by whoever leads it.
    Raises PositionError for any other record.
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


def count_up(seats: int, tricks: Iterable[tuple[int, Trick]]) -> tuple[Cards, ...]:
    """What every seat captured: of tricks and the seats that led them. A trick that nobody takes is left lying."""
    piles: list[Cards] = [()] * seats
    for leader, trick in tricks:
        if trick.winner is not None:
            taker = (leader + trick.winner) % seats
            piles[taker] = (*piles[taker], *trick.plays)
    return tuple(piles)


def _next_leader(rules: Rules, leader: int, plays: Cards) -> int:
    taker = trick_of(rules, plays).winner
    if taker is None:
        raise PositionError(f"nobody takes the trick {', '.join(map(str, plays))}")
    return rules.next_leader(leader, (leader + taker) % len(plays), len(plays))
