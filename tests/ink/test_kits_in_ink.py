"""``pnp build`` with less ink or in grey: its files, its messages, and their contents."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from pnp.build import ink_modes
from pnp.cardsvg import Picture
from pnp.ink.greys import PictureConverter
from pnp.ink.tones import OUTLINE, SAVER

DECK = """\
[mine]
engine = "deck"
title = "Lamps"
{keys}
[mine.decks]
cards = [{cards}]
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "lamp", of = "cards" }}
"""
CARDS = '{ title = "Red", ink = "#c8102e" }, { title = "Blue", ink = "#0072b2" }'
ALIKE = '{ title = "Lamp", ink = "#c8102e" }, { title = "Lamp", ink = "#0072b2" }'
LAMP = """\
{% set ground = card.ink %}
<defs><linearGradient id="dusk"><stop offset="0" stop-color="{{ ground }}"/><stop offset="1" stop-color="#ffc20e"/>
</linearGradient></defs>
<rect x="4" y="4" width="{{ face.width - 8 }}" height="{{ face.height - 8 }}" fill="{{ ground }}"/>
<rect x="10" y="50" width="30" height="10" fill="url(#dusk)"/>
<image href="lamp.png" x="10" y="20" width="20" height="20"/>
{{ line(t(card.title), 10, 16, 6, "strong", fill="#ffffff") }}
"""


@pytest.fixture
def lamps(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., Any]:
    """Build a deck with a ground, a gradient and a picture on every card."""

    def build(*options: str, keys: str = "", cards: str = CARDS) -> Any:
        (tmp_path / "games.toml").write_text(DECK.format(keys=keys, cards=cards), encoding="utf-8")
        templates = tmp_path / "templates" / "deck"
        templates.mkdir(parents=True, exist_ok=True)
        (templates / "lamp.svg.j2").write_text(LAMP, encoding="utf-8")
        picture = Image.new("RGBA", (40, 40), (200, 60, 20, 255))
        picture.paste((20, 60, 200, 0), (0, 0, 20, 20))
        picture.save(tmp_path / "lamp.png")
        return pnp("build", "mine", *options)

    return build


def made(folder: Path, name: str) -> Path:
    return folder / "output" / "mine" / f"mine-en-a4{name}.pdf"


def ink_of(path: Path) -> float:
    document = pypdfium2.PdfDocument(path)
    bands = document[0].render(scale=2).to_pil().convert("RGB").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    document.close()
    return 1 - sum(bands) / 765


def test_less_ink_is_a_file_of_its_own(lamps: Callable[..., Any], tmp_path: Path) -> None:
    for ink in ("full", "saver", "outline"):
        ran = lamps("--ink", ink)
        assert ran.status == 0
        assert "ink: " not in ran.err
    full, saver, outline = (ink_of(made(tmp_path, name)) for name in ("", "-saver", "-outline"))
    assert outline < saver < full / 2


def test_the_key_says_it_and_the_option_has_the_last_word(lamps: Callable[..., Any], tmp_path: Path) -> None:
    assert lamps(keys='ink = "saver"').status == 0
    assert made(tmp_path, "-saver").exists() and not made(tmp_path, "").exists()
    assert lamps("--ink", "full", keys='ink = "saver"').status == 0
    assert made(tmp_path, "").exists()


@pytest.mark.parametrize(("options", "keys"), [(("--ink", "half"), ""), ((), 'ink = "half"')])
def test_another_ink_is_refused(options: tuple[str, ...], keys: str, lamps: Callable[..., Any], tmp_path: Path) -> None:
    ran = lamps(*options, keys=keys)
    assert ran.status != 0
    assert "outline" in ran.err
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("ink", ["full", "saver", "outline"])
def test_the_ink_is_measured_when_it_is_asked_for(ink: str, lamps: Callable[..., Any]) -> None:
    said = lamps("--ink", ink, "--ink-report").err
    assert "ink: " in said and "% at most (sheet 1)" in said.replace("\N{NO-BREAK SPACE}", " ")


def test_the_report_is_there_for_programs(lamps: Callable[..., Any]) -> None:
    kit = json.loads(lamps("--ink-report", "--json").out)["kits"][0]
    assert 0 < kit["ink"]["mean"] <= kit["ink"]["most"] < 1
    assert kit["ink"]["sheet"] == 1
    assert json.loads(lamps("--json").out)["kits"][0]["ink"] is None


def test_the_manifest_notes_the_ink(lamps: Callable[..., Any], tmp_path: Path) -> None:
    def noted(name: str) -> dict[str, Any]:
        with pikepdf.open(made(tmp_path, name)) as pdf:
            (spec,) = pdf.attachments.values()
            manifest: dict[str, Any] = json.loads(spec.get_file().read_bytes())
        return {key: manifest[key] for key in ("ink", "grey") if key in manifest}

    assert lamps().status == lamps("--ink", "saver", "--grey").status == 0
    assert noted("") == {}
    assert noted("-saver-grey") == {"ink": "saver", "grey": True}


def test_a_kit_with_less_ink_is_the_same_each_time(lamps: Callable[..., Any], tmp_path: Path) -> None:
    lamps("--ink", "saver")
    first = made(tmp_path, "-saver").read_bytes()
    lamps("--ink", "saver")
    assert made(tmp_path, "-saver").read_bytes() == first


def test_a_grey_kit_has_no_colour_in_it(lamps: Callable[..., Any], tmp_path: Path) -> None:
    assert lamps("--grey").status == 0
    with pikepdf.open(made(tmp_path, "-grey")) as pdf:
        streams = [pdf_object for pdf_object in pdf.objects if isinstance(pdf_object, pikepdf.Stream)]
        forms = [pdf_object for pdf_object in streams if pdf_object.get("/Subtype") == "/Form"]
        painted = b"\n".join(pdf_object.read_bytes() for pdf_object in (*forms, *(page.Contents for page in pdf.pages)))
        assert b" g\n" in painted
        assert b" rg\n" not in painted and b" RG\n" not in painted
        pictures = [pdf_object for pdf_object in streams if pdf_object.get("/Subtype") == "/Image"]
        assert {str(pdf_object.ColorSpace) for pdf_object in pictures} == {"/DeviceGray"}
        assert len(pictures) == 2  # the picture and its mask
        shadings = [
            pdf_object
            for pdf_object in pdf.objects
            if isinstance(pdf_object, pikepdf.Dictionary) and "/ShadingType" in pdf_object
        ]
        assert {str(pdf_object.ColorSpace) for pdf_object in shadings} == {"/DeviceGray"}
    document = pypdfium2.PdfDocument(made(tmp_path, "-grey"))
    red, green, blue = document[0].render(scale=1).to_pil().convert("RGB").split()
    for band, other_band in ((red, green), (green, blue)):  # within what a reader program rounds
        assert ImageChops.difference(band, other_band).getextrema()[1] <= 8  # type: ignore[operator]


def test_cards_that_grey_does_not_tell_apart_are_told(lamps: Callable[..., Any]) -> None:
    ran = lamps("--grey", cards=ALIKE)
    assert ran.status == 0
    assert "warning[alike-colours]" in ran.err
    assert "differ in colour alone, and #c8102e and #0072b2 look alike in grey" in " ".join(ran.err.split())
    assert "alike-colours" not in lamps("--grey").err
    assert "alike-colours" not in lamps(cards=ALIKE).err


def test_pictures_are_paler_and_keep_what_is_clear_in_them() -> None:
    image = Image.new("RGBA", (30, 30), (200, 60, 20, 255))
    image.paste((0, 0, 0, 0), (0, 0, 10, 30))
    file = io.BytesIO()
    image.save(file, "PNG")
    for strength in (*SAVER, OUTLINE):
        paler = Image.open(io.BytesIO(PictureConverter().paler(Picture("one.png", file.getvalue()), strength).data))
        assert paler.getpixel((2, 2))[3] == 0  # type: ignore[index]
        red, green, blue, alpha = paler.getpixel((20, 20))  # type: ignore[misc]
        assert alpha == 255
        assert 255 - green <= strength.picture * (255 - 60) + 1 if strength.wash else green > 240
        assert red >= green >= blue


# Tones of an earlier build


@pytest.mark.parametrize("ink", ["saver", "outline"])
def test_a_second_build_takes_its_tones_from_the_first(
    tmp_path: Path, lamps: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, ink: str
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path.parent / "cache"))
    chosen: list[str] = []
    choose = ink_modes.choose_tones

    def noted(*arguments: Any) -> Any:
        chosen.append("a face")
        return choose(*arguments)

    monkeypatch.setattr(ink_modes, "choose_tones", noted)
    lamps("--ink", ink)
    first, count = made(tmp_path, f"-{ink}").read_bytes(), len(chosen)
    assert count >= 2
    lamps("--ink", ink)
    assert made(tmp_path, f"-{ink}").read_bytes() == first
    assert len(chosen) == count
    lamps("--ink", ink, "--no-cache")
    assert made(tmp_path, f"-{ink}").read_bytes() == first
    assert len(chosen) == 2 * count
    lamps("--ink", ink, cards=CARDS.replace("#0072b2", "#009e73"))
    assert len(chosen) > 2 * count
    assert made(tmp_path, f"-{ink}").read_bytes() != first
