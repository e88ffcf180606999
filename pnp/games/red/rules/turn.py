"""One turn of red: what may be done, who is out after it, whether a card is drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.core.places import in_order, put
from pnp.games.core.score import Score, ScoreItem, Violation, refused
from pnp.games.red.rules.cards import Action, Best, Card, Contenders, Palette, Rules, Turn
from pnp.model.text import phrase

# Who is winning: the best selection of a palette, and the seat whose selection beats all others.

_MEMO_LIMIT = 1 << 14


def best(rules: Rules, palette: Palette, rule: str) -> Best | None:
    """The best selection of ``palette`` under the colour ``rule``, or None when no card fits."""
    known = rules.found_here.get(rule)
    if known is None:
        known = rules.found_here[rule] = rules.found.setdefault(_grounds(rules, rule), {})
    try:
        return known[palette]
    except KeyError:
        pass
    criterion = rules.criteria[rule]
    cards = rules.select[criterion.is_](rules, rules.eligible(palette, rule), criterion.of or 0)
    found = Best(len(cards), rules.tie_card(rules, cards, palette), cards) if cards else None
    if len(known) >= _MEMO_LIMIT:
        known.clear()
    known[palette] = found
    return found


def _grounds(rules: Rules, rule: str) -> Hashable:
    """Every decision that a best selection rests on: records that agree in these share what they have found."""
    criterion = rules.criteria[rule]
    how = (rules.select[criterion.is_], rules.strength, rules.pick_group, rules.single_is_group)
    return (rule, criterion, rules.numbers, how, rules.eligible, rules.tie_card)


def winner(rules: Rules, palettes: Sequence[Palette], rule: str, actor: int | None = None) -> int | None:
    """The seat that is winning under the colour ``rule``, or None when nobody is.

    An empty palette belongs to a seat that is out and does not count. ``actor`` is the seat whose turn ends.
    """
    return _first_of(rules, palettes, _largest_of(rules, palettes, rule), actor)


def wins_with(rules: Rules, palettes: Sequence[Palette], me: int) -> Callable[[Palette, str], bool]:
    """Whether the seat ``me`` is winning at the end of its turn: of the palette that it then has instead of its own,
    and the rule colour. It says what ``winner`` says; what the others have under a colour is compared once."""
    ahead: dict[str, list[tuple[int, Best]]] = {}

    def wins(mine: Palette, rule: str) -> bool:
        others = ahead.get(rule)
        if others is None:
            others = ahead[rule] = _largest_of(rules, palettes, rule, me)
        found, most = best(rules, mine, rule), others[0][1].size if others else 0
        if found is not None and found.size > most:
            return True
        if others and (found is None or found.size < most):
            return False
        contenders = others if found is None else sorted([*others, (me, found)])
        compared = [mine if seat == me else palette for seat, palette in enumerate(palettes)]
        return _first_of(rules, compared, contenders, me) == me

    return wins


def _largest_of(rules: Rules, palettes: Sequence[Palette], rule: str, but: int | None = None) -> list[tuple[int, Best]]:
    """The seats in, ``but`` for one, that have the largest selections among them, with these; seats in order."""
    most = 0
    largest: list[tuple[int, Best]] = []
    for seat, palette in enumerate(palettes):
        found = best(rules, palette, rule) if palette and seat != but else None
        if found is None or found.size < most:
            continue
        if found.size > most:
            most, largest = found.size, []
        largest.append((seat, found))
    return largest


def _first_of(rules: Rules, palettes: Sequence[Palette], contenders: Contenders, actor: int | None) -> int | None:
    """The seat that is first of those with the largest selections."""
    if not contenders:
        return rules.nobody_fits(rules, palettes)
    if len(contenders) == 1:
        return contenders[0][0]
    return rules.break_tie(rules, contenders, actor)


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


# What the winner of a round scores, card by card.


def round_score(rules: Rules, palette: Palette, rule: str) -> Score[Card]:
    """The score of the winner of a round: the numbers on the cards of ``palette`` that meet the colour ``rule``."""
    name = rules.criteria[rule].is_
    return Score(
        tuple(
            ScoreItem(name, phrase("scores-number", number=card.number), (card,), card.number)
            for card in rules.scoring_cards(rules, palette, rule)
        )
    )


# A game of several rounds: what a round adds, which cards are left to deal, and who has won the game.


class Standing(NamedTuple):
    """A game between two rounds: points by seat, how many cards the next round is dealt from, and who has won.

    While the game goes on nobody has won. Several seats have won where they have equally many points at the end.
    """

    points: tuple[int, ...]
    cards: int
    winners: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.winners)


def goal(rules: Rules, players: int) -> int:
    """The points to reach with that many players. Raises ValueError when the definition has none."""
    index = players - rules.players[0]
    if not 0 <= index < len(rules.goals):
        raise ValueError(f"there is no goal for {players} players: {len(rules.goals)} goals are defined")
    return rules.goals[index]


def cards_to_deal(rules: Rules, players: int) -> int:
    """How many cards a round takes: a hand and the first card of a palette each."""
    return players * (rules.hand + 1)


def after_round(rules: Rules, points: Sequence[int], cards: int, winner: int, palette: Palette, rule: str) -> Standing:
    """The game after a round that was dealt from ``cards`` cards and won by the seat ``winner``, with ``palette`` under
    the colour ``rule``. ``points`` are those before the round, by seat. Raises ValueError without goals."""
    score = round_score(rules, palette, rule)
    added = tuple(held + score.total if seat == winner else held for seat, held in enumerate(points))
    left = cards - rules.leaving(len(score.items))
    if rules.reaches(added[winner], goal(rules, len(points))):
        return Standing(added, left, (winner,))
    if left < cards_to_deal(rules, len(points)):
        return Standing(added, left, rules.wins_undealt(added, winner))
    return Standing(added, left, ())
