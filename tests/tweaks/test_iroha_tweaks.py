"""Tweaks of iroha that must work, what its rule sheet says of them, and those that are refused where they stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.model.text import Language
from tests.games.wording import wording
from tests.tweaks.saying import Part, assumed, both, in_both, said, unsaid, words_of

pytestmark = pytest.mark.kit

w = words_of("iroha")
ALWAYS = "icons = [{ numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], from = %d }]"
THREE_SUITS = (
    "suits = [\n"
    '{ id = "aa", name = "butterfly of night", letter = "Aa", ink = "#e06a1a", motif = "bird", pattern = "kikko" },\n'
    '{ id = "bb", name = "umbrella in the rain", letter = "Bb", ink = "#1c3f94", motif = "fan", pattern = "shippo" },\n'
    '{ id = "cc", name = "chrysanthemum", letter = "Cc", ink = "#a80f30", motif = "flower", pattern = "uroko" },\n]'
)
WORKING = {
    "nothing is passed": ("passed = 0", {}),
    "other cards cost nothing": ("cost = 0", {"language": "ja"}),
    "other cards cost two": ("cost = 2", {"paper": "letter"}),
    "for six only": ("players = [6, 6]", {}),
    "for two to six": (f"players = [2, 6]\n{ALWAYS % 2}", {"language": "ja", "paper": "letter"}),
    "hands of fifteen": (
        "numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]\ndealt = 15\n"
        "icons = [{ numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20], from = 3 }]",
        {},
    ),
    "everyone deals twice": ("deals-each = 2", {}),
    "three suits with long names": (f"{THREE_SUITS}\n{ALWAYS % 3}\nplayers = [3, 4]", {}),
    "mini cards": ('card = "mini"', {"language": "ja"}),
    "tarot cards": ('card = "tarot"', {}),
}

PAPER = {"en": "a4", "ja": "letter"}
"""On which the shipped kits are built in every run of the tests."""
QUICK = {"nothing is passed", "for two to six", "three suits with long names", "mini cards"}
"""Those that are built in every run of the tests."""
EVERY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in WORKING]


def kit_of(lines: str, printed: Callable[..., Any], **options: Any) -> Any:
    """The kit of ``lines``; without any the shipped one, which other tests build too."""
    if not lines:
        return printed(game="iroha", **options)
    return printed(f'[mine]\nextends = "shipped:iroha"\n{lines}\n', "mine", **options)


@pytest.mark.parametrize("name", EVERY)
def test_a_tweak_of_iroha_builds_and_is_verified(name: str, printed: Callable[..., Any]) -> None:
    lines, options = WORKING[name]
    kit = kit_of(lines, printed, **options)
    assert kit.manifest["unkilled"] == []
    shown = {example["id"] for example in kit.manifest["examples"]}
    on_rules = {page for face in ("front", "back") for page, _ in kit.slots("rules", face=face)}
    placed = {e["id"] for e in kit.manifest["examples"] if any(place["page"] in on_rules for place in e["places"])}
    assert shown == placed, "the rule sheet holds every example"


EVEN_NUMBERS = (
    "numbers = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]\n"
    "icons = [{ numbers = [2, 4, 6, 8, 10, 12], from = 3 }, { numbers = [14, 16, 18, 20, 22, 24], from = 4 }]"
)
STEPS = (w("step-deal"), w("step-pass", count=2), w("step-tricks", count=9), w("step-score"))
SAID: dict[str, tuple[str, str, tuple[Part, ...], tuple[Part, ...]]] = {
    "as shipped": (
        "",
        "rules",
        (
            *(
                w("setup-dealer"),
                w("deals-how", each=1, steps=STEPS),
                w("setup-deal", dealt=9),
                w("setup-pass", passed=2),
            ),
            *(w("setup-left"), w("place-led"), w("place-moved"), w("place-foot"), w("place-marker")),
            *(w("place-hand", count=9), w("place-pass", count=2), w("trick-end", dealt=9), w("score", cost=1)),
            w("verdict-setup", players=3, numbers=6, used=30, dealt=9, left=w("left-over", count=3)),
            *(w("aim"), w("trick-is"), w("end", each=1, players=3, deals=3), w("examples-key", cost=1)),
            *(w("open-sunset"), w("open-star"), w("open-pile"), w("open-mistake")),
            *(w("open-talk"), w("open-misdeal"), w("law"), w("heading-game", count=3)),
            *(w("checks-key-pass"), assumed("iroha", "icons")),
        ),
        (w("score-free"), w("deals-how", each=2)),
    ),
    "as shipped, summary": (
        "",
        "summary",
        (
            *(w("turn-pass-how", count=2, dealt=w("cards-each", count=9)), w("turn-times", count=9, first=1, last=4)),
            *(w("law-score-how", cost=1), w("turn-cannot-how")),
        ),
        (w("law-score-free"), w("turn-deal-how")),
    ),
    "as shipped, pad": (
        "",
        "pad",
        (w("pad-how", cost=1), w("pad-deals", each=1), w("pad-use", each=1), w("pad-player")),
        (w("pad-how-free"),),
    ),
    "everyone deals twice": (
        "deals-each = 2",
        "rules",
        (w("deals-how", each=2), w("end", each=2, players=3, deals=6)),
        (w("deals-how", each=1),),
    ),
    "everyone deals twice, pad": (
        "deals-each = 2",
        "pad",
        (w("pad-deals", each=2), w("pad-use", each=2), "12"),
        (w("pad-deals", each=1), w("pad-use", each=1)),
    ),
    "nothing is passed": (
        "passed = 0",
        "rules",
        (
            *(w("setup-deal", dealt=9), w("checks-key")),
            w("deals-how", each=1, steps=(w("step-deal"), w("step-tricks", count=9), w("step-score"))),
        ),
        (
            *(w("setup-pass"), w("place-pass"), w("heading-pass"), w("pass-heading"), w("checks-key-pass")),
            *(w("heading-pass-own"), w("heading-pass-count"), w("heading-pass-received")),
            *(w("verdict-pass"), w("violation-pass-received")),
        ),
    ),
    "nothing is passed, summary": (
        "passed = 0",
        "summary",
        (w("turn-deal-how", dealt=w("cards-each", count=9)), w("turn-lead-how")),
        (w("turn-pass-how"),),
    ),
    "hands of one, summary": (
        "dealt = 1\npassed = 0",
        "summary",
        (w("turn-deal-how", dealt=w("cards-each", count=1)), w("turn-times", count=1, first=1, last=4)),
        (w("turn-times", count=9), w("turn-pass-how")),
    ),
    "one is passed": (
        "passed = 1",
        "rules",
        (w("setup-pass", passed=1), w("place-pass", count=1), w("verdict-pass", count=1)),
        (w("setup-pass", passed=2), w("place-pass", count=2), w("verdict-pass", count=2)),
    ),
    "one is passed, summary": (
        "passed = 1",
        "summary",
        (w("turn-pass-how", count=1, dealt=w("cards-each", count=9)),),
        (w("turn-pass-how", count=2),),
    ),
    "hands of one": (
        "dealt = 1\npassed = 0",
        "rules",
        (w("setup-deal", dealt=1), w("trick-end", dealt=1), w("place-hand", count=1), w("step-tricks", count=1)),
        (w("trick-end", dealt=9), w("setup-pass")),
    ),
    "hands of one, and one is passed": (
        "dealt = 1\npassed = 1",
        "rules",
        (w("setup-deal", dealt=1), w("setup-pass", passed=1), w("step-pass", count=1)),
        (),
    ),
    "none is left over": (
        "dealt = 10",
        "rules",
        (w("setup-deal", dealt=10), w("verdict-setup", dealt=10, left=w("left-over", count=0))),
        (w("setup-left"),),
    ),
    "for three or four": (
        "players = [3, 4]",
        "rules",
        (w("verdict-setup", players=3, used=30), w("facts-players", fewest=3, most=4), both("1–8", "1〜8")),
        (both("1–10", "1〜10"), both("1–12", "1〜12"), w("facts-players", most=6)),
    ),
    "other cards cost nothing": ("cost = 0", "rules", (w("score-free"),), (w("score"), w("costs-rest"))),
    "other cards cost nothing, summary": ("cost = 0", "summary", (w("law-score-free"),), (w("law-score-how"),)),
    "other cards cost nothing, pad": ("cost = 0", "pad", (w("pad-how-free"),), (w("pad-how"),)),
    "other cards cost two": ("cost = 2", "rules", (w("score", cost=2),), (w("score", cost=1), w("score-free"))),
    "other cards cost two, summary": ("cost = 2", "summary", (w("law-score-how", cost=2),), ()),
    "other cards cost two, pad": ("cost = 2", "pad", (w("pad-how", cost=2),), (w("pad-how", cost=1),)),
    "numbers that are no run": (
        EVEN_NUMBERS,
        "rules",
        (both("2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24", "2、4、6"),),
        (both("2–24", "2〜24"),),
    ),
}
"""Lines of a definition, a part of its kit, what that says, and what it does not say."""
OFTEN = {
    ("as shipped", "en"),
    ("as shipped", "ja"),
    ("nothing is passed", "en"),
    ("other cards cost nothing", "en"),
    ("other cards cost nothing, summary", "ja"),
    ("hands of one", "en"),
    ("hands of one, summary", "en"),
    ("hands of one, summary", "ja"),
    ("hands of one, and one is passed", "ja"),
    ("numbers that are no run", "en"),
    ("numbers that are no run", "ja"),
}


@pytest.mark.parametrize(("name", "language"), in_both(SAID, OFTEN))
def test_the_parts_of_iroha_take_their_figures_from_the_definition(
    name: str, language: Language, printed: Callable[..., Any]
) -> None:
    lines, part, says, says_not = SAID[name]
    kit = kit_of(lines, printed, language=language, **({"only": (part,)} if lines else {"paper": PAPER[language]}))
    assert unsaid(says, kit.pages_of(part), language) == []
    assert said(says_not, kit.pages_of(part), language) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_designer_publisher_and_what_is_assumed_stand_on_the_rule_sheet(
    language: Language, printed: Callable[..., Any]
) -> None:
    text = printed(game="iroha", language=language, paper=PAPER[language]).pages_of("rules")
    assert unsaid(("K'nnon", "nononon factory", "2019", assumed("iroha", "icons")), text, language) == []


def test_the_note_of_an_assumed_figure_goes_with_the_figure(printed: Callable[..., Any]) -> None:
    text = kit_of(ALWAYS % 3, printed, only=("rules",)).pages_of("rules")
    assert "nononon factory" in text
    assert said((assumed("iroha", "icons"),), text, "en") == []
    assert unsaid((w("decided-heading"), w("open-star")), text, "en") == []


def test_a_summary_for_each_player_one_marker_and_a_pad_of_six_deals(printed: Callable[..., Any]) -> None:
    kit = printed(game="iroha")
    assert [len(kit.slots(name)) for name in ("cards", "marker", "summary", "pad", "rules")] == [60, 1, 6, 1, 1]
    pad = kit.text_of("pad")
    assert unsaid((w("pad-deals", each=1), w("pad-use"), w("pad-deal")), pad, "en") == []
    assert pad.count("Um") == 6


def test_a_pad_of_more_deals_than_a_page_has_room_for_goes_on_over_the_next(printed: Callable[..., Any]) -> None:
    kit = kit_of("deals-each = 9", printed, only=("pad",))
    pad = kit.pages_of("pad")
    assert [str(deal) in pad.split() for deal in (1, 18, 19, 36, 37, 54)] == [True] * 6
    words = wording("iroha", "en")
    assert [f"{words['pad-title']} {page}/3" in pad for page in (1, 2, 3)] == [True] * 3
    assert pad.count(words["pad-total"]) == 1


@pytest.mark.parametrize(
    ("lines", "code", "place"),
    [
        ("dealt = 11", "too-few-cards", "games.toml:3:9"),
        ("passed = 10", "pass-over-hand", "games.toml:3:10"),
        ("players = [6, 3]", "players-reversed", "games.toml:3:11"),
        ("numbers = [1, 2, 3]", "unknown-number", "games.toml:3:11"),
    ],
)
def test_a_tweak_of_iroha_that_cannot_work_is_refused_where_it_stands(
    lines: str, code: str, place: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(f'[mine]\nextends = "shipped:iroha"\n{lines}\n', encoding="utf-8")
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert ran.err.startswith(place) and f"error[{code}]" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["games.toml"]
