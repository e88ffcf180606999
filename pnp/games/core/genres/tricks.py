"""Games of tricks: who may play what, which card takes, and a whole game of one deal.

A game extends ``TrickRules`` by its decisions and ``TrickGame`` by ``points`` or ``winners``. It takes the questions
``may_play`` and ``trick`` as they are::

    answer = Door[Settings, Rules](kinds(may_play, trick, winners))
    ASKS = trick_asks(end)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

from pnp.games.core.answer import Answer, Explained
from pnp.games.core.defaults.rules import GameSettingsT, RulesOf
from pnp.games.core.places import hands_of, put, without
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.playing.whole_game import Ask, Settled, WholeGame
from pnp.games.core.schema import ALLOWED_SIZE, SORTED, Held, Size
from pnp.games.core.score import Violation, refused, verdict_on
from pnp.games.core.suits import SuitCard
from pnp.model.text import phrase

Cards: TypeAlias = tuple[SuitCard, ...]


# Decisions that most games of tricks have


def follow_led_suit(hand: Cards, table: Cards) -> Cards:
    """Return the cards of the suit that was led; without one the whole hand."""
    led = table[:1]
    return tuple(card for card in hand if led and card.suit == led[0].suit) or hand


def highest_of_led_suit(plays: Cards) -> int:
    """Return the place of the highest card of the suit that was led."""
    return _highest(plays, plays[0].suit)


def trump(suit: str) -> Callable[[Cards], int]:
    """Return the decision that the highest card of ``suit`` takes a trick; without one the highest of the suit led."""

    def highest_trump(plays: Cards) -> int:
        has_trump = any(card.suit == suit for card in plays)
        return _highest(plays, suit) if has_trump else highest_of_led_suit(plays)

    return highest_trump


def _highest(plays: Cards, suit: str) -> int:
    return max((place for place, card in enumerate(plays) if card.suit == suit), key=lambda place: plays[place].number)


@dataclass(frozen=True, slots=True, eq=False)
class TrickRules(RulesOf[GameSettingsT, SuitCard]):
    """Base of the rules of a game of tricks. The settings have ``hand``, the cards dealt to each player."""

    playable: Callable[[Cards, Cards], Cards] = follow_led_suit
    """Cards of a hand that may be played. Arguments: hand, trick so far."""
    taker: Callable[[Cards], int] = highest_of_led_suit
    """Place of the card that takes a trick. Argument: its plays, from the leader on."""


TrickRulesT = TypeVar("TrickRulesT", bound="TrickRules[Any]")


# Questions


def may_play(
    rules: TrickRules[Any],
    table: Annotated[Cards, Size(0, lambda rules: rules.players[1] - 1)],
    hand: Annotated[Cards, Size(1, "hand")],
    card: Annotated[SuitCard, Held("hand")],
) -> Answer:
    """Tell whether a card of the hand may be played to the trick so far. An empty table means that the hand leads."""
    if not table:
        because = phrase("reason-leads")
    elif card.suit == table[0].suit:
        because = phrase("reason-follows", card=rules.said(card), led=rules.said(table[0]))
    else:
        because = phrase("reason-cannot-follow", led=rules.said(table[0]))
    return verdict_on(play_violation(rules, hand, table, card), because)


def play_violation(rules: TrickRules[Any], hand: Cards, table: Cards, card: SuitCard) -> Violation | None:
    """Return why ``card`` of the hand may not be played, or None if it may.

    ``must-follow`` names a card that may be played, and so does ``must-not-lead`` if the table is empty.
    """
    playable = rules.playable(hand, table)
    code = "must-follow" if table else "must-not-lead"
    return None if card in playable else refused(code, other=rules.said(playable[0]))


def trick(rules: TrickRules[Any], plays: Annotated[Cards, ALLOWED_SIZE]) -> Answer:
    """Return the place of the card that takes a trick. ``plays`` are its cards, from the leader on."""
    winner = rules.taker(plays)
    taking = plays[winner]
    verdict = phrase("verdict-trick", card=rules.said(taking))
    return Explained({"winner": winner}, verdict, counted={"plays": [taking]})


# A whole game


class TrickState(NamedTuple):
    """Moment of a game of tricks. ``table`` is the trick so far, from ``leader`` on; ``taken`` are the cards of each
    seat. ``turn`` is the seat to act, or None when all hands are empty."""

    turn: int | None
    leader: int
    table: Cards
    hands: tuple[Annotated[Cards, SORTED], ...]
    taken: tuple[Cards, ...]
    aside: Annotated[Cards, SORTED]


class TrickGame(CardGame[TrickRulesT, TrickState, SuitCard]):
    """Game of tricks of one deal: seat 0 leads, then each taker. A game gives ``points`` or
    ``winners``."""

    hidden = Hidden(from_others=("hands",), from_all=("aside",), open=("table", "taken"))

    def lacks(self, rules: TrickRulesT, state: TrickState, seat: int, action: SuitCard) -> Iterable[SuitCard]:
        """Return the cards that would have had to be played instead."""
        return [card for card in rules.deck if action not in rules.playable((action, card), state.table)]

    def first_state(self, rules: TrickRulesT, players: int, cards: Cards) -> TrickState:
        """Return the state after the deal; the rest is not used."""
        dealt = rules.settings.hand
        no_cards: tuple[Cards, ...] = ((),) * players
        aside = tuple(sorted(cards[players * dealt :]))
        return TrickState(0, 0, (), hands_of(cards, players, dealt), no_cards, aside)

    def fault(self, rules: TrickRulesT, state: TrickState) -> str | None:
        """Return why no game comes to ``state``, or None."""
        seats, dealt = len(state.hands), rules.settings.hand
        turn = (state.leader + len(state.table)) % seats if any(state.hands) else None
        if state.leader not in range(seats) or len(state.table) >= seats or state.turn != turn:
            return f"seat {state.leader} leads, so it is not the turn of seat {state.turn}"
        played = [
            place in range(len(state.table)) for place in ((seat - state.leader) % seats for seat in range(seats))
        ]
        sizes = {len(hand) + has_played for hand, has_played in zip(state.hands, played, strict=True)}
        if len(sizes) > 1 or not sizes <= set(range(dealt + 1)):
            return f"every seat has as many cards as the others, {dealt} at most"
        if any(len(pile) % seats for pile in state.taken) or state.aside != tuple(sorted(state.aside)):
            return "a seat takes whole tricks"
        return None

    def choices(self, rules: TrickRulesT, state: TrickState, seat: int) -> Iterable[SuitCard]:
        """Return the cards of the hand."""
        return state.hands[seat]

    def slips(self, rules: TrickRulesT, state: TrickState, seat: int | None) -> Iterable[SuitCard]:
        """Return cards of others: one of each hand, and those of the trick."""
        hands = (hand[:1] for other, hand in enumerate(state.hands) if other != seat)
        taken = (pile[:1] for pile in state.taken)
        return (card for cards in (*hands, *taken, state.table) for card in cards)

    def refusal(self, rules: TrickRulesT, state: TrickState, seat: int, action: SuitCard) -> Violation | None:
        """Return why a card may not be played, or None."""
        if action not in state.hands[seat]:
            known = action in rules.items
            return refused("not-in-hand", card=rules.said(action)) if known else refused("no-action")
        return play_violation(rules, state.hands[seat], state.table, action)

    def after(self, rules: TrickRulesT, state: TrickState, seat: int, action: SuitCard) -> TrickState:
        """Return the state in which the card is played. A full trick goes to its taker, who leads the next one."""
        hands = put(state.hands, seat, without(state.hands[seat], (action,)))
        table, seats = (*state.table, action), len(hands)
        if len(table) < seats:
            return state._replace(turn=(seat + 1) % seats, hands=hands, table=table)
        leader = (state.leader + rules.taker(table)) % seats
        taken = put(state.taken, leader, state.taken[leader] + table)
        return state._replace(turn=leader if any(hands) else None, leader=leader, table=(), hands=hands, taken=taken)


def trick_asks(
    end: Callable[[Ask, TrickRulesT, TrickState], Iterable[Settled]],
) -> WholeGame[TrickRulesT, TrickState, SuitCard]:
    """Return what a game of tricks asks the oracle: ``may_play`` and ``trick`` at each step, at the end what ``end``
    asks."""
    return WholeGame(begin=_begin, step=_step, end=end)


def _begin(ask: Ask, rules: TrickRules[Any], state: TrickState) -> Iterator[Settled]:
    yield "turn", 0
    yield "leader", 0


def _step(ask: Ask, rules: TrickRules[Any], state: TrickState, action: SuitCard) -> Iterator[Settled]:
    seat, seats = state.turn or 0, len(state.hands)
    hand = list(state.hands[seat])
    table = state.table
    yield "legal", ask("may_play", {"hand": hand, "table": table, "card": action})["verdict"] == "allowed"
    hand.remove(action)
    yield f"hands.{seat}", tuple(hand)
    if len(table) + 1 < seats:
        yield "table", (*table, action)
        yield "turn", (seat + 1) % seats
        return
    winner = ask("trick", {"plays": (*table, action)})["winner"]
    taker = (state.leader + winner) % seats
    yield "table", ()
    yield f"taken.{taker}", (*state.taken[taker], *table, action)
    yield "leader", taker
    yield "turn", taker if hand else None


def cards_as_json(cards: Sequence[SuitCard]) -> list[list[str | int]]:
    """Return cards as a position has them."""
    return [card.as_json() for card in cards]
