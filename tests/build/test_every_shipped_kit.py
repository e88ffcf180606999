"""Every shipped kit, in both languages, on A4 and Letter: whole, verified, and read alike by another reader."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from typing import Any

import pypdf
import pytest

from pnp.build.options import BuildOptions, resolve
from pnp.examples import find_examples
from pnp.model.sizes import paper
from pnp.project.examples import search_examples
from pnp.project.project import engine_of, open_shipped
from pnp.verify.verify import verify_bytes

FULL = pytest.mark.full
KIT = pytest.mark.kit
CONTENTS = {
    "red": {"cards": 49, "order": 1, "playing": 1, "box": 1},
    "red7": {"cards": 49, "order": 1, "playing": 1, "box": 1},
    "iroha": {"cards": 60, "marker": 1, "box": 1},
    "collectmate": {"cards": 50, "box": 1},
    "kasane": {
        "cards": 52,
        "yaku": 9,
        "overview": 4,
        "track": 4,
        "illustrations": 4,
        "tokens": 20,
        "counters": 4,
        "start": 1,
        "box": 1,
    },
    "koka": {"dice": 90, "shelf": 4, "stand": 8, "tray": 1, "band": 1, "tag": 1},
}
"""Numbers of each component in the box, by the lists of contents; summaries and pages are additional."""
MOST = {"red": 4, "red7": 4, "iroha": 6, "collectmate": 5, "kasane": 4, "koka": 4}
"""Numbers of players, by the sources: everyone takes the same summary cards."""
KITS = [
    pytest.param(
        game,
        language,
        paper,
        marks=FULL if (language, paper) not in (("en", "a4"), ("ja", "letter")) else () if game == "red" else KIT,
    )
    for game in CONTENTS
    for language in ("en", "ja")
    for paper in ("a4", "letter")
]
READ = [
    pytest.param(game, language, marks=() if (game, language) in (("red", "en"), ("red7", "ja")) else FULL)
    for game in CONTENTS
    for language in ("en", "ja")
]


def test_what_is_listed_here_is_shipped() -> None:
    assert set(CONTENTS) <= set(open_shipped().games)


@pytest.mark.parametrize("name", CONTENTS)
def test_a_shipped_game_is_printed_in_english_on_a4_unless_told_otherwise(name: str) -> None:
    settings = resolve(BuildOptions(), open_shipped().game(name))
    assert (settings.language, settings.paper) == ("en", paper("a4"))


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name == "red" else FULL) for name in CONTENTS])
def test_examples_that_the_tests_keep_for_a_run_are_those_of_a_search(name: str) -> None:
    game = open_shipped().game(name)
    cached, searched = search_examples(game), find_examples(engine_of(game), game.settings)
    assert (cached.examples, cached.unkilled, cached.unshown) == (
        searched.examples,
        searched.unkilled,
        searched.unshown,
    )
    assert [lesson.id for lesson in cached.lessons] == [lesson.id for lesson in searched.lessons]


@pytest.mark.parametrize(("game", "language", "paper"), KITS)
def test_a_kit_has_everything_that_lies_in_the_box_and_holds(
    game: str, language: str, paper: str, printed: Callable[..., Any]
) -> None:
    kit = printed(game=game, language=language, paper=paper)
    slots = [slot for page in kit.manifest["pages"] for slot in page["slots"] if slot["face"] == "front"]
    kinds = {component.id: component.kind for component in open_shipped().game(game).components}
    fronts = Counter(slot["component"] for slot in slots)
    assert {key: count for key, count in fronts.items() if kinds[key] not in ("summary", "page")} == CONTENTS[game]
    summaries = Counter(slot["card"] for slot in slots if kinds[slot["component"]] == "summary")
    assert set(summaries.values()) == {MOST[game]}
    instead = {component.id for component in open_shipped().game(game).components if component.instead_of}
    assert set(kinds) - instead == set(fronts)
    assert kit.manifest["unkilled"] == []
    report = verify_bytes(open_shipped(), kit.pdf, "kit.pdf")
    assert (report.passed, report.problems, report.notes) == (True, (), ())
    assert report.examples == len(kit.manifest["examples"]) >= 15


@pytest.mark.parametrize(("game", "language"), READ)
def test_another_reader_finds_every_token_of_every_example(
    game: str, language: str, printed: Callable[..., Any]
) -> None:
    kit = printed(game=game, language=language, paper="a4")
    reader = pypdf.PdfReader(io.BytesIO(kit.pdf))
    wanted = {place["page"] for example in kit.manifest["examples"] for place in example["places"]}
    pages = {number: "".join(reader.pages[number - 1].extract_text().split()) for number in wanted}
    for example in kit.manifest["examples"]:
        for place in example["places"]:
            for token in place["tokens"]:
                assert "".join(token.split()) in pages[place["page"]], (example["id"], token)


@pytest.mark.parametrize("game", [pytest.param(game, marks=() if game == "red" else KIT) for game in CONTENTS])
def test_pieces_printed_on_both_sides_have_a_back_behind_each_front(game: str, printed: Callable[..., Any]) -> None:
    kit = printed(game=game, language="en", paper="a4")
    fronts: Counter[tuple[str, str]] = Counter()
    backs: Counter[tuple[str, str]] = Counter()
    for page in kit.manifest["pages"]:
        for slot in page["slots"]:
            (fronts if slot["face"] == "front" else backs)[slot["component"], slot["card"]] += 1
    pages = {
        component.id for component in open_shipped().game(game).components if component.kind == "page"
    }  # the last may be blank
    doubled = {component for component, _ in backs} - pages
    backs = Counter({key: count for key, count in backs.items() if key[0] in doubled})
    assert {key: count for key, count in fronts.items() if key[0] in doubled} == dict(backs)
    assert "summary" in doubled
    if game == "kasane":
        assert {"cards", "yaku", "overview", "track", "illustrations", "tokens", "counters"} <= doubled


@pytest.mark.parametrize(
    ("game", "component"),
    [
        ("red", "cards"),
        *(pytest.param(game, "cards", marks=KIT) for game in ("red7", "iroha", "collectmate", "kasane")),
        pytest.param("kasane", "yaku", marks=KIT),
    ],
)
def test_the_cards_of_a_deck_have_one_back(game: str, component: str, printed: Callable[..., Any]) -> None:
    kit = printed(game=game, language="en", paper="a4")
    slots = [slot for page in kit.manifest["pages"] for slot in page["slots"] if slot["component"] == component]
    assert len({slot["face_id"] for slot in slots if slot["face"] == "back"}) == 1
