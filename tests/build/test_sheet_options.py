"""Sheet options in the definition and on the command line, and warnings about missing room."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from pnp.build.build import build_kit, write_kit
from pnp.build.options import BuildOptions
from pnp.model.component import Edge
from pnp.model.print_options import KitEdge, edge_of
from pnp.model.sizes import card_size
from pnp.project.project import open_shipped

DECK = """\
[mine]
engine = "deck"
title = "Beasts"
{keys}
[mine.decks]
cards = [{{ title = "Newt" }}, {{ title = "Toad" }}, {{ title = "Frog" }}]
[mine.components]
cards = {{ kind = "cards", title = "cards", template = "card", back = "back", of = "cards"{more} }}
tokens = {{ kind = "tokens", title = "tokens", template = "card", size = "30mm", of = "cards" }}
"""


@pytest.fixture
def deck(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., Any]:
    """Write a deck with these keys and build it."""

    def build(*options: str, keys: str = "", more: str = "") -> Any:
        (tmp_path / "games.toml").write_text(DECK.format(keys=keys, more=more), encoding="utf-8")
        return pnp("build", "mine", *options)

    return build


def made(folder: Path) -> Path:
    """The one file that was written."""
    (path,) = (folder / "output" / "mine").glob("*.pdf")
    return path


def said(folder: Path, page: int = 0) -> str:
    document = pypdfium2.PdfDocument(made(folder))
    text: str = document[page].get_textpage().get_text_range()
    document.close()
    return " ".join(text.split())


def duplex(folder: Path) -> tuple[str | None, int]:
    with pikepdf.open(made(folder)) as pdf:
        duplex_entry = pdf.Root.ViewerPreferences.get("/Duplex")
        return None if duplex_entry is None else str(duplex_entry), len(pdf.pages)


@pytest.mark.parametrize(
    ("keys", "options", "words", "asked"),
    [
        (
            "",
            [],
            "Print at 100%. Double-sided, flip on long edge: p. 1–2 on A4 cardstock. "
            "Single-sided: p. 3 on A4 cardstock.",
            ("/DuplexFlipLongEdge", 3),
        ),
        (
            'flip = "short"',
            [],
            "Double-sided, flip on short edge: p. 1–2 on A4 cardstock. Single-sided: p. 3",
            ("/DuplexFlipShortEdge", 3),
        ),
        (
            "",
            ["--backs", "short-edge"],
            "Double-sided, flip on short edge: p. 1–2 on A4 cardstock. Single-sided: p. 3",
            ("/DuplexFlipShortEdge", 3),
        ),
        (
            'flip = "short"',
            ["--backs", "long-edge"],
            "Double-sided, flip on long edge: p. 1–2 on A4 cardstock. Single-sided: p. 3",
            ("/DuplexFlipLongEdge", 3),
        ),
        ('backs = "gutterfold"', [], "Sheets with a fold line: fold, glue, then cut.", ("/Simplex", 2)),
        (
            'backs = "gutterfold"',
            ["--backs", "none"],
            "Print at 100%. Single-sided: p. 1 on A4 cardstock.",
            ("/Simplex", 1),
        ),
        (
            "",
            ["--backs", "separate"],
            "first p. 1–2. Flip sheet 1 on the long edge and put it in again: then p. 3.",
            ("/Simplex", 3),
        ),
        ("", ["--only", "cards"], "Double-sided, flip on long edge: p. 1–2", ("/DuplexFlipLongEdge", 2)),
        ('flip = "short"', ["--only", "cards"], "flip on short edge: p. 1–2", ("/DuplexFlipShortEdge", 2)),
        ("", ["--only", "tokens"], "Single-sided: p. 1", ("/Simplex", 1)),
    ],
)
def test_the_first_sheet_says_how_to_print_and_the_file_asks_for_it(
    keys: str, options: list[str], words: str, asked: tuple[str | None, int], deck: Callable[..., Any], tmp_path: Path
) -> None:
    ran = deck(*options, keys=keys)
    assert ran.status == 0, ran.err
    assert words in said(tmp_path)
    assert duplex(tmp_path) == asked


def test_the_first_sheet_says_it_in_the_language_of_the_kit(deck: Callable[..., Any], tmp_path: Path) -> None:
    assert deck("--lang", "ja").status == 0
    words = said(tmp_path)
    assert "100%（実際のサイズ）で印刷。両面（長辺とじ）：1〜2ページは厚紙（A4）。" in words
    assert "片面：3ページは厚紙（A4）。" in words


def test_two_edges_are_refused(deck: Callable[..., Any]) -> None:
    ran = deck("--backs", "short-edge", "--flip", "long")
    assert ran.status == 2
    assert "write --backs duplex --flip long" in ran.err


def test_labels_of_separate_pages_say_what_belongs_together(deck: Callable[..., Any], tmp_path: Path) -> None:
    assert deck("--backs", "separate").status == 0
    assert "its back: page 3" in said(tmp_path)
    assert "back of page 1" in said(tmp_path, 2)


@pytest.mark.parametrize(
    ("keys", "more", "options", "edges"),
    [
        ("", "", [], ("border", "bleed")),
        ('edge = "bleed"', "", [], ("bleed", "bleed")),
        ('edge = "border"', "", [], ("border", "border")),
        ('edge = "bleed"', ', edge = "border"', [], ("border", "bleed")),
        ('edge = "bleed"', ', edge = "border"', ["--edge", "bleed"], ("bleed", "bleed")),
        ("", "", ["--edge", "border"], ("border", "border")),
    ],
)
def test_an_edge_for_the_kit_is_that_of_components_which_say_none_and_an_option_that_of_all(
    keys: str, more: str, options: list[str], edges: tuple[str, str], deck: Callable[..., Any], tmp_path: Path
) -> None:
    assert deck("--json", *options, keys=keys, more=more).status == 0
    gaps = dict(zip(("cards", "tokens"), map(str, edges), strict=True))
    with pikepdf.open(made(tmp_path)) as pdf:
        manifest = bytes(pdf.attachments["pnp-manifest.json"].get_file().read_bytes())
    slots = json.loads(manifest)["pages"][0]["slots"]
    between = slots[1]["x_mm"] - slots[0]["x_mm"] - slots[0]["width_mm"]
    assert between == pytest.approx(6.0 if gaps["cards"] == "bleed" else 0.0)


@pytest.mark.parametrize(
    ("own", "kit", "kind", "edge"),
    [
        (None, "own", "cards", "border"),
        (None, "own", "tokens", "bleed"),
        (None, "border", "tokens", "border"),
        ("border", "bleed", "cards", "border"),
        (None, "bleed", "page", "border"),
        (None, "bleed", "folded", "border"),
    ],
)
def test_pages_and_nets_have_no_edge_to_bleed(own: Edge | None, kit: KitEdge, kind: Any, edge: Edge) -> None:
    assert edge_of(own, kit, kind) == edge


@pytest.mark.parametrize(
    ("options", "keys", "told"),
    [
        (["--bleed", "5mm", "--gutter", "10mm"], "", "(--bleed 5mm, --gutter 10mm): the rest is cut off"),
        ([], 'bleed = "5mm"\ngutter = "10mm"', "games.toml:5:10: warning[bleed-cut]"),
        (["--paper", "letter", "--gutter", "6mm"], "", None),
        ([], "", None),
    ],
)
def test_bleed_that_the_sheets_have_no_room_for_is_told(
    options: list[str], keys: str, told: str | None, deck: Callable[..., Any]
) -> None:
    ran = deck("--only", "cards", *options, keys=keys, more=", copies = 16")
    assert ran.status == 0, ran.err
    if told is None:
        assert "bleed-cut" not in ran.err
    else:
        assert told in ran.err
        assert "and 5 mm were asked for" in ran.err


def test_the_bleed_that_is_advised_has_room(deck: Callable[..., Any]) -> None:
    options = ("--only", "cards", "--gutter", "10mm", "--bleed")
    advised = deck(*options, "5mm", more=", copies = 16").err.split('bleed = "')[1].split('"')[0]
    assert "bleed-cut" not in deck(*options, advised, more=", copies = 16").err


@pytest.mark.parametrize(("words", "told"), [("Glue all of it on card. " * 16, True), ("Glue it on card.", False)])
def test_words_on_how_pieces_are_made_are_missed_where_there_is_no_room(
    words: str, told: bool, deck: Callable[..., Any]
) -> None:
    steps = words.strip()
    ran = deck("--only", "cards", "--backs", "none", more=f', copies = 10, steps = "{steps}"')
    assert ran.status == 0, ran.err
    assert ("have no room for the words on how cards are made (steps): they are left out" in ran.err) is told
    assert ("games.toml:8:" in ran.err and "warning[steps-left-out]" in ran.err) is told
    with pikepdf.open(next(Path("output").rglob("*.pdf"))) as pdf:
        pages = len(pdf.pages)
    assert ("pages " + ", ".join(map(str, range(1, pages + 1))) in ran.err) is told


def test_fewer_cards_a_sheet_are_laid_where_their_bleed_gets_room_by_it(pnp: Callable[..., Any]) -> None:
    ran = pnp("build", "kasane", "--paper", "letter", "--only", "illustrations", "--out", "out")
    assert ran.status == 0
    assert "bleed-cut" not in ran.err
    assert "1 sheet of letter" in ran.err


def test_what_has_no_room_beside_its_back_is_told(deck: Callable[..., Any]) -> None:
    ran = deck("--backs", "gutterfold", "--only", "cards", keys='card = "180mm x 250mm"')
    assert ran.status == 0
    assert "warning[not-folded]: cards of 180 × 250 mm has no room beside its back across a fold" in ran.err


def test_an_offset_that_moves_nothing_is_told(deck: Callable[..., Any]) -> None:
    assert "unused-offset" in deck("--backs", "gutterfold", "--back-offset", "1mm,0mm").err
    assert "unused-offset" not in deck("--backs", "separate", "--back-offset", "1mm,0mm").err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--backs", "none", "--flip", "short"), "--flip changes nothing: with backs = 'none' no back lies on"),
        (("--backs", "gutterfold", "--flip", "short"), "--flip changes nothing: with backs = 'gutterfold' no back"),
        (("--backs", "duplex", "--flip", "short"), None),
        (("--backs", "none", "--split", "sides"), "--split sides changes nothing: with backs = 'none' no back"),
        (("--split", "sides"), None),
        (("--backs", "none", "--split", "components"), None),
        (("--marks", "none", "--mark-ink", "registration"), "--mark-ink changes nothing: with marks = 'none' there"),
        (("--mark-ink", "registration"), None),
    ],
)
def test_an_option_that_changes_nothing_is_told(
    deck: Callable[..., Any], options: tuple[str, ...], told: str | None
) -> None:
    ran = deck(*options)
    assert ran.status == 0
    assert [line for line in ran.err.splitlines() if "unused-option" in line and (told or "") in line] == [
        line for line in ran.err.splitlines() if "unused" in line
    ]
    assert ("warning[unused-option]" in ran.err) == (told is not None)


def test_an_option_of_the_definition_that_waits_for_backs_is_not_told(deck: Callable[..., Any]) -> None:
    assert "unused" not in deck("--backs", "none", keys='flip = "short"').err


def test_the_language_of_a_back_that_is_not_there_is_told(
    deck: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    assert "unused" not in deck("--only", "cards", more=', back-language = "en"').err
    definition = tmp_path / "games.toml"
    text = definition.read_text("utf-8").replace('size = "30mm"', 'size = "30mm", back-language = "en"')
    definition.write_text(text, encoding="utf-8")
    message = "warning[unused-option]: 'tokens' has no back, so its back-language changes nothing"
    assert message in pnp("build", "mine").err


@pytest.mark.parametrize(
    ("more", "options", "told"),
    [
        (', stock = "sticker"', (), True),
        (', stock = "sticker"', ("--backs", "none"), False),
        (', stock = "card"', (), False),
    ],
)
def test_backs_on_the_backing_paper_of_stickers_are_told(
    deck: Callable[..., Any], more: str, options: tuple[str, ...], told: bool
) -> None:
    ran = deck(*options, more=more)
    message = (
        "games.toml:8:70: warning[sticker-back]: the backs of cards are printed on the backing paper of its stickers, "
        "which is pulled off"
    )
    assert [line for line in ran.err.splitlines() if "sticker-back" in line] == ([message] if told else [])


def test_registration_marks_are_on_every_plate(deck: Callable[..., Any], tmp_path: Path) -> None:
    assert deck("--mark-ink", "registration").status == 0
    with pikepdf.open(made(tmp_path)) as pdf:
        space = pdf.pages[0].Resources.ColorSpace.All
        assert [str(space[0]), str(space[1]), str(space[2])] == ["/Separation", "/All", "/DeviceGray"]
        assert b"/All CS 1 SCN" in pdf.pages[0].Contents.read_bytes()
    picture = pypdfium2.PdfDocument(made(tmp_path))[0].render(scale=4).to_pil()
    dark = picture.convert("L").crop((0, 1100, 115, 1300)).getextrema()[0]
    assert dark < 160
    assert deck().status == 0
    with pikepdf.open(made(tmp_path)) as pdf:
        assert "/ColorSpace" not in pdf.pages[0].Resources


def test_the_poker_card_is_two_and_a_half_inches_by_three_and_a_half() -> None:
    poker, measured = card_size("poker"), card_size("2.5in x 3.5in")
    assert (poker.width, poker.height) == pytest.approx((measured.width, measured.height))


@pytest.mark.parametrize(("key", "value"), [("backs", "duplexx"), ("flip", "left"), ("marks", "dots"), ("edge", "x")])
def test_another_value_is_refused_at_its_place(key: str, value: str, deck: Callable[..., Any]) -> None:
    ran = deck(keys=f'{key} = "{value}"')
    assert ran.status == 2
    assert f"games.toml:4:{len(key) + 4}: error[not-one-of]" in ran.err


def test_every_shipped_kit_says_on_its_first_page_how_to_print_it(printed: Callable[..., Any]) -> None:
    for changes in ({}, {"paper": "letter", "language": "ja"}, {"backs": "gutterfold"}):
        words: Mapping[str, str] = {"en": "Print at 100", "ja": "100%"}
        kit = printed(**changes)
        document = pypdfium2.PdfDocument(kit.pdf)
        text = document[0].get_textpage().get_text_range()
        assert words[str(changes.get("language", "en"))] in text


@pytest.mark.parametrize(
    ("backs", "end"), [("duplex", ""), ("none", ""), ("gutterfold", "-gutterfold"), ("separate", "-separate")]
)
def test_sheets_of_another_kind_lie_beside_those_of_duplex(tmp_path: Path, backs: str, end: str) -> None:
    project = open_shipped()
    options = BuildOptions(only=("playing",), backs=backs, out=tmp_path)  # type: ignore[arg-type]
    (path,) = write_kit(project, build_kit(project, project.game("red"), options), options)
    assert path.name == f"red-en-a4{end}-playing.pdf"


@pytest.mark.parametrize(
    ("language", "one", "all_"),
    [
        ("en", "Between two flowers, make two cuts 6 mm apart.", "Between neighbours, make two cuts 6 mm apart."),
        ("ja", "花のカードの間は、6mmあけて2回切る。", "隣り合うものの間は、6mmあけて2回切る。"),
    ],
)
def test_cards_with_bleed_say_between_which_two_cuts_are_needed(
    language: str, one: str, all_: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    assert pnp("init", "--deck", "mine").status == 0
    assert pnp("build", "mine", "--only", "moths,flowers", "--lang", language).status == 0
    document = pypdfium2.PdfDocument(next((tmp_path / "output" / "mine").glob("*.pdf")))
    texts = [document[index].get_textpage().get_text_range() for index in range(len(document))]
    assert any(one in text for text in texts)
    assert any(all_ in text for text in texts)
    document.close()
