"""Answers of collectmate to every kind of question, by given rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pnp.games.collectmate.rules import cards
from pnp.games.collectmate.rules.cards import Cards, Rules
from pnp.games.collectmate.rules.decisions import all_of_one_centre, every_split
from pnp.games.collectmate.rules.positions import read_action, read_card
from pnp.games.collectmate.rules.scoring import (
    complete_groups,
    group_score,
    hand_score,
    showdown,
    showdown_of_hands,
    together_score,
)
from pnp.games.collectmate.rules.turn import (
    DECLARE,
    Action,
    Moment,
    View,
    cards_after,
    may_lie_open,
    shared_colours,
    take_colours,
    takers,
    violation,
)
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import Answer, Door, PositionError
from pnp.games.core.schema import BY_SEAT, PLAYERS, SEAT, OneOf, ReadBy, Size, kinds
from pnp.games.core.score import verdict_on
from pnp.model.constraints import Ge

# Fields of positions. Hands need not come from the printed deck: any centre with any colours is a card.

Card = Annotated[cards.Card, ReadBy(lambda rules, raw, _values: read_card(rules, raw))]
Hand = Annotated[tuple[Card, ...], Size("hand", "hand")]
"""All cards of a seat, face-up cards included."""
Hands = Annotated[tuple[Hand, ...], BY_SEAT]
Seat = Annotated[int, SEAT]
Move = Annotated[Action, ReadBy(lambda rules, raw, _values: read_action(rules, raw))]


@dataclass(frozen=True, slots=True)
class Trade:
    """Trade that a seat has just made."""

    laid: Card
    drawn: Card


@dataclass(frozen=True, slots=True)
class Take:
    """Take of a seat: the cards that it lays open with the card taken, and the card that it lays on the field."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], Size(lambda rules: rules.open - 1, lambda rules: rules.open - 1)]
    laid: Card


def _hand_score(rules: Rules, hand: Hand, tags: bool) -> Answer:
    return {"score": hand_score(rules, hand, tags).score.total}


def _together(rules: Rules, hand: Hand, tags: bool, colour: Annotated[str, OneOf("colours")]) -> Answer:
    best = together_score(rules, hand, colour, tags)
    return {"score": hand_score(rules, hand, tags).score.total, "together": best and best.score.total}


def _group_points(rules: Rules, group: tuple[Card, ...], tags: bool) -> Answer:
    if len(group) not in rules.groups:
        sizes = " or ".join(str(size) for size in sorted(set(rules.groups)))
        raise PositionError(f"'group' must hold {sizes} cards, and holds {len(group)}")
    return {"points": group_score(rules, group, tags).total}


def _declarable(rules: Rules, hand: Hand) -> Answer:
    return {"declarable": complete_groups(rules, hand) is not None}


def _showdown(
    rules: Rules, scores: Annotated[tuple[Annotated[int, Ge(0)], ...], BY_SEAT], declarer: Seat, counter: bool
) -> Answer:
    outcome = showdown(rules, scores, declarer, counter)
    return {"final": list(outcome.final), "winner": outcome.winner}


def _showdown_hands(rules: Rules, hands: Hands, declarer: Seat, counter: bool, tags: bool) -> Answer:
    # Checked by the true rules: a misreading, too, must count a hand that was declared by them.
    if not any(map(all_of_one_centre, every_split(rules, hands[declarer]))):
        raise PositionError(f"the hand of seat {declarer} is not complete: it cannot have been declared")
    outcome, complete = showdown_of_hands(rules, hands, declarer, counter, tags)
    return {
        "complete": list(complete),
        "scores": list(outcome.scores),
        "final": list(outcome.final),
        "winner": outcome.winner,
    }


def _take(rules: Rules, hand: Hand, field: Card) -> Answer:
    colours = take_colours(rules, hand, field)
    return {"can_take": bool(colours), "colours": list(colours)}


def _taker(rules: Rules, hands: Hands, turn: Seat, layer: Seat, field: Card) -> Answer:
    seats = takers(rules, hands, turn, layer, field)
    return {"takers": list(seats), "first": seats[0] if seats else None}


def _chain(rules: Rules, players: Annotated[int, PLAYERS], turn: Seat, laid: Card, takes: tuple[Take, ...]) -> Answer:
    layer, field, common = turn, laid, []
    for number, take in enumerate(takes, start=1):
        colours = shared_colours(rules, (field, *take.cards))
        if take.seat == layer:
            raise PositionError(f"take {number} is by the seat that laid the card")
        if not colours:
            raise PositionError(f"the cards of take {number} may not lie open together")
        common.append(list(colours))
        layer, field = take.seat, take.laid
    return {"colours": common, "field": field.as_json(), "next": (turn + 1) % players}


def _may_declare(rules: Rules, hand: Hand, trade: Trade | None) -> Answer:
    if trade is not None:
        if trade.laid not in hand:
            raise PositionError(f"the card laid, {trade.laid}, is not in the hand")
        index = hand.index(trade.laid)
        hand = (*hand[:index], *hand[index + 1 :], trade.drawn)
    view = View("start" if trade is None else "traded", hand, (), None)
    return {**verdict_on(violation(rules, view, DECLARE)), "complete": complete_groups(rules, hand) is not None}


def _may_move(
    rules: Rules, moment: Moment, hand: tuple[Card, ...], shown: tuple[Card, ...], field: Card, move: Move
) -> Answer:
    view = _view(rules, moment, tuple(sorted(hand)), tuple(sorted(shown)), field)
    refusal = violation(rules, view, move)
    still_shown = view.shown if refusal else cards_after(view, move).shown
    return {**verdict_on(refusal), "shown": [card.as_json() for card in still_shown]}


def _view(rules: Rules, moment: Moment, hand: Cards, shown: Cards, field: Card) -> View:
    if len(hand) + len(shown) != rules.hand:
        raise PositionError(f"'hand' and 'shown' must hold {rules.hand} cards together, not {len(hand) + len(shown)}")
    if not may_lie_open(rules, shown):
        raise PositionError(f"on 'shown' no colour stands on {rules.open} cards: they cannot have been laid open")
    return View(moment, hand, shown, field)


answer = Door[CollectmateSettings, Rules](
    kinds(
        *(_hand_score, _together, _group_points, _declarable, _showdown, _take, _showdown_hands),
        *(_taker, _chain, _may_declare, _may_move),
    )
)
