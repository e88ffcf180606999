"""Printed text of each example of kasane."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example, Lesson
from pnp.games.core.tableau import Row
from pnp.games.kasane import ENGINE
from pnp.games.kasane.teaching.explain import explain
from tests.games.kasane.definitions import KASANE, VARIANTS
from tests.games.kasane.examples import SHOWN, found_in, made, printed, row_of, tableau_of, word


def test_every_card_of_the_position_of_kasane_is_printed_once() -> None:
    for name, sample in printed():
        if sample.kind not in ("winners", "first_turns"):
            check_cards(name, sample)


@pytest.mark.parametrize("name", ["kasane", "kasane-variants", "more-slots", "no-field-card"])
def test_the_pictures_of_the_first_turns_go_on_from_one_another(name: str) -> None:
    samples = sorted((sample for sample in found_in(name).examples if sample.kind == "first_turns"), key=lesson_of)
    script = samples[0].position["turns"]
    hand: list[object] = []
    for number, (turn, sample) in enumerate(zip(script, samples, strict=True), start=1):
        assert sample.position == {**samples[0].position, "turn": number}
        tops, *rows = explain(VARIANTS[name], sample).rows
        taken = turn["tops"][turn["row"]]
        hand += [taken] if taken != "+1" else []
        assert [card.state for card in tops.cards].index("counted") == turn["row"]
        assert numbers_of(tops) == turn["tops"]
        stacks = [hand] * (hand != []) + [sample.out["field"]] * (turn["makes"] is not None or taken == "+1")
        assert [numbers_of(row) for row in rows] == stacks
        hand = list(sample.out["hand"])


def lesson_of(sample: Example) -> str:
    return sample.lesson


def numbers_of(row: Row) -> list[object]:
    return [card.fields["number"] for card in row.cards]


def test_a_first_turn_says_what_is_taken_and_what_it_scores() -> None:
    position = {
        "players": 4,
        "turns": [
            {"tops": [5, 1, 2, 3], "row": 0, "makes": None},
            {"tops": [9, 4, 2, 3], "row": 1, "makes": None},
            {"tops": [9, 8, 7, 3], "row": 2, "makes": {"yaku": "asanoha", "hand": 3, "field": False}},
            {"tops": [3, 8, 6, 1], "row": 0, "makes": {"yaku": "ju", "hand": 1, "field": True}},
            {"tops": [9, "+1", 6, 1], "row": 1, "makes": None},
        ],
    }
    tableaux = [made("first_turns", {**position, "turn": number}) for number in (1, 2, 3, 4, 5)]
    assert [word("en")(tableau.verdict) for tableau in tableaux] == [
        "You take the 5. You see 4 and 7 further down in the rows and hope for Asanoha.",
        "The 4 goes on top of your hand. For Asanoha you now need 7; for Jū, 1; for Kagen no Tsuki, 2 or 3.",
        "You take the 7. 5-4-7 is Asanoha: lay the cards on your field in this order, "
        "score 4 points and cover the slot with a token.",
        "Only the 3 makes a yaku now. 7\xa0+\xa03 is Jū, starting with the 7 from your field: "
        "lay the new card on it, score 2 points and cover the slot.",
        "No card here makes a yaku now. You take the +1, lay it on your field and score 1 point at once. "
        "While it is on top, no yaku can start with your field.",
    ]
    assert [word("en")(tableau.heading) for tableau in tableaux[2:]] == [
        "Turn 3",
        "Turn 4 (round 2, new rows; now you are last)",
        "Turn 5",
    ]
    assert [row.role for row in tableaux[-1].rows] == ["tops", "laid"]


@pytest.mark.parametrize(("players", "sees"), [(3, True), (4, False)])
def test_cards_of_the_next_round_are_not_in_sight(players: int, sees: bool) -> None:
    taken = [5, 4, 2, 1]
    turns = [{"tops": [card, 9, 8, 7][:players], "row": 0, "makes": None} for card in taken]
    turns[-1]["makes"] = {"yaku": "kagen", "hand": 4, "field": False}
    tableau = made("first_turns", {"players": players, "turns": turns, "turn": 1})
    assert word("en")(tableau.verdict) == (
        "You take the 5. You see 4, 2 and 1 further down in the rows and hope for Kagen no Tsuki."
        if sees
        else "You take the 5, your first card, and hope for Kagen no Tsuki."
    )
    hopes = "一番上のカードの下に見えている4と2と1もねらい、下弦ノ月を作りたい" if sees else "下弦ノ月をねらう"
    assert hopes in word("ja")(tableau.verdict)


def test_a_first_turn_gives_no_reason_that_does_not_hold() -> None:
    taken = [
        {"tops": [5, 1, 2, 3], "row": 0, "makes": None},
        {"tops": [9, 4, 5, 3], "row": 1, "makes": None},
        {"tops": ["+1", 6, 2, 7], "row": 0, "makes": None},
    ]
    position = {"players": 4, "turns": taken}
    said = [word("en")(made("first_turns", {**position, "turn": number}).verdict) for number in (1, 2, 3)]
    assert said[:2] == [
        "You take the 5: it is your whole hand. No yaku yet.",
        "You take the 4: it goes on top of your hand, at the right end. No yaku yet.",
    ]
    # the 7 beside it makes a yaku, and the 6 too
    assert said[2].startswith("You take the +1, lay it on your field and score 1 point at once.")
    shown = made("first_turns", {**position, "turn": 3}).rows
    assert [(row.role, numbers_of(row)) for row in shown[1:]] == [("hand", [5, 4]), ("laid", ["+1"])]


@pytest.mark.parametrize(
    ("players", "number", "heading"),
    [
        (4, 4, "Turn 4 (round 2, new rows; now you are last)"),
        (4, 7, "Turn 7 (round 3, new rows)"),
        (3, 5, "Turn 5 (round 2, new rows; now you are last)"),
        (3, 4, "Turn 4"),
    ],
)
def test_a_turn_that_opens_a_round_says_whether_the_seat_is_last(players: int, number: int, heading: str) -> None:
    turns = [{"tops": [1 + one, 9, 8, 7][:players], "row": 0, "makes": None} for one in range(number)]
    turns = [{**turn, "tops": [turn["tops"][0] % 6 + 1, *turn["tops"][1:]]} for turn in turns]
    tableau = made("first_turns", {"players": players, "turns": turns, "turn": number})
    assert word("en")(tableau.heading) == heading


def test_a_first_turn_with_a_yaku_that_is_refused_has_no_layout() -> None:
    turns = [{"tops": [5, 1, 2, 3], "row": 0, "makes": {"yaku": "ju", "hand": 1, "field": False}}]
    with pytest.raises(PositionError, match="refused: condition"):
        made("first_turns", {"players": 4, "turns": turns, "turn": 1})


def check_cards(name: str, sample: Example) -> None:
    tableau = explain(VARIANTS[name], sample)
    last = tableau.rows[-1]
    again = last.role == "laid" and sample.kind == "may_achieve"
    shown = [card for row in tableau.rows[: len(tableau.rows) - again] for card in row.cards]
    numbers = Counter(card.fields["number"] for card in shown if "number" in card.fields)
    stacks = [sample.position.get(key, []) for key in ("hand", "field", "row")] if sample.kind != "may_take" else []
    stacks += [*sample.position.get("rows", []), [sample.position["card"]] if sample.kind == "acquire" else []]
    assert numbers == Counter(card for stack in stacks for card in stack), (name, sample.id)
    if again:
        assert [card.fields["number"] for card in last.cards] == row_of(sample), (name, sample.id)


@pytest.mark.parametrize("name", ["kasane", "other-yaku", "more-slots"])
def test_the_cards_of_a_move_stand_out(name: str) -> None:
    for sample in found_in(name).examples:
        if sample.kind == "may_achieve":
            shown = [card for row in explain(VARIANTS[name], sample).rows for card in row.cards]
            counted = [card.fields["number"] for card in shown if card.state == "counted"]
            assert sorted(map(str, counted)) == sorted(map(str, row_of(sample)))


def test_covered_slots_are_dimmed() -> None:
    rows = tableau_of("kasane", "check-slot").rows
    assert rows[0].role == "slots"
    assert [card.fields["covered"] for card in rows[0].cards] == [True, False]
    assert [card.state for card in rows[0].cards] == ["dimmed", "plain"]


@pytest.mark.parametrize("name", ["kasane", "kasane-variants", "no-field-card", "more-slots"])
def test_field_hand_and_what_is_taken_are_named_in_every_check_and_example(name: str) -> None:
    for sample in found_in(name).examples:
        rows = explain(VARIANTS[name], sample).rows if sample.kind not in ("fits", "may_take") else ()
        assert all(row.titled for row in rows if row.role != "slots"), sample.id


def test_a_plus_one_just_taken_is_named_and_not_dimmed() -> None:
    row = next(row for row in tableau_of("kasane", "check-plus-now").rows if row.role == "taken")
    assert row.titled
    assert [card.state for card in row.cards] == ["plain"]


@pytest.mark.parametrize(
    ("points", "said"), [(0, "The +0 goes on top of your field."), (2, "The +2 goes"), (3, "3 points at once")]
)
def test_a_plus_one_is_called_by_its_points(points: int, said: str) -> None:
    settings = replace(KASANE, plus_one=replace(KASANE.plus_one, points=points))
    easier = {"hand": [1], "field": [], "card": "+1", "variant_plus1_may_achieve": False}
    tableau = made("acquire", easier, settings)
    assert said in word("en")(tableau.verdict)
    assert [card.strings for row in tableau.rows for card in row.cards] == [(f"+{points}",), ("1",)]
    assert f"＋{points}は" in word("ja")(tableau.verdict)
    for lesson in (*ENGINE.lessons(settings), *ENGINE.misreadings(settings)):
        subject = word("en")(lesson.subject if isinstance(lesson, Lesson) else lesson.text)
        assert "+" not in subject or f"+{points}" in subject


test_texts_fit = SHOWN.texts_fit(lambda sample: 160)
test_what_cannot_be_printed = SHOWN.has_no_layout("lay", "check-take", "check-hand", "check-slot")
