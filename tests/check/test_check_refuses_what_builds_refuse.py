"""`pnp check` refuses what `pnp build` and `pnp export` refuse with the same options; it writes nothing."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.shipped import shipped

FONT = (shipped("fonts") / "EBGaramond-Bold-latin.ttf").read_bytes()
DEFINITION = """\
[project]
{project}
[mine]
engine = "deck"
title = "Mine"
{keys}
[mine.decks]
all = "cards.csv"
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "card", of = "all"{more} }}
rules = {{ kind = "page", title = "rules", template = "page" }}
"""
CARDS = "title,picture\nNewt,newt.png\nToad,newt.png\n"
CARD = (
    '<rect width="{{ face.width }}" height="{{ face.height }}" fill="#ccddee"/>{{ line(card.title, 9, 9, 5) }}'
    "{{ image(card.picture, 9, 20, 20, 20) }}"
)
PAGE = '{{ line("Rules", 40, 40, 9) }}'
FOUR_PLACES = '[sheets.four]\npaper = "a4"\ncolumns = 2\nrows = 2\nsize = "{size}"'


def picture(kind: str, **how: Any) -> bytes:
    written = io.BytesIO()
    image = Image.radial_gradient("L").resize((300, 300)).convert(how.pop("mode", "RGB"))
    image.save(written, kind, **how)
    return written.getvalue()


PNG, JPEG = picture("PNG"), picture("JPEG")
CHUNK = PNG.index(b"IDAT") + 60
FAULTS: dict[str, dict[str, Any]] = {
    "a PNG that is cut off": {"newt.png": PNG[: len(PNG) // 2]},
    "a PNG of which only the head is there": {"newt.png": PNG[:40]},
    "a PNG that is altered": {"newt.png": PNG[:CHUNK] + bytes(60) + PNG[CHUNK + 60 :]},
    "a PNG of nothing but its signature": {"newt.png": PNG[:8]},
    "a JPEG that is cut off": {"newt.png": JPEG[: len(JPEG) // 2]},
    "a JPEG of nothing but its signature": {"newt.png": JPEG[:4]},
    "a JPEG without a head": {"newt.png": JPEG[:2] + b"\xff" + bytes(900)},
    "a GIF": {"newt.png": picture("GIF", mode="P")},
    "a WebP": {"newt.png": picture("WEBP")},
    "an empty picture": {"newt.png": b""},
    "no picture": {"cards": "title,picture\nNewt,frog.png\n"},
    "a picture of too many pixels": {"newt.png": picture("PNG", mode="1").replace(
        b"\x00\x00\x01\x2c\x00\x00\x01\x2c", b"\x00\x00\x7f\x00\x00\x00\x7f\x00")},
    "a part of a page that is none": {"page": '<text data-tag="H9" x="9" y="9" font-size="4" '
                                              'font-family="Oswald">Rules</text>'},
    "a text of a page downwards that no font has": {"page": '<text writing-mode="vertical-rl" x="9" y="9" '
                                                            'font-size="4" font-family="Oswald">赤</text>'},
    "a text off the card": {"cards": "title,picture\nAn extraordinarily long name of a Newt,newt.png\n"},
    "a text from right to left": {"cards": "title,picture\nשלום,newt.png\n"},
    "a title that no font has": {"title": "Mine 🎴"},
    "art with text": {"card": "{{ art('word', 9, 9, 9) }}", "templates/deck/art/word.svg":
                      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text x="1" y="8">a</text></svg>'},
    "no art": {"card": "{{ art('word', 9, 9, 9) }}"},
    "a template that is no SVG": {"card": "<g>"},
    "a template that asks for a column that is not there": {"card": "{{ line(card.titel, 9, 9, 5) }}"},
    "a template that is not there": {"more": ', back = "nothing"'},
    "a word that is not there": {"page": "{{ line(w('rules'), 9, 9, 5) }}"},
    "words that are no TOML": {"templates/deck/words.toml": "[en"},
    "a look that is no TOML": {"templates/deck/theme.toml": "[fonts"},
    "a font that is cut off": {
        "fonts/mine.ttf": FONT[: len(FONT) // 2],
        "fonts/fonts.toml": '[[font]]\nfile = "mine.ttf"\nfamily = "Mine"\nweight = 400\n',
        "templates/deck/theme.toml": '[fonts.en]\ntext = { families = ["Mine"], weight = 400 }\n',
    },
    "a font without outlines": {
        "fonts/mine.ttf": FONT.replace(b"glyf", b"glyx"),
        "fonts/fonts.toml": '[[font]]\nfile = "mine.ttf"\nfamily = "Mine"\nweight = 400\n',
        "templates/deck/theme.toml": '[fonts.en]\ntext = { families = ["Mine"], weight = 400 }\n',
    },
    "a card that is too large": {"more": ', size = "300mm x 400mm"'},
    "a card that is larger than its place": {
        "project": FOUR_PLACES.format(size="50mm x 50mm"), "more": ', sheet = "four"'},
    "places of another shape": {
        "project": FOUR_PLACES.format(size="70mm") + '\nshape = "circle"', "more": ', sheet = "four"'},
    "backs that cannot be folded behind places": {
        "project": FOUR_PLACES.format(size="63mm x 88mm"), "keys": 'backs = "gutterfold"',
        "more": ', sheet = "four", back = "page"'},
    "cards that cannot be read": {"cards": 'title,picture\n"Newt,newt.png\n'},
}  # fmt: skip
DOUBTS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "bleed for which a sheet has no room": {
        "project": FOUR_PLACES.format(size="63mm x 88mm") + '\ngutter = "0mm"',
        "more": ', sheet = "four", edge = "bleed"'},
    "bleed that is cut": {"keys": 'gutter = "6mm"', "more": ', size = "95mm x 129mm"',
        "cards": "title,picture,copies\nNewt,newt.png,8\n"},
    "places out of reach": {
        "project": FOUR_PLACES.format(size="63mm x 88mm") + '\nleft = "1mm"', "more": ', sheet = "four"'},
}  # fmt: skip


OPTIONS: dict[str, tuple[str, ...]] = {
    "as it is": (),
    "with less ink, on another paper": ("--ink", "saver", "--paper", "letter", "--backs", "gutterfold"),
    "for a cutting machine": ("--cut", "silhouette", "--grey", "--split", "sides", "--edge", "bleed"),
    "for a print shop": ("--shop", "mpc"),
}
REFUSED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "a paper that is too small": ({}, ("--paper", "60mm x 60mm")),
    "margins that leave nothing": ({}, ("--margin", "150mm")),
    "files that a cutting machine does not read": ({}, ("--cut", "silhouette", "--cut-format", "png")),
    "sheets that are not known": ({}, ("--sheet", "none-of-these")),
    "sheet with places for hexagons": ({}, ("--sheet", "hexes-40")),
    "a language without words": ({"page": "{{ line(w('rules'), 9, 9, 5) }}",
        "templates/deck/words.toml": '[en]\nrules = "Rules"\n'}, ("--lang", "de")),
    "a component that is not known": ({}, ("--only", "tokens")),
    "a component that replaces nothing": ({}, ("--with", "rules")),
    "number of players that no deck knows": ({}, ("--players", "3")),
    "a shop that is not known": ({}, ("--shop", "corner")),
    "a shop without such cards": ({"more": ', size = "50mm x 50mm"'}, ("--shop", "mpc")),
    "ends of two edges": ({}, ("--backs", "long-edge", "--flip", "short")),
}  # fmt: skip


@pytest.fixture
def ran(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """Write a pack; check it, and build or export it with the same options."""

    def both(fault: dict[str, Any], options: tuple[str, ...] = ()) -> dict[str, Any]:
        text = DEFINITION.format(
            project=fault.get("project", ""), keys=fault.get("keys", ""), more=fault.get("more", "")
        ).replace('"Mine"', f'"{fault.get("title", "Mine")}"', 1)
        files: dict[str, str | bytes | None] = {
            "games.toml": text,
            "cards.csv": fault.get("cards", CARDS),
            "newt.png": PNG,
            "templates/deck/card.svg.j2": fault.get("card", CARD),
            "templates/deck/page.svg.j2": fault.get("page", PAGE),
            **{name: data for name, data in fault.items() if "." in name},
        }
        for name, data in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if data is not None:
                path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
        made = "export" if "--shop" in options else "build"
        return {name: pnp(command, "mine", *options) for name, command in (("check", "check"), ("made", made))}

    return both


def told(result: Any, kind: str) -> list[str]:
    return [line for line in result.err.splitlines() if f"{kind}[" in line]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("fault", FAULTS)
def test_check_refuses_what_a_build_refuses(
    ran: Callable[..., dict[str, Any]], tmp_path: Path, fault: str, options: str
) -> None:
    results = ran(FAULTS[fault], OPTIONS[options])
    assert results["made"].status == results["check"].status, results
    assert told(results["check"], "error") == told(results["made"], "error"), results
    if not OPTIONS[options]:
        assert results["check"].status == 2
    if results["made"].status:
        assert told(results["made"], "error")
        assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("case", REFUSED)
def test_check_refuses_what_the_options_of_a_build_make_wrong(
    ran: Callable[..., dict[str, Any]], tmp_path: Path, case: str
) -> None:
    results = ran(*REFUSED[case])
    assert results["made"].status == results["check"].status == 2, results
    assert told(results["check"], "error") == told(results["made"], "error") != []
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("options", OPTIONS)
def test_check_refuses_the_place_that_a_build_refuses(
    ran: Callable[..., dict[str, Any]], tmp_path: Path, options: str
) -> None:
    (tmp_path / "output").symlink_to(tmp_path.parent)
    results = ran({}, OPTIONS[options])
    assert results["made"].status == results["check"].status != 0, results
    assert told(results["check"], "error") == told(results["made"], "error") != []
    assert "outside-project" in results["check"].err


def test_options_of_sheets_are_refused_with_a_shop(ran: Callable[..., dict[str, Any]], pnp: Callable[..., Any]) -> None:
    ran({})
    result = pnp("check", "mine", "--shop", "mpc", "--paper", "a3")
    assert (result.status, "--paper is for sheets" in result.err) == (2, True)
    assert pnp("check", "mine", "--shop", "mpc", "--only", "cards").status == 0


@pytest.mark.parametrize("doubt", DOUBTS)
def test_check_doubts_what_a_build_doubts(ran: Callable[..., dict[str, Any]], doubt: str) -> None:
    results = ran(DOUBTS[doubt])
    assert results["made"].status == results["check"].status == 0, results
    assert set(told(results["made"], "warning")) <= set(told(results["check"], "warning"))
    assert bool(told(results["made"], "warning")) == (doubt != "nothing"), results["made"]


def test_check_takes_several_languages_and_papers(ran: Callable[..., dict[str, Any]], pnp: Callable[..., Any]) -> None:
    ran({})
    result = pnp("check", "--paper", "a4", "--paper", "letter", "--json")
    assert [(kit["id"], kit["paper"]) for kit in result.json["games"]] == [("mine", "a4"), ("mine", "letter")]
