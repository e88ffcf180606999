"""Preferences of a teacher of kasane: no yaku is overlooked, a +1 is taken where nothing better lies beside it, rows
are of several sizes, figures tell points from cards, and the top of a field is told from the card below it."""

from __future__ import annotations

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Preference
from pnp.games.kasane.rules.achieving import achievable, slot_covered, valid_attempts
from pnp.games.kasane.rules.cards import PLUS_ONE
from pnp.games.kasane.rules.decisions import rules_of
from pnp.games.kasane.rules.first_turns import play_turns, read_first_turns
from pnp.games.kasane.rules.positions import read_turn
from pnp.games.kasane.settings import KasaneSettings
from pnp.games.kasane.teaching.building import cards_of, never_held_a_yaku
from pnp.games.kasane.teaching.first_turns import promises_more_than_plus_one
from pnp.games.kasane.teaching.lessons import sort_of


def preferences(settings: KasaneSettings) -> tuple[Preference, ...]:
    """Return the preferences: a yaku that is made is a best one, it could not be made a turn before, cards left in hand
    never were one, no other yaku scores as much as one of the first turns, no card beside a +1 that is taken promises
    more, not every row has the fewest cards of its yaku, no seat has as many points as another has cards, and a field
    from which to choose has another card below its top."""
    rules = rules_of(settings)

    def no_better_yaku(position: Position, out: Answer) -> bool:
        view, _ = read_turn(rules, position)
        best = max((slot_covered(rules, view, attempt)[1] for attempt in valid_attempts(rules, view)), default=0)
        return bool(out["verdict"] != "allowed" or best <= out["points"])

    def none_overlooked(position: Position, out: Answer) -> bool:
        return never_held_a_yaku(rules, cards_of(position["hand"]), cards_of(position["field"]))

    def none_overlooked_before(position: Position, out: Answer) -> bool:
        view, _ = read_turn(rules, position)
        if out["verdict"] != "allowed":
            return True
        held = len(view.hand) - (view.took != PLUS_ONE)
        hands = [view.hand[:count] for count in range(1, held + 1)]
        return not any(achievable(rules, hand, (), view.tokens, view.own) for hand in hands)

    def plus_one_is_best(position: Position, out: Answer) -> bool:
        table, turns, _ = read_first_turns(rules, position)
        for turn, played in zip(turns, play_turns(rules, turns, rules.opening[table.players]), strict=True):
            view = played.view
            if turn.taken != PLUS_ONE:
                continue
            beside = (card for card in turn.tops if card != PLUS_ONE)
            if any(
                promises_more_than_plus_one(rules, card, view.hand, view.field[:-1], view.tokens) for card in beside
            ):
                return False
        return True

    def made_yaku_stand_alone(position: Position, out: Answer) -> bool:
        table, turns, _ = read_first_turns(rules, position)
        for played in play_turns(rules, turns, rules.opening[table.players]):
            view = played.view
            if played.attempt is None:
                continue
            ways = achievable(rules, view.hand, view.field, view.tokens, view.own)
            if sum(way.points >= played.points for way in ways) > 1:
                return False
        return True

    def is_larger(position: Position, out: Answer) -> bool:
        yaku = rules.yaku[position["yaku"]]
        sort = sort_of(yaku)
        is_first = next(other for other in rules.yaku.values() if sort_of(other) == sort) == yaku
        is_short = is_first and sort != "equal"
        return is_short or len(yaku.slots) == 1 or len(position["row"]) > min(yaku.slots)

    def figures_differ(position: Position, out: Answer) -> bool:
        return not {points for points, _ in position["players"]} & {cards for _, cards in position["players"]}

    def top_stands_out(position: Position, out: Answer) -> bool:
        below, top = position["field"][-2:-1], position["field"][-1:]
        return not below or below != top

    return (
        Preference("no-better-yaku", ("may_achieve",), no_better_yaku),
        Preference("no-yaku-overlooked-before", ("may_achieve",), none_overlooked_before),
        Preference("no-yaku-overlooked", ("final_score", "acquire"), none_overlooked),
        Preference("made-yaku-stand-alone", ("first_turns",), made_yaku_stand_alone),
        Preference("plus-one-is-best", ("first_turns",), plus_one_is_best),
        Preference("larger-row", ("fits",), is_larger),
        Preference("points-and-cards-differ", ("winners",), figures_differ),
        Preference("top-stands-out", ("best_yaku",), top_stands_out),
    )
