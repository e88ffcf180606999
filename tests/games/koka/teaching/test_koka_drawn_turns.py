"""Drawings of turns of koka."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pnp.examples.claims import claim_faults
from pnp.games.core.tableau import Row, Tableau
from pnp.games.koka import ENGINE
from pnp.games.koka.oracle.answer import oracle
from pnp.games.koka.rules.answer import answer
from pnp.games.koka.rules.decisions import rules_of
from pnp.games.koka.teaching.explain import explain
from pnp.games.koka.teaching.lessons import lessons
from pnp.model.text import phrase
from tests.games.koka.definitions import KOKA, VARIANTS
from tests.games.koka.examples import SHOWN, drawn, example_of, word
from tests.games.wording import TEMPLATES, wording

TURNS = TEMPLATES / "koka" / "turns.svg.j2"
COMPLETING = {
    "hand": [["red", 4], ["red", 5], ["red", 6], *[["blue", 2]] * 3, *[["green", 1]] * 3, ["yellow", 3], ["yellow", 4]],
    "kept": [],
    "tray": [["red", 1], ["yellow", 2], ["purple", 6]],
    "discards": [],
}
"""Dice of which yellow 2 completes the hand."""


@pytest.mark.parametrize("lesson", ["check-twelve-give", "check-twelve"])
def test_a_die_that_completes_is_taken_into_the_hand_of_twelve_before_one_goes_back(lesson: str) -> None:
    example = example_of("koka", lesson)
    tableau = explain(KOKA, example)
    _, die, given = example.position["move"]
    roles = ["tray", "taken", "hand", *(["given"] if given else [])]
    rows = {row.role: row for row in tableau.rows}
    assert [row.role for row in tableau.rows] == roles
    assert dice_in(rows["taken"]) == Counter([tuple(die)])
    assert dice_in(rows["hand"]) == Counter(map(tuple, [*example.position["hand"], die]))
    assert rows["hand"].label is not None and word("en")(rows["hand"].label) == "hand: complete"
    assert word("en")(tableau.verdict).startswith("Wrong: " if given else "Right: ")
    assert not claim_faults(ENGINE, KOKA, example, tableau)


def test_a_hand_is_drawn_without_the_dice_that_go_back() -> None:
    example = with_move("check-reroll-none", move=["take", ["yellow", 2], ["green", 1]], **COMPLETING)
    short = {**COMPLETING, "hand": [*COMPLETING["hand"][:-1], ["purple", 1]]}
    going_on = with_move("check-thirteen", move=["take", ["red", 1], ["green", 1]], **short)
    rows = {row.role: row for row in explain(KOKA, going_on).rows}
    assert dice_in(rows["hand"]) == Counter(map(tuple, short["hand"])) - Counter([("green", 1)])
    assert rows["hand"].label is not None and word("en")(rows["hand"].label) == "rest of the hand"
    assert [row.role for row in explain(KOKA, example).rows] == ["tray", "taken", "hand", "given"]


def with_move(lesson: str, **changed: Any) -> Any:
    """Return the example of a lesson with another position."""
    example = example_of("koka", "check-reroll")
    position = {**example.position, **changed}
    out = answer(KOKA, rules_of(KOKA), "turn", position)
    return replace(example, lesson=lesson, position=position, out=out)


def test_a_kept_die_that_would_go_back_is_said_to_be_kept() -> None:
    hand = example_of("koka", "check-reroll").position["hand"]
    kept = [next(["purple", value] for value in range(1, 7) if ["purple", value] not in hand)]
    tray = [["blue", 3], ["green", 1]]
    example = with_move("check-give-kept", kept=kept, tray=tray, discards=[], move=["take", tray[0], kept[0]])
    tableau = explain(KOKA, example)
    assert tableau.rows[-1].role == "given-kept"
    assert dice_in(tableau.rows[-1]) == Counter(map(tuple, example.position["kept"]))
    assert not any(row.role == "kept" for row in tableau.rows)
    assert word("en")(tableau.verdict).endswith("is a kept die; return a die from your hand.")


def test_a_die_that_a_complete_hand_would_give_back_is_said_to_complete_it() -> None:
    example = example_of("koka", "check-twelve-give")
    *_, (colour, value) = example.position["move"]
    verdict = word("en")(explain(KOKA, example).verdict)
    assert verdict == f"Wrong: your hand is already complete, so {colour} {value} stays in it."


@pytest.mark.parametrize(
    ("lesson", "move", "drawn_hand"),
    [
        ("check-take", ["take", ["red", 1], ["green", 1]], False),
        ("check-reroll-none", ["take", ["red", 1], ["green", 1]], False),
        ("check-thirteen", ["take", ["red", 1], ["green", 1]], True),
        # a wrong number of dice back, and a complete hand: here the hand decides
        ("check-take", ["take", ["red", 1], None], True),
        ("check-take", ["take", ["yellow", 2], None], True),
    ],
)
def test_the_hand_is_drawn_where_it_decides(lesson: str, move: list[Any], drawn_hand: bool) -> None:
    position = {**COMPLETING, "move": move}
    out = answer(KOKA, rules_of(KOKA), "turn", position)
    example = replace(example_of("koka", "check-reroll"), lesson=lesson, position=position, out=out)
    assert any(row.role == "hand" for row in explain(KOKA, example).rows) == drawn_hand


@pytest.mark.parametrize(
    ("lesson", "role"),
    [("check-run", "set"), ("check-alike", "set"), ("check-wrap", "loose"), ("check-colours", "loose")],
)
def test_only_dice_that_are_a_set_lie_on_the_ground_of_one(lesson: str, role: str) -> None:
    assert [row.role for row in explain(KOKA, example_of("koka", lesson)).rows] == [role]


def test_over_the_dice_of_every_turn_stands_what_they_are_or_what_is_done_with_them() -> None:
    for name, one in SHOWN.printed():
        if one.kind in ("turn", "tray"):
            rows = explain(VARIANTS[name], one).rows
            assert all(row.titled and row.label is not None for row in rows), (name, one.id)
    rows = explain(KOKA, example_of("koka", "check-reroll")).rows
    titles = [word("en")(row.label) for row in rows if row.label is not None]
    assert titles == ["tray", "rerolled", "take", "return", "roll"]


@pytest.mark.parametrize(("name", "lesson"), [("koka", "whole-round"), ("koka-tiny", "round")])
def test_the_start_player_of_a_round_is_black(name: str, lesson: str) -> None:
    example = example_of(name, lesson)
    seats = [row.cards[0].fields for row in explain(VARIANTS[name], example).rows if row.role in ("turn", "seat")]
    assert [seat["seat"] for seat in seats if seat["strong"]] == [example.position["start"]]


def test_a_whole_round_has_a_line_for_each_turn_and_tells_what_each_seat_does() -> None:
    example = example_of("koka", "whole-round")
    tableau = explain(KOKA, example)
    roles = " ".join(row.role for row in tableau.rows).split("turn")[1:]
    assert [turn.split() for turn in roles] == [
        ["hand", "tray", "above"],
        ["tray", "taken", "hand"],
        ["tray", "rolled", "taken", "falling", "hand"],
    ]
    said = word("en")(tableau.verdict)
    assert [re.findall("keeps|takes|rerolls", sentence)[0] for sentence in said.split(". ")[:3]] == [
        "keeps",
        "takes",
        "rerolls",
    ]
    assert said.startswith("A needs none of these colours and keeps ")
    end = r"The round and the game end: A 0 points, B .*=4 points, C .*=\d+ points.$"
    assert re.search(f"The die left in the tray is discarded. {end}", said)
    assert not claim_faults(ENGINE, KOKA, example, tableau)
    assert says_wrong_seats(example, tableau)


def says_wrong_seats(example: Any, tableau: Tableau) -> bool:
    """Tell whether the claims refuse a round in which one seat is said to have every turn."""
    keeps = [phrase(step.key, **{**dict(step.values), "seat": "A"}) for step in tableau.verdict.values["steps"]]
    wrong = phrase(tableau.verdict.key, **{**dict(tableau.verdict.values), "steps": tuple(keeps)})
    return bool(claim_faults(ENGINE, KOKA, example, replace(tableau, verdict=wrong)))


def test_a_first_round_shows_the_roll_and_every_hand_and_tells_why_dice_are_taken_and_kept() -> None:
    example = example_of("koka", "first-round")
    tableau = explain(KOKA, example)
    roles = " ".join(row.role for row in tableau.rows).split("turn")[1:]
    assert [turn.split() for turn in roles] == [
        ["hand", "tray", "taken", "given"],
        ["hand", "tray", "rolled", "taken", "given", "falling"],
        ["hand", "tray", "above"],
    ]
    titles = [word("en")(row.label) for row in tableau.rows if row.role == "tray" and row.label is not None]
    assert titles == ["tray, rolled by C", "tray", "tray"]
    said = word("en")(tableau.verdict)
    assert said.startswith("C sits to the right of A and rolls 4 dice. A takes ")
    for part in (
        ", which makes a set, and returns ",
        "C needs none of these colours and keeps ",
        ". To be complete, A needs ",
        "so A rolls for round 2.",
    ):
        assert part in said
    assert not claim_faults(ENGINE, KOKA, example, tableau)
    assert says_wrong_seats(example, tableau)


@pytest.mark.parametrize("lesson", ["first-round", "whole-round"])
@pytest.mark.parametrize("key", ["round-keep-useless", "round-keep-unhelped", "round-keep-colours"])
def test_where_a_die_of_the_tray_helps_the_kept_one_is_not_said_to_be_kept_for_that(lesson: str, key: str) -> None:
    example = example_of("koka", lesson)
    useful = with_useful_die(example)
    keys = [step.key for step in explain(KOKA, useful).verdict.values["steps"]]
    assert "round-keep" in keys and key not in keys
    tableau = explain(KOKA, useful)
    claimed = tuple(
        phrase(key, **dict(step.values)) if step.key == "round-keep" else step
        for step in tableau.verdict.values["steps"]
    )
    wrong = phrase(tableau.verdict.key, **{**dict(tableau.verdict.values), "steps": claimed})
    assert not claim_faults(ENGINE, KOKA, useful, tableau)
    assert claim_faults(ENGINE, KOKA, useful, replace(tableau, verdict=wrong))


def with_useful_die(example: Any) -> Any:
    """Return an example of a round in which the seat that keeps a die could make a set with it."""
    position = json.loads(json.dumps(example.position))
    seat = next(index for index, move in enumerate(position["moves"]) if move[0] == "keep")
    colour, value = position["moves"][seat][1]
    hand = position["hands"][seat]
    others = [die for die in hand if die[0] != colour]
    position["hands"][seat] = [[colour, value], [colour, value], *(others + hand)[: len(hand) - 2]]
    out = answer(KOKA, rules_of(KOKA), "whole_round", position)
    return replace(example, position=position, out=out)


@pytest.mark.parametrize(
    ("lesson", "used"),
    [
        ("check-exchange", 1),
        ("check-exchange-colour", 0),
    ],
)
def test_discards_that_a_move_leaves_alone_are_pale(lesson: str, used: int) -> None:
    rows = {row.role: row for row in explain(KOKA, example_of("koka", lesson)).rows}
    states = Counter(card.state for card in rows["discards"].cards)
    assert states == Counter({"counted": used, "dimmed": len(rows["discards"].cards) - used}) - Counter()


def test_a_die_of_the_hand_that_is_rerolled_is_not_the_one_that_goes_back() -> None:
    hand = example_of("koka", "check-reroll").position["hand"]
    tray = [["green", 5]]
    (given, other, *_) = sorted(hand)
    move = ["reroll", [*tray, other], [["green", 2], [other[0], 3]], [["green", 2]], [given]]
    rows = {row.role: row for row in explain(KOKA, with_move("check-reroll-one", tray=tray, move=move)).rows}
    assert dice_in(rows["own"]) == Counter([tuple(other)])
    assert dice_in(rows["given"]) == Counter([tuple(given)])


@pytest.mark.parametrize("lesson", ["check-reroll", "check-reroll-left"])
@pytest.mark.parametrize("name", ["koka", "untaken-stay"])
def test_what_is_rolled_into_the_tray_is_drawn_with_any_face(name: str, lesson: str) -> None:
    settings, example = VARIANTS[name], example_of(name, lesson)
    rolls = oracle(settings, "tray", example.position)["rolls"]
    rows = [row for row in explain(settings, example).rows if row.role == "falling"]
    assert [card.fields["colour"] for row in rows for card in row.cards] == rolls
    assert all(card.strings[-1] == "?" for row in rows for card in row.cards)
    assert (lesson == "check-reroll-left" and name == "untaken-stay") == (not rolls)


def test_of_thirteen_dice_the_twelve_that_are_complete_are_drawn_and_the_one_that_goes_back() -> None:
    example = example_of("koka", "check-spare")
    tableau = explain(KOKA, example)
    _, _, _, taken, (spare,) = example.position["move"]
    rows = {row.role: row for row in tableau.rows}
    assert list(rows) == ["tray", "rolled", "taken", "hand", "given", "falling"]
    twelve = dice_in(rows["hand"])
    assert twelve == Counter(map(tuple, [*example.position["hand"], *taken])) - Counter([tuple(spare)])
    assert sum(twelve.values()) == 12
    assert dice_in(rows["given"]) == Counter([tuple(spare)])
    assert re.match("Right: with .* you return only .*, which is left over", word("en")(tableau.verdict))
    assert not claim_faults(ENGINE, KOKA, example, tableau)


def test_every_check_stands_beside_those_it_belongs_to_under_a_title() -> None:
    line = next(line for line in TURNS.read_text("utf-8").splitlines() if line.startswith("{% set families"))
    families = [re.findall(r'"([^"]+)"', family) for family in re.findall(r"\[([^\[\]]+)\]", line)]
    checks = {lesson.id: lesson for lesson in lessons(KOKA) if lesson.form == "check"}
    assert sorted(name for _, *family in families for name in family) == sorted(checks)
    readings = {"checks-reroll": "checks-reroll-two"}
    for title, *family in families:
        assert wording("koka", "en")[readings.get(title, title)]
        twins = [twin for name in family if (twin := checks[name].twin) is not None]
        assert {twin.of for twin in twins} <= set(family)


def dice_in(row: Row) -> Counter[tuple[str, int]]:
    return drawn(Tableau(phrase("x"), (row,), phrase("x")))


def test_a_die_that_showed_the_face_before_the_reroll_is_said_to_have_shown_it() -> None:
    example = example_of("koka", "check-reroll-old")
    assert word("en")(explain(KOKA, example).verdict).endswith("is what the die showed before the reroll.")
