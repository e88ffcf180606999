"""Wrong ways to read the rules of koka, each replacing one decision, as far as a definition gives them room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod

from pnp.games.core.lesson import Misreading, with_room
from pnp.games.koka.rules.decisions import (
    alike_or_run,
    any_sets,
    best_of_all,
    equal_in_any_colours,
    equal_in_different_colours,
    every_one,
    grouped,
    is_alike_or_run,
    is_six,
    none,
    one_or_two,
    one_six_at_most,
    rules_of,
    sixes_first,
    two_at_once,
)
from pnp.games.koka.rules.dice import Dice, Die, Partition, Values, values_of
from pnp.games.koka.rules.record import Found, Rows, Rules, Scored
from pnp.games.koka.settings import KokaSettings
from pnp.games.koka.teaching.witnesses import differs

Patch = Callable[[Rules], Rules]
Listed = Sequence[tuple[str, Patch]]


def misreadings(settings: KokaSettings) -> tuple[Misreading[Rules], ...]:
    """The misreadings that ``settings`` leave room for, in a fixed order: those that answer a question of
    ``witnesses.py`` otherwise than the rules do."""
    rules = rules_of(settings)
    found = [*_of_sets(settings), *_of_scores(settings), *_of_turns(settings), *_of_the_match()]
    return with_room((name, differs(settings, rules, patch(rules), name), patch) for name, patch in found)


def _of_sets(settings: KokaSettings) -> Listed:
    form = settings.readings.two_sixes == "form"
    two_sixes = "two-sixes-incomplete" if form else "two-sixes-complete"
    return [
        ("sets-mix-colours", lambda rules: replace(rules, pools=_all_together)),
        ("runs-wrap", lambda rules: replace(rules, fits=_wrapping)),
        ("six-run-as-two-threes", lambda rules: replace(rules, fits=_no_run_of_six)),
        ("four-or-five-set", lambda rules: replace(rules, fits=_any_length)),
        ("four-colours", lambda rules: replace(rules, complete=_in_four_colours(rules.complete))),
        (two_sixes, lambda rules: replace(rules, complete=one_six_at_most if form else any_sets)),
    ]


def _of_scores(settings: KokaSettings) -> Listed:
    readings = settings.readings
    any_colours, best = readings.equal_sets == "any-colours", readings.partition == "best"
    return [
        ("equal-sets-added", lambda rules: replace(rules, points=_added)),
        ("multiplier-on-all", lambda rules: replace(rules, points=_all_multiplied)),
        ("equal-sets-one-colour", lambda rules: replace(rules, equal=_equal_in_one_colour)),
        (
            "equal-sets-different-colours" if any_colours else "equal-sets-any-colours",
            lambda rules: replace(rules, equal=equal_in_different_colours if any_colours else equal_in_any_colours),
        ),
        ("any-runs-equal", lambda rules: replace(rules, equal=_runs_equal)),
        ("six-multiplies", lambda rules: replace(rules, equal=_sixes_equal)),
        (
            "sixes-first" if best else "sixes-not-first",
            lambda rules: replace(rules, choose=sixes_first if best else best_of_all),
        ),
        ("any-split", lambda rules: replace(rules, choose=_lowest)),
        ("special-hand-is-bonus", lambda rules: replace(rules, settle=_bonus)),
    ]


def _of_turns(settings: KokaSettings) -> Listed:
    again, two = settings.readings.untaken_dice == "again", settings.readings.reroll_count == "two"
    return [
        ("kept-die-counts", lambda rules: replace(rules, own=_kept_too)),
        ("complete-gives-back", lambda rules: replace(rules, gives=_always_as_many)),
        ("reroll-takes-two", lambda rules: replace(rules, takes=_exactly_two)),
        (
            "reroll-one" if two else "reroll-needs-two",
            lambda rules: replace(rules, rerolls=one_or_two if two else two_at_once),
        ),
        (
            "untaken-stay" if again else "untaken-again",
            lambda rules: replace(rules, rolls_again=none if again else every_one),
        ),
        ("discard-keeps-face", lambda rules: replace(rules, obtainable=_as_it_lies)),
        ("any-discard-colour", lambda rules: replace(rules, obtainable=_anything)),
    ]


def _of_the_match() -> Listed:
    return [
        ("stops-at-once", lambda rules: replace(rules, goes_on=_until_complete)),
        ("first-completer-scores", lambda rules: replace(rules, scorers=_first_of_them)),
        ("start-player-draws", lambda rules: replace(rules, drawer=_from_start)),
        ("drawer-stays", lambda rules: replace(rules, drawer=_right_of_start)),
        ("most-games-win", lambda rules: replace(rules, winners=_most_games)),
    ]


def _all_together(dice: Dice) -> tuple[Dice, ...]:
    return (dice,)


def _wrapping(values: Values) -> bool:
    return alike_or_run(values) or values in ((1, 2, 6), (1, 5, 6))


def _no_run_of_six(values: Values) -> bool:
    return alike_or_run(values) and (len(values) == 3 or values[0] == values[-1])


def _any_length(values: Values) -> bool:
    return len(values) >= 3 and is_alike_or_run(values)


def _in_four_colours(complete: Callable[[Rules, Partition], bool]) -> Callable[[Rules, Partition], bool]:
    def in_four_colours(rules: Rules, sets: Partition) -> bool:
        return complete(rules, sets) and (len(sets) != 4 or len({one[0].colour for one in sets}) == 4)

    return in_four_colours


def _added(rules: Rules, groups: tuple[Partition, ...]) -> tuple[int, ...]:
    return tuple(sum(rules.worth(rules, one) for one in group) for group in groups)


def _all_multiplied(rules: Rules, groups: tuple[Partition, ...]) -> tuple[int, ...]:
    times = prod(map(len, groups))
    return tuple(times * points for points in _added(rules, groups))


def _equal_in_one_colour(sets: Partition) -> tuple[Partition, ...]:
    return grouped(sets, lambda one: None if is_six(one) else one)


def _runs_equal(sets: Partition) -> tuple[Partition, ...]:
    def key(one: Dice) -> Values | None:
        values = values_of(one)
        return None if is_six(one) else values if values[0] == values[-1] else ()

    return grouped(sets, key)


def _sixes_equal(sets: Partition) -> tuple[Partition, ...]:
    def key(one: Dice) -> Values:
        values = values_of(one)
        return values[:1] if values[0] == values[-1] else values

    return grouped(sets, key)


def _lowest(found: tuple[Scored, ...]) -> tuple[Scored, ...]:
    return tuple(scored for scored in found if scored[1] == found[-1][1])


def _bonus(sets: Found | None, special: Found | None) -> Found | None:
    if sets is None or special is None:
        return sets
    return sets._replace(score=replace(sets.score, items=(*sets.score.items, *special.score.items)))


def _kept_too(hand: Dice, kept: Dice) -> Dice:
    return (*hand, *kept)


def _always_as_many(taken: int, complete: bool) -> int:
    return taken


def _exactly_two(taken: int) -> bool:
    return taken == 2


def _as_it_lies(discards: Dice, die: Die) -> bool:
    return die in discards


def _anything(discards: Dice, die: Die) -> bool:
    return True


def _until_complete(someone_complete: bool) -> bool:
    return not someone_complete


def _first_of_them(completers: tuple[int, ...]) -> tuple[int, ...]:
    return completers[:1]


def _from_start(start: int, round_: int, players: int) -> int:
    return (start + round_) % players


def _right_of_start(start: int, round_: int, players: int) -> int:
    return (start - 1) % players


def _most_games(rows: Rows) -> tuple[int, ...]:
    wins = [sum(0 < row[seat] == max(row) for row in rows) for seat in range(len(rows[0]))]
    return tuple(seat for seat, count in enumerate(wins) if count == max(wins))
