"""Running example of red: three turns, one after another, in which the lead goes from seat to seat.

The first seat plays, the next one plays and discards, the third one plays and is out; with two players that is the
first again. The last turn is proposed, and the turns before it follow by taking back what was laid. The seat that goes
out shows its whole hand: no action with it leaves that seat in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import Propose, look_alike, rule_check, until
from pnp.games.core.lesson import Floor, Lesson
from pnp.games.red.rules.cards import Action, Card, Palette, Rules
from pnp.games.red.rules.turn import can_stay_in, judge, winner
from pnp.games.red.teaching import proposals
from pnp.games.red.teaching.reasons import compare, final_table, palettes_of

PLAY, BOTH, OUT = "turn-play", "turn-both", "turn-out"
RUNNING = (PLAY, BOTH, OUT)
"""Lessons of the three turns, in the order of play."""
_SEATS = 3


def running_lessons(rules: Rules) -> list[Lesson]:
    """Return the lessons of the three turns; none where a seat cannot hold the two cards of the second turn."""
    if rules.hand < 2 or len(rules.colours) < 2:
        return []
    leads = partial(_leads_from_seat_to_seat, rules)

    def forced(position: Position) -> bool:
        return leads(position) and is_forced(rules, position)

    last = rule_check(
        OUT,
        "may_move",
        182,
        partial(_lost_turn, rules, until(partial(_last_turn, rules), leads)),
        (
            _when("out", lambda position: forced(position) and _is_clear(rules, position) and _is_mixed(position)),
            _when("out", lambda position: forced(position) and _is_clear(rules, position)),
            _when("out", forced),
            _when("out", leads),
        ),
        cost=_card_count,
    )
    overtakes = _when("allowed", partial(_another_leads, rules))
    first = look_alike(PLAY, last, 180, lambda random, position: _first_turn(rules, position), overtakes)
    second = look_alike(BOTH, last, 181, partial(_second_turn, rules), overtakes)
    return [first, second, last]


def _when(verdict: str, shows: Any) -> Floor:
    return lambda position, out: _verdict_is(out, verdict) and bool(shows(position))


def _verdict_is(out: Answer, verdict: str) -> bool:
    return str(out["verdict"]) == verdict


def _card_count(position: Position) -> int:
    return sum(map(len, position["palettes"])) + len(position["hand"])


def _last_turn(rules: Rules, random: Random) -> Position:
    """Propose the third turn: two seats have laid a second card, the latter by a set that fits the new rule."""
    dealer, seats = proposals.Dealer(rules, random), min(_SEATS, rules.players[1])
    rule = random.choice([colour for colour in rules.colours if colour != rules.opening_rule])
    pair = proposals.fitting(dealer, rules.criteria[rule], 2)
    pair += dealer.draw(2 - len(pair))
    palettes = [dealer.draw(2), pair, *(dealer.draw(1) for _ in range(seats - 2))]
    hand = dealer.draw(1)
    return {
        "palettes": proposals.as_json(palettes),
        "me": 2 % seats,
        "hand": [card.as_json() for card in hand],
        "rule": rule,
        "move": proposals.move("play", hand),
    }


def _lost_turn(rules: Rules, propose: Propose, random: Random) -> Position:
    """Propose a third turn, and deal its seat a hand that cannot win; the card of its move alone if there is none."""
    position = propose(random)
    if not _leads_from_seat_to_seat(rules, position):
        return position
    palettes, me, rule = palettes_of(position), position["me"], position["rule"]
    hand = [Card(*card) for card in position["hand"]]
    free = proposals.free_cards(rules, position)
    random.shuffle(free)
    if can_stay_in(rules, palettes, me, rule, tuple(hand)):
        return position
    for card in free:
        if len(hand) == _held(rules, position):
            break
        actions = _actions_with(card, hand)  # those without the card are known to lose
        if not any(judge(rules, palettes, me, rule, action).verdict == "allowed" for action in actions):
            hand.append(card)
    if len(hand) < _held(rules, position):
        return position
    return {**position, "hand": [card.as_json() for card in hand]}


def _actions_with(card: Card, hand: Sequence[Card]) -> Iterator[Action]:
    """Yield the actions of a hand that gains a card, as far as they use this card."""
    yield Action("play", card, None)
    yield Action("rule", None, card)
    for other in hand:
        yield Action("both", card, other)
        yield Action("both", other, card)


def _held(rules: Rules, position: Position) -> int:
    """Return the number of cards that the seat of the third turn holds: all that it was dealt, or one less if it has
    played one in the first turn."""
    return rules.hand - (len(position["palettes"]) == 2)


def is_forced(rules: Rules, position: Position) -> bool:
    """Tell whether a position is a third turn with the whole hand, and no action with it leaves its seat in."""
    palettes, me, hand = palettes_of(position), position["me"], tuple(Card(*card) for card in position["hand"])
    is_whole = me == 2 % len(palettes) and len(hand) == _held(rules, position)
    return is_whole and not can_stay_in(rules, palettes, me, position["rule"], hand)


def _is_mixed(position: Position) -> bool:
    """Tell whether the hand looks dealt: its numbers are of several kinds."""
    return len({number for _, number in position["hand"]}) >= min(4, len(position["hand"]))


def _second_turn(rules: Rules, random: Random, position: Position) -> Position:
    """Return the turn before the last one: its seat laid its last card and discarded one of the new colour."""
    free = proposals.free_cards(rules, position)
    discarded = random.choice([card for card in free if card.colour == position["rule"]] or free)
    return _before(rules, position, 1, "both", (discarded,))


def _first_turn(rules: Rules, position: Position) -> Position:
    """Return the first of the three turns."""
    return _before(rules, _before(rules, position, 1, "both", ()), 0, "play", ())


def _before(rules: Rules, position: Position, seat: int, do: Any, discarded: Sequence[Card]) -> Position:
    """Return the turn in which a seat laid the last card of its palette, under the rule of the start."""
    palettes = list(palettes_of(position))
    hand = (palettes[seat][-1], *discarded)
    palettes[seat] = palettes[seat][:-1]
    return {
        "palettes": proposals.as_json(palettes),
        "me": seat,
        "hand": [card.as_json() for card in hand],
        "rule": rules.opening_rule,
        "move": proposals.move(do if len(hand) > 1 or do == "play" else "play", hand),
    }


def _another_leads(rules: Rules, position: Position) -> bool:
    """Tell whether another seat is winning before the turn, which its sentence names."""
    return winner(rules, palettes_of(position), position["rule"]) not in (None, position["me"])


def _leads_from_seat_to_seat(rules: Rules, position: Position) -> bool:
    """Tell whether the last seat leads at the start, the first after its turn, and the second from its own turn on."""
    opened, played = _tables_before(position)
    final, rule = final_table(position)
    leaders = [
        winner(rules, opened, rules.opening_rule),
        winner(rules, played, rules.opening_rule),
        winner(rules, palettes_of(position), rule),
        winner(rules, final, rule),
    ]
    return leaders == [len(opened) - 1, 0, 1, 1] and rule != rules.opening_rule


def _tables_before(position: Position) -> tuple[tuple[Palette, ...], tuple[Palette, ...]]:
    """Return the palettes at the start, and after the first turn."""
    first, second, *others = palettes_of(position)
    return (first[:-1], second[:-1], *others), (first, second[:-1], *others)


def _is_clear(rules: Rules, position: Position) -> bool:
    """Tell whether the second seat needed its discard, and more cards decide from then on, by one."""
    _, played = _tables_before(position)
    laid = (played[0], palettes_of(position)[1], *played[2:])
    if winner(rules, laid, rules.opening_rule) == 1:
        return False
    for palettes in (palettes_of(position), final_table(position)[0]):
        comparison = compare(rules, palettes, position["rule"])
        sizes = sorted((selection.size if selection else 0 for selection in comparison.best), reverse=True)
        if sizes[:2] != [2, 1]:
            return False
    return True
