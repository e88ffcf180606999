"""Every small diff of docs/tweaks is applied, built and verified; the figure it changes is read back everywhere."""

from __future__ import annotations

import re
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
    rule colours that an example must show; how many cards the deck has."""

    says: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    nowhere: tuple[str, ...] = ()
    shown_rules: tuple[str, ...] = ()
    cards: int = 49
    card_size: tuple[float, float] = (63, 88)
    paper: str = "a4"


EXPECTED = {
    "an-eighth-colour": Expected(
        {
            "cards/pink-1": ("P", "PINK", "Odd numbers", "1"),
            "cards/pink-7": ("P", "PINK", "Odd numbers", "7"),
            "order": ("Pink", "Violet"),
            "rules": ("Pink", "odd numbers only", "pink weakest"),
        },
        nowhere=("violet weakest",),
        shown_rules=("pink",),
        cards=56,
    ),
    "numbers-1-to-8": Expected({"cards/red-8": ("8", "RED"), "cards/violet-8": ("8", "VIOLET")}, cards=56),
    "numbers-1-to-12": Expected({"cards/red-12": ("12", "RED"), "order": ("12", "11")}, cards=84),
    "hand-of-six": Expected({"rules": ("Deal 6 to each hand",)}, nowhere=("Deal 7",)),
    "violet-is-strongest": Expected(
        {
            "playing": ("Playing violet", "Opening rule: even numbers"),
            "rules": ("The opening rule is violet: even numbers", "violet strongest and red weakest"),
        },
        nowhere=("Playing red", "red strongest"),
    ),
    "opening-rule-green": Expected(
        {
            "playing": ("Playing green", "Opening rule: adds up to 7"),
            "rules": (
                "The opening rule is green: adds up to 7",
                "red strongest",
                "If nobody is winning, the player to",
            ),
        },
        nowhere=("Playing red",),
    ),
    "green-adds-up-to-eight": Expected(
        {"cards/green-3": ("Adds up to 8",), "rules": ("numbers that add up to 8", "Adds up to 8")},
        nowhere=("up to 7",),
        shown_rules=("green",),
    ),
    "violet-is-above-four": Expected(
        {"cards/violet-2": ("Above 4",), "rules": ("numbers above 4",)},
        nowhere=("Even numbers",),
        shown_rules=("violet",),
    ),
    "a-renamed-colour": Expected(
        {"cards/violet-4": ("PURPLE", "P"), "order": ("Purple",), "rules": ("Purple", "purple weakest")},
        nowhere=("violet", "Violet", "VIOLET"),
        shown_rules=("violet",),
    ),
    "five-colours": Expected({"rules": ("blue weakest",)}, nowhere=("Indigo", "indigo", "violet"), cards=35),
    "two-of-each-card": Expected({"rules": ("In an exact tie nobody is winning.",)}, cards=98),
    "for-two-or-three": Expected({"rules": ("Deal 9 to each hand", "2–3 players")}, nowhere=("2–4 players",)),
    "never-draw": Expected({"summary": ("play, then discard",)}, nowhere=("draw one", "Draw one", "nothing is drawn")),
    "draw-as-red7": Expected(
        {
            "rules": ("Draw one if the number discarded is above the cards in your palette.",),
            "summary": ("Discarding a number above your card count draws one.",),
        },
        nowhere=("then draw one",),
    ),
    "doing-nothing-is-out": Expected(
        {"rules": ("Doing nothing is allowed and puts you out.",), "summary": ("or doing nothing: out",)},
        nowhere=("There is no pass",),
    ),
    "one-card-is-no-group": Expected(
        {"rules": ("A single card is neither a group nor a row.",)}, nowhere=("a row, of one",)
    ),
    "strongest-card-when-nobody-fits": Expected(
        {"rules": ("Where no palette has a card that fits, the strongest card wins.",)}, nowhere=("nobody is winning",)
    ),
    "no-discard-of-the-colour-in-force": Expected(
        {"rules": ("A card of the colour in force may not be discarded.",)}, nowhere=("a discard like any other",)
    ),
    "mini-cards": Expected(card_size=(44, 68)),
    "tarot-cards": Expected(card_size=(70, 120)),
    "letter-paper": Expected(paper="letter"),
    "in-japanese": Expected(
        {
            "cards/green-4": ("緑", "合わせて7"),
            "rules": ("手札を7枚ずつ", "最初のルールは赤"),
            "playing": ("赤で始まる",),
        },
        nowhere=("Deal", "Adds up", "wins"),
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


@pytest.mark.parametrize("name", NAMES)
def test_the_kit_of_a_tweak_agrees_with_it_everywhere(
    name: str, tweaked: Callable[[str], str], printed: Callable[..., Any]
) -> None:
    want = EXPECTED[name]
    kit = printed(tweaked(name))
    whole = plain(kit.reader.whole)
    for place, texts in want.says.items():
        component, _, card = place.partition("/")
        found = plain(kit.text_of(component, card or None))
        for text in texts:
            assert text in found, place
    assert [text for text in want.nowhere if text in whole] == []
    rules = {example["in"].get("rule") for example in kit.manifest["examples"]}
    assert set(want.shown_rules) <= rules
    slots = kit.slots("cards")
    assert len(slots) == want.cards
    assert {tuple(sorted((slot["width_mm"], slot["height_mm"]))) for _, slot in slots} == {want.card_size}
    assert kit.manifest["paper"]["name"] == want.paper


@pytest.mark.parametrize("name", NAMES)
def test_the_file_of_a_tweak_verifies_against_the_definition_that_holds_it(
    name: str, tweaked: Callable[[str], str], printed: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "games.toml").write_text(tweaked(name), encoding="utf-8")
    (tmp_path / "kit.pdf").write_bytes(printed(tweaked(name)).pdf)
    ran = pnp("verify", "kit.pdf")
    assert (ran.status, ran.err) == (0, "")
    assert f"{len(printed(tweaked(name)).manifest['examples'])} examples and checks hold" in ran.out


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


def test_the_order_of_strength_is_printed_as_the_tweak_has_it(
    tweaked: Callable[[str], str], printed: Callable[..., Any]
) -> None:
    text = printed(tweaked("violet-is-strongest")).text_of("order")
    names = ["Violet", "Indigo", "Blue", "Green", "Yellow", "Orange", "Red"]
    assert sorted(names, key=text.index) == names
