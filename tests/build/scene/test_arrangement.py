"""Kits on a table: which pieces are shown, and where."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.build.options import BuildOptions
from pnp.build.scene import scene_picture
from pnp.diagnostics import PnpError
from pnp.project.project import open_project, open_shipped

DECK = """\
[mine]
engine = "deck"
title = "Mine"

[mine.decks]
cards = [ { title = "Newt" }, { title = "Toad" } ]

[mine.components]
"""


def picture_of(game: str, tmp_path: Path | None = None, toml: str = "", dpi: int = 36) -> Image.Image:
    if toml and tmp_path is not None:
        (tmp_path / "templates/deck").mkdir(parents=True)
        for name, ink in (("card", "#dd1111"), ("page", "#11aa11"), ("token", "#1111dd")):
            face = f'<rect x="-3" y="-3" width="300" height="300" fill="{ink}"/>'
            (tmp_path / f"templates/deck/{name}.svg.j2").write_text(face, encoding="utf-8")
        (tmp_path / "games.toml").write_text(toml, encoding="utf-8")
        project = open_project(tmp_path / "games.toml")
    else:
        project = open_shipped()
    name, png = scene_picture(project, project.game(game), BuildOptions(), dpi)
    assert name == f"{game}-en-scene.png"
    return Image.open(io.BytesIO(png)).convert("RGB")


def share(picture: Image.Image, colour: tuple[int, int, int]) -> float:
    """The share of the picture that is near a colour, as light as it may be."""
    strongest = max(range(3), key=colour.__getitem__)
    hits = sum(
        count
        for count, found in picture.getcolors(picture.width * picture.height) or []
        if isinstance(found, tuple) and all(found[strongest] > found[at] + 60 for at in range(3) if at != strongest)
    )
    return hits / (picture.width * picture.height)


def test_the_picture_is_1600_by_900_pixels_and_the_same_each_time() -> None:
    first, second = picture_of("red", dpi=96), picture_of("red", dpi=96)
    assert first.size == (1600, 900)
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("game", ["red", pytest.param("kasane", marks=pytest.mark.full)])
def test_box_cards_and_rules_are_each_a_good_part_of_it(game: str) -> None:
    whole = picture_of(game)
    empty = whole.getpixel((2, whole.height - 2))
    covered = [
        sum(whole.getpixel((x, y)) != empty for x in range(left, right) for y in range(top, bottom))
        / ((right - left) * (bottom - top))
        for left, top, right, bottom in ((390, 30, 480, 130), (120, 170, 330, 280), (60, 40, 260, 150))
    ]
    assert min(covered) > 0.5, covered


@pytest.mark.parametrize(
    ("components", "colours"),
    [
        ('cards = { kind = "cards", title = "c", of = "cards", template = "card" }', ((221, 17, 17),)),
        ('page = { kind = "page", title = "p", template = "page" }', ((17, 170, 17),)),
        ('tokens = { kind = "tokens", title = "t", template = "token", size = "30mm", copies = 3 }', ((17, 17, 221),)),
        (
            'cards = { kind = "cards", title = "c", of = "cards", template = "card" }\n'
            'page = { kind = "page", title = "p", template = "page" }\n'
            'tokens = { kind = "tokens", title = "t", template = "token", size = "30mm", shape = "hex" }',
            ((221, 17, 17), (17, 170, 17), (17, 17, 221)),
        ),
    ],
    ids=["cards", "a page", "tokens", "all"],
)
def test_a_kit_of_any_components_is_shown(
    components: str, colours: tuple[tuple[int, int, int], ...], tmp_path: Path
) -> None:
    picture = picture_of("mine", tmp_path, DECK + components + "\n")
    for colour in ((221, 17, 17), (17, 170, 17), (17, 17, 221)):
        assert (share(picture, colour) > 0.002) is (colour in colours), colour


def test_tokens_are_cut_out_in_their_shapes(tmp_path: Path) -> None:
    token = 'tokens = { kind = "tokens", title = "t", template = "token", size = "30mm", shape = "SHAPE" }\n'
    round_, hexagon, square = (
        share(picture_of("mine", tmp_path / shape, DECK + token.replace("SHAPE", shape)), (17, 17, 221))
        for shape in ("round", "hex", "square")
    )
    assert round_ / square == pytest.approx(0.785, abs=0.05)
    assert hexagon / square == pytest.approx(0.866, abs=0.05)


def test_dice_and_trays_are_folded_up() -> None:
    picture = picture_of("koka", dpi=60)
    aubergine = sum(
        count
        for count, found in picture.getcolors(picture.width * picture.height) or []
        if isinstance(found, tuple) and max(found) < 90 and found[2] > found[1] + 12
    )
    assert aubergine / (picture.width * picture.height) > 0.05, "the tray"


def test_a_kit_of_no_pieces_is_refused() -> None:
    project = open_shipped()
    with pytest.raises(PnpError, match="no component 'nothing'"):
        scene_picture(project, project.game("red"), BuildOptions(only=("nothing",)), 36)


def test_preview_writes_the_scene_in_place_of_contact_sheets(pnp: Callable[..., Any], tmp_path: Path) -> None:
    ran = pnp("preview", "red", "--scene", "--dpi", "36", "--out", "pictures")
    assert (ran.status, ran.out) == (0, "pictures/red-en-scene.png\n")
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["red-en-scene.png"]
    with Image.open(tmp_path / "pictures/red-en-scene.png") as picture:
        assert picture.size == (600, 338)
