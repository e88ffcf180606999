"""Misreadings of koka: each replaces one decision, if a definition gives it room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any

from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Misreading, with_room
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import (
    alike_or_run,
    all_untaken,
    any_sets,
    best_of_all,
    equal_in_any_colours,
    equal_in_different_colours,
    grouped,
    is_alike_or_run,
    is_six,
    no_dice,
    one_or_two,
    one_six_at_most,
    rules_of,
    sixes_first,
    two_at_once,
)
from pnp.games.koka.rules.dice import COMPLETE, HAND, Dice, Die, Partition, Values, values_of
from pnp.games.koka.rules.record import Found, Rows, Rules, Scored
from pnp.games.koka.settings import KokaSettings

# Questions that tell a misreading from the rules, made of the colours of a definition

Question = tuple[str, dict[str, Any]]
"""Kind and position."""

_HANDS: Mapping[str, tuple[str, ...]] = {
    "sets-mix-colours": ("a123 a456 b12 c3 a222", "a123 a456 b12 a3 b345"),
    "runs-wrap": ("a123 b222 c234 a561", "a123 a222 a234 a561"),
    "six-run-as-two-threes": ("a123456 b333 c456", "a123456 a333 a456"),
    "four-or-five-set": ("a1234 b1234 c1234", "a1111 a2345 a2345"),
    "four-colours": ("a123 b222 c234 a345", "a111 a222 a345 a456"),
    "two-sixes-complete": ("a123456 b444444", "a123456 a444444"),
    "two-sixes-incomplete": ("a123456 b444444", "a123456 a444444"),
    "equal-sets-added": ("a234 b234 c555 d123", "a234 a234 a555 a111"),
    "multiplier-on-all": ("a234 b234 c555 d123", "a234 b234 a555 a111", "a234 a234 a555 a111"),
    "equal-sets-one-colour": ("a234 b234 c555 d123", "a234 b234 a555 a111"),
    "equal-sets-different-colours": ("a234 a234 b555 c111", "a234 a234 a555 a111"),
    "equal-sets-any-colours": ("a234 a234 b555 c111", "a234 a234 a555 a111"),
    "any-runs-equal": ("a234 b123 c555 d111", "a123 a456 a555 a111"),
    "six-multiplies": ("a222222 b222 c345", "a222222 b222 b345", "a222222 b345 a222"),
    "sixes-first": ("a222222 b222 c222", "a222222 b222 b222", "a222222 a222 b345", "a222222 a222222"),
    "sixes-not-first": ("a222222 b222 c222", "a222222 b222 b222", "a222222 a222 b345", "a222222 a222222"),
    "any-split": ("a333444555 b123", "a333444555 a222"),
}
"""Hands that show each misreading, as colours with values. Later hands suit definitions with few colours."""


def differs(settings: KokaSettings, rules: Rules, patched: Rules, misreading: str) -> bool:
    """Tell whether ``patched`` answers a question about ``misreading`` differently from ``rules``."""
    for kind, position in _questions(settings, rules, misreading):
        try:
            right = answer(settings, rules, kind, position)
        except PositionError:
            # The definition lacks the dice of this question.
            continue
        if answer(settings, patched, kind, position) != right:
            return True
    return False


def _questions(settings: KokaSettings, rules: Rules, misreading: str) -> Iterator[Question]:
    if misreading in _HANDS:
        for line in _HANDS[misreading]:
            yield from (("score", {"dice": dice}) for dice in _dice(rules, line))
    elif misreading == "special-hand-is-bonus":
        yield from _special_questions(rules)
    elif misreading in _TURNS:
        kind = "tray" if misreading.startswith("untaken-") else "turn"
        yield from ((kind, position) for position in _TURNS[misreading](rules))
    else:
        yield from _match_questions(rules)


def _dice(rules: Rules, line: str) -> Iterator[list[Any]]:
    """Yield the dice of ``a123 b222``; nothing if the definition has too few colours.

    ``a`` is the colour with the most dice, ``b`` the next, and so on.
    """
    ranked = sorted(rules.colours, key=lambda colour: -rules.dice[colour])
    letters = dict(zip("abcdef", ranked, strict=False))
    words = line.split()
    if all(word[0] in letters for word in words):
        yield [[letters[word[0]], int(value)] for word in words for value in word[1:]]


def _all_dice(rules: Rules, *lines: str) -> Iterator[list[Any]]:
    for line in lines:
        yield from _dice(rules, line)


def _spare(rules: Rules, count: int, *places: list[Any]) -> list[Any]:
    """Return ``count`` more dice beside those of ``places``, of the colours with the most dice left."""
    left = dict(rules.dice)
    for die in (die for place in places for die in place):
        left[die[0]] -= 1
    spare: list[Any] = []
    for index in range(count):
        colour = max(left, key=left.__getitem__)
        left[colour] -= 1
        spare.append([colour, 1 + index % 2])
    return spare


def _keep_turns(rules: Rules) -> Iterator[dict[str, Any]]:
    for twelve in _all_dice(rules, "a123 b222 c234 a345", "a123 a222 a234 a345"):
        hand, last = twelve[:-1], twelve[-1]
        yield {"hand": hand, "kept": [], "tray": [last], "discards": [], "move": ["keep", last]}


def _completing_turns(rules: Rules) -> Iterator[dict[str, Any]]:
    for twelve in _all_dice(rules, "a123 b222 c234 a345", "a123 a222 a234 a345"):
        hand, last = twelve[:-1], twelve[-1]
        yield {"hand": hand, "kept": [], "tray": [last], "discards": [], "move": ["take", last, None]}


def _untaken_turns(rules: Rules) -> Iterator[dict[str, Any]]:
    hand = _spare(rules, HAND)
    tray = _spare(rules, 2, hand)
    yield {"hand": hand, "kept": [], "tray": tray, "discards": [], "move": ["reroll", tray, tray, [], []]}


def _single_rerolls(rules: Rules) -> Iterator[dict[str, Any]]:
    """Yield turns in which one of two dice is rerolled."""
    for position in _untaken_turns(rules):
        die = position["tray"][:1]
        yield {**position, "move": ["reroll", die, die, [], []]}


def _exchange_turns(rules: Rules) -> Iterator[dict[str, Any]]:
    """Yield exchanges for a die that lies there at another face, and for one of a missing colour."""
    for twelve in _all_dice(rules, "a123 b222 c234 a345", "a123 a222 a234 a345"):
        hand, last = twelve[:-1], twelve[-1]
        other = [next((colour for colour in rules.colours if colour != last[0]), last[0]), 1]
        for discard in ([last[0], 1], other):
            kept = _spare(rules, rules.kept - 1, twelve, [discard])
            tray = _spare(rules, 1, twelve, kept, [discard])
            move = ["keep", tray[0], last, None]
            yield {"hand": hand, "kept": kept, "tray": tray, "discards": [discard], "move": move}


_TURNS: Mapping[str, Callable[[Rules], Iterator[dict[str, Any]]]] = {
    "kept-die-counts": _keep_turns,
    "complete-gives-back": _completing_turns,
    "reroll-takes-two": _untaken_turns,
    "reroll-one": _single_rerolls,
    "reroll-needs-two": _single_rerolls,
    "untaken-stay": _untaken_turns,
    "untaken-again": _untaken_turns,
    "discard-keeps-face": _exchange_turns,
    "any-discard-colour": _exchange_turns,
}


def _special_questions(rules: Rules) -> Iterator[Question]:
    for special in rules.specials:
        dice: list[Any] = []
        for shape in sorted(special.shapes, key=lambda shape: (shape.colour == "any", -shape.size)):
            group = _spare(rules, shape.size, dice)
            if shape.colour == "same":
                group = [[_spare(rules, 1, dice)[0][0], 1] for _ in group]
            dice += [[colour, 1 + index if shape.value == "run" else 1] for index, (colour, _) in enumerate(group)]
        yield "score", {"dice": dice}


def _match_questions(rules: Rules) -> Iterator[Question]:
    players = rules.players[0]
    for first, second in (("abcd", "abcd"), ("aaaa", "bbbb"), ("aabb", "ccdd"), ("aaaa", "aaaa")):
        hands = [hand for letters in (first, second) for hand in _dice(rules, _four_sets(letters))]
        if len(hands) == 2:
            for _ in range(players - 2):
                hands.append(_spare(rules, HAND, *hands))
            yield "round", {"start": 0, "hands": hands}
    yield "drawer", {"players": players, "start": 0, "round": 1}
    rows = [[COMPLETE, *[0] * (players - 1)], *[[0, 1, *[0] * (players - 2)]] * 2]
    yield "match", {"scores": rows[: rules.games]}


def _four_sets(letters: str) -> str:
    return " ".join(map("".join, zip(letters, ("123", "222", "234", "345"), strict=True)))


Patch = Callable[[Rules], Rules]
Listed = Sequence[tuple[str, Patch]]


def misreadings(settings: KokaSettings) -> tuple[Misreading[Rules], ...]:
    """Return the misreadings that ``settings`` leave room for, in a fixed order.

    Each answers one of its questions differently from the rules.
    """
    rules = rules_of(settings)
    listed = [*_set_patches(settings), *_score_patches(settings), *_turn_patches(settings), *_match_patches()]
    return with_room((name, differs(settings, rules, patch(rules), name), patch) for name, patch in listed)


def _set_patches(settings: KokaSettings) -> Listed:
    is_form = settings.readings.two_sixes == "form"
    two_sixes = "two-sixes-incomplete" if is_form else "two-sixes-complete"
    return [
        ("sets-mix-colours", lambda rules: replace(rules, pools=_all_together)),
        ("runs-wrap", lambda rules: replace(rules, fits=_wrapping)),
        ("six-run-as-two-threes", lambda rules: replace(rules, fits=_no_run_of_six)),
        ("four-or-five-set", lambda rules: replace(rules, fits=_any_length)),
        ("four-colours", lambda rules: replace(rules, complete=_in_four_colours(rules.complete))),
        (two_sixes, lambda rules: replace(rules, complete=one_six_at_most if is_form else any_sets)),
    ]


def _score_patches(settings: KokaSettings) -> Listed:
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


def _turn_patches(settings: KokaSettings) -> Listed:
    rolls_again, two_dice = settings.readings.untaken_dice == "again", settings.readings.reroll_count == "two"
    return [
        ("kept-die-counts", lambda rules: replace(rules, own=_kept_too)),
        ("complete-gives-back", lambda rules: replace(rules, gives=_always_as_many)),
        ("reroll-takes-two", lambda rules: replace(rules, takes=_exactly_two)),
        (
            "reroll-one" if two_dice else "reroll-needs-two",
            lambda rules: replace(rules, rerolls=one_or_two if two_dice else two_at_once),
        ),
        (
            "untaken-stay" if rolls_again else "untaken-again",
            lambda rules: replace(rules, rolls_again=no_dice if rolls_again else all_untaken),
        ),
        ("discard-keeps-face", lambda rules: replace(rules, obtainable=_as_it_lies)),
        ("any-discard-colour", lambda rules: replace(rules, obtainable=_anything)),
    ]


def _match_patches() -> Listed:
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
        return complete(rules, sets) and (len(sets) != 4 or len({dice_set[0].colour for dice_set in sets}) == 4)

    return in_four_colours


def _added(rules: Rules, groups: tuple[Partition, ...]) -> tuple[int, ...]:
    return tuple(sum(rules.worth(rules, dice_set) for dice_set in group) for group in groups)


def _all_multiplied(rules: Rules, groups: tuple[Partition, ...]) -> tuple[int, ...]:
    times = prod(map(len, groups))
    return tuple(times * points for points in _added(rules, groups))


def _equal_in_one_colour(sets: Partition) -> tuple[Partition, ...]:
    return grouped(sets, lambda dice_set: None if is_six(dice_set) else dice_set)


def _runs_equal(sets: Partition) -> tuple[Partition, ...]:
    def key(dice_set: Dice) -> Values | None:
        values = values_of(dice_set)
        return None if is_six(dice_set) else values if values[0] == values[-1] else ()

    return grouped(sets, key)


def _sixes_equal(sets: Partition) -> tuple[Partition, ...]:
    def key(dice_set: Dice) -> Values:
        values = values_of(dice_set)
        return values[:1] if values[0] == values[-1] else values

    return grouped(sets, key)


def _lowest(ranked: tuple[Scored, ...]) -> tuple[Scored, ...]:
    return tuple(scored for scored in ranked if scored[1] == ranked[-1][1])


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
