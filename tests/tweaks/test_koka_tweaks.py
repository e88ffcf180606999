"""Tweaks of koka that must work, and what its rule sheet, summary and score pad say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.model.text import Language
from tests.games.wording import wording
from tests.tweaks.koka_kits import (
    FIVE,
    MINI,
    ONE_COLOUR,
    OTHER_READINGS,
    PAPER,
    SEVEN,
    SPECIAL,
    THREE_COLOURS,
    TWELVE,
    kit_of,
    pages_of,
    w,
)
from tests.tweaks.saying import Part, assumed, both, counted, in_both, said, unsaid

pytestmark = pytest.mark.kit

WORKING: dict[str, tuple[str, dict[str, str]]] = {
    "as shipped": ("", {}),
    "as shipped, in Japanese": ("", {"language": "ja", "paper": "letter"}),
    "on A5": ("sets = { three = 1, six = 10 }", {"paper": "a5"}),
    "on A3, in Japanese": ("sets = { three = 1, six = 10 }", {"paper": "a3", "language": "ja"}),
    "three colours": (THREE_COLOURS, {"paper": "letter"}),
    "seven colours": (SEVEN, {"language": "ja"}),
    "other readings": (OTHER_READINGS, {"language": "ja"}),
    "special hands": (SPECIAL, {}),
    "special hands, on Letter": (SPECIAL, {"paper": "letter"}),
    "special hands, in Japanese": (SPECIAL, {"language": "ja", "paper": "letter"}),
    "a special hand of one group of twelve": (TWELVE, {}),
    "a special hand of one group of twelve, in Japanese": (TWELVE, {"language": "ja"}),
    "other points": ("sets = { three = 3, six = 25 }", {}),
    "nothing for a set": ("sets = { three = 0, six = 1 }", {"language": "ja"}),
    "for four": ("players = [4, 4]\nper-round = [{ players = 4, dice = 5 }]", {"paper": "letter"}),
    "for five": (FIVE, {"language": "ja"}),
    "five are kept": ("kept = 5\ngames = 6", {"language": "ja"}),
    "nine are kept": ("kept = 9\ngames = 2", {}),
    "one is kept": ("kept = 1\ngames = 1", {}),
    "one is kept, in Japanese": ("kept = 1\ngames = 1", {"language": "ja"}),
    "mini cards": (MINI, {}),
    "mini cards, in Japanese": (MINI, {"language": "ja"}),
    "tarot cards": ('[mine.components.summary]\nsize = "tarot"', {"language": "ja"}),
}
QUICK = {
    "as shipped, in Japanese",
    "other readings",
    "special hands",
    "for four",
    "one is kept",
    "mini cards, in Japanese",
}
"""Those that are built in every run of the tests."""
EVERY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in WORKING]


@pytest.mark.parametrize("name", EVERY)
def test_a_tweak_of_koka_builds_and_its_rule_sheet_holds_every_example(name: str, printed: Callable[..., Any]) -> None:
    lines, options = WORKING[name]
    kit = kit_of(lines, printed, **options)
    assert kit.manifest["unkilled"] == (["most-games-win"] if name == "nothing for a set" else [])
    on_rules = pages_of(kit, "rules")
    entries = kit.manifest["examples"]
    placed = {entry["id"] for entry in entries if any(place["page"] in on_rules for place in entry["places"])}
    assert placed == {entry["id"] for entry in entries}


def test_a_game_of_one_colour_builds_and_says_what_it_cannot_show(printed: Callable[..., Any]) -> None:
    kit = kit_of(ONE_COLOUR, printed)
    assert kit.manifest["unkilled"] == ["discard-keeps-face"]
    text = kit.pages_of("rules")
    assert said((w("reason-colours"), w("make-dice-each")), text, "en") == []
    assert unsaid((w("make-dice", dice=90, colours=w("make-dice-one", count=90, colour="red")),), text, "en") == []


FULL = pytest.mark.full
SCORES = {"three": 1, "six": 10, "two": 4, "thrice": 9, "four": 16}
MORE_SCORES = {"three": 3, "six": 25, "two": 12, "thrice": 27, "four": 48}
EQUAL = {name: SCORES[name] for name in ("two", "thrice", "four")}


def special(name: Part, points: int) -> Part:
    """A special hand as summary and pad name it."""
    return w("pad-special-hand", name=name, points=points)


def groups(count: int, key: str, size: int) -> Part:
    """What a special hand is made of, where all its groups are alike."""
    return w("special-count", count=count, group=w(key, size=size)) if count > 1 else w(key, size=size)


def entry(name: Part, points: int, made_of: Part) -> Part:
    """A special hand as the rule sheet tells it."""
    return w("special-entry", name=name, points=w("points", count=points), groups=made_of)


TEAL, GREY, VIOLET = both("teal", "鴨"), both("grey", "鼠"), both("violet", "菫")
PAIRS, RUNS, ALIKE = both("Six pairs", "六対子"), both("Long runs", "長い連番"), both("Twelve alike", "十二同数")
NAMED = w("pad-special", hands=(special(PAIRS, 20), special(RUNS, 9)))
SAID: dict[str, tuple[str, str, tuple[Part, ...], tuple[Part, ...]]] = {
    "as shipped": (
        "",
        "rules",
        (
            w("make-dice", dice=90, colours=w("make-dice-each", each=15, count=6)),
            *(w("make-buy", edge=16), w("make-net", hours=w("make-hours", to=12))),
            *(w("make-bag"), w("setup-bag", dice=90), w("setup-hands", hand=11), w("turn-text-keep", kept=3)),
            *(w("aim", games=4), w("faces-text"), both("G green", "大きな花1つは1"), w("make-paper-plain")),
            *(
                w("end-match", games=4, step=4),
                w("reading-note-mistaken", hand=11),
                w("score-any", **EQUAL),
                w("score-six"),
                w("score-best"),
                w("complete"),
            ),
            *(w("turn-text-reroll-two"), w("turn-text-left-again"), w("scene-words", start="A", first="D")),
            *(w("turn-text-reroll-give"), w("turn-text-thirteen"), w("setup-pad"), w("score-pairs", two=4, pairs=8)),
            w("score-sets", three=w("points", count=1), six=w("points", count=10)),
            *(counted("koka", name, 2 * 4 if name == "stand" else 4) for name in ("shelf", "stand")),
            *(counted("koka", "dice", 90), both("Minosumizu", "みのすみず"), assumed("koka", "special-hands")),
        ),
        (
            *(w("special-text"), w("complete-two"), w("score-different"), w("turn-text-left-stay")),
            *(w("score-six-first"), w("turn-text-reroll-one-or-two")),
        ),
    ),
    "as shipped, pad": (
        "",
        "pad",
        (w("pad-points", **SCORES), w("pad-how", games=4), w("pad-game", number=4)),
        (w("pad-special"),),
    ),
    "as shipped, summary": (
        "",
        "summary",
        (
            *(w("turn-take-how"), w("turn-keep-how", kept=3), w("turn-reroll-left-again"), w("law-thirteen")),
            *(w("law-forms"), w("turn-reroll-how-two"), w("law-say"), w("points-together")),
            w("card-round", players=(2, 3, 4), dice=(3, 4, 4)),
        ),
        (w("turn-reroll-left-stay"), w("law-forms-two"), w("pad-special")),
    ),
    "other points, pad": (
        "sets = { three = 3, six = 25 }",
        "pad",
        (w("pad-points", **MORE_SCORES),),
        (w("pad-points", **SCORES),),
    ),
    "other points": (
        "sets = { three = 3, six = 25 }",
        "rules",
        (w("score-any", two=12, thrice=27, four=48), w("score-pairs", two=12, pairs=24)),
        (),
    ),
    "other readings": (
        OTHER_READINGS,
        "rules",
        (
            *(w("complete-two"), w("score-different", **EQUAL), w("score-six-first"), w("turn-text-left-stay")),
            *(w("turn-text-reroll-one-or-two"), w("reading-equal-sets-different-colours"), w("reading-two-sixes-form")),
            *(w("reading-reroll-count-one-or-two"), w("reading-partition-six-first"), w("reading-untaken-dice-stay")),
        ),
        (
            *(w("score-any"), w("score-best"), w("turn-text-left-again"), w("turn-text-reroll-two"), w("complete")),
            *(w("verdict-no-two-sixes"), w("reading-two-sixes-no-form")),
            *(w("violation-reroll-count"), w("reading-untaken-dice-again")),
        ),
    ),
    "other readings, pad": (OTHER_READINGS, "pad", (w("pad-points-different", **SCORES),), (w("pad-points"),)),
    "other readings, summary": (
        OTHER_READINGS,
        "summary",
        (w("turn-reroll-how-one-or-two"), w("turn-reroll-left-stay"), w("law-forms-two")),
        (w("turn-reroll-left-again"), w("turn-reroll-how-two"), w("law-forms")),
    ),
    "special hands": (
        SPECIAL,
        "rules",
        (
            entry(PAIRS, 20, groups(6, "group-same-same", 2)),
            *(entry(RUNS, 9, groups(3, "group-any-run", 4)), w("special-text"), w("verdict-special", name=PAIRS)),
        ),
        (),
    ),
    "special hands, pad": (SPECIAL, "pad", (NAMED,), ()),
    "special hands, summary": (SPECIAL, "summary", (NAMED,), ()),
    "a special hand of one group of twelve": (
        TWELVE,
        "rules",
        (entry(ALIKE, 40, groups(1, "group-any-same", 12)),),
        (both("1 ×", "×1"),),
    ),
    "a special hand of one group of twelve, summary": (
        TWELVE,
        "summary",
        (w("pad-special", hands=(special(ALIKE, 40),)),),
        (both("Special hands", "特殊役二つ"),),
    ),
    "one is kept, in one game": (
        "kept = 1\ngames = 1",
        "rules",
        (w("turn-text-keep", kept=1), w("end-match", games=1), w("reading-note-discards", kept=1), w("aim", games=1)),
        (
            *(
                w("turn-text-keep", kept=3),
                w("end-match", games=4),
                w("aim", games=4),
                both("After 1", "1ゲームの合計"),
            ),
            *(both("all 1", "1個とも"), both("umber 1", "1個目を"), w("scene-kept"), w("verdict-match-won")),
        ),
    ),
    "one is kept, in one game, summary": (
        "kept = 1\ngames = 1",
        "summary",
        (w("turn-keep-how", kept=1),),
        (w("turn-keep-how", kept=3), both("umber 1", "1個目"), both("all 1", "1個とも")),
    ),
    "one is kept, in one game, pad": (
        "kept = 1\ngames = 1",
        "pad",
        (w("pad-how", games=1),),
        (w("pad-how", games=4), both("1 games", "1ゲームの"), both("each game", "1行が1ゲーム")),
    ),
    "two are kept": (
        "kept = 2\ngames = 2",
        "rules",
        (w("turn-text-keep", kept=2), w("end-match", games=2)),
        (w("turn-text-keep", kept=3), w("end-match", games=4)),
    ),
    "five are kept": ("kept = 5\ngames = 6", "rules", (w("turn-text-keep", kept=5), w("end-match", games=6)), ()),
    "five are kept, summary": ("kept = 5", "summary", (w("turn-keep-how", kept=5),), ()),
    "three colours": (
        THREE_COLOURS,
        "rules",
        (w("make-dice", dice=90, colours=w("make-dice-each", each=30, count=3, colours=(TEAL, GREY, VIOLET))),),
        (both("purple", "紫"), w("make-dice-each", count=6)),
    ),
    "seven colours": (
        SEVEN,
        "rules",
        (
            w("make-dice", dice=105, colours=w("make-dice-each", each=15, count=7)),
            *(w("setup-bag", dice=105), w("make-net", hours=w("make-hours", **{"from": 10, "to": 14}))),
        ),
        (w("make-dice", dice=90), w("setup-bag", dice=90)),
    ),
    "three play": (
        "players = [3, 3]",
        "rules",
        (w("facts-players-same", count=3), w("scene-words", start="A", first="C"), counted("koka", "shelf", 3)),
        (w("facts-players", fewest=3), w("scene-words", first="D")),
    ),
    "five may play": (
        FIVE,
        "rules",
        (
            *(w("scene-words", start="A", first="E"), w("facts-players", fewest=2, most=5)),
            *(counted("koka", "shelf", 5), counted("koka", "stand", 10), counted("koka", "summary", 10)),
        ),
        (w("scene-words", first="D"),),
    ),
}
"""Lines of a definition, a part of its kit, what that says, and what it does not say."""
OFTEN = {
    ("as shipped", "en"),
    ("as shipped", "ja"),
    ("as shipped, pad", "en"),
    ("as shipped, summary", "ja"),
    ("other readings", "ja"),
    ("special hands", "en"),
    ("special hands, summary", "en"),
    ("one is kept, in one game", "en"),
    ("one is kept, in one game, summary", "ja"),
    ("one is kept, in one game, pad", "en"),
}


@pytest.mark.parametrize(("name", "language"), in_both(SAID, OFTEN))
def test_the_parts_of_koka_take_their_figures_from_the_definition(
    name: str, language: Language, printed: Callable[..., Any]
) -> None:
    lines, part, says, says_not = SAID[name]
    kit = kit_of(lines, printed, language=language, **({} if lines else {"paper": PAPER[language]}))
    assert unsaid(says, kit.pages_of(part), language) == []
    assert said(says_not, kit.pages_of(part), language) == []


@pytest.mark.parametrize(
    ("net", "edge"),
    [
        ('edge = "12mm"', 12),
        pytest.param('edge = "10mm"\ntab = "3mm"', 10, marks=FULL),
        ('edge = "14mm"', 14),
        pytest.param('tab = "3mm"', 16, marks=FULL),
    ],
)
@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=FULL)])
def test_dice_of_other_sizes_are_drawn_and_named(
    net: str, edge: int, language: Language, printed: Callable[..., Any]
) -> None:
    lines = f"[mine.components.dice.net]\n{net}"
    kit = kit_of(lines, printed, only=("rules", "dice"), language=language)
    assert unsaid((w("make-buy", edge=edge),), kit.pages_of("rules"), language) == []
    assert len(kit.slots("dice")) == 90


@pytest.mark.parametrize("edge", [10, 12, 14, 16])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_dice_say_how_they_are_folded(edge: int, language: Language, printed: Callable[..., Any]) -> None:
    lines = f'[mine.components.dice.net]\nedge = "{edge}mm"'
    kit = kit_of(lines, printed, only=("dice",), language=language)
    steps = {"en": "glue the tabs behind, 5 last", "ja": "のりしろは裏に貼る（5は最後）"}[language]
    assert [page for page in kit.manifest["pages"] if unsaid((steps,), kit.reader.text(page["number"]), language)] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_designer_publisher_and_what_is_assumed_stand_on_the_rule_sheet_of_koka(
    language: Language, printed: Callable[..., Any]
) -> None:
    text = kit_of("", printed, language=language, paper=PAPER[language]).pages_of("rules")
    assert unsaid(("Dice-K", "Dice-Knot", assumed("koka", "special-hands")), text, language) == []


READINGS = {
    "equal-sets": ("any-colours", "different-colours"),
    "partition": ("best", "six-first"),
    "two-sixes": ("no-form", "form"),
    "untaken-dice": ("again", "stay"),
    "reroll-count": ("two", "one-or-two"),
}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_reading_and_every_other_decision_of_koka_is_told(
    language: Language, printed: Callable[..., Any]
) -> None:
    text = kit_of("", printed, language=language, paper=PAPER[language]).pages_of("rules")
    told = [w(f"reading-{name}-{here}") for name, (here, _) in READINGS.items()]
    notes = [w(key) for key in wording("koka", language) if key.startswith("reading-note-")]
    assert len(notes) >= 5
    assert unsaid((*told, *notes), text, language) == []
    assert said([w(f"reading-{name}-{other}") for name, (_, other) in READINGS.items()], text, language) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_summaries_of_koka_are_two_cards_for_each_player_with_what_matters_most(
    language: str, printed: Callable[..., Any]
) -> None:
    kit = kit_of("", printed, language=language, paper=PAPER[language])
    assert len(kit.slots("summary")) == 8
    on_summary = {
        entry["id"]
        for entry in kit.manifest["examples"]
        if any(place["page"] in pages_of(kit, "summary") for place in entry["places"])
    }
    assert {"sets", "equal-two", "two-splits", "one-colour", "waits", "check-complete", "check-keep"} <= on_summary


def test_the_kit_begins_with_the_rules(printed: Callable[..., Any]) -> None:
    kit = kit_of("", printed)
    assert kit.slots("rules")[0][0] == 1
    first = kit.slot_text(*kit.slots("rules")[0])
    headings = [first.index(wording("koka", "en")[f"{key}-heading"]) for key in ("make", "contents", "setup")]
    assert headings == sorted(headings)


def test_a_seventh_colour_of_dice_comes_on_stickers_too(
    tweaked: Callable[[str], str], printed: Callable[..., Any]
) -> None:
    kit = printed(tweaked("a-seventh-colour-of-dice"), "koka", instead=("stickers",))
    assert unsaid((both("K", "桃"),), kit.text_of("stickers", "pink-6"), "en") == []
    assert len(kit.slots("stickers")) == 6 * 105
    assert kit.slots("dice") == []
