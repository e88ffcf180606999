"""A kit of tokens and things to fold, as a file."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from pnp.build.build import BuiltKit, build_kit
from pnp.build.options import BuildOptions
from pnp.build.preview import contact_sheets
from pnp.cli.app import run
from pnp.diagnostics import DefinitionError
from pnp.project.project import Project, open_project
from tests.pdf.places import places_of

KIT = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = [{ id = "red", ink = "#b3202c" }, { id = "blue", ink = "#1f4e79" }]
[mine.components]
coins = { kind = "tokens", title = "coins", of = "all", template = "coin", back = "coin", size = "18mm", copies = 10 }
stickers = { kind = "tokens", title = "stickers", of = "all", template = "coin", size = "14mm", shape = "square" }
dice = { kind = "folded", title = "dice", of = "all", template = "die", copies = 9, net = NET }
"""
NET = '{ is = "cube", edge = "16mm", tab = "4mm" }'
COIN = (
    '<circle cx="{{ face.width / 2 }}" cy="{{ face.width / 2 }}" r="{{ face.width / 2 + 1 }}" fill="{{ card.ink }}"/>'
)
DIE = """\
{% for id, panel in net.panels.items() %}
<g transform="{{ panel.transform }}"><rect width="{{ panel.width }}" height="{{ panel.height }}" fill="{{ card.ink }}"/>
{{ line(id, panel.width / 2, panel.height / 2, 8, anchor="middle", middle=true) }}</g>
{% endfor %}
{{ fold_lines(net) }}"""


def project(folder: Path, net: str = NET) -> Project:
    (folder / "templates" / "deck").mkdir(parents=True)
    (folder / "templates" / "deck" / "coin.svg.j2").write_text(COIN, encoding="utf-8")
    (folder / "templates" / "deck" / "die.svg.j2").write_text(DIE, encoding="utf-8")
    (folder / "games.toml").write_text(KIT.replace("NET", net), encoding="utf-8")
    return open_project(folder / "games.toml")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> BuiltKit:
    game_project = project(tmp_path_factory.mktemp("tokens"))
    return build_kit(game_project, game_project.game("mine"), BuildOptions())


def slots(kit: BuiltKit, component: str) -> list[tuple[int, Any]]:
    return [
        (page["number"], slot)
        for page in kit.manifest["pages"]
        for slot in page["slots"]
        if slot["component"] == component and slot["face"] == "front"
    ]


def test_the_manifest_says_what_lies_where_and_how_it_is_cut(kit: BuiltKit) -> None:
    counts = {name: Counter(slot["card"] for _, slot in slots(kit, name)) for name in ("coins", "stickers", "dice")}
    assert counts == {
        "coins": {"red": 10, "blue": 10},
        "stickers": {"red": 1, "blue": 1},
        "dice": {"red": 9, "blue": 9},
    }
    assert {slot["cut"] for _, slot in slots(kit, "coins")} == {"circle"}
    assert {slot["cut"] for _, slot in slots(kit, "stickers")} == {"square"}
    assert {slot["cut"] for _, slot in slots(kit, "dice")} == {"net"}
    assert {tuple(sorted((slot["width_mm"], slot["height_mm"]))) for _, slot in slots(kit, "dice")} == {(52.4, 72.4)}


_A_FORM = ["cm", "Do", "Q"]
"""The operators of a place where a face is a form."""


def test_every_unique_face_is_painted_once(kit: BuiltKit) -> None:
    with pikepdf.open(io.BytesIO(kit.pdf)) as pdf:
        places = [[str(step.operator) for step in steps] for page in pdf.pages for steps in places_of(page)]
        forms = {
            str(steps[1].operands[0])
            for page in pdf.pages
            for steps in places_of(page)
            if [str(step.operator) for step in steps] == _A_FORM
        }
    assert len(places) == sum(len(page["slots"]) for page in kit.manifest["pages"])
    assert len(kit.faces) == 2 * (2 + 1 + 1)
    # Forms for those that are placed more often, and the others in their pages; those that look the same are one.
    assert len(forms) + sum(steps != _A_FORM for steps in places) == len({face.svg for face in kit.faces})


def test_circles_are_drawn_on_fronts_and_not_on_backs(kit: BuiltKit) -> None:
    with pikepdf.open(io.BytesIO(kit.pdf)) as pdf:
        curves = [len(re.findall(rb" c\b", page.Contents.read_bytes())) for page in pdf.pages]
    number = slots(kit, "coins")[0][0]
    assert curves[number - 1] == 20 * 2 * 4
    assert curves[number] == 0


def test_a_back_lies_behind_its_token(kit: BuiltKit) -> None:
    front, back = (
        [slot for slot in kit.manifest["pages"][number]["slots"] if slot["component"] == "coins"] for number in (0, 1)
    )
    for front_slot, back_slot in zip(front, back, strict=True):
        assert front_slot["card"] == back_slot["card"]
        assert front_slot["x_mm"] + front_slot["width_mm"] / 2 == pytest.approx(
            210 - back_slot["x_mm"] - back_slot["width_mm"] / 2, abs=1e-3
        )
        assert front_slot["y_mm"] == pytest.approx(back_slot["y_mm"], abs=1e-3)


def test_the_sheet_shows_the_circle_where_the_token_lies(kit: BuiltKit) -> None:
    number, slot = slots(kit, "coins")[0]
    document = pypdfium2.PdfDocument(kit.pdf)
    per_mm = 600 / 25.4
    picture = document[number - 1].render(scale=600 / 72).to_pil().convert("L")
    document.close()
    middle = round(picture.height - (slot["y_mm"] + 9) * per_mm)
    edge = slot["x_mm"] * per_mm
    around = [picture.getpixel((round(edge) + step, middle)) for step in range(-6, 7)]
    dark = [step for step, value in zip(range(-6, 7), around, strict=True) if value < 60]
    assert dark
    assert all(abs(step) <= 3 for step in dark)
    assert max(around) > 200


def test_previews_show_every_kind(tmp_path: Path) -> None:
    game_project = project(tmp_path)
    sheets = dict(contact_sheets(game_project, game_project.game("mine"), BuildOptions(), 72))
    assert list(sheets) == [f"mine-en-{name}.png" for name in ("coins", "stickers", "dice")]


def test_a_net_that_is_too_large_for_the_paper_is_refused_with_the_excess(tmp_path: Path) -> None:
    large = '{ is = "tray", width = "150mm", depth = "150mm", height = "60mm", tab = "10mm" }'
    game_project = project(tmp_path, large)
    with pytest.raises(DefinitionError) as caught:
        build_kit(game_project, game_project.game("mine"), BuildOptions())
    # 150 + 2 · 60 mm of net and 2 mm around: 272 mm, where 200 mm are printable.
    assert "dice is 274.4 × 274.4 mm" in caught.value.diagnostics[0].message
    assert "74.4 mm too wide" in caught.value.diagnostics[0].message


def test_the_list_names_the_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project(tmp_path)
    assert run(["list", "--json", "--games", str(tmp_path / "games.toml")]) == 0
    (game,) = json.loads(capsys.readouterr().out)
    assert [(component["id"], component["kind"], component["pieces"]) for component in game["components"]] == [
        ("coins", "tokens", 20),
        ("stickers", "tokens", 2),
        ("dice", "folded", 18),
    ]


def test_a_kit_of_tokens_verifies(kit: BuiltKit, tmp_path: Path) -> None:
    project(tmp_path)
    path = tmp_path / "mine.pdf"
    path.write_bytes(kit.pdf)
    assert run(["verify", str(path), "--games", str(tmp_path / "games.toml")]) == 0
