"""Worked examples and rule checks of koka, laid out for a reader.

The dice of a hand lie in strips of one colour. A scored hand lies in the sets that count, equal ones side by side in
one row. If it can be divided in another way, the sets that differ follow, dimmed. A check of a turn shows first the
hand, then the tray and the dice that move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.places import without
from pnp.games.core.tableau import Mark, MiniCard, Row, Tableau, layout_of
from pnp.games.core.wording import seat_name
from pnp.games.koka.rules.decisions import is_six, rules_of
from pnp.games.koka.rules.dice import VALUES, Dice, Die, Partition, values_of
from pnp.games.koka.rules.record import Rules, Scored, die_name, divides, groupings, totals
from pnp.games.koka.rules.scoring import best, holds_complete, scored_partitions
from pnp.games.koka.rules.turn import Keep, Move, Outcome, Reroll, Table, Take, judge, tray_after
from pnp.games.koka.settings import KokaSettings
from pnp.games.koka.teaching.phrases import (
    Minis,
    by_points,
    given_kept,
    heading,
    no_two_sixes,
    points_of,
    reason,
    reason_of,
    sum_of,
    two_sixes,
    why_not,
)
from pnp.games.koka.teaching.proposals import colour_helps, dice_of, makes_a_set, shows_first_round, sorted_by
from pnp.model.text import Phrase, phrase

# Turns

WITHOUT_HAND = frozenset(
    {
        "check-reroll-old",
        "check-reroll",
        "check-reroll-left",
        "check-reroll-single",
        "check-exchange-colour",
        "check-exchange",
    }
)
"""Lessons in which the hand decides nothing: it is drawn only with the dice that are given back."""
RETIRED_WITHOUT_HAND = frozenset(
    {
        "check-take-discard",
        "check-take",
        "check-give-kept",
        "check-give-own",
        "check-reroll-none",
        "check-reroll-colour",
        "check-reroll-one",
        "check-reroll-two",
    }
)
"""Retired lessons of that kind, which printed sheets may still name."""

RETIRED_WITHOUT_TWELVE = frozenset({"check-complete", "check-give", "check-thirteen"})
"""Retired lessons that draw the hand before the dice that complete it are taken, and those only in the tray."""


MOST_WAITS = 2
"""Dice of which one may complete a hand after a round; of more, none is told."""


def turn(rules: Rules, minis: Minis, example: Example) -> Tableau:
    """Return the tableau of a turn. Raises PositionError if its answer is not that of the rules."""
    position, out = example.position, example.out
    table = Table(*(dice_of(position[key]) for key in ("hand", "kept", "tray", "discards")))
    move = _move(position["move"])
    outcome = judge(rules, table, move)
    if example.kind == "turn" and (outcome.violation is None) != (out["violation"] is None):
        raise PositionError(f"a move is recorded as {out['verdict']}, and it is not")
    rolled = [die.colour for die in tray_after(rules, table, move).rolls]
    if example.kind == "tray" and rolled != list(out["rolls"]):
        raise PositionError("other dice are recorded as rolled than are")
    completes = _completes_by_taking(rules, table, move) or _completes_by_rolling(move, outcome)
    if completes and example.lesson not in RETIRED_WITHOUT_TWELVE:
        return _completed(rules, minis, table, move, outcome)
    hand_decides = outcome.complete or (outcome.violation is not None and outcome.violation.code == "give-count")
    shows_hand = hand_decides or example.lesson not in WITHOUT_HAND | RETIRED_WITHOUT_HAND
    rows = _rows(rules, minis, table, move, rolled, shows_hand=shows_hand)
    if example.lesson in RETIRED_WITHOUT_TWELVE:
        rows = [row for row in rows if row.role != "taken"]
    if shows_hand:
        rest = sorted_by(rules, _rest(table.hand, move.given))
        title = "hand" if len(rest) == len(table.hand) else "hand-rest"
        rows.insert(0, _titled(minis.strips(rest), "hand", title))
    return Tableau(_heading(move), tuple(rows), *_verdict(rules, table, move, outcome))


def _completes_by_taking(rules: Rules, table: Table, move: Move) -> bool:
    """Tell whether a move takes a die of the tray that completes the hand."""
    takes = isinstance(move, Take) and move.die in table.tray
    return takes and holds_complete(rules, rules.own((*table.hand, *_taken(move)), table.kept))


def _completes_by_rolling(move: Move, outcome: Outcome) -> bool:
    """Tell whether rerolled dice complete the hand."""
    return isinstance(move, Reroll) and outcome.complete


def _taken(move: Move) -> Dice:
    if isinstance(move, Reroll):
        return move.taken
    return (move.die,) if isinstance(move, Take) else ()


def _completed(rules: Rules, minis: Minis, table: Table, move: Move, outcome: Outcome) -> Tableau:
    """Lay out dice that complete the hand: the tray, the dice, all twelve of the hand, and a die that is returned."""
    rolled = [die.colour for die in tray_after(rules, table, move).rolls]
    rows = _rows(rules, minis, table, move, rolled, shows_hand=True)
    spare = move.given if outcome.complete else ()
    hand = _complete_minis(rules, minis, without((*table.hand, *_taken(move)), spare))
    place = 1 + max(index for index, row in enumerate(rows) if row.role in ("taken", "discards"))
    verdict, mark = _verdict(rules, table, move, outcome)
    key = "verdict-right" if outcome.violation is None else "verdict-wrong"
    rows.insert(place, _titled(hand, "hand", "hand-complete"))
    return Tableau(_heading(move), tuple(rows), phrase(key, reason=verdict.values["reason"]), mark)


def _complete_minis(rules: Rules, minis: Minis, dice: Dice) -> tuple[MiniCard, ...]:
    """Return the dice of a complete hand in the sets that count, the dearest first."""
    scored = best(rules, dice)
    if scored is None or scored.sets is None or not _is_plain(scored.sets):
        return minis.strips(sorted_by(rules, dice))
    groups = [group for group, _ in by_points(rules, scored.sets)]
    return tuple(mini for group in groups for dice_set in group for mini in minis.group(dice_set))


def _move(raw: Sequence[object]) -> Move:
    """Read the move of a position that the engine has answered."""
    name, *parts = raw
    if name == "reroll":
        dice, faces, taken, given = (dice_of(part) for part in parts)  # type: ignore[arg-type]
        return Reroll(dice, faces, taken, given)
    die = _at_most_one(parts[0])[0]
    if name == "take":
        return Take(die, _at_most_one(parts[1]))
    if len(parts) == 1:
        return Keep(die, None, ())
    return Keep(die, next(iter(_at_most_one(parts[1])), None), _at_most_one(parts[2]))


def _at_most_one(raw: object) -> Dice:
    return () if raw is None else dice_of([raw])  # type: ignore[list-item]


def _heading(move: Move) -> Phrase:
    if isinstance(move, Reroll):
        return phrase("heading-reroll", count=len(move.dice))
    return phrase("heading-take" if isinstance(move, Take) else "heading-keep")


def _titled(minis: tuple[MiniCard, ...], role: str, title: str | None = None) -> Row:
    """Return dice under the words that say what they are or what is done with them."""
    return Row(minis, phrase(f"row-{title or role}"), role=role, titled=True)


def _rows(
    rules: Rules, minis: Minis, table: Table, move: Move, rolled: Sequence[str], *, shows_hand: bool
) -> list[Row]:
    """Return the rows of a move, in a fixed order. Words name the hand of dice that are returned unless it is drawn.

    They hold kept dice, tray, rerolled dice, discards, dice taken without a reroll or from elsewhere than the tray,
    dice given back, and the colours rolled into the tray. Dice that the move leaves alone are pale; a kept die that is
    given back is no longer drawn above the shelf.
    """
    rows: list[Row] = []
    gives_kept = given_kept(table, move)
    kept_dice = without(table.kept, move.given) if gives_kept else table.kept
    if kept_dice:
        leaving = kept_dice if isinstance(move, Keep) else ()
        rows.append(_titled(minis.dice(kept_dice, leaving), "kept"))
    moved = move.dice if isinstance(move, Reroll) else (move.die,)
    rows.append(_titled(minis.dice(table.tray, moved), "tray"))
    if isinstance(move, Reroll):
        rows += _reroll_rows(minis, table, move)
    if table.discards:
        chosen = _chosen_discard(table, move)
        rows.append(_titled(minis.dice(table.discards, chosen), "discards"))
    if isinstance(move, Take):
        rows.append(_titled(minis.dice((move.die,)), "taken"))
    if isinstance(move, Keep):
        # A kept die moves above the shelf; the last one goes to the bag with the others.
        if move.taken is not None:
            rows.append(_titled(minis.dice((move.taken,)), "turned"))
        elif len(table.kept) + 1 < rules.kept:
            rows.append(_titled(minis.dice((move.die,)), "above"))
    if move.given:
        title = "given-kept" if gives_kept else "given" if shows_hand else "given-own"
        rows.append(_titled(minis.dice(move.given), "given-kept" if gives_kept else "given", title))
    if rolled:
        rows.append(_titled(tuple(map(minis.falling, rolled)), "falling"))
    return rows


def _reroll_rows(minis: Minis, table: Table, move: Reroll) -> list[Row]:
    """Return the rows of a reroll: dice of the hand, new faces, and taken dice."""
    rows = [_titled(minis.dice(move.faces, move.taken), "rolled")]
    own = _rest(move.dice, table.tray)
    if own:
        rows.insert(0, _titled(minis.dice(own), "own"))
    if move.taken:
        rows.append(_titled(minis.dice(move.taken), "taken"))
    return rows


def _chosen_discard(table: Table, move: Move) -> Dice:
    """Return the die of the discards that a move takes: as it lies, or one of the colour to be turned."""
    if isinstance(move, Take):
        return () if move.die in table.tray else (move.die,)
    if isinstance(move, Reroll) or move.taken is None:
        return ()
    colour = move.taken.colour
    return tuple(die for die in table.discards if die.colour == colour)[:1]


def _rest(dice: Dice, others: Iterable[Die]) -> Dice:
    """Return the rest of ``dice`` without ``others``, which need not all be there."""
    left, rest = list(others), []
    for die in dice:
        if die in left:
            left.remove(die)
        else:
            rest.append(die)
    return tuple(rest)


def _verdict(rules: Rules, table: Table, move: Move, outcome: Outcome) -> tuple[Phrase, Mark]:
    """Return the verdict on a move, with its mark: that of a warning if it fails to do what a player may expect."""
    if outcome.violation is not None:
        return phrase("verdict-not-allowed", reason=why_not(rules, table, move, outcome.violation)), "not-allowed"
    reason_phrase, is_doubtful = reason(rules, table, move, outcome)
    if is_doubtful:
        return phrase("verdict-allowed-but", reason=reason_phrase), "out"
    return phrase("verdict-allowed", reason=reason_phrase), "allowed"


def explain(settings: KokaSettings, example: Example) -> Tableau:
    """Return the tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(_Layout(settings, example))


class _Layout:
    """Example with its rules and miniature dice, ready to be laid out."""

    def __init__(self, settings: KokaSettings, example: Example) -> None:
        self.rules: Rules = rules_of(settings)
        self.minis = Minis(settings, self.rules)
        self.example = example
        self.position: Position = example.position
        self.out: Answer = example.out

    @property
    def judged(self) -> bool:
        """Tell whether the example is a rule check."""
        return self.example.form == "check"

    def badge(self, points: int) -> MiniCard | None:
        """Return the points of a hand; None in a rule check, which shows the verdict instead."""
        return None if self.judged else self.minis.points(points)


# Hands


def _score(layout: _Layout) -> Tableau:
    rules, dice = layout.rules, dice_of(layout.position["dice"])
    if not layout.out["complete"]:
        row = Row(_loose_strips(layout, dice), role="hand")
        return Tableau(phrase("heading-complete"), (row,), phrase("verdict-incomplete"), "not-allowed")
    points = layout.out["score"]
    counted = rules.choose(scored_partitions(rules, dice) or (((), -1),))[0]
    if counted[1] != points:
        return _special(layout, dice, points)
    rows = _items(layout, counted[0])
    sixes = two_sixes(rules, counted[0])
    if sixes:
        minis = tuple(mini for pool in sixes for mini in layout.minis.group(pool, "dimmed"))
        rows = (*rows, _titled(minis, "other", "other-sixes"))
    total = sum_of(rules, counted[0])
    if layout.judged:
        return Tableau(phrase("heading-complete"), rows, phrase("verdict-complete", sum=total), "allowed")
    verdict = no_two_sixes(rules, dice, counted) if sixes else reason_of(rules, counted[0], total)
    return Tableau(heading(rules, counted[0]), rows, verdict, badge=layout.badge(points))


def _loose_strips(layout: _Layout, dice: Dice) -> tuple[MiniCard, ...]:
    """Return dice in strips, in their given order."""
    groups: list[list[Die]] = []
    for die in dice:
        last = groups[-1] if groups else []
        runs_on = last and last[-1].colour == die.colour and 0 <= die.value - last[-1].value <= 1
        if runs_on and (len(last) < 2 or die.value - last[-1].value == last[-1].value - last[-2].value):
            last.append(die)
        else:
            groups.append([die])
    return tuple(mini for group in groups for mini in layout.minis.group(tuple(group)))


def _special(layout: _Layout, dice: Dice, points: int) -> Tableau:
    """Lay out a special hand that is worth more than its sets."""
    rules = layout.rules
    special = next(hand for hand in rules.specials if hand.points == points and divides(hand, dice))
    groups = groupings(special, dice)[0]
    rows = tuple(Row(layout.minis.group(group), role="set") for group in groups)
    verdict = phrase("verdict-special", name=special.name, points=phrase("points", count=points))
    return Tableau(phrase("heading-special"), rows, verdict, _mark(layout, True), layout.badge(points))


def _items(layout: _Layout, sets: Partition) -> tuple[Row, ...]:
    """Return a row for each item of a score, the dearest first, with equal sets together."""
    rules = layout.rules
    rows = []
    for group, _ in by_points(rules, sets):
        minis = tuple(mini for dice_set in group for mini in layout.minis.group(dice_set))
        rows.append(Row(minis, role="set"))
    return tuple(rows)


def _partitions(layout: _Layout) -> Tableau:
    rules = layout.rules
    ways = scored_partitions(rules, dice_of(layout.position["dice"]))
    if not ways:
        raise PositionError("a hand that is divided in several ways is recorded, and it cannot be divided")
    counted = rules.choose(ways)[0]
    other = _tempting(ways, counted)
    rows = list(_items(layout, counted[0]))
    total, heading = sum_of(rules, counted[0]), "heading-splits"
    if other is None:
        verdict = reason_of(rules, counted[0], total)
        return Tableau(phrase(heading), tuple(rows), verdict, None, layout.badge(counted[1]))
    # What differs, then what both ways share.
    differing = Counter(other[0]) - Counter(counted[0])
    for sets in (differing, Counter(other[0]) - differing):
        minis = tuple(mini for dice_set in sets.elements() for mini in layout.minis.group(dice_set, "dimmed"))
        if minis:
            rows.append(_titled(minis, "other") if sets is differing else Row(minis, role="other"))
    if any(map(is_six, counted[0])) != any(map(is_six, other[0])):
        heading = "heading-splits-six"
    key = "verdict-splits" if other[1] < counted[1] else "verdict-splits-six"
    verdict = phrase(key, reason=reason_of(rules, counted[0], total, compared=False), other=sum_of(rules, other[0]))
    return Tableau(phrase(heading), tuple(rows), verdict, None, layout.badge(counted[1]))


def _tempting(ways: Sequence[Scored], counted: Scored) -> Scored | None:
    """Return the best other way that scores differently, if there is one."""
    return next((way for way in ways if way[1] != counted[1]), None)


def _waits(layout: _Layout) -> Tableau:
    dice = dice_of(layout.position["dice"])
    waits = sorted(layout.out["waits"], key=lambda wait: -wait[1])
    rows = [Row(_hand_for_wait(layout, dice, waits), role="hand")]
    for index, (raw_die, _) in enumerate(waits):
        mini = layout.minis.die(Die(*raw_die))
        mark: Mark | None = "winner" if raw_die in layout.out["best"] else None
        rows.append(replace(_titled((mini,), "wait" if index else "with"), mark=mark))
    if not waits:
        return Tableau(phrase("heading-waits"), tuple(rows), phrase("verdict-no-waits"))
    heading = "heading-waits-best" if len(layout.out["best"]) < len(waits) else "heading-waits"
    points = [wait[1] for wait in waits]
    badge = layout.badge(points[0])
    sums = [_sum_with(layout, dice, Die(*raw)) for raw, _ in waits]
    names = [die_name(layout.rules, Die(*raw)) for raw, _ in waits]
    if [total for _, total in sums] == points:
        # At most two dice: the values of a set add up to a multiple of three.
        wait_sums = tuple(phrase("wait-sum", die=name, sum=total) for name, (total, _) in zip(names, sums, strict=True))
        return Tableau(phrase(heading), tuple(rows), phrase("verdict-waits-sums", waits=wait_sums), badge=badge)
    either, *others = [
        phrase("wait-points", die=name, points=phrase("points", count=count))
        for name, count in zip(names, points, strict=True)
    ]
    for name in others:
        either = phrase("wait-or", first=either, other=name)
    return Tableau(phrase(heading), tuple(rows), phrase("verdict-waits", waits=either), badge=badge)


def _sum_with(layout: _Layout, dice: Dice, die: Die) -> tuple[Phrase, int]:
    """Return the sum of the sets of a hand with a die that completes it, and its total."""
    rules = layout.rules
    sets, points = rules.choose(scored_partitions(rules, (*dice, die)) or (((), -1),))[0]
    return sum_of(rules, sets), points


def _hand_for_wait(layout: _Layout, dice: Dice, waits: Sequence[Sequence[object]]) -> tuple[MiniCard, ...]:
    """Return the hand in the sets that its best wait completes, without that die."""
    for raw_die, _ in waits:
        die = Die(*raw_die)  # type: ignore[misc]
        ways = scored_partitions(layout.rules, (*dice, die))
        if ways:
            sets = [list(dice_set) for dice_set in ways[0][0]]
            next(dice_set for dice_set in sets if die in dice_set).remove(die)
            ordered = sorted(sets, key=lambda dice_set: -len(dice_set))
            return tuple(mini for dice_set in ordered for mini in layout.minis.group(tuple(dice_set)))
    return layout.minis.strips(dice)


def _is_set(layout: _Layout) -> Tableau:
    dice = dice_of(layout.position["dice"])
    values = values_of(dice)
    is_alike = values[0] == values[-1]
    if layout.out["is_set"]:
        verdict = phrase("verdict-set", reason=phrase("reason-alike" if is_alike else "reason-run"))
    elif len({die.colour for die in dice}) > 1:
        verdict = phrase("verdict-no-set", reason=phrase("reason-colours", count=len({die.colour for die in dice})))
    elif {1, 6} <= set(values):
        verdict = phrase("verdict-no-set", reason=phrase("reason-wrap"))
    else:
        verdict = phrase("verdict-no-set", reason=phrase("reason-neither"))
    row = Row(layout.minis.dice(dice), role="set" if layout.out["is_set"] else "loose")
    return Tableau(phrase("heading-set"), (row,), verdict, _mark(layout, layout.out["is_set"]))


def _mark(layout: _Layout, is_allowed: bool) -> Mark | None:
    if not layout.judged:
        return None
    return "allowed" if is_allowed else "not-allowed"


# Match


def _round(layout: _Layout) -> Tableau:
    rules, out = layout.rules, layout.out
    rows = []
    sums: dict[int, Phrase] = {}
    for seat in out["turns"]:
        dice = dice_of(layout.position["hands"][seat])
        scored = best(rules, dice)
        seat_mini = layout.minis.seat(seat, out["scores"][seat], strong=seat == out["turns"][0])
        minis = layout.minis.strips(dice)
        if scored is not None and scored.sets is not None:
            if _is_plain(scored.sets) and points_of(rules, scored.sets) == out["scores"][seat]:
                sums[seat] = sum_of(rules, scored.sets)
            groups = [group for group, _ in by_points(rules, scored.sets)] if _is_plain(scored.sets) else [scored.sets]
            minis = tuple(mini for group in groups for dice_set in group for mini in layout.minis.group(dice_set))
        rows.append(Row((seat_mini, *minis), role="seat"))
    first, *later = out["completers"] or [out["turns"][0]]
    few = len(out["completers"]) < 3  # the sums of three hands take too many words
    scores = tuple(
        phrase("seat-sum", seat=seat_name(seat), sum=sums[seat])
        if few and seat in sums
        else _seat_points(seat, out["scores"][seat])
        for seat in out["completers"]
    )
    opens = "-start" if first == out["turns"][0] else ""
    key = f"verdict-round{opens}" if later else "verdict-round-alone" if out["over"] else "verdict-round-none"
    verdict = phrase(key, first=seat_name(first), others=tuple(map(seat_name, later)), scores=scores)
    return Tableau(phrase("heading-round"), tuple(rows), verdict)


def _whole_round(layout: _Layout) -> Tableau:
    """Lay out a round: a line for each turn, with the seat, the dice that move, and the hand.

    A hand that the turn completes stands after it, any other before it. In a round that ends no game, words over the
    first tray tell who rolled.
    """
    rules, position, out = layout.rules, layout.position, layout.out
    players, start = len(position["hands"]), position["start"]
    rows, steps, scores = [], [], []
    if not out["over"]:
        steps.append(_roll(position, rules.drawer(start, 0, players)))
    for step, (raw_tray, raw_move) in enumerate(zip(position["trays"], position["moves"], strict=True)):
        seat = (start + step) % players
        table, move = Table(dice_of(position["hands"][seat]), (), dice_of(raw_tray), ()), _move(raw_move)
        is_complete = out["complete"][step]
        rolled = tray_after(rules, table, move).rolls
        rows.append(_seat_of_turn(layout, seat))
        if not is_complete:
            rows.append(_titled(layout.minis.strips(sorted_by(rules, table.hand)), "hand"))
        colours = [die.colour for die in rolled]
        dice = _rows(rules, layout.minis, table, move, colours, shows_hand=not is_complete)
        rows += dice if step or out["over"] else [_rolled_by(rules.drawer(start, 0, players), row) for row in dice]
        if is_complete:
            hand = dice_of(out["hands"][seat])
            rows.append(_titled(_complete_minis(rules, layout.minis, hand), "hand", "hand-complete"))
        scores.append(_score_of_turn(layout, seat, is_complete))
        steps.append(_step(rules, seat, table, move, is_complete))
    if out["over"]:
        verdict = phrase("verdict-whole-round", steps=tuple(steps), left=out["left"], scores=tuple(scores))
        other = "-other" if shows_first_round(rules) else ""
        return Tableau(phrase(f"heading-whole-round{other}"), tuple(rows), verdict)
    steps += _waits_after(layout)
    following = seat_name(rules.drawer(start, 1, players))
    verdict = phrase("verdict-first-round", steps=tuple(steps), left=out["left"], next=following)
    return Tableau(phrase("heading-first-round"), tuple(rows), verdict)


def _waits_after(layout: _Layout) -> list[Phrase]:
    """Tell of the hands after a round which die would complete them, of those that wait for one or two."""
    rules, waits = layout.rules, []
    for seat, raw in enumerate(layout.out["hands"]):
        hand = dice_of(raw)
        faces = [Die(colour, value) for colour in rules.colours for value in VALUES]
        completing = [die for die in faces if holds_complete(rules, (*hand, die))]
        if 1 <= len(completing) <= MOST_WAITS:
            waits.append(phrase("seat-waits", seat=seat_name(seat), dice=_die_names(rules, completing)))
    return [phrase("round-waits", waits=tuple(waits))] if waits else []


def _seat_of_turn(layout: _Layout, seat: int) -> Row:
    return Row((layout.minis.seat(seat, strong=seat == layout.position["start"]),), role="turn")


def _rolled_by(seat: int, row: Row) -> Row:
    """Return the row of a tray under words that tell who rolled; any other row as it is."""
    return replace(row, label=phrase("row-rolled-by", seat=seat_name(seat))) if row.role == "tray" else row


def _roll(position: Position, roller: int) -> Phrase:
    start, count = seat_name(position["start"]), len(position["trays"][0])
    return phrase("round-roll", seat=seat_name(roller), start=start, count=count)


def _score_of_turn(layout: _Layout, seat: int, is_complete: bool) -> Phrase:
    """Tell the score of a seat, with the sum of its sets if these are all that scores."""
    rules, points = layout.rules, layout.out["scores"][seat]
    scored = best(rules, dice_of(layout.out["hands"][seat])) if is_complete else None
    sets = scored.sets if scored is not None and scored.sets is not None and _is_plain(scored.sets) else ()
    if sets and points_of(rules, sets) == points:
        return phrase("seat-sum", seat=seat_name(seat), sum=sum_of(rules, sets))
    return _seat_points(seat, points)


def _step(rules: Rules, seat: int, table: Table, move: Move, is_complete: bool) -> Phrase:
    """Tell a turn of a round. Raises PositionError for one that no round of an example has."""
    name, given = seat_name(seat), _die_names(rules, move.given)
    if isinstance(move, Keep) and not is_complete:
        helped = any(colour_helps(rules, table.hand, die) for die in table.tray)
        return phrase("round-keep" if helped else "round-keep-colours", seat=name, dice=(die_name(rules, move.die),))
    if isinstance(move, Keep) or bool(move.given) == is_complete:
        raise PositionError(f"the move {move!r} of a whole round is not laid out")
    taken = _die_names(rules, move.taken if isinstance(move, Reroll) else (move.die,))
    if isinstance(move, Reroll):
        again = _die_names(rules, rules.rolls_again(without(move.faces, move.taken)))
        if is_complete:
            return phrase("round-reroll", seat=name, count=len(move.dice), dice=taken, again=again)
        return phrase("round-reroll-give", seat=name, count=len(move.dice), dice=taken, rolled=(*again, *given))
    if is_complete:
        return phrase("round-take", seat=name, dice=taken)
    key = "round-take-set" if makes_a_set(rules, table.hand, move.die) else "round-take-give"
    return phrase(key, seat=name, dice=taken, given=given)


def _die_names(rules: Rules, dice: Iterable[Die]) -> tuple[Phrase, ...]:
    return tuple(die_name(rules, die) for die in dice)


def _is_plain(sets: Partition) -> bool:
    """Tell whether every group is of one colour, as the sets of a hand are."""
    return all(len({die.colour for die in group}) == 1 for group in sets)


def _drawer(layout: _Layout) -> Tableau:
    rules, position = layout.rules, layout.position
    players, start, last = position["players"], position["start"], position["round"]
    table = tuple(layout.minis.seat(seat, strong=seat == start, table=True) for seat in range(players))
    seats = _titled(table, "seats")
    rounds = tuple(
        Row(
            (layout.minis.seat(rules.drawer(start, number, players)),),
            phrase("row-round", number=number + 1),
            mark="winner" if number == last else None,
            role="next",
            titled=True,
        )
        for number in range(last + 1)
    )
    first = seat_name(rules.drawer(start, 0, players))
    drawer = seat_name(layout.out["drawer"])
    verdict = phrase("verdict-drawer", start=seat_name(start), first=first, drawer=drawer, round=last + 1)
    return Tableau(phrase("heading-drawer", round=last + 1), (seats, *rounds), verdict)


def _match(layout: _Layout) -> Tableau:
    game_scores = layout.position["scores"]
    winners = layout.out["best"]
    rows = tuple(
        Row(
            (layout.minis.seat(seat), *map(layout.minis.points, column)),
            mark="winner" if seat in winners else None,
            role="points",
        )
        for seat, column in enumerate(zip(*game_scores, strict=True))
    )
    scores = tuple(
        _seat_points(seat, total)
        if len(game_scores) == 1
        else phrase("seat-total", seat=seat_name(seat), terms=tuple(game[seat] for game in game_scores), total=total)
        for seat, total in enumerate(totals(game_scores))
    )
    key = "shared" if len(winners) > 1 else "won" if layout.rules.games > 1 else "single"
    verdict = phrase(f"verdict-match-{key}", seats=tuple(map(seat_name, winners)), totals=scores)
    return Tableau(phrase("heading-match", games=len(game_scores)), rows, verdict, "winner")


def _seat_points(seat: int, points: int) -> Phrase:
    return phrase("seat-points", seat=seat_name(seat), points=phrase("points", count=points))


def _turn(layout: _Layout) -> Tableau:
    return turn(layout.rules, layout.minis, layout.example)


_KINDS: Mapping[str, Callable[[_Layout], Tableau]] = {
    "score": _score,
    "partitions": _partitions,
    "waits_scored": _waits,
    "is_set": _is_set,
    "round": _round,
    "whole_round": _whole_round,
    "drawer": _drawer,
    "match": _match,
    "turn": _turn,
    "tray": _turn,
}
