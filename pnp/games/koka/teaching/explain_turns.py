"""Turns, laid out for a reader: the rows of a move, and why it is allowed or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.places import without
from pnp.games.core.tableau import Row, Tableau
from pnp.games.koka.rules.dice import Dice, Die
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.rules.turn import Keep, Move, Outcome, Reroll, Table, Take, judge, tray_after
from pnp.games.koka.teaching.minis import Minis
from pnp.games.koka.teaching.proposals import dice_of, sorted_by
from pnp.games.koka.teaching.reasons import given_kept, reason, why_not
from pnp.model.text import Phrase, phrase

WITHOUT_HAND = frozenset(
    {
        "check-take-discard",
        "check-take",
        "check-give-kept",
        "check-give-own",
        "check-reroll-old",
        "check-reroll",
        "check-reroll-left",
        "check-reroll-single",
        "check-reroll-one",
        "check-reroll-two",
        "check-exchange-colour",
        "check-exchange",
    }
)
"""The lessons in which the hand decides nothing: of its dice only those are drawn that are given back."""
FORMERLY = frozenset({"check-reroll-none", "check-reroll-colour"})
"""The same of lessons that printed sheets may still name."""


def turn(rules: Rules, minis: Minis, example: Example) -> Tableau:
    """The tableau of a turn. Raises PositionError where its answer is not what the rules say."""
    position, out = example.position, example.out
    table = Table(*(dice_of(position[key]) for key in ("hand", "kept", "tray", "discards")))
    move = _move(position["move"])
    outcome = judge(rules, table, move)
    if example.kind == "turn" and (outcome.violation is None) != (out["violation"] is None):
        raise PositionError(f"a move is recorded as {out['verdict']}, and it is not")
    rolled = [die.colour for die in tray_after(rules, table, move).rolls]
    if example.kind == "tray" and rolled != list(out["rolls"]):
        raise PositionError("other dice are recorded as rolled than are")
    rows = _rows(rules, minis, table, move, rolled)
    if example.lesson not in WITHOUT_HAND | FORMERLY:
        rest = sorted_by(rules, _without(table.hand, move.given))
        rows.insert(0, Row(minis.strips(rest), role="hand"))
    verdict = _verdict(rules, table, move, outcome)
    return Tableau(_heading(move), tuple(rows), verdict, "allowed" if outcome.violation is None else "not-allowed")


def _move(raw: Sequence[object]) -> Move:
    """The move of a position that the engine has answered."""
    what, *rest = raw
    if what == "reroll":
        dice, faces, taken, given = (dice_of(part) for part in rest)  # type: ignore[arg-type]
        return Reroll(dice, faces, taken, given)
    die = _optional(rest[0])[0]
    if what == "take":
        return Take(die, _optional(rest[1]))
    if len(rest) == 1:
        return Keep(die, None, ())
    return Keep(die, next(iter(_optional(rest[1])), None), _optional(rest[2]))


def _optional(raw: object) -> Dice:
    return () if raw is None else dice_of([raw])  # type: ignore[list-item]


def _heading(move: Move) -> Phrase:
    if isinstance(move, Reroll):
        return phrase("heading-reroll", count=len(move.dice))
    return phrase("heading-take" if isinstance(move, Take) else "heading-keep")


def _rows(rules: Rules, minis: Minis, table: Table, move: Move, rolled: Sequence[str]) -> list[Row]:
    """Kept dice, tray, what is rolled, discards, what is taken from elsewhere than the tray, what is given back, and
    the colours of what is rolled into the tray. Dice of tray, discards and shelf that the move leaves alone are pale;
    one that goes back is no longer drawn where it was."""
    rows: list[Row] = []
    of_kept = given_kept(table, move)
    above = without(table.kept, move.given) if of_kept else table.kept
    if above:
        leaving = above if isinstance(move, Keep) else ()
        rows.append(Row(minis.dice(above, leaving), role="kept"))
    touched = move.dice if isinstance(move, Reroll) else (move.die,)
    rows.append(Row(minis.dice(table.tray, touched), role="tray"))
    if isinstance(move, Reroll):
        rows += _reroll_rows(minis, table, move)
    if table.discards:
        chosen = _chosen(table, move)
        rows.append(Row(minis.dice(table.discards, chosen), role="discards"))
    if isinstance(move, Keep):
        # A kept die moves above the shelf; the last one goes to the bag with the others.
        if move.taken is not None:
            rows.append(Row(minis.dice((move.taken,)), role="turned"))
        elif len(table.kept) + 1 < rules.kept:
            rows.append(Row(minis.dice((move.die,)), role="above"))
    if move.given:
        rows.append(Row(minis.dice(move.given), role="given-kept" if of_kept else "given"))
    if rolled:
        rows.append(Row(tuple(map(minis.falling, rolled)), role="falling"))
    return rows


def _reroll_rows(minis: Minis, table: Table, move: Reroll) -> list[Row]:
    """What is rerolled out of the hand, the new faces, and what is taken that is none of them."""
    rows = [Row(minis.dice(move.faces, move.taken), role="rolled")]
    own, strange = _without(move.dice, table.tray), _without(move.taken, move.faces)
    if own:
        rows.insert(0, Row(minis.dice(own), role="own"))
    if strange:
        rows.append(Row(minis.dice(strange), role="taken"))
    return rows


def _chosen(table: Table, move: Move) -> Dice:
    """The die of the discards that a move takes: as it lies, or one of the colour to be turned."""
    if isinstance(move, Take):
        return () if move.die in table.tray else (move.die,)
    if isinstance(move, Reroll) or move.taken is None:
        return ()
    colour = move.taken.colour
    return tuple(die for die in table.discards if die.colour == colour)[:1]


def _without(dice: Dice, others: Iterable[Die]) -> Dice:
    """Those of ``dice`` that are left when others are taken out of them; these need not all be there."""
    left, found = list(others), []
    for die in dice:
        if die in left:
            left.remove(die)
        else:
            found.append(die)
    return tuple(found)


def _verdict(rules: Rules, table: Table, move: Move, outcome: Outcome) -> Phrase:
    if outcome.violation is not None:
        return phrase("verdict-not-allowed", reason=why_not(rules, table, move, outcome.violation))
    told, doubtful = reason(rules, table, move, outcome)
    return phrase("verdict-allowed-but" if doubtful else "verdict-allowed", reason=told)
