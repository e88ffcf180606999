"""What may not stand in a definition of collectmate, and where the message points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pnp.games.collectmate.problems import problems
from pnp.games.collectmate.settings import CardKind, CollectmateSettings, Tag
from pnp.model.text import Translated
from tests.games.collectmate.definitions import VARIANTS


def changed(settings: CollectmateSettings, key: str, index: int, **changes: Any) -> CollectmateSettings:
    entries = list(getattr(settings, key))
    entries[index] = replace(entries[index], **changes)
    return replace(settings, **{key: tuple(entries)})


@pytest.mark.parametrize(
    "name",
    [
        "collectmate",
        "other-readings",
        "collectmate-seven",
        "collectmate-plain",
        "collectmate-big",
        "collectmate-tiny",
    ],
)
def test_a_definition_that_can_be_played_has_no_problems(name: str) -> None:
    assert problems(VARIANTS[name]) == ()


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"players": (5, 2)}, ("players",), "players-reversed"),
        ({"players": (1, 5)}, ("players", 0), "too-few-players"),
        ({"players": (2, 7)}, ("hand",), "too-few-cards"),
        ({"hand": 10, "groups": (5, 5)}, ("hand",), "too-few-cards"),
        ({"hand": 8}, ("groups",), "groups-and-hand"),
        ({"groups": (3, 3)}, ("groups",), "groups-and-hand"),
        ({"enough": 5}, ("enough",), "enough-never"),
        ({"open_": 8}, ("open",), "open-never"),
    ],
)
def test_settings_that_disagree_are_told(changes: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    found = problems(replace(VARIANTS["collectmate"], **changes))
    assert [(problem.path, problem.code) for problem in found] == [(path, code)]
    assert found[0].message and found[0].hint


def test_one_card_has_to_be_left_to_draw() -> None:
    settings = replace(VARIANTS["collectmate"], players=(2, 2))
    of_sixteen = replace(settings, cards=(CardKind("one", True, ("red",), 16),))
    of_fifteen = replace(settings, cards=(CardKind("one", True, ("red",), 15),))
    assert problems(of_sixteen) == ()
    assert [problem.code for problem in problems(of_fifteen)] == ["too-few-cards"]


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"id": "red"}, ("id",), "duplicate-id"),
        ({"id": "Dark red"}, ("id",), "bad-id"),
        ({"name": "red"}, ("name",), "duplicate-name"),
        ({"name": Translated("pink", "赤")}, ("name",), "duplicate-name"),
        ({"name": Translated("pink", " ")}, ("name",), "empty-text"),
        ({"letter": "R"}, ("letter",), "duplicate-letter"),
        ({"letter": "P1"}, ("letter",), "bad-letter"),
        ({"letter": "Pink"}, ("letter",), "bad-letter"),
        ({"mark": "flame"}, ("mark",), "duplicate-mark"),
        ({"ink": "pink"}, ("ink",), "bad-ink"),
    ],
)
def test_a_colour_that_clashes_is_told(changes: dict[str, Any], path: tuple[str, ...], code: str) -> None:
    # No card has the last colour, so that a new id leaves none behind.
    settings = VARIANTS["collectmate"]
    extra = replace(settings.colours[5], id="teal", name="teal", letter="T", mark="wave")
    settings = changed(replace(settings, colours=(*settings.colours, extra)), "colours", 6, **changes)
    assert {(problem.path, problem.code) for problem in problems(settings)} == {(("colours", 6, *path), code)}


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"id": "dot"}, ("id",), "duplicate-id"),
        ({"id": "no id"}, ("id",), "bad-id"),
        ({"colours": ("red", "pink")}, ("colours", 1), "unknown-colour"),
        ({"colours": ("red", "blue", "red")}, ("colours", 2), "duplicate-colour"),
        ({"caption": " "}, ("caption",), "empty-text"),
        ({"caption": "[rest"}, ("caption",), "bad-caption"),
        ({"caption": Translated("[dance]", "[踊り]")}, ("caption",), "unknown-tag"),
        ({"caption": "[dance]"}, ("caption",), "unknown-tag"),
        ({"caption": Translated("[rest]", "[rest]")}, ("caption",), "unknown-tag"),
        ({"caption": Translated("[rest] [rest]", "[お休み]")}, ("caption",), "duplicate-tag"),
        ({"caption": Translated("[rest]", "お休み")}, ("caption",), "caption-tags-differ"),
        ({"caption": Translated("[rest]", "[失敗]")}, ("caption",), "caption-tags-differ"),
    ],
)
def test_a_card_that_cannot_be_is_told(changes: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    found = problems(changed(VARIANTS["collectmate"], "cards", 20, **changes))
    assert [(problem.path, problem.code) for problem in found] == [(("cards", 20, *path), code)]
    assert found[0].hint


def test_tags_in_another_order_are_the_same_tags() -> None:
    caption = Translated("[rest] for [2 people]", "[2人]で[お休み]")
    assert problems(changed(VARIANTS["collectmate"], "cards", 20, caption=caption)) == ()


@pytest.mark.parametrize(
    ("tag", "path", "codes"),
    [
        (Tag("rest", "sleep"), ("id",), ["duplicate-id"]),
        (Tag("Sleep", "sleep"), ("id",), ["bad-id"]),
        (Tag("sleep", "rest"), ("name",), ["duplicate-name"]),
        (Tag("sleep", Translated("sleep", "お休み")), ("name",), ["duplicate-name"]),
        (Tag("sleep", " "), ("name",), ["empty-text"]),
        (Tag("sleep", "[sleep]"), ("name",), ["tag-brackets"]),
        (Tag("sleep", "two-people"), ("name",), ["tag-crossed"]),
        (Tag("sleep", Translated("お休み", "眠り")), ("name",), ["tag-crossed"]),
    ],
)
def test_a_tag_that_clashes_is_told(tag: Tag, path: tuple[str, ...], codes: list[str]) -> None:
    settings = VARIANTS["collectmate"]
    found = problems(replace(settings, tags=(*settings.tags, tag)))
    assert [(problem.path, problem.code) for problem in found] == [(("tags", 4, *path), code) for code in codes]


def test_all_problems_are_told_in_one_run() -> None:
    broken = changed(changed(VARIANTS["collectmate"], "colours", 2, letter="R", ink="red"), "cards", 3, caption="[")
    assert len(problems(replace(broken, hand=8, enough=9))) == 5
