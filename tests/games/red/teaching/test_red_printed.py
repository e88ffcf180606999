"""What is printed of each example of red."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import pytest

from pnp.examples import strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.red.oracle.answer import oracle
from pnp.games.red.settings import Readings, RedSettings
from pnp.games.red.teaching.explain import explain
from pnp.model.text import LANGUAGES, Language, say
from tests.games.red.definitions import RED, VARIANTS
from tests.games.red.examples import found_in, printed, word
from tests.games.wording import width, wording


def test_every_card_of_the_position_is_printed_once_and_in_order() -> None:
    for name, example in printed():
        check_cards(name, example)


def check_cards(name: str, example: Example) -> None:
    letters = {one.id: say(one.letter, "en") for one in VARIANTS[name].colours}
    palettes = example.position["palettes"] if "palettes" in example.position else [example.position["palette"]]
    hand = example.position.get("hand", [])
    # The seat that acts comes first, and what it does lies next to its palette.
    wanted = [*palettes[0], *hand, *chain(*palettes[1:])]
    assert example.position.get("me", 0) == 0
    shown = [card.strings for row in explain(VARIANTS[name], example).rows for card in row.cards]
    assert [(number, say(letter, "en")) for number, letter in shown] == [
        (str(number), letters[colour]) for colour, number in wanted
    ], (name, example.id)


def test_the_colour_in_force_and_the_move_can_be_read() -> None:
    for name, example in printed():
        check_badge_and_move(name, example)


def check_badge_and_move(name: str, example: Example) -> None:
    tableau = explain(VARIANTS[name], example)
    rule = example.position.get("rule", VARIANTS[name].opening_rule or "red")
    assert tableau.badge is not None and tableau.badge.fields["colour"] == rule, (name, example.id)
    if example.kind != "may_move":
        return
    moved = {row.role: [(card.fields["colour"], card.fields["number"]) for card in row.cards] for row in tableau.rows}
    _, played, discarded = example.position["move"]
    assert moved.get("played") == (None if played is None else [tuple(played)]), (name, example.id)
    assert moved.get("discarded") == (None if discarded is None else [tuple(discarded)]), (name, example.id)
    assert tableau.mark == example.out["verdict"], (name, example.id)


def test_the_discard_is_drawn_as_one_that_is_not_counted() -> None:
    for name, example in printed():
        for row in explain(VARIANTS[name], example).rows:
            gone = row.role == "discarded"
            assert all(card.fields["discarded"] is gone for card in row.cards), (name, example.id)
            assert not gone or [card.state for card in row.cards] == ["plain"], (name, example.id)


def test_every_part_of_a_check_says_what_it_is() -> None:
    for name, example in printed():
        if example.kind == "may_move":
            rows = explain(VARIANTS[name], example).rows
            assert all(row.titled and row.label is not None for row in rows), (name, example.id)


def test_the_cards_marked_are_the_selection_that_counts() -> None:
    winners = [(name, example) for name, example in printed() if example.kind == "winner"]
    assert winners
    for name, example in winners:
        for row, best in zip(explain(VARIANTS[name], example).rows, example.out["best"], strict=True):
            counted = [card for card in row.cards if card.state == "counted"]
            assert len(counted) == (best["count"] if best else len(counted)), (name, example.id)
            assert all(card.state in ("counted", "dimmed") for card in row.cards), (name, example.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_has_words_and_the_verdict_is_of_a_few_lines(language: Language) -> None:
    for name, example in printed():
        said = strings(explain(VARIANTS[name], example), word(language), language)
        assert all(said) and not any("{" in text for text in said), (name, example.id)
        assert width(said[-1]) <= 175, (name, said[-1])


def test_a_verdict_is_a_sentence() -> None:
    for name, example in printed():
        said = word("en")(explain(VARIANTS[name], example).verdict)
        assert (said[0].isupper() or said[0].isdigit()) and said.endswith("."), (name, said)
        assert "  " not in said and ".." not in said, (name, said)
        assert word("ja")(explain(VARIANTS[name], example).verdict).endswith("。"), name


def test_both_languages_word_the_same_things_with_values_that_the_other_has() -> None:
    english, japanese = (wording("red", language) for language in LANGUAGES)
    assert english.keys() == japanese.keys()


def winner_example(rule: str, *palettes: str, settings: RedSettings = RED) -> Example:
    by_letter = {one.id[0].upper(): one.id for one in settings.colours}
    position = {
        "palettes": [[[by_letter[card[0]], int(card[1:])] for card in palette.split()] for palette in palettes],
        "rule": rule,
    }
    out = oracle(settings, "winner", position)
    return Example("one", f"rule-{rule}", "example", "winner", position, out, (), 0)


@pytest.mark.parametrize(
    ("rule", "palettes", "verdict"),
    [
        ("orange", ("R2 G2 V2 B7", "R7 G7 V1"), "3 cards (2–2–2) beat 2 (7–7). More cards win."),
        ("orange", ("R2 G2 B7", "R7 G6 V1"), "2 cards (2–2) beat one card (red 7). More cards win."),
        ("yellow", ("R2 R3 B7", "G7 I6 V1"), "2 red cards beat one card (green 7). More cards win."),
        ("green", ("R4 G2 V1 B7", "R5 O2 V6"), "3 cards (4+2+1) beat 2 (5+2). Not added: blue 7, which would fit too."),
        ("green", ("R4 G2 V1", "R5 O2 V6"), "3 cards (4+2+1) beat 2 (5+2). More cards win."),
        (
            "yellow",
            ("V2 V7 V6", "I4 I7 O2 O4"),
            "3 violet cards beat 2 indigo cards. Not counted: orange 2 and orange 4 (indigo 7 is stronger).",
        ),
        (
            "orange",
            ("R2 G2 V2 R3 G3", "R7 V1"),
            "3 cards (2–2–2) beat one card (red 7). Not added: red 3 and green 3, which would fit too.",
        ),
        ("indigo", ("B6 Y5 V7", "I6 R1 G7"), "3 cards in a row (5–6–7) beat 2 (6–7). 7 and 1 are not neighbours."),
        ("violet", ("R4 G2 V7", "R6 G4 V1"), "2 even cards each, and red 6 beats red 4. Not counted: violet 7."),
        ("blue", ("R4 G2 V1", "R5 O2"), "3 colours (red 4, green 2 and violet 1) beat 2 colours. More cards win."),
        (
            "blue",
            ("R4 G2 V1", "R5 O2 O1"),
            "3 colours (red 4, green 2 and violet 1) beat 2 colours. Only one orange counts.",
        ),
        (
            "blue",
            ("R4 G2 V1", "R5 O2 O1 R3"),
            "3 colours (red 4, green 2 and violet 1) beat 2 colours. Only one of a colour counts.",
        ),
        ("indigo", ("R4 G2 V3", "R7 O6"), "3 cards in a row (2–3–4) beat 2 (6–7). More cards win."),
        ("violet", ("R4 G2", "R6 G4 V1"), "2 even cards each, and red 6 beats red 4."),
        ("violet", ("R4 G2 V6", "R6 V1"), "3 even cards (4, 2 and 6) beat one card (red 6)."),
        ("indigo", ("I7 I6", "R7 O6"), "2 cards in a row each, and red 7 beats indigo 7 by its colour."),
        ("indigo", ("I7", "R6"), "One card each, and indigo 7 beats red 6 (nobody has two numbers in a row)."),
        ("red", ("R6", "V7"), "The number comes first: violet 7 beats red 6."),
        ("red", ("R7", "V7"), "Equal numbers, so the colour decides: red 7 beats violet 7."),
        ("violet", ("R1", "V2 V4"), "Only one palette has cards that fit: 2 even cards (2 and 4)."),
        ("violet", ("R1", "V2"), "Only one palette has cards that fit: one card (violet 2)."),
        (
            "violet",
            ("R1", "V3"),
            "Nobody is winning: the palettes have no card that fits. You may not discard violet.",
        ),
        (
            "green",
            ("R1", "V3"),
            "Nobody is winning: the palettes have no cards that add up to 7. You may not discard green.",
        ),
    ],
)
def test_the_verdict_says_what_decides(rule: str, palettes: tuple[str, ...], verdict: str) -> None:
    said = word("en")(explain(RED, winner_example(rule, *palettes)).verdict)
    assert said.replace("\N{NO-BREAK SPACE}", " ") == verdict


@pytest.mark.parametrize(
    ("rule", "palettes", "verdict"),
    [
        ("orange", ("R2 G2 V2 B7", "R7 G7 V1"), "2のカード3枚が7の2枚に勝つ。枚数が先。"),
        ("yellow", ("R2 R3 B7", "G7 I6 V1"), "赤2枚が1枚（緑7）に勝つ。枚数が先。"),
        (
            "green",
            ("R4 G2 V1 B7", "R5 O2 V6"),
            "3枚（4＋2＋1）が2枚（5＋2）に勝つ。青7も合うが、別の組なので足さない。",
        ),
        ("blue", ("R4 G2 V1", "R5 O2"), "赤4・緑2・紫1の3色が2色に勝つ。枚数が先。"),
        ("blue", ("R4 G2 V1", "R5 O2 O1"), "赤4・緑2・紫1の3色が2色に勝つ。橙は1枚だけ。"),
        ("indigo", ("R4 G2 V3", "R7 O6"), "連番3枚（2・3・4）が2枚（6・7）に勝つ。枚数が先。"),
        ("indigo", ("I7 I6", "R7 O6"), "どちらも連番2枚。色の順で赤7が藍7に勝つ。"),
        ("violet", ("R1", "V2"), "合うカードがあるのは片方だけ：1枚（紫2）。"),
        ("violet", ("R1", "V3"), "誰も勝っていない。どのパレットにも合うカードがない。紫は捨てられない。"),
    ],
)
def test_the_verdict_says_so_in_japanese(rule: str, palettes: tuple[str, ...], verdict: str) -> None:
    assert word("ja")(explain(RED, winner_example(rule, *palettes)).verdict) == verdict


@pytest.mark.parametrize(
    ("palette", "en", "ja"),
    [
        ("O3 B2 Y3", "Not counted: yellow 3 (orange 3 is stronger).", "黄3は同じ数字の橙3より弱いので数えない。"),
        ("O3 B2 Y3 V2", "Not counted: yellow 3 and violet 2 (no repeats).", "黄3・紫2は同じ数字があるので数えない。"),
        ("O3 B2 Y5", "Not counted: yellow 5.", "黄5は数えない。"),
    ],
)
def test_of_a_number_that_lies_twice_the_stronger_card_is_said_to_score(palette: str, en: str, ja: str) -> None:
    settings = VARIANTS["red7"]
    position = {"palettes": winner_example("red", palette).position["palettes"], "rule": "indigo", "winner": 0}
    out = oracle(settings, "round_score", position)
    verdict = explain(settings, Example("one", "score", "example", "round_score", position, out, (), 0)).verdict
    assert en in word("en")(verdict).replace("\N{NO-BREAK SPACE}", " ")
    assert ja in word("ja")(verdict)


@pytest.mark.parametrize("name", ["red", "red7"])
def test_a_refused_discard_says_what_playing_the_card_would_bring(name: str) -> None:
    settings = VARIANTS[name]
    refused = [one for one in found_in(name).examples if one.out.get("violation") == "discard-must-win"]
    assert refused
    for one in refused:
        _, played, card = one.position["move"]
        assert played is None
        instead = oracle(settings, "may_move", {**one.position, "move": ["play", card, None]})["verdict"]
        name = f"{card[0]} {card[1]}"
        told, ending = {
            "out": (f"Playing {name} instead puts you out.", "を置けば脱落。"),
            "allowed": (f"Play {name} instead: you are winning.", "を置けば勝っている。"),
        }[instead]
        verdict = explain(settings, one).verdict
        said = word("en")(verdict).replace("\N{NO-BREAK SPACE}", " ")
        assert said.endswith(f". {told}")
        assert word("ja")(verdict).endswith(ending)


def test_the_verdict_names_the_strongest_card_where_that_is_the_reading() -> None:
    settings = replace(RED, readings=Readings(nobody_fits="strongest-card"))
    tableau = explain(settings, winner_example("violet", "R1 O3", "V3 G1", settings=settings))
    said = "No palette has a card that fits, so the strongest card of all wins: orange 3."
    assert word("en")(tableau.verdict).replace("\N{NO-BREAK SPACE}", " ") == said
    assert [[card.state for card in row.cards] for row in tableau.rows] == [
        ["dimmed", "counted"],
        ["counted", "dimmed"],
    ]


@pytest.mark.parametrize(
    ("palettes", "en", "ja"),
    [
        (
            ("R3", "Y6", "V5"),
            "In turn order, clockwise: yellow 6 is strongest, so the next player clockwise, with violet 5, begins.",
            "時計回りの席順。黄6が一番強い。その次の紫5の人から始める。",
        ),
        (
            ("G5", "Y5", "V5"),
            "In turn order, clockwise: yellow 5 beats green 5 and violet 5 by its colour and is strongest, "
            "so the next player clockwise, with violet 5, begins.",
            "時計回りの席順。黄5は緑5・紫5より色の順で強く、一番強い。次の紫5の人から始める。",
        ),
        (
            ("G5", "V5", "Y5"),
            "In turn order, clockwise: yellow 5 beats green 5 and violet 5 by its colour and is strongest, "
            "so the next player clockwise, with green 5, begins.",
            "時計回りの席順。黄5は緑5・紫5より色の順で強く、一番強い。次の緑5の人から始める。",
        ),
    ],
)
def test_who_begins_is_said_with_those_that_have_the_same_number(palettes: tuple[str, ...], en: str, ja: str) -> None:
    position = {"palettes": winner_example("red", *palettes).position["palettes"]}
    verdict = explain(
        RED, Example("one", "opening", "example", "opening", position, oracle(RED, "opening", position), (), 0)
    ).verdict
    assert word("en")(verdict).replace("\N{NO-BREAK SPACE}", " ") == en
    assert word("ja")(verdict) == ja


def test_an_exact_tie_is_said_to_be_one() -> None:
    settings = replace(RED, copies=2)
    tableau = explain(settings, winner_example("red", "R7", "R7", settings=settings))
    assert word("en")(tableau.verdict) == "Nobody is winning: an exact tie."


def test_a_kind_that_is_never_printed_has_no_layout() -> None:
    with pytest.raises(PositionError, match="no layout for the kind 'stronger'"):
        explain(RED, Example("x", "x", "example", "stronger", {}, {}, (), 0))


def test_a_move_recorded_as_refused_that_is_allowed_has_no_layout() -> None:
    example = next(one for one in found_in("red").examples if one.lesson == "check-play-overtakes")
    with pytest.raises(PositionError, match="it is allowed"):
        explain(RED, replace(example, out={**example.out, "verdict": "not-allowed"}))
