"""Every small diff of docs/tweaks is applied, built and verified; the figure it changes is read back everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pnp.model.text import Language
from tests.games.wording import wording
from tests.tweaks.saying import Part, assumed, both, counted, said, unsaid, words_of

pytestmark = pytest.mark.kit

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "tweaks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.diff"))


@dataclass(frozen=True)
class Expected:
    """What the printed kit must say, in either language: parts by component, or by ``component/card``; parts that must
    be nowhere; rule colours that an example must show; how many cards the deck has; whose kit it is."""

    says: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    nowhere: tuple[Part, ...] = ()
    shown_rules: tuple[str, ...] = ()
    cards: int = 49
    card_size: tuple[float, float] = (63, 88)
    paper: str = "a4"
    game: str = "red"
    counted: str = "cards"
    """The component that has ``cards`` pieces."""
    language: str = "en"
    """The one that the definition sets."""


w, iroha, collectmate, kasane, koka = map(words_of, ("red", "iroha", "collectmate", "kasane", "koka"))
RED, GREEN, VIOLET, PINK = both("red", "赤"), both("green", "緑"), both("violet", "紫"), both("pink", "桃")
EVEN, SUM_7, SUM_8 = w("rule-even"), w("rule-sum", of=7), w("rule-sum", of=8)
PLUS_ONE: dict[str, Any] = {
    "count": 1,
    "plus": kasane("plus-card", points=1),
    "points": kasane("count-points", count=1),
}
SIX_PAIRS = koka("pad-special-hand", name=both("Six pairs", "六つの対"), points=20)
EXPECTED = {
    "an-eighth-colour": Expected(
        {
            "cards/pink-1": (both("PINK", "桃"), w("rule-odd"), "1"),
            "cards/pink-7": (both("PINK", "桃"), w("rule-odd"), "7"),
            "order": (both("Pink", "桃"), both("Violet", "紫")),
            "summary": (w("rule-odd"),),
            "rules": (both("Pink", "桃"), w("criterion-odd"), w("strength", strongest=RED, weakest=PINK)),
        },
        nowhere=(w("strength", weakest=VIOLET),),
        shown_rules=("pink",),
        cards=56,
    ),
    "numbers-1-to-8": Expected(
        {"cards/red-8": ("8", both("RED", "赤")), "cards/violet-8": ("8", both("VIOLET", "紫"))}, cards=56
    ),
    "numbers-1-to-12": Expected(
        {"cards/red-12": ("12", both("RED", "赤")), "order": ("12", "11"), "rules": ("12",)}, cards=84
    ),
    "hand-of-six": Expected(
        {"rules": (w("setup-deal", hand=6), w("setup-hand", count=6))},
        nowhere=(w("setup-deal", hand=7), w("setup-hand", count=7)),
    ),
    "violet-is-strongest": Expected(
        {
            "playing": (w("playing-title", colour=VIOLET), w("playing-rule", rule=EVEN)),
            "rules": (
                *(w("setup-rule", colour=VIOLET, rule=EVEN, card=w("playing-title", colour=VIOLET)),),
                *(w("setup-no-leader"), w("strength", strongest=VIOLET, weakest=RED)),
            ),
        },
        nowhere=(w("playing-title", colour=RED), w("strength", strongest=RED), w("setup-rule-strongest")),
    ),
    "opening-rule-green": Expected(
        {
            "playing": (w("playing-title", colour=GREEN), w("playing-rule", rule=SUM_7)),
            "rules": (
                *(w("setup-rule", colour=GREEN, rule=SUM_7, card=w("playing-title", colour=GREEN)),),
                *(w("setup-no-leader"), w("strength", strongest=RED, weakest=VIOLET)),
            ),
        },
        nowhere=(w("playing-title", colour=RED), w("setup-rule-strongest")),
    ),
    "green-adds-up-to-eight": Expected(
        {"cards/green-3": (SUM_8,), "summary": (SUM_8,), "rules": (w("criterion-sum", of=8), SUM_8)},
        nowhere=(SUM_7, w("criterion-sum", of=7)),
        shown_rules=("green",),
    ),
    "violet-is-above-four": Expected(
        {
            "cards/violet-2": (w("rule-above", of=4),),
            "summary": (w("rule-above", of=4),),
            "rules": (w("criterion-above", of=4),),
        },
        nowhere=(EVEN, w("criterion-even")),
        shown_rules=("violet",),
    ),
    "a-renamed-colour": Expected(
        {
            "cards/violet-4": (both("PURPLE", "紫"), both("P", "紫")),
            "order": (both("Purple", "紫"),),
            "rules": (both("Purple", "紫"), w("strength", weakest=both("purple", "紫"))),
        },
        nowhere=("violet", "Violet", "VIOLET"),
        shown_rules=("violet",),
    ),
    "five-colours": Expected(
        {"rules": (w("strength", strongest=RED, weakest=both("blue", "青")),)},
        nowhere=(both("Indigo", "藍"), both("indigo", "藍"), both("violet", "紫"), EVEN, w("criterion-run")),
        cards=35,
    ),
    "two-of-each-card": Expected({"rules": (w("exact-tie"),)}, cards=98),
    "for-two-or-three": Expected(
        {
            "rules": (
                *(w("setup-deal", hand=9), w("facts-players", fewest=2, most=3)),
                *(counted("red", "summary", 6),),
            )
        },
        nowhere=(w("facts-players", fewest=2, most=4), w("facts-best", counts=4), w("setup-deal", hand=7)),
    ),
    "never-draw": Expected(
        {"rules": (w("setup-no-deck"), w("turn-both-how")), "summary": (w("turn-both-how"),)},
        nowhere=(
            *(w("turn-both-draw-how"), w("empty-deck"), w("draw-over-palette"), w("draw-both"), w("setup-deck")),
            *(w("setup-deck-label"), w("drawing-none"), w("drawing-both")),
        ),
    ),
    "draw-as-red7": Expected(
        {"rules": (w("draw-over-palette"),), "summary": (w("summary-draw-over-palette"),)},
        nowhere=(w("turn-both-draw-how"), w("draw-both"), w("drawing-both")),
    ),
    "doing-nothing-is-out": Expected(
        {"rules": (w("turn-pass"),), "summary": (w("summary-empty-pass"),)},
        nowhere=(w("turn-no-pass"), w("violation-no-pass")),
    ),
    "one-card-is-no-group": Expected(
        {
            "rules": (
                w("winning-no-lone", colours=(both("orange", "橙"), both("yellow", "黄"), both("indigo", "藍"))),
                w("reading-single-card-nothing"),
            )
        },
        nowhere=(w("winning-lone"), w("reading-single-card-group")),
    ),
    "strongest-card-when-nobody-fits": Expected(
        {"rules": (w("reading-nobody-fits-strongest-card"), w("reason-strongest-card"))},
        nowhere=(w("reading-nobody-fits-nobody"), w("verdict-nobody")),
    ),
    "no-discard-of-the-colour-in-force": Expected(
        {"rules": (w("reading-same-colour-discard-not-allowed"), w("violation-same-colour-discard"))},
        nowhere=(w("reading-same-colour-discard-allowed"), w("verdict-same-colour")),
    ),
    "mini-cards": Expected(card_size=(44, 68)),
    "tarot-cards": Expected(card_size=(70, 120)),
    "letter-paper": Expected(paper="letter"),
    "ten-cards-each": Expected(
        {
            "rules": (
                *(iroha("setup-deal", dealt=10), iroha("trick-end", dealt=10), iroha("place-hand", count=10)),
                iroha("verdict-setup", players=3, used=30, dealt=10, left=iroha("left-over", count=0)),
            )
        },
        nowhere=(
            *(iroha("setup-deal", dealt=9), iroha("trick-end", dealt=9), iroha("setup-left")),
            iroha("verdict-setup", dealt=9),
        ),
        cards=60,
        game="iroha",
    ),
    "a-sixth-suit": Expected(
        {
            "cards/moon-1": ("1", both("Mo", "月"), iroha("seats", fewest=3, most=6)),
            "cards/moon-12": ("12", both("Mo", "月")),
            "pad": (both("Mo", "月"),),
            "rules": (
                iroha("verdict-setup", suits=6, numbers=6, used=36, dealt=9, left=iroha("left-over", count=9)),
                both("moon (Mo)", "月"),
            ),
        },
        nowhere=(iroha("verdict-setup", suits=5), iroha("verdict-setup", used=30)),
        cards=72,
        game="iroha",
    ),
    "purple-is-worth-three": Expected(
        {place: (both("P 3", "紫3"),) for place in ("rules", "summary")} | {"pad": (both("purple 3", "紫3"),)},
        nowhere=(collectmate("item", reason=both("purple", "紫"), points=collectmate("points", count=2)),),
        cards=50,
        game="collectmate",
    ),
    "a-tag-is-added": Expected(
        {"cards/dot-green": (both("wizard", "魔法使い"), both("with a", "の"), both("song", "歌"))},
        cards=50,
        game="collectmate",
    ),
    "kagen-pays-more": Expected(
        {
            "yaku/kagen": ("4", "6", "9"),
            "overview": ("4 6 9", "3 5 8", "2 4 6"),
            "rules": ("4 6 9", "3 5 8", "2 4 6"),
        },
        nowhere=(
            kasane("verdict-achieved", yaku=both("Kagen no Tsuki", "下弦ノ月"), points=kasane("count-points", count=3)),
        ),
        cards=52,
        game="kasane",
    ),
    "a-yaku-after-a-plus-one": Expected(
        {
            "rules": (kasane("rules-plus-yaku", **PLUS_ONE), kasane("variant-on")),
            "summary": (kasane("turn-plus-yaku-how", **PLUS_ONE),),
        },
        nowhere=(
            *(kasane("rules-plus", **PLUS_ONE), kasane("turn-plus-how", **PLUS_ONE)),
            *(kasane("violation-no-yaku-after-plus-one"), kasane("rules-lay")),
        ),
        cards=52,
        game="kasane",
    ),
    "a-tenth-kimono": Expected(
        {
            "cards/kimono-10": ("10", both("plum", "梅")),
            "rules": (counted("kasane", "cards", 57), "9 5 10 6"),
            "overview": ("9 5 10 6",),
        },
        cards=57,
        game="kasane",
    ),
    "a-special-hand": Expected(
        {
            "rules": (
                koka("special-text"),
                koka(
                    "special-entry",
                    name=both("Six pairs", "六つの対"),
                    points=koka("points", count=20),
                    groups=koka("special-count", count=6, group=koka("group-same-same", size=2)),
                ),
            ),
            "summary": (koka("pad-special", hands=(SIX_PAIRS,)),),
            "pad": (koka("pad-special", hands=(SIX_PAIRS,)),),
        },
        nowhere=(assumed("koka", "special-hands"),),
        cards=90,
        card_size=(50, 70),
        game="koka",
        counted="dice",
    ),
    "a-seventh-colour-of-dice": Expected(
        {
            "dice/pink": (both("K", "桃"),),
            "rules": (koka("make-dice", dice=105, colours=koka("make-dice-each", each=15, count=7)),),
        },
        nowhere=(koka("make-dice", dice=90), koka("setup-bag", dice=90)),
        cards=105,
        card_size=(50, 70),
        game="koka",
        counted="dice",
    ),
    "in-japanese": Expected(
        {
            "cards/green-4": (both("GREEN", "緑"), SUM_7),
            "rules": (w("setup-deal", hand=7), w("setup-rule-strongest", colour=RED)),
            "playing": (w("playing-title", colour=RED),),
        },
        language="ja",
    ),
}


def test_each_tweak_is_a_small_edit_that_says_what_it_does(tweaks: dict[str, Any]) -> None:
    for tweak in tweaks.values():
        assert tweak.hunks, tweak.name
        assert 0 < max(tweak.removed, tweak.added) <= 3, tweak.name
        assert tweak.about.endswith("."), tweak.name
        assert "\n" not in tweak.about, tweak.name


def test_the_readme_lists_every_tweak_with_its_own_words(tweaks: dict[str, Any]) -> None:
    listed = dict(re.findall(r"^\| \[(\S+)\]\(\1\.diff\) \| (.+) \|$", (FOLDER / "README.md").read_text("utf-8"), re.M))
    assert listed == {name: tweak.about for name, tweak in tweaks.items()}


def test_every_tweak_has_something_to_be_read_back() -> None:
    assert sorted(EXPECTED) == NAMES


QUICK = {
    "an-eighth-colour",
    "numbers-1-to-12",
    "opening-rule-green",
    "green-adds-up-to-eight",
    "a-renamed-colour",
    "draw-as-red7",
    "in-japanese",
    "a-sixth-suit",
    "kagen-pays-more",
    "a-special-hand",
}
"""Those that are built in every run of the tests: what a tweak may change, once; other tests here build tweaks of
every game."""


def test_the_tweaks_of_every_run_are_there() -> None:
    assert set(NAMES) >= QUICK


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param(
            name,
            language,
            marks=() if name in QUICK and language == EXPECTED[name].language else pytest.mark.full,
        )
        for name in NAMES
        for language in ("en", "ja")
    ],
)
def test_the_kit_of_a_tweak_agrees_with_it_everywhere(
    name: str, language: Language, tweaked: Callable[[str], str], printed: Callable[..., Any]
) -> None:
    want = EXPECTED[name]
    kit = printed(tweaked(name), want.game, **({} if language == want.language else {"language": language}))
    for place, parts in want.says.items():
        component, _, card = place.partition("/")
        assert unsaid(parts, kit.text_of(component, card) if card else kit.pages_of(component), language) == [], place
    assert said(want.nowhere, kit.reader.whole, language) == []
    rules = {example["in"].get("rule") for example in kit.manifest["examples"]}
    assert set(want.shown_rules) <= rules
    slots = kit.slots(want.counted)
    assert len(slots) == want.cards
    assert {tuple(sorted((slot["width_mm"], slot["height_mm"]))) for _, slot in slots} == {want.card_size}
    assert kit.manifest["paper"]["name"] == want.paper


def test_a_kit_in_japanese_has_no_rule_in_english(tweaked: Callable[[str], str], printed: Callable[..., Any]) -> None:
    text = printed(tweaked("in-japanese")).reader.whole
    english, japanese = wording("red", "en"), wording("red", "ja")
    kept = [key for key, words in english.items() if words == japanese[key]]
    lines = {key: words for key, words in english.items() if isinstance(words, str) and key not in kept}
    assert [key for key, words in lines.items() if "{" not in words and len(words) > 8 and words in text] == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "green-adds-up-to-eight" else pytest.mark.full) for name in NAMES]
)
def test_the_file_of_a_tweak_verifies_against_the_definition_that_holds_it(
    name: str, tweaked: Callable[[str], str], printed: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(tweaked(name), encoding="utf-8")
    kit = printed(tweaked(name), EXPECTED[name].game)
    (tmp_path / "kit.pdf").write_bytes(kit.pdf)
    ran = pnp("verify", "kit.pdf")
    assert (ran.status, ran.err) == (0, "")
    assert f"{len(kit.manifest['examples'])} examples and checks hold" in ran.out


def test_green_adds_up_to_eight_in_the_example_that_shows_it(
    tweaked: Callable[[str], str], printed: Callable[..., Any]
) -> None:
    kit = printed(tweaked("green-adds-up-to-eight"))
    shown = [one for one in kit.manifest["examples"] if one["kind"] == "winner" and one["in"]["rule"] == "green"]
    assert any(one["out"]["winner"] is not None for one in shown)
    for one in shown:
        for palette, best in zip(one["in"]["palettes"], one["out"]["best"], strict=True):
            fits = best is not None
            totals = [sum(card[1] for card in part) for part in _parts(palette)]
            assert fits == (8 in totals)


def _parts(palette: list[Any]) -> list[list[Any]]:
    return [
        [card for place, card in enumerate(palette) if chosen >> place & 1] for chosen in range(1, 2 ** len(palette))
    ]


@pytest.mark.full
def test_the_order_of_strength_is_printed_as_the_tweak_has_it(
    tweaked: Callable[[str], str], printed: Callable[..., Any]
) -> None:
    text = printed(tweaked("violet-is-strongest")).text_of("order")
    names = ["Violet", "Indigo", "Blue", "Green", "Yellow", "Orange", "Red"]
    assert sorted(names, key=text.index) == names
