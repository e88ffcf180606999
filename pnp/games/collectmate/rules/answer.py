"""Answers of collectmate to every kind of question, by given rules."""

from __future__ import annotations

from pnp.games.collectmate.rules.cards import Rules
from pnp.games.collectmate.rules.decisions import all_of_one_centre, every_split
from pnp.games.collectmate.rules.positions import (
    read_action,
    read_card,
    read_cards,
    read_colour,
    read_group,
    read_hand,
    read_hands,
    read_moment,
    read_scores,
)
from pnp.games.collectmate.rules.scoring import (
    complete_groups,
    group_score,
    hand_score,
    showdown,
    showdown_of_hands,
    together_score,
)
from pnp.games.collectmate.rules.turn import DECLARE, View, cards_after, may_lie_open, take_colours, takers, violation
from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import Answer, Door, Position, PositionError
from pnp.games.core.reading import read, read_flag, read_seat
from pnp.games.core.score import verdict_on


def _hand_score(rules: Rules, position: Position) -> Answer:
    hand = read_hand(rules, read(position, "hand"), "'hand'")
    return {"score": hand_score(rules, hand, read_flag(position, "tags")).score.total}


def _together(rules: Rules, position: Position) -> Answer:
    hand, tags = read_hand(rules, read(position, "hand"), "'hand'"), read_flag(position, "tags")
    best = together_score(rules, hand, read_colour(rules, position), tags)
    return {"score": hand_score(rules, hand, tags).score.total, "together": best and best.score.total}


def _group_points(rules: Rules, position: Position) -> Answer:
    group = read_group(rules, read(position, "group"))
    return {"points": group_score(rules, group, read_flag(position, "tags")).total}


def _declarable(rules: Rules, position: Position) -> Answer:
    hand = read_hand(rules, read(position, "hand"), "'hand'")
    return {"declarable": complete_groups(rules, hand) is not None}


def _showdown(rules: Rules, position: Position) -> Answer:
    scores = read_scores(rules, position)
    declarer = read_seat(position, "declarer", len(scores))
    outcome = showdown(rules, scores, declarer, read_flag(position, "counter"))
    return {"final": list(outcome.final), "winner": outcome.winner}


def _showdown_hands(rules: Rules, position: Position) -> Answer:
    hands = read_hands(rules, position)
    declarer = read_seat(position, "declarer", len(hands))
    counter, tags = read_flag(position, "counter"), read_flag(position, "tags")
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


def _take(rules: Rules, position: Position) -> Answer:
    hand = read_hand(rules, read(position, "hand"), "'hand'")
    colours = take_colours(rules, hand, read_card(rules, read(position, "field")))
    return {"can_take": bool(colours), "colours": list(colours)}


def _taker(rules: Rules, position: Position) -> Answer:
    hands = read_hands(rules, position)
    turn = read_seat(position, "turn", len(hands))
    layer = read_seat(position, "layer", len(hands))
    seats = takers(rules, hands, turn, layer, read_card(rules, read(position, "field")))
    return {"takers": list(seats), "first": seats[0] if seats else None}


def _may_declare(rules: Rules, position: Position) -> Answer:
    hand = read_hand(rules, read(position, "hand"), "'hand'")
    trade = read(position, "trade")
    if trade is not None:
        laid, drawn = (read_card(rules, read(trade, key)) for key in ("laid", "drawn"))
        if laid not in hand:
            raise PositionError(f"the card laid, {laid}, is not in the hand")
        index = hand.index(laid)
        hand = (*hand[:index], *hand[index + 1 :], drawn)
    view = View("start" if trade is None else "traded", hand, (), None)
    return {**verdict_on(violation(rules, view, DECLARE)), "complete": complete_groups(rules, hand) is not None}


def _may_move(rules: Rules, position: Position) -> Answer:
    view = _view(rules, position)
    action = read_action(rules, read(position, "move"))
    refusal = violation(rules, view, action)
    shown = view.shown if refusal else cards_after(view, action).shown
    return {**verdict_on(refusal), "shown": [card.as_json() for card in shown]}


def _view(rules: Rules, position: Position) -> View:
    moment = read_moment(position)
    hand, shown = (tuple(sorted(read_cards(rules, read(position, key), f"{key!r}"))) for key in ("hand", "shown"))
    if len(hand) + len(shown) != rules.hand:
        raise PositionError(f"'hand' and 'shown' must hold {rules.hand} cards together, not {len(hand) + len(shown)}")
    if not may_lie_open(rules, shown):
        raise PositionError(f"on 'shown' no colour stands on {rules.open} cards: they cannot have been laid open")
    return View(moment, hand, shown, read_card(rules, read(position, "field")))


answer = Door[CollectmateSettings, Rules](
    {
        "hand_score": _hand_score,
        "together": _together,
        "group_points": _group_points,
        "declarable": _declarable,
        "showdown": _showdown,
        "take": _take,
        "showdown_hands": _showdown_hands,
        "taker": _taker,
        "may_declare": _may_declare,
        "may_move": _may_move,
    }
)
