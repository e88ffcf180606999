"""Tweaks of kasane that must work, and what its rule sheet and summary say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pnp.model.text import Language
from tests.tweaks.saying import Part, Words, assumed, both, counted, in_both, said, unsaid, words_of

pytestmark = pytest.mark.kit

w = words_of("kasane")
TWO_YAKU = (
    "opening-tokens = []\nyaku = [\n"
    '{ id = "all", name = "A stairway to the moon", ruby = "", frame = "plum", motif = "layers", '
    'rule = { is = "monotone", from = 1, to = 9 }, '
    "slots = [{ cards = 4, points = [3, 2, 1] }, { cards = 6, points = [12, 7] }] },\n"
    '{ id = "sum", name = "Fifteen", ruby = "", frame = "red", motif = "ten", rule = { is = "sum", of = 15 }, '
    "slots = [{ cards = 3, points = [2, 2] }] },\n]"
)
NO_PLUS_ONE = (
    "plus-one = { copies = 0 }\nset-up = [{ players = 3, per-row = 4, rounds = 3, remove = 1 }, "
    "{ players = 4, per-row = 4, rounds = 3 }]\n"
    "bonus = { from = 6, colours = [1, 2, 3, 4, 5, 6, 7, 8, 9], all-laid = 0 }"
)
THREE_SET_UPS = (
    "players = [2, 4]\nset-up = [\n{ players = 2, per-row = 7, rounds = 2, remove = 1, remove-plus-one = 1 },\n"
    "{ players = 3, per-row = 5, rounds = 3, remove = 1, remove-plus-one = 2 },\n"
    "{ players = 4, per-row = 4, rounds = 4 },\n]"
)
THREE_IN_A_SLOT = "[mine.yaku]\nchidori = { slots = [{ cards = 3, points = [5, 4, 3] }] }"
SLOTS_FOR_FOUR = (
    "[mine.yaku]\nkasane = { slots = [{ cards = 2, points = [2, 2] }, { cards = 3, points = [4] }, "
    "{ cards = 4, points = [6] }] }\n"
    "ju = { slots = [{ cards = 2, points = [2, 2] }, { cards = 3, points = [3] }, { cards = 4, points = [4] }] }"
)
FOR_TWO = "players = [2, 4]\n[mine.set-up]\n2 = { per-row = 6, rounds = 3 }\n"
WORKING = {
    "as shipped": ("", {}),
    "three figures in a slot": (THREE_IN_A_SLOT, {}),
    "slots for two, three and four cards": (SLOTS_FOR_FOUR, {"language": "ja"}),
    "a set-up for two": (FOR_TWO, {}),
    "as shipped, in Japanese": ("", {"language": "ja", "paper": "letter"}),
    "both variants": ("variants = { opening-tokens = true, plus-one-yaku = true }", {"paper": "letter"}),
    "two yaku with long names": (TWO_YAKU, {"language": "ja"}),
    "no field card": ("field-cards = 0", {"paper": "letter"}),
    "no +1, a bonus that rises": (NO_PLUS_ONE, {"language": "ja", "paper": "letter"}),
    "for two to four": (THREE_SET_UPS, {"paper": "letter"}),
    "tarot cards": ('card = "tarot"', {"language": "ja"}),
}

OTHER_COPIES = (
    "set-up = [{ players = 3, per-row = 4, rounds = 3 }, { players = 4, per-row = 4, rounds = 2 }]\n"
    "bonus = { from = 5, colours = [1, 2, 3, 4, 5, 6, 7, 8, 9], all-laid = 1 }\n"
    "[mine.colours.3]\ncopies = 6"
)

PAPER = {"en": "a4", "ja": "letter"}
"""On which the shipped kits are built in every run of the tests."""
QUICK = {
    "three figures in a slot",
    "a set-up for two",
    "as shipped, in Japanese",
    "two yaku with long names",
    "no +1, a bonus that rises",
}
"""Those that are built in every run of the tests."""
EVERY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in WORKING]


def kit_of(lines: str, printed: Callable[..., Any], **options: Any) -> Any:
    """The kit of ``lines``; without any the shipped one, which other tests build too."""
    if not lines:
        return printed(game="kasane", **options)
    return printed(
        f'[mine]\nextends = "shipped:kasane"\n{lines}\n', "mine", only=("summary", "rules", "overview"), **options
    )


def pages(kit: Any) -> set[int]:
    """The pages of the rule sheet."""
    return {number for face in ("front", "back") for number, _ in kit.slots("rules", face=face)}


@pytest.mark.parametrize("name", EVERY)
def test_a_tweak_of_kasane_builds_and_its_rule_sheet_holds_every_example(
    name: str, printed: Callable[..., Any]
) -> None:
    lines, options = WORKING[name]
    kit = kit_of(lines, printed, **options)
    assert kit.manifest["unkilled"] == []
    on_rules = pages(kit)
    entries = kit.manifest["examples"]
    placed = {entry["id"] for entry in entries if any(place["page"] in on_rules for place in entry["places"])}
    assert placed == {entry["id"] for entry in entries}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_designer_publisher_and_what_is_assumed_stand_on_the_rule_sheet_of_kasane(
    language: Language, printed: Callable[..., Any]
) -> None:
    text = kit_of("", printed, language=language, paper=PAPER[language]).pages_of("rules")
    figures = [assumed("kasane", key) for key in ("colours", "frames", "yaku")]
    assert (
        unsaid(("2014", both("Orikuchi Hinata", "折口日向"), both("Ōyūan", "桜遊庵"), *figures), text, language) == []
    )


def test_a_summary_of_kasane_is_one_card_for_each_player(printed: Callable[..., Any]) -> None:
    kit = kit_of("", printed)
    assert len(kit.slots("summary")) == 4
    on_summary = {
        entry["id"]
        for entry in kit.manifest["examples"]
        if any(place["page"] not in pages(kit) for place in entry["places"])
    }
    assert {"best-yaku", "final-score", "acquire"} <= on_summary


ONE_ROUND = "players = [3, 3]\nset-up = [{ players = 3, per-row = 9, rounds = 1 }]\nopening-tokens = []"
FIVE = (
    "players = [3, 5]\nset-up = [\n{ players = 3, per-row = 5, rounds = 3, remove = 1, remove-plus-one = 2 },\n"
    "{ players = 4, per-row = 4, rounds = 4 },\n{ players = 5, per-row = 5, rounds = 2 },\n]\n"
    "bonus = { from = 8, colours = [5, 4, 3, 2, 0, 2, 3, 4, 5], all-laid = 2 }"
)
ONE_SLOT_EACH = "opening-tokens = []\n[mine.yaku]\n" + "\n".join(
    f"{yaku} = {{ slots = [{{ cards = 3, points = [{points}] }}] }}"
    for yaku, points in (("kasane", 4), ("ju", 3), ("sakurachirashi", 4), ("chidori", 4), ("asanoha", 4))
)


def plus(points: int) -> Words:
    """What the cards beside the numbers are called: ``+1``."""
    return w("plus-card", points=points)


def scoring(points: int) -> dict[str, Any]:
    """What such a card scores, as values of a sentence."""
    return {"count": points, "plus": plus(points), "points": w("count-points", count=points)}


PLUS_KEYS = ("rules-plus", "rules-plus-yaku", "final-plus", "variant-easier", "variant-easier-plain")
SAID: dict[str, tuple[str, tuple[Part, ...], tuple[Part, ...]]] = {
    "as shipped": (
        "",
        (
            *(w("rules-plus", **scoring(1)), w("rules-lay"), w("rules-field", plus=plus(1)), w("rules-twice")),
            *(
                w("final-end", turns=12),
                w("final-text", fewest=8),
                w("final-plus", plus=plus(1)),
                w("setup-track", last=19),
                w("setup-stock-out"),
            ),
            *(w("open-lap", last=19, spaces=20), w("open-slots"), w("round-next"), w("round-last"), w("rules-closed")),
            *(w("variant-easier", plus=plus(1)), w("turns", round=4, game=12), w("turns", round=3, game=12)),
            *(w("drawn-for", players=4), w("drawn-rows", rows=4, per_row=4), w("verdict-plus-one", **scoring(1))),
            *(w("violation-no-yaku-after-plus-one", plus=plus(1)), w("facts-players", fewest=3, most=4)),
            *(w("turn-plus-how", **scoring(1)), w("turn-field", plus=plus(1))),
        ),
        (
            *(w("variant-on"), w("rules-plus-yaku"), w("rules-lay-yaku"), w("rules-field-none")),
            *(w("rules-field-plain"), w("turn-plus-yaku-how"), w("turn-field-plain")),
        ),
    ),
    "three play": (
        "players = [3, 3]",
        (
            *(w("facts-players-same", count=3), w("drawn-for", players=3), w("drawn-rows", rows=3, per_row=5)),
            *(w("turns", round=4, game=12), w("out-numbers", count=1), w("out-plus", count=2, plus=plus(1))),
        ),
        (w("table-players", count=4), w("drawn-rows", rows=4), w("turns", round=3)),
    ),
    "four play": (
        "players = [4, 4]",
        (w("facts-players-same", count=4), w("drawn-for", players=4), w("setup-stock")),
        (w("table-players", count=3), w("setup-stock-out"), w("table-out"), w("variant-harder"), w("setup-opening")),
    ),
    "five may play": (
        FIVE,
        (
            *(w("drawn-for", players=5), w("drawn-rows", rows=5, per_row=5), w("turns", round=4, game=8)),
            *(counted("kasane", "overview", 5), counted("kasane", "summary", 5)),
        ),
        (w("drawn-rows", rows=4), w("drawn-for", players=4)),
    ),
    "a single round": (
        ONE_ROUND,
        (w("setup-stock"), w("drawn-rows", rows=3, per_row=9), w("final-end-only", turns=8)),
        (w("final-end"), w("round-next"), w("round-last"), w("turns"), w("table-out"), w("setup-stock-out")),
    ),
    "no +1": (
        NO_PLUS_ONE,
        (w("final-text", fewest=6), w("rules-field-plain"), w("rules-lay"), w("turn-field-plain"), w("final-win")),
        (
            *(w(key) for key in PLUS_KEYS),
            *(
                w("final-all"),
                w("turn-plus-how"),
                w("turn-field"),
                w("verdict-plus-one"),
                w("misreading-plus-one-joker"),
            ),
            *(both("a +1", "＋1は"), both("A +1", "＋1を")),
        ),
    ),
    "a +1 that scores nothing": (
        "plus-one = { points = 0 }",
        (w("rules-plus", **scoring(0)), w("verdict-plus-one", **scoring(0)), w("turn-plus-how", **scoring(0))),
        (
            w("rules-plus", **scoring(1)),
            both("A +1", "＋1は"),
            both("a +1", "＋1を"),
            both("no points at", "0点を得る"),
        ),
    ),
    "a +1 of two points": (
        "plus-one = { points = 2 }",
        (
            *(w("rules-plus", **scoring(2)), w("verdict-plus-one", **scoring(2)), w("turn-plus-how", **scoring(2))),
            *(w("turn-plus", plus=plus(2)), w("final-plus", plus=plus(2)), w("variant-easier", plus=plus(2)), "+2"),
        ),
        (both("A +1", "＋1は"), both("a +1", "＋1を"), w("turn-plus", plus=plus(1))),
    ),
    "a +1 of three points, a longer track": (
        "plus-one = { points = 3 }\ntrack = 30",
        (
            *(w("rules-plus", **scoring(3)), w("final-plus", plus=plus(3)), w("violation-no-yaku-after-plus-one")),
            *(w("setup-track", last=29), w("open-lap", last=29, spaces=30), w("drawn-track")),
        ),
        (both("a +1", "＋1を"), w("open-lap", last=19), w("setup-track", last=19), w("open-lap", spaces=20)),
    ),
    "no card of the field": (
        "field-cards = 0",
        (w("rules-field-none"), w("variant-easier-plain", plus=plus(1))),
        (
            *(w("rules-field"), w("rules-field-plain"), w("variant-easier"), w("turn-field"), w("turn-field-plain")),
            *(w("why-field"), w("best-field"), w("violation-field-one"), w("violation-field-first")),
            *(both("0 card", "上の0枚"), both("covers your field", "重なっているので")),
        ),
    ),
    "one slot of each size": (
        ONE_SLOT_EACH,
        (w("rules-closed"), w("variant-easier", plus=plus(1))),
        (w("rules-twice"), w("open-slots"), w("variant-harder"), w("setup-opening"), w("why-slot")),
    ),
    "the easier variant in use": (
        "variants = { plus-one-yaku = true }",
        (
            w("rules-plus-yaku", **scoring(1)),
            w("rules-lay-yaku"),
            w("variant-on"),
            w("turn-plus-yaku-how", **scoring(1)),
        ),
        (w("rules-plus"), w("rules-lay"), w("violation-no-yaku-after-plus-one"), w("turn-plus-how", **scoring(1))),
    ),
    "both variants in use": (
        "variants = { opening-tokens = true, plus-one-yaku = true }",
        (w("rules-plus-yaku", **scoring(1)), w("setup-opening", players=3), w("variant-on"), w("rules-lay-yaku")),
        (w("rules-plus"), w("rules-lay"), w("violation-no-yaku-after-plus-one")),
    ),
    "a bonus for any field": (
        "bonus = { from = 1, colours = [1, 2, 3, 4, 5, 6, 7, 8, 9], all-laid = 0 }",
        (w("final-text", fewest=1),),
        (w("final-all"), w("final-text", fewest=8), both("1 or more cards", "8枚以上"), w("verdict-bonus-all")),
    ),
}
"""Lines of a definition, what rule sheet or summary then say, and what neither says."""
OFTEN = {
    ("as shipped", "en"),
    ("as shipped", "ja"),
    ("three play", "en"),
    ("a +1 that scores nothing", "ja"),
    ("a +1 of two points", "en"),
    ("no card of the field", "en"),
    ("no +1", "ja"),
}


@pytest.mark.parametrize(("name", "language"), in_both(SAID, OFTEN))
def test_what_rule_sheet_and_summary_of_kasane_say_is_true_of_the_definition(
    name: str, language: Language, printed: Callable[..., Any]
) -> None:
    lines, says, says_not = SAID[name]
    kit = kit_of(lines, printed, language=language, **({} if lines else {"paper": PAPER[language]}))
    text = f"{kit.pages_of('rules')} {kit.pages_of('summary')}"
    assert unsaid(says, text, language) == []
    assert said(says_not, text, language) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_overview_says_what_a_plus_one_counts_as(language: Language, printed: Callable[..., Any]) -> None:
    front = f'overview = {{ front-language = "{language}" }}'

    def said_on(lines: str) -> str:
        text = f'[mine]\nextends = "shipped:kasane"\n{lines}\n[mine.components]\n{front}\n'
        return str(printed(text, "mine", only=("overview",)).text_of("overview"))

    all_laid = w("overview-all", points=w("count-points", count=2))
    assert unsaid((w("overview-plus", plus=plus(1)), all_laid), said_on(""), language) == []
    assert said((w("overview-plus"), w("overview-all")), said_on(NO_PLUS_ONE), language) == []
    assert unsaid((w("overview-plus", plus=plus(2)),), said_on("plus-one = { points = 2 }"), language) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_plus_one_of_two_points_is_printed_as_such(language: str, printed: Callable[..., Any]) -> None:
    text = '[mine]\nextends = "shipped:kasane"\nplus-one = { points = 2 }\n[mine.colours]\n1 = { copies = 6 }\n'
    kit = printed(text, "mine", only=("cards", "summary"), language=language)
    for text_there in (kit.text_of("cards", "plus-one"), kit.pages_of("summary")):
        assert "2" in text_there and ("+2" in text_there or "＋2" in text_there)
        assert "+1" not in text_there and "＋1" not in text_there
    assert len([slot for _, slot in kit.slots("cards") if slot["card"].startswith("kimono-1")]) == 6
