"""Printed form of each example of red."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

import pytest

from pnp.games.core.lesson import Example
from pnp.games.red.teaching.explain import explain
from pnp.model.text import LANGUAGES, Phrase, say
from tests.games.red.definitions import VARIANTS
from tests.games.red.examples import SHOWN, example_set, printed_examples, word
from tests.games.wording import wording

RUNNING = ("turn-play", "turn-both", "turn-out")


def test_every_card_of_the_position_is_printed_once_and_in_order() -> None:
    for name, example in printed_examples():
        check_cards(name, example)


def check_cards(name: str, example: Example) -> None:
    letters = {colour.id: say(colour.letter, "en") for colour in VARIANTS[name].colours}
    palettes = example.position["palettes"] if "palettes" in example.position else [example.position["palette"]]
    hand = example.position.get("hand", [])
    # The seat that acts comes first, but where the seats have letters; what it does lies next to its palette.
    me = example.position.get("me", 0)
    assert me == 0 or example.lesson in RUNNING
    expected = [*chain(*palettes[: me + 1]), *hand, *chain(*palettes[me + 1 :])]
    shown = [card.strings for row in explain(VARIANTS[name], example).rows for card in row.cards]
    assert [(number, say(letter, "en")) for number, letter in shown] == [
        (str(number), letters[colour]) for colour, number in expected
    ], (name, example.id)


def test_the_colour_in_force_and_the_move_can_be_read() -> None:
    for name, example in printed_examples():
        check_badge_and_move(name, example)


def check_badge_and_move(name: str, example: Example) -> None:
    tableau = explain(VARIANTS[name], example)
    rule = example.position.get("rule", VARIANTS[name].opening_rule or "red")
    assert tableau.badge is not None and tableau.badge.fields["colour"] == rule, (name, example.id)
    if example.kind != "may_move":
        return
    cards_by_role = {
        row.role: [(card.fields["colour"], card.fields["number"]) for card in row.cards] for row in tableau.rows
    }
    _, played, discarded = example.position["move"]
    assert cards_by_role.get("played") == (None if played is None else [tuple(played)]), (name, example.id)
    assert cards_by_role.get("discarded") == (None if discarded is None else [tuple(discarded)]), (name, example.id)
    expected = None if example.lesson in RUNNING else example.out["verdict"]
    assert tableau.mark == expected, (name, example.id)


def test_the_discard_is_drawn_as_one_that_is_not_counted() -> None:
    for name, example in printed_examples():
        for row in explain(VARIANTS[name], example).rows:
            is_discarded = row.role == "discarded"
            assert all(card.fields["discarded"] is is_discarded for card in row.cards), (name, example.id)
            assert not is_discarded or [card.state for card in row.cards] == ["plain"], (name, example.id)


def test_every_part_of_a_check_says_what_it_is() -> None:
    for name, example in printed_examples():
        if example.kind == "may_move":
            rows = explain(VARIANTS[name], example).rows
            assert all(row.titled and row.label is not None for row in rows), (name, example.id)


def test_the_cards_marked_are_the_selection_that_counts() -> None:
    winners = [(name, example) for name, example in printed_examples() if example.kind == "winner"]
    assert winners
    for name, example in winners:
        for row, best in zip(explain(VARIANTS[name], example).rows, example.out["best"], strict=True):
            counted = [card for card in row.cards if card.state == "counted"]
            assert len(counted) == (best["count"] if best else len(counted)), (name, example.id)
            assert all(card.state in ("counted", "dimmed") for card in row.cards), (name, example.id)


def test_both_languages_word_the_same_things_with_values_that_the_other_has() -> None:
    english, japanese = (wording("red", language) for language in LANGUAGES)
    assert english.keys() == japanese.keys()


@pytest.mark.parametrize("name", ["red", "red7"])
def test_a_refused_discard_says_why_and_no_more(name: str) -> None:
    refused = [example for example in example_set(name).examples if example.out.get("violation") == "discard-must-win"]
    assert refused
    for example in refused:
        verdict = explain(VARIANTS[name], example).verdict
        for language, ends in (
            ("en", r"Not allowed: under [a-z]+, [^.]*\."),
            ("ja", "できない。[^。]*のルールでは[^。]*。"),
        ):
            assert re.fullmatch(ends, word(language)(verdict)), word(language)(verdict)


def test_every_check_has_a_title_of_its_own() -> None:
    checks = [example for example in example_set("red").examples if example.form == "check"]
    for language in LANGUAGES:
        titles = [word(language)(explain(VARIANTS["red"], check).heading) for check in checks]
        assert len(set(titles)) == len(checks) == 11


def test_a_player_who_is_out_has_no_part_in_a_check() -> None:
    (example,) = [one for one in example_set("red").examples if one.lesson == "check-pass"]
    assert [len(cards) == 0 for cards in example.position["palettes"]].count(True) == 1
    labels = [word("en")(row.label) for row in explain(VARIANTS["red"], example).rows if row.label is not None]
    assert [label for label in labels if "opponent" in label] == ["opponent"]


def test_three_turns_name_the_seats_and_say_whom_each_overtakes() -> None:
    by_lesson = {example.lesson: explain(VARIANTS["red"], example) for example in example_set("red").examples}
    said = [word("en")(by_lesson[lesson].verdict) for lesson in RUNNING]
    assert "A plays" in said[0] and "overtakes C." in said[0]
    assert "B plays" in said[1] and "overtakes A under" in said[1] and said[1].endswith("B draws 1 card.")
    assert said[2].startswith("No turn with these cards would leave C winning. C plays")
    for lesson in RUNNING:
        letters = [word("en")(row.label) for row in by_lesson[lesson].rows if row.role == "seat" and row.label]
        assert letters == ["A", "B", "C"]
    assert [word("en")(row.label) for row in by_lesson["turn-out"].rows if row.role == "line" and row.label] == [
        "C’s other cards"
    ]


def test_the_winner_of_each_of_three_turns_is_marked_with_the_card_that_it_plays() -> None:
    for name, example in printed_examples():
        if example.lesson in RUNNING:
            rows = explain(VARIANTS[name], example).rows
            marked = [
                (row.role, say(row.label.values["seat"], "en") if row.role == "seat" else None)  # type: ignore[union-attr, arg-type]
                for row in rows
                if row.mark
            ]
            seat = {"turn-play": "A", "turn-both": "B", "turn-out": "B"}[example.lesson]
            played = [] if example.lesson == "turn-out" else [("played", None)]
            assert marked == [("seat", seat), *played], (name, example.id)


def test_a_hand_that_is_no_whole_one_is_not_said_to_be_lost() -> None:
    (example,) = [one for one in example_set("red").examples if one.lesson == "turn-out"]
    hand = example.position["hand"]
    for cards, key in ((hand, "verdict-turn-lost"), (hand[:1], "verdict-turn-out"), (hand[:-1], "verdict-turn-out")):
        shown = replace(example, position={**example.position, "hand": cards})
        verdict = explain(VARIANTS["red"], shown).verdict
        assert isinstance(verdict, Phrase) and verdict.key == key


test_texts_fit = SHOWN.texts_fit(lambda example: 190)
test_what_cannot_be_printed = SHOWN.has_no_layout("stronger", "check-play-overtakes")
