"""Every kind of source that a face is made of is found and named when it changes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.build.gardens import Garden, names, why

DECK = "templates/deck"


@pytest.mark.parametrize(
    ("edit", "changed", "reason"),
    [
        pytest.param(
            ("moths.csv", "{rose}{rose}{bell},3,", "{rose}{rose}{bell},2,"),
            "moths/emperor-dusk",
            "front: moons: 3 → 2",
            id="a cell of a number",
        ),
        pytest.param(
            (f"{DECK}/flower.svg.j2", 'opacity="0.55"', 'opacity="0.5"'),
            "flowers/rose",
            f"front: template {DECK}/flower.svg.j2",
            id="a template",
        ),
        pytest.param(
            (f"{DECK}/garden.svg.j2", "lean=0)", "lean=0, unused=0)"),
            None,
            "",
            id="an argument that draws nothing",
        ),
        pytest.param(
            (f"{DECK}/art/rose.svg", "<svg", '<svg data-edition="2"'),
            None,
            "",
            id="art that draws the same",
        ),
        pytest.param(
            (f"{DECK}/words.toml", "Most points win.", "The most points win."),
            "rules/rules",
            "front: words score-tie (en)",
            id="words",
        ),
        pytest.param(
            (f"{DECK}/theme.toml", 'night = "#1d2146"', 'night = "#1d2147"'),
            "dew/dew",
            "front: theme look night",
            id="the look",
        ),
        pytest.param(
            (f"{DECK}/theme.toml", 'title = { families = ["EB Garamond", ', "title = { families = ["),
            "box/box",
            "front: theme font title (en)",
            id="a font of the theme",
        ),
        pytest.param(
            ("games.toml", "goal = 4", "goal = 5"),
            "rules/rules",
            "front: values.goal: 4 → 5",
            id="a free value",
        ),
        pytest.param(
            ("games.toml", 'title = { en = "Night Garden"', 'title = { en = "Night Meadow"'),
            "box/box",
            "front: title: 'Night Garden' → 'Night Meadow'",
            id="the title",
        ),
        pytest.param(
            ("games.toml", 'card = "63mm x 88mm"', 'card = "62mm x 88mm"'),
            "moths/hawk-wine",
            "front: size: 63 × 88 mm → 62 × 88 mm",
            id="the size",
        ),
        pytest.param(
            ("games.toml", 'title = { en = "moths"', 'title = { en = "the moths"'),
            "rules/rules",
            "front: components.moths.title: 'moths' → 'the moths'",
            id="the name of a component in a list of contents",
        ),
        pytest.param(
            ("flowers.csv", ",,,#f9d9d0,6", ",,,#f9d9d0,9"),
            "rules/rules",
            "front: decks.flowers.rose.copies: 6 → 9",
            id="how many cards there are",
        ),
    ],
)
def test_a_changed_source_is_named(
    garden: Garden, edit: tuple[str, str, str], changed: str | None, reason: str
) -> None:
    garden.edit(*edit)
    changes = garden.changes()
    if changed is None:
        assert changes.pieces == ()
    else:
        assert reason in why(changes, changed)
    assert all(change.reasons for change in changes.pieces if change.status == "changed")


def test_an_included_file_is_named_for_all_that_it_draws(garden: Garden) -> None:
    path = garden.folder / DECK / "garden.svg.j2"
    text = path.read_text(encoding="utf-8")
    index = text.index("{% macro moon(")
    end = text.index("%}", index) + 2
    path.write_text(text[:end] + '<circle cx="1" cy="1" r="0.1"/>' + text[end:], encoding="utf-8")
    changes = garden.changes()
    assert {"moths/emperor-dusk", "flowers/rose", "box/box"} <= names(changes)
    assert {text for name in names(changes) for text in why(changes, name)} <= {
        f"front: template {DECK}/garden.svg.j2",
        f"back: template {DECK}/garden.svg.j2",
    }


def test_changed_art_is_named_for_the_faces_that_have_it(garden: Garden) -> None:
    art = garden.folder / DECK / "art" / "dew.svg"
    text = art.read_text(encoding="utf-8")
    art.write_text(text.replace("</svg>", '<circle cx="1" cy="1" r="0.2"/></svg>'), encoding="utf-8")
    changes = garden.changes()
    assert why(changes, "dew/dew") == {f"front: art {DECK}/art/dew.svg"}
    assert "moths/emperor-rose" not in names(changes), "a text without that icon is not another"
    assert "moths/emperor-dusk" in names(changes)


def test_both_sides_are_told_where_both_changed(garden: Garden) -> None:
    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    garden.edit(f"{DECK}/back.svg.j2", "H / 2, 20)", "H / 2, 19)")
    assert why(garden.changes(), "moths/emperor-dusk") == {
        "front: name: 'Dusk Emperor' → 'Twilight Emperor'",
        f"back: template {DECK}/back.svg.j2",
    }


def small_deck(folder: Path, root: Path, face: str) -> Garden:
    """A deck of two cards, with a folder of fonts of its own."""
    (folder / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n'
        '[mine.decks]\ncards = [{ id = "one", picture = "one.png" }, { id = "two", picture = "two.png" }]\n'
        '[mine.components]\ncards = { kind = "cards", title = "cards", of = "cards", template = "card" }\n',
        encoding="utf-8",
    )
    (folder / "templates" / "deck").mkdir(parents=True)
    (folder / "templates" / "deck" / "card.svg.j2").write_text(face, encoding="utf-8")
    for name in ("one.png", "two.png"):
        Image.new("RGB", (600, 600), "red").save(folder / name)
    (folder / "fonts").mkdir()
    shutil.copy(root / "fonts" / "Oswald-SemiBold-latin.ttf", folder / "fonts" / "mine.ttf")
    return Garden(folder, "mine")


def test_a_changed_picture_is_found_by_its_bytes(tmp_path: Path, root: Path) -> None:
    deck = small_deck(tmp_path, root, "{{ image(card.picture, 5, 5, 50, 50) }}")
    deck.print_all()
    picture = Image.open(tmp_path / "two.png").copy()
    picture.putpixel((300, 300), (254, 0, 0))
    picture.save(tmp_path / "two.png")
    changes = deck.changes()
    assert names(changes) == {"cards/two"}
    assert why(changes, "cards/two") == {"front: picture two.png"}


def test_a_changed_font_is_found_by_its_bytes(tmp_path: Path, root: Path) -> None:
    face = "{{ line(item.id, 5, 20, 6, 'strong' if item.id == 'one' else 'numeral') }}"
    deck = small_deck(tmp_path, root, face)
    theme = '[fonts.en]\nnumeral = { families = ["Oswald"], weight = 600 }\n'
    (tmp_path / "templates" / "deck" / "theme.toml").write_text(theme, encoding="utf-8")
    deck.print_all()
    font = tmp_path / "fonts" / "mine.ttf"
    font.write_bytes(font.read_bytes() + bytes(4))
    changes = deck.changes()
    assert names(changes) == {"cards/two"}
    assert why(changes, "cards/two") == {"front: font Oswald 600"}


RED = '[project]\nlanguage = "en"\n[mine]\nextends = "shipped:red"\n'


def test_a_rule_changes_examples_code_and_the_sheets_that_tell_them(tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(RED, encoding="utf-8")
    deck = Garden(tmp_path, "mine")
    deck.print_all()
    (tmp_path / "games.toml").write_text(RED + 'pass = "out"\n', encoding="utf-8")
    changes = deck.changes()
    assert {change.component for change in changes.pieces} <= {"summary", "rules"}
    reasons = why(changes, "rules/rules")
    assert "front: pass: 'not-allowed' → 'out'" in reasons
    assert any(text.startswith("front: code: ") for text in reasons)


def test_cards_that_an_engine_makes_are_told_by_their_fields(tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text(RED, encoding="utf-8")
    deck = Garden(tmp_path, "mine")
    deck.print_all(only=("cards",))
    other = RED + '[mine.colours]\ngreen = { ink = "#16855b" }\n'
    (tmp_path / "games.toml").write_text(other, encoding="utf-8")
    changes = deck.changes(only=("cards",))
    assert names(changes) >= {f"cards/green-{number}" for number in range(1, 8)}
    assert "front: ink: '#16845a' → '#16855b'" in why(changes, "cards/green-3")
    assert why(changes, "cards/red-1") == {"back: colours.green.ink: '#16845a' → '#16855b'"}, "the back has all colours"


def test_an_older_file_says_changed_and_what_it_can(garden: Garden, resealed: Callable[..., bytes]) -> None:
    garden.printed.write_bytes(resealed(garden.printed.read_bytes(), lambda manifest: manifest.pop("made_of")))
    assert garden.changes().pieces == ()
    garden.edit(f"{DECK}/flower.svg.j2", 'opacity="0.55"', 'opacity="0.5"')
    garden.edit("moths.csv", "Dusk Emperor", "Twilight Emperor")
    changes = garden.changes()
    assert why(changes, "flowers/rose") == {"front: changed; the file is too old to say why"}
    assert why(changes, "moths/emperor-dusk") == {"front: name: 'Dusk Emperor' → 'Twilight Emperor'"}


def test_what_another_version_drew_otherwise_is_found_by_looking(
    tmp_path: Path, root: Path, resealed: Callable[..., bytes]
) -> None:
    """Equal SVG, painted by another edition of the program: the pages themselves are compared."""
    deck = small_deck(tmp_path, root, "{{ image(card.picture, 5, 5, 50, 50) }}{{ line(item.id, 5, 80, 6) }}")
    deck.print_all()

    def other_edition(manifest: dict[str, Any]) -> None:
        manifest["made_of"]["drawing"] = "another"

    printed = resealed(deck.printed.read_bytes(), other_edition)
    deck.printed.write_bytes(printed)
    assert deck.changes().pieces == ()

    def of_then(manifest: dict[str, Any]) -> None:
        manifest.pop("made_of")

    deck.printed.write_bytes(resealed(printed, of_then))
    assert deck.changes().pieces == ()
    picture = Image.open(tmp_path / "two.png").copy()
    picture.paste("orange", (300, 300, 330, 330))
    picture.save(tmp_path / "two.png")
    changes = deck.changes()
    assert names(changes) == {"cards/two"}
    (reason,) = why(changes, "cards/two")
    assert reason.startswith("front: it looks otherwise than in the file")


@pytest.mark.parametrize(
    ("old", "new", "changed", "reason"),
    [
        ('of = "moths", ', 'of = "moths", stock = "board", ', "moths/hawk-wine", "stock: card → board"),
        ('size = "16mm", ', 'size = "16mm", shape = "square", ', "dew/dew", "cut: circle → square"),
        ('"pad" }', '"pad", orientation = "landscape" }', "pad/pad", "size: 210 × 297 mm → 297 × 210 mm"),
    ],
    ids=["stock", "shape", "orientation"],
)
def test_how_a_piece_is_made_is_told(garden: Garden, old: str, new: str, changed: str, reason: str) -> None:
    garden.edit("games.toml", old, new)
    changes = garden.changes()
    assert f"front: {reason}" in why(changes, changed)
    assert {change.component for change in changes.pieces} <= {changed.partition("/")[0], "rules"}


def test_an_edge_that_a_face_shows_is_told(tmp_path: Path, root: Path) -> None:
    deck = small_deck(tmp_path, root, "{% if face.edge == 'bleed' %}{{ line(item.id, 5, 20, 6) }}{% endif %}")
    deck.print_all()
    deck.edit("games.toml", 'template = "card"', 'template = "card", edge = "bleed"')
    assert "front: edge: border → bleed" in why(deck.changes(), "cards/one")


def test_a_page_that_was_corrected_for_a_printer_is_not_looked_at(
    garden: Garden, resealed: Callable[..., bytes]
) -> None:
    """Its faces do not lie where the manifest says: that they are printed again is told with the reason."""

    def corrected(manifest: dict[str, Any]) -> None:
        manifest.pop("made_of")
        for page in manifest["pages"]:
            page["matrix"] = [1.01, 0, 0, 1, 0, 0]

    garden.printed.write_bytes(resealed(garden.printed.read_bytes(), corrected))
    (reason,) = why(garden.changes(only=("dew",)), "dew/dew")
    assert reason == "front: another version of the program drew it, and no page of the file has it whole to look at"
