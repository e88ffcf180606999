"""``--only`` takes components, and pieces of them by their ids or by their places in the deck."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.build.selection import parse_selection, restrict_selection, select_cards, selection_name
from pnp.cardsvg import parse
from pnp.diagnostics import PnpError
from pnp.project.project import open_shipped
from pnp.rendering.face import Face, PrintedCard
from pnp.units import Size
from tests.build.gardens import Garden

RED = [f"red-{number}" for number in range(1, 8)]


def leaves(*ids: str) -> list[PrintedCard]:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10"/>'
    return [
        PrintedCard(
            "cards",
            name,
            Face(f"{name}-en", "cards", name, "front", "en", parse(svg, name), Size(10, 10), 0, "border"),
            None,
            1,
        )
        for name in ids
    ]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["red-7"], ["red-7"]),
        (["5-6"], ["red-5", "red-6"]),
        (["7", "1"], ["red-1", "red-7"]),
        (["1-7"], RED),
        ([], RED),
        (["red-2", "2-3"], ["red-2", "red-3"]),
    ],
)
def test_pieces_are_named_by_id_or_place(asked: list[str], found: list[str]) -> None:
    assert [leaf.card for leaf in select_cards("cards", leaves(*RED), asked)] == found


def test_an_id_that_looks_like_places_goes_before_them() -> None:
    assert [leaf.card for leaf in select_cards("cards", leaves("9", "3-4", "a", "b"), ["3-4"])] == ["3-4"]
    assert [leaf.card for leaf in select_cards("cards", leaves("9", "3-4", "a", "b"), ["9"])] == ["9"]
    assert [leaf.card for leaf in select_cards("cards", leaves("9", "3-4", "a", "b"), ["4"])] == ["b"]


@pytest.mark.parametrize("places", ["0", "8", "0-3", "5-4", "3-8", "1-999999999"])
def test_places_that_are_not_there_are_told(places: str) -> None:
    with pytest.raises(PnpError, match="cards has the pieces 1 to 7"):
        select_cards("cards", leaves(*RED), [places])


def test_an_unknown_id_is_told_with_near_ones() -> None:
    with pytest.raises(PnpError) as error:
        select_cards("cards", leaves(*RED), ["rad-7"])
    (diagnostic,) = error.value.diagnostics
    assert (diagnostic.code, diagnostic.message) == ("unknown-piece", "--only: cards has no piece 'rad-7'")
    assert "red-7" in str(diagnostic.hint)


def test_commas_part_what_is_named_and_a_whole_component_has_all_its_pieces() -> None:
    game = open_shipped().game("red")
    assert parse_selection(game, ["cards/red-7,cards/5-9", "order"]) == {"cards": ("red-7", "5-9"), "order": ()}
    assert parse_selection(game, ["cards/red-7", "cards"]) == {"cards": ()}
    assert restrict_selection(game, ["cards/red-7,order"], ["cards", "order", "rules"]) == (
        "cards/red-7",
        "order",
        "rules",
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("card", "did you mean 'cards'"),
        ("", "it has: cards"),
        ("cards/", "write cards/ID"),
        ("cards,,order", "it has: "),
    ],
)
def test_what_names_nothing_is_told(said: str, told: str) -> None:
    with pytest.raises(PnpError) as error:
        parse_selection(open_shipped().game("red"), [said])
    assert told in str(error.value)


def test_names_of_files_are_short_and_safe() -> None:
    assert selection_name(["order", "cards/red-7,cards/5-9"]) == "cards-5-9-cards-red-7-order"
    many = ",".join(f"cards/{name}" for name in RED * 9)
    assert selection_name([many]) == selection_name([many])
    assert len(selection_name([many])) < 80
    assert set(selection_name([many])) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert selection_name([many]) != selection_name([many.replace("red-7", "red-8")])


def test_backs_and_copies_come_along(garden: Garden) -> None:
    kit = garden.build(only=("flowers/rose,moths/2-3",))
    slots = [(slot["card"], slot["face"]) for page in kit.manifest["pages"] for slot in page["slots"]]
    assert slots.count(("rose", "front")) == slots.count(("rose", "back")) == 6
    assert {card for card, _ in slots} == {"rose", "emperor-rose", "emperor-frost"}


def test_the_command_writes_the_pieces_alone(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("build", "red", "--only", "cards/red-7,cards/blue-2", "--lang", "en", "--paper", "a4", "--out", "out")
    assert ran.out == "out/red-en-a4-cards-blue-2-cards-red-7.pdf\n"
    assert "2 cards" in ran.err
    ran = pnp("build", "red", "--only", "cards/crimson-7", "--out", "out")
    assert (ran.status, ran.out) == (2, "")
    assert "error[unknown-piece]: --only: cards has no piece 'crimson-7'" in ran.err
    assert len(list((tmp_path / "out").iterdir())) == 1


def test_an_export_takes_pieces_too(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("export", "red", "--to", "svg", "--only", "cards/red-7", "--lang", "en", "--out", "out")
    assert ran.status == 0, ran.err
    files = sorted(path.name for path in tmp_path.rglob("*.svg"))
    assert len(files) == 2
    assert any("red-7" in name for name in files)
