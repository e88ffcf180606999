"""Lessons of koka, each with the floor that its examples have to meet.

Hands are whole hands. The lower floors demand only the point of the lesson, for tweaked definitions that cannot give
typical play.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from pnp.games.core.answer import Answer, Position
from pnp.games.core.lesson import Floor, Lesson, anything, worked_example
from pnp.games.koka.rules.decisions import any_sets, equal_in_any_colours, rules_of, sixes_first
from pnp.games.koka.rules.dice import VALUES
from pnp.games.koka.rules.record import Rules, Special, divides
from pnp.games.koka.settings import KokaSettings
from pnp.games.koka.teaching import proposals
from pnp.games.koka.teaching.checks import check_lessons
from pnp.games.koka.teaching.proposals import Helped, few, makes_a_set
from pnp.model.text import phrase

_MOVES = ("take", "reroll", "keep")


def lessons(settings: KokaSettings) -> tuple[Lesson, ...]:
    """Return the lessons that ``settings`` call for, in the order in which they are printed."""
    rules = rules_of(settings)
    specials = [_special(rules, index, special) for index, special in enumerate(rules.specials)]
    hands = [*_hands(rules), *_divided(rules), _waits(rules), *specials]
    return (
        *hands,
        *([_first_round(rules)] if proposals.shows_first_round(rules) else []),
        _whole_round(rules) if proposals.shows_turns(rules) else _round(rules),
        _drawer(rules),
        _match(rules),
        *check_lessons(rules),
    )


def _score(out: Answer) -> Hashable:
    """Return the score of a hand, or −1 if it is not complete."""
    return int(out["score"]) if out["complete"] else -1


def _hand_size(position: Position) -> int:
    return len(position["dice"])


def _complete(position: Position, out: Answer) -> bool:
    return bool(out["complete"])


def _worth(points: int) -> Floor:
    """Return the floor of a hand that scores ``points``, in one way only."""
    return lambda position, out: out["score"] == points and out["sets"] is not None


def _hand(
    rules: Rules,
    name: str,
    rank: int,
    line: Callable[[Random], str],
    floors: tuple[Floor, ...],
    needs: tuple[str, ...],
    essential: bool = False,
    variants: int = proposals.VARIANTS,
) -> Lesson:
    def propose(random: Random) -> Position:
        source = few(random, name, variants)
        return proposals.hand(rules, source, line(source))

    return worked_example(
        name, "score", rank, propose, (*floors, _complete), _score, _hand_size, needs=needs, essential=essential
    )


def _hands(rules: Rules) -> list[Lesson]:
    """Return lessons of the forms of a complete hand, of equal sets, and of sets of six beside them."""
    three, six = rules.three, rules.six
    added = ("equal-sets-added", "multiplier-on-all", "equal-sets-one-colour")
    return [
        _hand(rules, "sets", 10, proposals.four_sets, (_worth(4 * three),), ("four-colours", "any-runs-equal")),
        _hand(rules, "six-run", 11, proposals.six_in_a_run, (_worth(six + 2 * three),), ("six-run-as-two-threes",)),
        _hand(rules, "equal-two", 12, proposals.two_equal, (_worth(6 * three),), added, essential=True),
        _hand(rules, "six-alike", 14, proposals.six_alike, (_worth(six + 2 * three),), ("six-multiplies",)),
        _hand(rules, "six-equal", 15, proposals.six_and_equal, (_worth(six + 4 * three),), ()),
        _hand(
            rules,
            "two-sixes",
            17,
            proposals.two_sixes,
            (lambda position, out: out["complete"] and _has_two_sixes(position),),
            ("sixes-first", "sixes-not-first", "two-sixes-complete", "two-sixes-incomplete", "any-split"),
            variants=9,
        ),
    ]


def _has_two_sixes(position: Position) -> bool:
    """Tell whether two colours have six dice each, or one has six and all twelve share a value."""
    dice: list[Any] = position["dice"]
    counts = [sum(die[0] == colour for die in dice) for colour in {die[0] for die in dice}]
    return counts == [6, 6] or (6 in counts and len({die[1] for die in dice}) == 1)


def _divided(rules: Rules) -> list[Lesson]:
    """Return lessons of hands that can be divided in several ways."""

    def lesson(
        name: str, rank: int, line: Callable[[Random], str], floor: Floor, needs: tuple[str, ...], essential: bool
    ) -> Lesson:
        def propose(random: Random) -> Position:
            source = few(random, name)
            return proposals.hand(rules, source, line(source))

        return worked_example(
            name, "partitions", rank, propose, (floor, differ), _scores, _hand_size, needs=needs, essential=essential
        )

    def differ(position: Position, out: Answer) -> bool:
        """Tell whether the ways score differently, and one of them counts: the dice are no special hand."""
        dice = proposals.dice_of(position["dice"])
        return len(set(_scores(out))) > 1 and not any(divides(special, dice) for special in rules.specials)

    def with_and_without(position: Position, out: Answer) -> bool:
        """Tell whether there are two ways, one of them with a set of six."""
        ways = out["partitions"]
        return len(ways) == 2 and differ(position, out) and any(len(way["sets"]) == 3 for way in ways)

    def nine_of_one(position: Position, out: Answer) -> bool:
        """Tell whether there are two ways, and nine dice of one colour."""
        colours = [die[0] for die in position["dice"]]
        has_nine = any(colours.count(colour) == 9 for colour in colours)
        return has_nine and len(out["partitions"]) == 2 and differ(position, out)

    any_colours = rules.equal is equal_in_any_colours
    misread = "equal-sets-different-colours" if any_colours else "equal-sets-any-colours"
    nine = partial(proposals.one_colour, runs_are_equal=any_colours)
    # Four equal sets may be worth as much as a set of six and two equal sets.
    tied = 16 * rules.three == rules.six + 4 * rules.three
    four_equal = proposals.two_splits_and_a_run if tied else proposals.two_splits
    # Where two sets of six are no hand, and the best way counts, the lesson of these compares the same two ways.
    is_new = rules.choose is sixes_first or rules.complete is any_sets
    return [
        *([lesson("two-splits", 15, four_equal, with_and_without, (), False)] if is_new else []),
        lesson("one-colour", 16, nine, nine_of_one, (misread,), True),
    ]


def _scores(out: Answer) -> tuple[int, ...]:
    return tuple(way["score"] for way in out["partitions"])


def _waits(rules: Rules) -> Lesson:
    """Return the lesson of two dice that complete a hand, for different scores."""

    def propose(random: Random) -> Position:
        source = few(random, "waits", 2)
        return proposals.hand(rules, source, proposals.waiting(source))

    def two_scores(position: Position, out: Answer) -> bool:
        points = [score for _, score in out["waits"]]
        return len(points) == 2 and points[0] != points[1]

    return worked_example(
        "waits",
        "waits_scored",
        20,
        propose,
        (two_scores, lambda position, out: bool(out["waits"])),
        lambda out: repr(out["best"]),
        _hand_size,
    )


def _special(rules: Rules, index: int, special: Special) -> Lesson:
    """Return the lesson of a special hand that scores as such."""

    def propose(random: Random) -> Position:
        return proposals.special_hand(rules, few(random, f"special {index}", 4 * len(VALUES)), special)

    def scores(position: Position, out: Answer) -> bool:
        return bool(out["complete"] and out["score"] == special.points)

    lesson = worked_example(
        f"special-{index + 1}",
        "score",
        18,
        propose,
        (scores, _complete),
        _score,
        _hand_size,
        needs=("special-hand-is-bonus",),
    )
    return replace(lesson, subject=phrase("lesson-special", name=special.name))


def _round(rules: Rules) -> Lesson:
    """Return the lesson of a round that goes on after the first complete hand: later ones score as well."""

    def shows(position: Position, out: Answer) -> bool:
        points = [out["scores"][seat] for seat in out["completers"]]
        return out["completers"][:1] == [position["start"]] and len(set(points)) == len(points) > 1

    return worked_example(
        "round",
        "round",
        30,
        lambda random: proposals.round_(rules, few(random, "round")),
        (shows, lambda position, out: bool(out["over"])),
        lambda out: (tuple(out["turns"]), tuple(out["completers"]), tuple(out["scores"])),
        lambda position: sum(map(len, position["hands"])),
        needs=("stops-at-once", "first-completer-scores"),
    )


def _keeps_for_a_reason(rules: Rules, position: Position, helped: Helped) -> bool:
    """Tell whether no die of the tray helps a seat that keeps one."""
    seats = range(position["start"], position["start"] + len(position["moves"]))
    turns = zip(seats, position["trays"], position["moves"], strict=True)
    return not any(
        helped(rules, proposals.dice_of(position["hands"][seat % len(position["hands"])]), die)
        for seat, tray, move in turns
        if move[0] == "keep"
        for die in proposals.dice_of(tray)
    )


def _first_round(rules: Rules) -> Lesson:
    """Return the lesson of an ordinary round: the roll, a die taken and one returned, two rerolled, and one kept by a
    seat that needs none of the colours."""

    def goes_on(position: Position, out: Answer) -> bool:
        return not any(out["violations"]) and not out["over"]

    def shows(helped: Helped) -> Floor:
        def is_met(position: Position, out: Answer) -> bool:
            moves = position["moves"]
            first, tray = (proposals.dice_of(position[key][0]) for key in ("hands", "trays"))
            takes_for_a_set = makes_a_set(rules, first, tray[0])
            all_moves = len({move[0] for move in moves}) == len(_MOVES)
            keeps_for_a_reason = _keeps_for_a_reason(rules, position, helped)
            return goes_on(position, out) and takes_for_a_set and keeps_for_a_reason and all_moves

        return is_met

    return worked_example(
        "first-round",
        "whole_round",
        29,
        lambda random: proposals.first_round(rules, few(random, "first round", 8)),
        (shows(proposals.colour_helps), shows(proposals.helps), goes_on),
        lambda out: (tuple(out["complete"]), out["left"]),
        lambda position: sum(map(len, position["hands"])),
        essential=False,
    )


def _whole_round(rules: Rules) -> Lesson:
    """Return the lesson of a round turn by turn, which goes on after the first complete hand: later ones score as
    well."""

    def legal(position: Position, out: Answer) -> bool:
        return not any(out["violations"])

    def shows(helped: Helped) -> Floor:
        def is_met(position: Position, out: Answer) -> bool:
            points = [out["scores"][seat] for seat in out["completers"]]
            moves = {move[0] for move in position["moves"]}
            all_moves = len(moves) == len(_MOVES)
            scores_differ = len(set(points)) == len(points) > 1
            keeps_for_a_reason = _keeps_for_a_reason(rules, position, helped)
            return legal(position, out) and scores_differ and all_moves and keeps_for_a_reason

        return is_met

    def two_complete(position: Position, out: Answer) -> bool:
        return legal(position, out) and len(out["completers"]) > 1

    return worked_example(
        "whole-round",
        "whole_round",
        30,
        lambda random: proposals.whole_round(rules, few(random, "whole round", 8)),
        (shows(proposals.colour_helps), shows(proposals.helps), two_complete, legal),
        lambda out: (tuple(out["completers"]), tuple(out["scores"])),
        lambda position: sum(map(len, position["hands"])),
        needs=("stops-at-once", "first-completer-scores"),
        essential=False,
    )


def _drawer(rules: Rules) -> Lesson:
    return worked_example(
        "drawer",
        "drawer",
        31,
        lambda random: proposals.drawing(rules, few(random, "drawer")),
        (anything,),
        lambda out: int(out["drawer"]),
        lambda position: int(position["round"]) + 1,
        needs=("start-player-draws", "drawer-stays"),
    )


def _match(rules: Rules) -> Lesson:
    """Return the lesson of a match: the winner has the highest total, and has not won the most games."""

    def wins_by_total(position: Position, out: Answer) -> bool:
        rows = position["scores"]
        games_won = [sum(0 < row[seat] == max(row) for row in rows) for seat in range(len(rows[0]))]
        return len(out["best"]) == 1 and games_won[out["best"][0]] < max(games_won)

    return worked_example(
        "match",
        "match",
        32,
        lambda random: proposals.results(rules, few(random, "match", 8)),
        (wins_by_total, lambda position, out: bool(out["best"])),
        lambda out: tuple(out["best"]),
        lambda position: sum(map(len, position["scores"])),
        needs=("most-games-win",),
    )
