"""Every small diff of docs/tweaks is applied, built and verified; the figure it changes is read back everywhere."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pnp.model.text import Language
from tests.games.wording import wording
from tests.tweaks.saying import Part, part_of, said, unsaid

pytestmark = pytest.mark.kit

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "tweaks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.diff"))


@dataclass(frozen=True)
class Expected:
    """What the printed kit must say, in either language: parts by component, or by ``component/card``; parts that must
    be nowhere; rule colours that an example must show; how many cards the deck has; whose kit it is."""

    says: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    nowhere: tuple[Part, ...] = ()
    shown_rules: Sequence[str] = ()
    cards: int = 49
    card_size: Sequence[float] = (63, 88)
    paper: str = "a4"
    game: str = "red"
    counted: str = "cards"
    """The component that has ``cards`` pieces."""
    language: str = "en"
    """The one that the definition sets."""


def expected(told: Mapping[str, Any]) -> Expected:
    """What a table of ``said/docs.toml`` says."""
    parts = partial(part_of, told.get("game", "red"))
    own = {key.replace("-", "_"): value for key, value in told.items() if key not in ("quick", "says", "nowhere")}
    says = {place: parts(listed) for place, listed in told.get("says", {}).items()}
    return Expected(says, parts(told.get("nowhere", [])), **own)


TOLD = tomllib.loads((Path(__file__).parent / "said" / "docs.toml").read_text("utf-8"))
EXPECTED = {name: expected(told) for name, told in TOLD.items()}
QUICK = {name for name, told in TOLD.items() if told.get("quick")}
"""Those that are built in every run of the tests: what a tweak may change, once; other tests here build tweaks of
every game."""


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
    assert {tuple(sorted((slot["width_mm"], slot["height_mm"]))) for _, slot in slots} == {tuple(want.card_size)}
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
