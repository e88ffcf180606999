"""What may not stand in a definition of kasane, and where the message points."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.definition import DefinitionSource, load_definition
from pnp.diagnostics import DefinitionError
from pnp.games.kasane.problems import problems
from pnp.games.kasane.settings import (
    Bonus,
    Condition,
    KasaneSettings,
    OpeningToken,
    PlusOne,
    SetUp,
    Slots,
    Variants,
)
from pnp.model.text import Translated
from pnp.pipeline.definitions import kind_of
from tests.games.kasane.definitions import VARIANTS


def changed(settings: KasaneSettings, key: str, index: int, **changes: Any) -> KasaneSettings:
    entries = list(getattr(settings, key))
    entries[index] = replace(entries[index], **changes)
    return replace(settings, **{key: tuple(entries)})


def told(settings: KasaneSettings) -> list[tuple[Any, str]]:
    found = problems(settings)
    assert all(problem.message and problem.hint for problem in found)
    return [(problem.path, problem.code) for problem in found]


@pytest.mark.parametrize("name", ["kasane", "kasane-variants", "kasane-wide", "kasane-tiny"])
def test_a_definition_that_can_be_played_has_no_problems(name: str) -> None:
    assert problems(VARIANTS[name]) == ()


THREE, FOUR = SetUp(3, 5, 3, 1, 2), SetUp(4, 4, 4)


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"players": (4, 3)}, ("players",), "players-reversed"),
        (
            {"players": (1, 4), "set_up": (SetUp(1, 5, 3), SetUp(2, 5, 3), THREE, FOUR)},
            ("players", 0),
            "too-few-players",
        ),
        ({"players": (3, 5)}, ("set-up",), "missing-set-up"),
        ({"set_up": (THREE, FOUR, SetUp(3, 4, 4))}, ("set-up", 2, "players"), "duplicate-set-up"),
        ({"set_up": (THREE, SetUp(4, 5, 4))}, ("set-up", 1, "per-row"), "too-few-cards"),
        ({"set_up": (SetUp(3, 5, 3, 2, 2), FOUR)}, ("set-up", 0, "per-row"), "too-few-cards"),
        ({"set_up": (SetUp(3, 5, 3, 6), FOUR)}, ("set-up", 0, "remove"), "removed-too-many"),
        ({"set_up": (SetUp(3, 5, 2, 1, 8), FOUR)}, ("set-up", 0, "remove-plus-one"), "removed-too-many"),
        ({"plus_one": PlusOne(2)}, ("set-up", 1, "per-row"), "too-few-cards"),
        ({"bonus": Bonus(8, (5, 4, 3, 2, 0, 2, 3, 4))}, ("bonus", "colours"), "bonus-too-short"),
        ({"bonus": Bonus(13)}, ("bonus", "from"), "bonus-never"),
        ({"set_up": (THREE, SetUp(4, 4, 2))}, ("bonus", "from"), "bonus-never"),
    ],
)
def test_settings_that_disagree_are_told(changes: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    settings = replace(VARIANTS["kasane"], **changes)
    assert (path, code) in told(settings)
    assert {one for _, one in told(settings)} == {code}


@pytest.mark.parametrize(("set_up", "enough"), [(THREE, 5), (FOUR, 7)])
def test_the_deck_may_be_just_large_enough(set_up: SetUp, enough: int) -> None:
    # 3 players: 24 cards are taken in two rounds, and 15 laid out for the last; 4 players: 36, and 16.
    players = (set_up.players, set_up.players)
    settings = replace(VARIANTS["kasane"], players=players, set_up=(set_up,), opening_tokens=())
    assert told(replace(settings, plus_one=PlusOne(enough))) == []
    assert told(replace(settings, plus_one=PlusOne(enough - 1))) == [(("set-up", 0, "per-row"), "too-few-cards")]


def test_set_ups_for_other_numbers_of_players_may_stay() -> None:
    assert problems(replace(VARIANTS["kasane"], players=(4, 4))) == ()


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"number": 1}, ("number",), "duplicate-number"),
        ({"name": Translated("violet", "茶")}, ("name",), "duplicate-name"),
        ({"name": Translated("grey", " ")}, ("name",), "empty-text"),
        ({"ink": "grey"}, ("ink",), "bad-ink"),
    ],
)
def test_a_colour_that_clashes_is_told(changes: dict[str, Any], path: tuple[str, ...], code: str) -> None:
    settings = VARIANTS["kasane"]
    ten = replace(settings.colours[8], number=10, name="grey")
    wider = replace(settings, colours=(*settings.colours, ten), bonus=Bonus(8, (*settings.bonus.colours, 5)))
    assert problems(wider) == ()
    assert told(changed(wider, "colours", 9, **changes)) == [(("colours", 9, *path), code)]


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"id": "kasane"}, ("id",), "duplicate-id"),
        ({"id": "Ten!"}, ("id",), "bad-id"),
        ({"name": Translated("Ten", "襲ね")}, ("name",), "duplicate-name"),
        ({"name": ""}, ("name",), "empty-text"),
        ({"frame": "gold"}, ("frame",), "unknown-frame"),
        ({"rule": Condition("sum")}, ("rule",), "missing-figure"),
        ({"rule": Condition("set")}, ("rule",), "missing-figure"),
        ({"rule": Condition("monotone", from_=1)}, ("rule",), "missing-figure"),
        ({"rule": Condition("equal", of=10)}, ("rule", "of"), "needless-figure"),
        ({"rule": Condition("odd", numbers=(1, 2))}, ("rule", "numbers"), "needless-figure"),
        ({"rule": Condition("even", from_=1)}, ("rule", "from"), "needless-figure"),
        ({"rule": Condition("sum", of=10, to=3)}, ("rule", "to"), "needless-figure"),
        ({"rule": Condition("set", numbers=(1, 12))}, ("rule", "numbers", 1), "unknown-number"),
        ({"rule": Condition("set", numbers=())}, ("rule", "numbers"), "empty-set"),
        ({"rule": Condition("monotone", from_=5, to=1)}, ("rule", "from"), "bounds-reversed"),
        ({"rule": Condition("monotone", from_=8, to=12)}, ("rule", "to"), "unknown-number"),
        ({"slots": (Slots(2, (1,)), Slots(2, (2,)))}, ("slots", 1, "cards"), "duplicate-size"),
        ({"slots": (Slots(2, (1,)), Slots(13, (2,)))}, ("slots", 1, "cards"), "slot-over-turns"),
        ({"slots": (Slots(2, (1,)), Slots(11, (2,)))}, ("slots", 1, "cards"), "slot-never"),
        ({"rule": Condition("sum", of=28), "slots": (Slots(3, (1,)),)}, ("slots", 0, "cards"), "slot-never"),
        ({"rule": Condition("equal"), "slots": (Slots(6, (1,)),)}, ("slots", 0, "cards"), "slot-never"),
        (
            {"rule": Condition("set", numbers=(1, 2, 6)), "slots": (Slots(2, (1,)),)},
            ("slots", 0, "cards"),
            "slot-never",
        ),
        ({"rule": Condition("set", numbers=(1,) * 6), "slots": (Slots(6, (1,)),)}, ("slots", 0, "cards"), "slot-never"),
        (
            {"rule": Condition("monotone", from_=1, to=5), "slots": (Slots(6, (1,)),)},
            ("slots", 0, "cards"),
            "slot-never",
        ),
    ],
)
def test_a_yaku_that_cannot_be_is_told(changes: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    # The second yaku; the harder variant lays tokens on it, so they go first.
    settings = replace(VARIANTS["kasane"], opening_tokens=())
    assert told(changed(settings, "yaku", 1, **changes)) == [(("yaku", 1, *path), code)]


def test_the_last_slots_that_can_be_are_allowed() -> None:
    settings = replace(VARIANTS["kasane"], opening_tokens=())
    for rule, size in (
        (Condition("sum", of=27), 3),
        (Condition("sum", of=15), 10),
        (Condition("equal"), 5),
        (Condition("monotone", from_=1, to=5), 5),
        (Condition("even"), 12),
        (Condition("set", numbers=(1, 1, 6)), 3),
    ):
        assert told(changed(settings, "yaku", 1, rule=rule, slots=(Slots(size, (1,)),))) == []


@pytest.mark.parametrize(
    ("tokens", "path", "code"),
    [
        ((OpeningToken(5, "ju", 2),), (0, "players"), "unknown-players"),
        ((OpeningToken(3, "rain", 2),), (0, "yaku"), "unknown-yaku"),
        ((OpeningToken(3, "ju", 4),), (0, "cards"), "unknown-slot"),
        ((OpeningToken(3, "ju", 3), OpeningToken(4, "ju", 3), OpeningToken(3, "ju", 3)), (2,), "too-many-tokens"),
    ],
)
def test_a_token_that_names_no_slot_is_told(tokens: tuple[OpeningToken, ...], path: tuple[Any, ...], code: str) -> None:
    settings = replace(VARIANTS["kasane"], opening_tokens=tokens)
    assert told(settings) == [(("opening-tokens", *path), code)]


def test_the_harder_variant_needs_tokens() -> None:
    settings = replace(VARIANTS["kasane"], opening_tokens=(), variants=Variants(opening_tokens=True))
    assert told(settings) == [(("variants", "opening-tokens"), "no-opening-tokens")]


def test_frames_have_ids_and_inks() -> None:
    settings = changed(VARIANTS["kasane"], "frames", 1, id="plum", ink="red")
    codes = {code for path, code in told(settings) if path[0] == "frames"}
    assert codes == {"duplicate-id", "bad-ink"}
    assert (("yaku", 2, "frame"), "unknown-frame") in told(settings)


SHIPPED = (Path(__file__).parents[3] / "games.toml").read_text(encoding="utf-8")
KIND = kind_of("kasane")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("players = 4, per-row = 4, rounds = 4", "players = 4, per-row = 5, rounds = 4", "error[too-few-cards]"),
        ('{ is = "sum", of = 10 }', '{ is = "sum" }', "error[missing-figure]: the rule 'sum' needs `of`"),
        ("numbers = [1, 2, 6] }", "numbers = [1, 2, 16] }", "error[unknown-number]: there is no card"),
        ("bonus = { from = 8", "bonus = { from = 14", "error[bonus-never]"),
        ('yaku = "ju",     cards = 2', 'yaku = "ju",     cards = 5', "error[unknown-slot]"),
        ("from = 1, to = 5", "from = 5, to = 1", "error[bounds-reversed]"),
    ],
)
def test_what_cannot_be_played_is_told_where_it_stands(old: str, new: str, message: str, tmp_path: Path) -> None:
    # The components have tests of their own.
    table = "[kasane]" + SHIPPED.split("\n[kasane]")[1].split("\n[kasane.")[0]
    text = (
        table + '\n[kasane.components]\ncards = { kind = "cards", title = "cards", of = "deck", template = "card" }\n'
    )
    assert text.count(old) == 1
    path = tmp_path / "games.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DefinitionError) as caught:
        load_definition(DefinitionSource(path, {"shipped": path}), {"kasane": KIND})
    assert message in str(caught.value)
    line = next(number for number, one in enumerate(text.split("\n"), 1) if old in one)
    assert f"games.toml:{line}:" in str(caught.value)
