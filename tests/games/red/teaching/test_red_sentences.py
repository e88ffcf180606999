"""Verdict sentences of red are true under every tweak: cards, counts and points are checked against the oracle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from pnp.games.core.lesson import Example
from pnp.games.red.oracle.answer import oracle
from pnp.games.red.settings import RedSettings
from pnp.games.red.teaching.explain import explain
from pnp.model.text import LANGUAGES, Language, say
from pnp.testing import FULL
from tests.games.red.definitions import FURTHER, OF_RED, OF_RED7, VARIANTS
from tests.games.red.examples import example_set, word

NAMES = [name for name in ("red", "red7", *OF_RED, *OF_RED7) if FULL or name not in FURTHER]


def examples(kind: str, name: str) -> Iterator[tuple[Example, RedSettings]]:
    settings = VARIANTS[name]
    for example in example_set(name).examples:
        if example.kind == kind:
            yield example, settings


def verdict_of(settings: RedSettings, example: Example, language: Language) -> str:
    return word(language)(explain(settings, example).verdict)


def card(settings: RedSettings, raw: Sequence[Any], language: Language) -> str:
    name = say(next(colour.name for colour in settings.colours if colour.id == raw[0]), language)
    return f"{name}\N{NO-BREAK SPACE}{raw[1]}" if language == "en" else f"{name}{raw[1]}"


def check_deciding(
    settings: RedSettings, best: Sequence[Any], won: int, lost: int, sentence: str, language: Language
) -> None:
    """Check that ``sentence`` gives the counts or the cards that decide between two seats."""
    winning, losing = best[won], best[lost]
    if winning is None:
        return  # the strongest card of all, which another test checks
    high = card(settings, winning["high"], language)
    count = {"en": r"\b{} (?!each)|\b{} cards each", "ja": "{}[枚色]|{}枚ずつ"}[language]

    def counted(number: int) -> bool:
        lone = {"en": "one card ", "ja": "1枚"}[language]
        return lone in sentence.lower() if number == 1 else bool(re.search(count.format(number, number), sentence))

    if {"en": "nobody has two", "ja": "人はいない"}[language] in sentence:
        assert all(selection is None or selection["count"] == 1 for selection in best), sentence
    if losing is None:
        assert counted(winning["count"]), sentence
        assert winning["count"] > 1 or high in sentence, sentence
    elif winning["count"] != losing["count"]:
        assert counted(winning["count"]) and counted(losing["count"]), sentence
    else:
        low = card(settings, losing["high"], language)
        beats = {"en": f"{high} beats (your |the rival’s )?{low}", "ja": f"{high}が(自分の|相手の)?{low}に勝つ"}[
            language
        ]
        assert re.search(beats, sentence), sentence
        if winning["count"] > 1:
            assert counted(winning["count"]), sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_who_wins_and_by_what_is_said_as_it_is(name: str, language: Language) -> None:
    for example, settings in examples("winner", name):
        out = oracle(settings, "winner", example.position)
        sentence = verdict_of(settings, example, language)
        if out["winner"] is None:
            assert sentence.startswith({"en": "Nobody is winning", "ja": "誰も勝っていない"}[language]), sentence
        else:
            check_deciding(settings, out["best"], out["winner"], 1 - out["winner"], sentence, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_check_says_why_and_whose_cards_win(name: str, language: Language) -> None:
    openings = {
        "en": {"allowed": "Allowed: ", "out": "Allowed, but you are out: ", "not-allowed": "Not allowed: "},
        "ja": {"allowed": "できる：", "out": "できるが脱落：", "not-allowed": "できない："},
    }[language]
    for example, settings in examples("may_move", name):
        sentence, position = verdict_of(settings, example, language), example.position
        verdict, violation = example.out["verdict"], example.out["violation"]
        assert sentence.startswith(openings[verdict]), sentence
        do, played, discarded = position["move"]
        if do == "pass" or violation == "same-colour-discard":
            continue
        palettes = [list(palette) for palette in position["palettes"]]
        palettes[0] += [] if played is None else [played]
        rule = position["rule"] if discarded is None else discarded[0]
        table = oracle(settings, "winner", {"palettes": palettes, "rule": rule})
        if table["winner"] is None:
            assert {"en": "nobody is winning", "ja": "誰も勝っていない"}[language] in sentence, sentence
            continue
        assert (table["winner"] == 0) == (verdict == "allowed")
        check_deciding(settings, table["best"], table["winner"], 1 - table["winner"], sentence, language)
        if verdict == "allowed" and discarded is not None and settings.draw == "over-palette":
            drawing = re.search({"en": r"discarded (\d+) is (not )?above", "ja": r"捨てた(\d+)は"}[language], sentence)
            assert example.lesson == "check-same-colour" or (drawing and int(drawing[1]) == discarded[1]), sentence
            draws = {"en": "draw one.", "ja": "1枚引く。"}[language]
            assert example.lesson == "check-same-colour" or (draws in sentence) == bool(example.out["draws"]), sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_who_begins_is_named_by_the_card(name: str, language: Language) -> None:
    for example, settings in examples("opening", name):
        out = oracle(settings, "opening", example.position)
        palettes = [palette[0] for palette in example.position["palettes"]]
        sentence = verdict_of(settings, example, language)
        first = card(settings, palettes[out["first"]], language)
        leader = card(settings, palettes[(out["first"] - 1) % len(palettes)], language)
        assert sentence.index(leader) < sentence.rindex(first), sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in NAMES if VARIANTS[name].goals])
def test_points_and_what_follows_are_said_as_they_are(name: str, language: Language) -> None:
    counts = dict.fromkeys(("round_score", "next_round"), 0)
    for kind in counts:
        for example, settings in examples(kind, name):
            counts[kind] += 1
            sentence, out = verdict_of(settings, example, language), oracle(settings, kind, example.position)
            if kind == "round_score":
                assert re.search(rf"(?<!\d){out['points']}(?!\d)", sentence), sentence
                continue
            seat = example.position["winner"]
            assert str(out["points"][seat]) in sentence, sentence
            if not out["over"]:
                assert str(out["cards"]) in sentence, sentence
            for winner in out["winners"]:
                assert "ABCDEF"[winner] in sentence and str(out["points"][winner]) in sentence, sentence
    assert all(counts.values())


def test_every_case_of_a_sentence_is_met_somewhere() -> None:
    """Wordings that no definition here produces would not be checked by the tests above."""
    keys: set[str] = set()

    def walk(value: Any) -> None:
        for inner in value.values.values() if hasattr(value, "values") else value if isinstance(value, tuple) else ():
            walk(inner)
        if hasattr(value, "key"):
            keys.add(value.key)

    for name in NAMES:
        for example in example_set(name).examples:
            walk(explain(VARIANTS[name], example).verdict)
    assert {
        "pick-one",
        *(
            f"pick-{criterion}"
            for criterion in ("same-number", "same-colour", "sum", "different-colours", "run", "even", "odd")
        ),
        "reason-count",
        "reason-count-yours",
        "reason-count-rivals",
        "reason-number",
        "reason-colour-highest",
        "verdict-all-stay",
        "verdict-same-colour",
        "drawing-both",
        "drawing-none",
        "drawing-over",
        "drawing-not-over",
        "verdict-opening-colour",
        "verdict-opening-winning",
        "outcome-goal",
        "outcome-undealt",
        "outcome-goes-on-return",
        "left-out",
    } <= keys
