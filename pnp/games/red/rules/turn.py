"""One turn of red: the winning seat, legal actions, seats that go out, cards drawn; and the score of a round."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from pnp.games.core.places import in_order, put
from pnp.games.core.score import Score, ScoreItem, Violation, refused
from pnp.games.red.rules.cards import Action, Best, Card, Contenders, Palette, Rules, Turn
from pnp.model.text import phrase

# Winning: the best selection of a palette, and the seat whose selection beats all others

_MEMO_LIMIT = 1 << 14


def best(rules: Rules, palette: Palette, rule: str) -> Best | None:
    """Return the best selection of ``palette`` under the colour ``rule``, or None if no card fits."""
    memo = rules.memo_by_rule.get(rule)
    if memo is None:
        memo = rules.memo_by_rule[rule] = rules.shared_memos.setdefault(_memo_key(rules, rule), {})
    try:
        return memo[palette]
    except KeyError:
        pass
    criterion = rules.criteria[rule]
    cards = rules.select[criterion.is_](rules, rules.eligible(palette, rule), criterion.of or 0)
    selection = Best(len(cards), rules.tie_card(rules, cards, palette), cards) if cards else None
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    memo[palette] = selection
    return selection


def _memo_key(rules: Rules, rule: str) -> Hashable:
    """Return every decision that a best selection depends on. Records that agree in these share their memo."""
    criterion = rules.criteria[rule]
    decisions = (rules.select[criterion.is_], rules.strength, rules.pick_group, rules.single_is_group)
    return (rule, criterion, rules.numbers, decisions, rules.eligible, rules.tie_card)


def winner(rules: Rules, palettes: Sequence[Palette], rule: str, actor: int | None = None) -> int | None:
    """Return the winning seat under the colour ``rule``, or None.

    An empty palette belongs to a seat that is out and does not count. ``actor`` is the seat whose turn ends.
    """
    return _winner_of(rules, palettes, _largest_of(rules, palettes, rule), actor)


def wins_with(rules: Rules, palettes: Sequence[Palette], me: int) -> Callable[[Palette, str], bool]:
    """Return a test of whether the seat ``me`` is winning at the end of its turn.

    The test takes the palette that the seat then has, and the rule colour. It agrees with ``winner``, and compares the
    other palettes once per colour.
    """
    rivals_by_rule: dict[str, list[tuple[int, Best]]] = {}

    def wins(mine: Palette, rule: str) -> bool:
        rivals = rivals_by_rule.get(rule)
        if rivals is None:
            rivals = rivals_by_rule[rule] = _largest_of(rules, palettes, rule, me)
        selection, rival_size = best(rules, mine, rule), rivals[0][1].size if rivals else 0
        if selection is not None and selection.size > rival_size:
            return True
        if rivals and (selection is None or selection.size < rival_size):
            return False
        contenders = rivals if selection is None else sorted([*rivals, (me, selection)])
        compared = [mine if seat == me else palette for seat, palette in enumerate(palettes)]
        return _winner_of(rules, compared, contenders, me) == me

    return wins


def _largest_of(
    rules: Rules, palettes: Sequence[Palette], rule: str, skip: int | None = None
) -> list[tuple[int, Best]]:
    """Return the seats with the largest selections, except ``skip``, and these selections; seats in order."""
    size = 0
    largest: list[tuple[int, Best]] = []
    known = rules.memo_by_rule.get(rule, {})
    for seat, palette in enumerate(palettes):
        if not palette or seat == skip:
            continue
        selection = known[palette] if palette in known else best(rules, palette, rule)
        if selection is None or selection.size < size:
            continue
        if selection.size > size:
            size, largest = selection.size, []
        largest.append((seat, selection))
    return largest


def _winner_of(rules: Rules, palettes: Sequence[Palette], contenders: Contenders, actor: int | None) -> int | None:
    """Return the winner among the seats with the largest selections."""
    if not contenders:
        return rules.nobody_fits(rules, palettes)
    if len(contenders) == 1:
        return contenders[0][0]
    return rules.break_tie(rules, contenders, actor)


Verdict: TypeAlias = Literal["allowed", "out", "not-allowed"]

PASS = Action("pass", None, None)


class Judgement(NamedTuple):
    """Judged action. If it is not allowed nothing changes: all seats stay in and nothing is drawn."""

    violation: Violation | None
    winner: int | None
    """Winning seat at the end of the turn."""
    still_in: tuple[int, ...]
    draws: bool
    """True if a card is drawn, provided that the stock has one."""
    me: int

    @property
    def verdict(self) -> Verdict:
        """Return the verdict. ``out`` is an allowed action that puts its seat out."""
        if self.violation is not None:
            return "not-allowed"
        return "allowed" if self.me in self.still_in else "out"


def judge(rules: Rules, palettes: Sequence[Palette], me: int, rule: str, action: Action) -> Judgement:
    """Judge ``action`` of the seat ``me``, with ``palettes`` on the table and ``rule`` in force.

    An empty palette belongs to a seat that is out. The cards of ``action`` must be in the hand of ``me``; this is not
    checked here.
    """
    seats_in = tuple([seat for seat, palette in enumerate(palettes) if palette])
    if action.do == "pass":
        return _judge_pass(rules, seats_in, me)
    turn = turn_of(rules, palettes, me, rule, action)
    violation = _discard_violation(rules, turn, action.discarded)
    if violation is not None:
        return Judgement(violation, turn.winner, seats_in, False, me)
    seats_out = rules.goes_out(rules, turn)
    return Judgement(
        None,
        turn.winner,
        tuple([seat for seat in seats_in if seat not in seats_out]),
        me not in seats_out and rules.draws(action, len(turn.after[me])),
        me,
    )


def allowed(rules: Rules, palettes: Sequence[Palette], me: int, rule: str, hand: Palette) -> list[Action]:
    """Return the actions out of ``hand`` that have no violation, sorted. ``judge`` agrees with them.

    A lone play is always allowed. A discard depends on the palette after the turn and on the discarded colour, so cards
    of one colour are judged together.
    """
    cards = in_order(hand)
    discards = [card for card in cards if rules.colour_may_be_discarded(card, rule)]
    wins = wins_with(rules, palettes, me)

    def discardable(mine: Palette) -> list[Card]:
        """Return the cards that may be discarded if ``mine`` is the palette after the turn."""
        wins_by_colour: dict[str, bool] = {}
        allowed_discards = []
        for card in discards:
            counted, colour = rules.counted_palette(mine, card), card.colour
            if counted is not mine:
                winning = wins(counted, colour)
            elif colour in wins_by_colour:
                winning = wins_by_colour[colour]
            else:
                winning = wins_by_colour[colour] = wins(mine, colour)
            if rules.discard_allowed(winning):
                allowed_discards.append(card)
        return allowed_discards

    mine = palettes[me]
    actions = [
        Action("both", played, discarded)
        for played in cards
        for discarded in discardable((*mine, played))
        if played != discarded or hand.count(played) > 1
    ]
    if rules.passing != "not-allowed":
        actions.append(PASS)
    actions += [Action("play", card, None) for card in cards]
    actions += [Action("rule", None, card) for card in discardable(mine)]
    return actions


def can_stay_in(rules: Rules, palettes: Sequence[Palette], me: int, rule: str, hand: Palette) -> bool:
    """Tell whether some action out of ``hand`` leaves the seat ``me`` in."""
    actions = allowed(rules, palettes, me, rule, hand)
    return any(judge(rules, palettes, me, rule, action).verdict == "allowed" for action in actions)


def turn_of(rules: Rules, palettes: Sequence[Palette], me: int, rule: str, action: Action) -> Turn:
    """Return the table before and after ``action``, and the winning seat then."""
    mine = palettes[me] if action.played is None else (*palettes[me], action.played)
    new_rule = rule if action.discarded is None else action.discarded.colour
    after = put(palettes, me, mine)
    counted = rules.counted_palette(mine, action.discarded)
    compared = after if counted is mine else put(palettes, me, counted)
    return Turn(tuple(palettes), rule, after, me, winner(rules, compared, new_rule, me))


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


# Scores of rounds


def round_score(rules: Rules, palette: Palette, rule: str) -> Score[Card]:
    """Return the score of the winner of a round: the numbers on the cards of ``palette`` that meet the colour
    ``rule``."""
    criterion = rules.criteria[rule].is_
    return Score(
        tuple(
            ScoreItem(criterion, phrase("scores-number", number=card.number), (card,), card.number)
            for card in rules.scoring_cards(rules, palette, rule)
        )
    )


# Games of several rounds


class Standing(NamedTuple):
    """Game between two rounds: points by seat, number of cards for the next round, and the winners.

    ``winners`` is empty while the game goes on. Several seats win if they have equally many points at the end.
    """

    points: tuple[int, ...]
    cards: int
    winners: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Tell whether the game is over."""
        return bool(self.winners)


def goal(rules: Rules, players: int) -> int:
    """Return the points to reach with ``players``. Raises ValueError if the definition has no such goal."""
    index = players - rules.players[0]
    if not 0 <= index < len(rules.goals):
        raise ValueError(f"there is no goal for {players} players: {len(rules.goals)} goals are defined")
    return rules.goals[index]


def cards_to_deal(rules: Rules, players: int) -> int:
    """Return the number of cards that a round takes: a hand and the first card of a palette for each seat."""
    return players * (rules.hand + 1)


def after_round(rules: Rules, points: Sequence[int], cards: int, winner: int, palette: Palette, rule: str) -> Standing:
    """Return the game after a round that the seat ``winner`` won with ``palette`` under the colour ``rule``.

    The round was dealt from ``cards`` cards. ``points`` are those before the round, by seat. Raises ValueError without
    goals.
    """
    return after_score(rules, points, cards, winner, round_score(rules, palette, rule))


def after_score(rules: Rules, points: Sequence[int], cards: int, winner: int, score: Score[Card]) -> Standing:
    """Return the game after a round that the seat ``winner`` won with ``score``. See ``after_round``."""
    new_points = put(points, winner, points[winner] + score.total)
    cards_left = cards - rules.leaving(len(score.items))
    if rules.reaches(new_points[winner], goal(rules, len(points))):
        return Standing(new_points, cards_left, (winner,))
    if cards_left < cards_to_deal(rules, len(points)):
        return Standing(new_points, cards_left, rules.wins_undealt(new_points, winner))
    return Standing(new_points, cards_left, ())
