"""Every small diff of docs/tweaks is applied, built and verified; the figure it changes is read back everywhere."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "tweaks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.diff"))


@dataclass(frozen=True)
class Expected:
    """What the printed kit must say: strings by component, or by ``component/card``; strings that must be nowhere;
    rule colours that an example must show; how many cards the deck has; whose kit it is."""

    says: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    nowhere: tuple[str, ...] = ()
    shown_rules: tuple[str, ...] = ()
    cards: int = 49
    card_size: tuple[float, float] = (63, 88)
    paper: str = "a4"
    game: str = "red"
    counted: str = "cards"
    """The component that has ``cards`` pieces."""


_SHARED, _OWN = (
    tomllib.loads((FOLDER.parents[1] / "templates" / folder / "words.toml").read_text(encoding="utf-8"))
    for folder in ("shared", "red")
)
WORDS = {language: _SHARED[language] | own for language, own in _OWN.items()}
"""The wording of red, by language."""


def w(key: str, language: str = "en", **values: object) -> str:
    """The wording of a key with values filled in; what else it asks for is left out, with all that follows."""
    text = str(WORDS[language][key])
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text.partition("{")[0]


def around(key: str, name: str, value: object, language: str = "en") -> str:
    """A value as it stands in a wording, with a few characters before and after it."""
    before, after = WORDS[language][key].split(f"{{{name}}}", 1)
    return f"{before[-9:].rpartition('}')[2]}{value}{after[:9].partition('{')[0]}"


RUN, EVEN, SUM_7 = w("rule-run"), w("rule-even"), w("rule-sum", of=7)
EXPECTED = {
    "an-eighth-colour": Expected(
        {
            "cards/pink-1": ("P", "PINK", w("rule-odd"), "1"),
            "cards/pink-7": ("P", "PINK", w("rule-odd"), "7"),
            "order": ("Pink", "Violet"),
            "rules": ("Pink", w("criterion-odd"), around("strength", "weakest", "pink")),
        },
        nowhere=(around("strength", "weakest", "violet"),),
        shown_rules=("pink",),
        cards=56,
    ),
    "numbers-1-to-8": Expected({"cards/red-8": ("8", "RED"), "cards/violet-8": ("8", "VIOLET")}, cards=56),
    "numbers-1-to-12": Expected({"cards/red-12": ("12", "RED"), "order": ("12", "11")}, cards=84),
    "hand-of-six": Expected({"rules": (around("setup", "hand", 6),)}, nowhere=(around("setup", "hand", 7),)),
    "violet-is-strongest": Expected(
        {
            "playing": (w("playing-title", colour="violet"), w("playing-rule", rule=EVEN.lower())),
            "rules": (around("setup", "colour", "violet"), around("strength", "strongest", "violet")),
        },
        nowhere=(w("playing-title", colour="red"), around("strength", "strongest", "red")),
    ),
    "opening-rule-green": Expected(
        {
            "playing": (w("playing-title", colour="green"), w("playing-rule", rule=SUM_7.lower())),
            "rules": (
                around("setup", "colour", "green"),
                around("strength", "strongest", "red"),
                w("setup-no-leader"),
            ),
        },
        nowhere=(w("playing-title", colour="red"),),
    ),
    "green-adds-up-to-eight": Expected(
        {"cards/green-3": (w("rule-sum", of=8),), "rules": (w("criterion-sum", of=8), w("rule-sum", of=8))},
        nowhere=(SUM_7, w("criterion-sum", of=7)),
        shown_rules=("green",),
    ),
    "violet-is-above-four": Expected(
        {"cards/violet-2": (w("rule-above", of=4),), "rules": (w("criterion-above", of=4),)},
        nowhere=(EVEN,),
        shown_rules=("violet",),
    ),
    "a-renamed-colour": Expected(
        {
            "cards/violet-4": ("PURPLE", "P"),
            "order": ("Purple",),
            "rules": ("Purple", around("strength", "weakest", "purple")),
        },
        nowhere=("violet", "Violet", "VIOLET"),
        shown_rules=("violet",),
    ),
    "five-colours": Expected(
        {"rules": (around("strength", "weakest", "blue"),)}, nowhere=("Indigo", "indigo", "violet"), cards=35
    ),
    "two-of-each-card": Expected({"rules": (w("exact-tie"),)}, cards=98),
    "for-two-or-three": Expected(
        {"rules": (around("setup", "hand", 9), w("facts-players", fewest=2, most=3))},
        nowhere=(w("facts-players", fewest=2, most=4),),
    ),
    "never-draw": Expected(
        {"summary": (w("turn-both-how"),)}, nowhere=(w("turn-both-draw-how"), w("empty-deck"), w("draw-over-palette"))
    ),
    "draw-as-red7": Expected(
        {"rules": (w("draw-over-palette"),), "summary": (w("summary-draw-over-palette"),)},
        nowhere=(w("turn-both-draw-how"),),
    ),
    "doing-nothing-is-out": Expected(
        {"rules": (w("turn-more-pass"),), "summary": (w("summary-end-pass"),)}, nowhere=(w("turn-more"),)
    ),
    "one-card-is-no-group": Expected({"rules": (around("no-lone-card", "colours", "orange, yellow, indigo"),)}),
    "strongest-card-when-nobody-fits": Expected({"rules": (w("nobody-strongest"),)}, nowhere=(w("nobody-wins"),)),
    "no-discard-of-the-colour-in-force": Expected({"rules": (w("no-same-colour"),)}, nowhere=(w("same-colour"),)),
    "mini-cards": Expected(card_size=(44, 68)),
    "tarot-cards": Expected(card_size=(70, 120)),
    "letter-paper": Expected(paper="letter"),
    "ten-cards-each": Expected(
        {"rules": ("deal 10 each", "A deal is 10 tricks.", "30 cards; 10 each, 0 over")},
        nowhere=("9 cards", "9 tricks", "9 each"),
        cards=60,
        game="iroha",
    ),
    "a-sixth-suit": Expected(
        {"cards/moon-1": ("1", "Mo", "3–6"), "cards/moon-12": ("12", "Mo"), "rules": ("36 cards; 9 each, 9 over",)},
        nowhere=("30 cards",),
        cards=72,
        game="iroha",
    ),
    "purple-is-worth-three": Expected(
        {"rules": ("P 3",), "summary": ("P 3",)}, nowhere=("purple 2;", "purple 2 ="), cards=50, game="collectmate"
    ),
    "a-tag-is-added": Expected({"cards/dot-green": ("wizard", "with a", "song")}, cards=50, game="collectmate"),
    "kagen-pays-more": Expected(
        {
            "yaku/kagen": ("4", "6", "9"),
            "overview": ("3 4 4 6 5 9",),
            "rules": ("3 4 4 6 5 9", "3 3 4 5 5 8"),
        },
        cards=52,
        game="kasane",
    ),
    "a-yaku-after-a-plus-one": Expected(
        {"rules": ("You may still achieve a yaku this turn.",)},
        nowhere=("and achieve no yaku this turn",),
        cards=52,
        game="kasane",
    ),
    "a-tenth-kimono": Expected({"cards/kimono-10": ("10", "plum")}, cards=57, game="kasane"),
    "a-special-hand": Expected(
        {"rules": ("Six pairs 20",), "summary": ("Six pairs 20",), "pad": ("Six pairs",)},
        nowhere=("Assumed: no special hands",),
        cards=90,
        card_size=(58, 70),
        game="koka",
        counted="dice",
    ),
    "a-seventh-colour-of-dice": Expected(
        {"dice/pink": ("K", "pink"), "stickers/pink-6": ("K",)},
        cards=105,
        card_size=(58, 70),
        game="koka",
        counted="dice",
    ),
    "in-japanese": Expected(
        {
            "cards/green-4": ("緑", w("rule-sum", "ja", of=7)),
            "rules": (around("setup", "hand", 7, "ja"), around("setup", "colour", "赤", "ja")),
            "playing": (w("playing-title", "ja", colour="赤"),),
        },
        nowhere=(SUM_7, RUN, w("slogan")),
    ),
}


def plain(text: str) -> str:
    """Text with one space where a line may have ended, and none between Japanese characters."""
    return re.sub(r"(?<=[^\x00-\xff]) (?=[^\x00-\xff])", "", " ".join(text.split()))


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
EVERY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in NAMES]


def test_the_tweaks_of_every_run_are_there() -> None:
    assert set(NAMES) >= QUICK


@pytest.mark.parametrize("name", EVERY)
def test_the_kit_of_a_tweak_agrees_with_it_everywhere(
    name: str, tweaked: Callable[[str], str], printed: Callable[..., Any]
) -> None:
    want = EXPECTED[name]
    kit = printed(tweaked(name), want.game)
    whole = plain(kit.reader.whole)
    for place, texts in want.says.items():
        component, _, card = place.partition("/")
        found = plain(kit.text_of(component, card or None))
        for text in texts:
            assert text in found, place
    assert [text for text in want.nowhere if text in whole] == []
    rules = {example["in"].get("rule") for example in kit.manifest["examples"]}
    assert set(want.shown_rules) <= rules
    slots = kit.slots(want.counted)
    assert len(slots) == want.cards
    assert {tuple(sorted((slot["width_mm"], slot["height_mm"]))) for _, slot in slots} == {want.card_size}
    assert kit.manifest["paper"]["name"] == want.paper


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
