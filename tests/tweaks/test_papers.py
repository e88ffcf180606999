"""Every paper that a definition may name: rule sheets go on as many sides as it takes, and use a larger one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.model.text import Language
from pnp.project.project import open_shipped
from tests.tweaks.saying import unsaid, words_of

pytestmark = pytest.mark.kit

FLAT = ("summary", "pad", "rules")
"""What is printed of a game whose tray and shelves are larger than the paper."""
PAPERS = ("a5", "jis-b5", "a3", "tabloid")
QUICK = {("red", "a5", "ja"), ("iroha", "a3", "en"), ("koka", "jis-b5", "en")}
KITS = [
    pytest.param(*kit, id="-".join(kit), marks=() if kit in QUICK else pytest.mark.full)
    for game in ("red", "red7", "iroha", "collectmate", "kasane", "koka")
    for paper in PAPERS
    for language in ("en", "ja")
    for kit in [(game, paper, language)]
]
HEADINGS = ("contents-heading", "setup-heading", "checks-heading")
"""Those that every rule sheet has."""


def sides(kit: Any) -> set[int]:
    """The pages of the rule sheet."""
    return {number for face in ("front", "back") for number, _ in kit.slots("rules", face=face)}


def test_every_shipped_game_is_printed_on_every_paper() -> None:
    assert {kit.values[0] for kit in KITS} == set(open_shipped().games)


@pytest.mark.parametrize(("game", "paper", "language"), KITS)
def test_a_kit_is_printed_on_a_paper_with_all_that_belongs_to_it(
    game: str, paper: str, language: Language, printed: Callable[..., Any]
) -> None:
    only = FLAT if game == "koka" and paper in ("a5", "jis-b5") else ()
    kit = printed(game=game, language=language, paper=paper, only=only)
    assert kit.manifest["paper"]["name"] == paper
    on_rules = sides(kit)
    examples = kit.manifest["examples"]
    assert {one["id"] for one in examples} == {
        one["id"] for one in examples if any(place["page"] in on_rules for place in one["places"])
    }
    w = words_of("red" if game == "red7" else game)
    assert unsaid([w(key) for key in HEADINGS], kit.pages_of("rules"), language) == []
    assert len(on_rules) >= (3 if paper in ("a5", "jis-b5") else 1)
    assert [number for number in on_rules if height_of_words(kit, number) < 0.5] == [], "no side is half empty"


def height_of_words(kit: Any, number: int) -> float:
    """How much of the height of a page lies above its lowest words, but for the label at its foot."""
    page, text = kit.reader.page(number)
    heights = sorted(text.get_charbox(at)[1] for at in range(0, text.count_chars(), 5))
    return 1 - float(heights[len(heights) // 50]) / float(page.get_size()[1])


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, marks=() if (game, language) == ("red", "en") else pytest.mark.full)
        for game in ("red", "iroha", "collectmate", "kasane", "koka")
        for language in ("en", "ja")
    ],
)
def test_a_smaller_paper_takes_more_sides_and_a_larger_one_no_more(
    game: str, language: str, printed: Callable[..., Any]
) -> None:
    small, usual, large = (
        len(sides(printed(game=game, language=language, paper=paper, only=("rules",)))) for paper in ("a5", "a4", "a3")
    )
    assert small > usual >= large


@pytest.mark.parametrize("paper", ["a5", "jis-b5"])
def test_a_tray_that_is_larger_than_the_paper_is_told(paper: str, pnp: Callable[..., Any], tmp_path: Path) -> None:
    text = f'[mine]\nextends = "shipped:koka"\npaper = "{paper}"\n'
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert ran.err.startswith("games.toml:3:9: error[card-too-large]: "), ran.err
    assert "tray" in ran.err
    assert list(tmp_path.rglob("*.pdf")) == []
