"""One turn of red: what may be done, who is out after it, whether a card is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.core.places import in_order, put
from pnp.games.core.score import Violation, refused
from pnp.games.red.rules.cards import Card, Palette
from pnp.games.red.rules.record import Action, Rules, Turn
from pnp.games.red.rules.winning import winner, wins_with

Verdict: TypeAlias = Literal["allowed", "out", "not-allowed"]

PASS = Action("pass", None, None)


class Judgement(NamedTuple):
    """What becomes of an action. Where it is not allowed nothing changes: all seats stay in and nothing is drawn."""

    violation: Violation | None
    winner: int | None
    """The seat winning at the end of the turn."""
    still_in: tuple[int, ...]
    draws: bool
    """Whether a card is drawn, if there is one."""
    me: int

    @property
    def verdict(self) -> Verdict:
        """``out`` is an action that is allowed, and puts the seat out that takes it."""
        if self.violation is not None:
            return "not-allowed"
        return "allowed" if self.me in self.still_in else "out"


def judge(rules: Rules, palettes: Sequence[Palette], me: int, rule: str, action: Action) -> Judgement:
    """The fate of ``action``, taken by the seat ``me`` with ``palettes`` lying and ``rule`` in force.

    An empty palette belongs to a seat that is out. The cards of ``action`` must be in the hand of ``me``: that is not
    looked at here.
    """
    seats_in = tuple([seat for seat, palette in enumerate(palettes) if palette])
    if action.do == "pass":
        return _judge_pass(rules, seats_in, me)
    turn = turn_of(rules, palettes, me, rule, action)
    violation = _discard_violation(rules, turn, action.discarded)
    if violation is not None:
        return Judgement(violation, turn.winner, seats_in, False, me)
    gone = rules.goes_out(rules, turn)
    return Judgement(
        None,
        turn.winner,
        tuple([seat for seat in seats_in if seat not in gone]),
        me not in gone and rules.draws(action, len(turn.after[me])),
        me,
    )


def allowed(rules: Rules, palettes: Sequence[Palette], me: int, rule: str, hand: Palette) -> list[Action]:
    """The actions out of ``hand`` that have no violation, sorted: those of which ``judge`` says so.

    A lone play always is one. Whether a discard is depends on the palette after the turn and on the colour discarded,
    so cards of one colour are looked at together.
    """
    cards = in_order(hand)
    discards = [card for card in cards if rules.colour_may_be_discarded(card, rule)]
    wins = wins_with(rules, palettes, me)

    def discardable(mine: Palette) -> list[Card]:
        """The cards that may be discarded where ``mine`` is the palette after the turn."""
        of_colour: dict[str, bool] = {}
        found = []
        for card in discards:
            counted, colour = rules.counted_palette(mine, card), card.colour
            if counted is not mine:
                winning = wins(counted, colour)
            elif colour in of_colour:
                winning = of_colour[colour]
            else:
                winning = of_colour[colour] = wins(mine, colour)
            if rules.discard_allowed(winning):
                found.append(card)
        return found

    mine = palettes[me]
    found = [
        Action("both", played, discarded)
        for played in cards
        for discarded in discardable((*mine, played))
        if played != discarded or hand.count(played) > 1
    ]
    if rules.passing != "not-allowed":
        found.append(PASS)
    found += [Action("play", card, None) for card in cards]
    found += [Action("rule", None, card) for card in discardable(mine)]
    return found


def turn_of(rules: Rules, palettes: Sequence[Palette], me: int, rule: str, action: Action) -> Turn:
    """The table before and after ``action``, and who is winning then."""
    mine = palettes[me] if action.played is None else (*palettes[me], action.played)
    new_rule = rule if action.discarded is None else action.discarded.colour
    after = put(palettes, me, mine)
    counted = rules.counted_palette(mine, action.discarded)
    compared = after if counted is mine else put(palettes, me, counted)
    return Turn(tuple(palettes), rule, after, new_rule, me, winner(rules, compared, new_rule, me))


def _judge_pass(rules: Rules, seats_in: tuple[int, ...], me: int) -> Judgement:
    if rules.passing == "not-allowed":
        return Judgement(refused("no-pass"), None, seats_in, False, me)
    still_in = seats_in if rules.passing == "stay" else tuple(seat for seat in seats_in if seat != me)
    return Judgement(None, None, still_in, False, me)


def _discard_violation(rules: Rules, turn: Turn, discarded: Card | None) -> Violation | None:
    if discarded is None:
        return None
    colour = rules.names[discarded.colour]
    if not rules.colour_may_be_discarded(discarded, turn.rule_before):
        return refused("same-colour-discard", colour=colour)
    if not rules.discard_allowed(turn.winner == turn.me):
        return refused("discard-must-win", colour=colour)
    return None
