"""The files of shipped kits: they keep PDF/A-3b and PDF/UA-1, and say aloud what is printed."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
import pypdf
import pytest

from pnp.project.project import open_shipped
from tests.pdf.lines import widths
from tests.pdf.standards import broken

FULL = pytest.mark.full
KITS = [
    pytest.param(
        game,
        language,
        marks={("red", "en"): (), ("kasane", "en"): pytest.mark.kit}.get((game, language), FULL),
    )
    for game in ("red", "red7", "iroha", "collectmate", "kasane", "koka")
    for language in ("en", "ja")
]


def elements(root: Any) -> Iterator[Any]:
    """The elements of a structure tree, in reading order."""
    kids = root.K if isinstance(root.K, pikepdf.Array) else [root.K]
    for kid in kids:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield kid
            yield from elements(kid)


@pytest.mark.parametrize(("game", "language"), KITS)
def test_a_kit_keeps_both_standards_and_has_no_hairlines(game: str, language: str, printed: Callable[..., Any]) -> None:
    kit = printed(game=game, language=language)
    assert broken(kit.pdf, "3b") == {}
    assert broken(kit.pdf, "ua1") == {}
    assert min(widths(kit.pdf)) >= 0.25 - 1e-4


@pytest.mark.parametrize(
    ("language", "card", "back"),
    [("en", "cards: 7 · R · Strongest card", "cards, back"), ("ja", "カード：7 · 赤", "カード（裏）")],
)
def test_each_card_is_a_figure_that_says_what_it_is(
    language: str, card: str, back: str, printed: Callable[..., Any]
) -> None:
    kit = printed(game="red", language=language)
    with pikepdf.open(io.BytesIO(kit.pdf)) as pdf:
        structure = list(elements(pdf.Root.StructTreeRoot))
        captions = [str(element.Alt) for element in structure if element.S == "/Figure"]
        assert sum(caption.startswith(card) for caption in captions) == 1
        assert captions.count(back) >= 49
        faces = [slot for page in kit.manifest["pages"] for slot in page["slots"] if slot["component"] != "rules"]
        assert sum("/A" in element and "/BBox" in element.A for element in structure) == len(faces)


def test_a_rule_sheet_has_its_title_headings_paragraphs_lists_and_examples(printed: Callable[..., Any]) -> None:
    kit = printed(game="red7", language="en")  # its rules have a heading within a section
    with pikepdf.open(io.BytesIO(kit.pdf)) as pdf:
        kinds = [str(element.S)[1:] for element in elements(pdf.Root.StructTreeRoot)]
        sheet = kinds[kinds.index("H1") :]
        assert sheet.count("H1") == 1
        count = Counter(sheet)
        assert count["H2"] >= 8 and count["H3"] >= 1 and count["P"] >= 8
        assert count["L"] >= 6 and count["LI"] == count["LBody"] >= 15
        printed_there = sum(
            slot["component"] == "rules"
            for example in kit.manifest["examples"]
            for place in example["places"]
            for slot in kit.manifest["pages"][place["page"] - 1]["slots"][:1]
        )
        assert count["Figure"] >= printed_there > 10
        forms = [stream for stream in pdf.objects if isinstance(stream, pikepdf.Stream) and "/StructParents" in stream]
        drawn = [form.read_bytes() for form in forms if form.get("/Subtype") == "/Form"]
        heads = [form for form in drawn if b"/H2<</MCID" in form]
        assert len(heads) == 2, "the two sides of the rule sheet"
        assert all(b"/Artifact BMC" in form for form in drawn)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_bookmarks_are_the_titles_of_components(language: str, printed: Callable[..., Any]) -> None:
    kit = printed(game="red", language=language)
    titles = {component.id: component.title for component in open_shipped().game("red").components}
    first: dict[str, int] = {}
    for page in kit.manifest["pages"]:
        for slot in page["slots"]:
            first.setdefault(slot["component"], page["number"])
    with pikepdf.open(io.BytesIO(kit.pdf)) as pdf, pdf.open_outline() as outline:
        pages = [page.objgen for page in pdf.pages]
        bookmarks = [(item.title.lower(), pages.index(item.destination[0].objgen) + 1) for item in outline.root]
    assert bookmarks == [(getattr(titles[name], language), page) for name, page in first.items()]


@pytest.mark.kit
def test_a_japanese_face_of_an_english_kit_is_marked(printed: Callable[..., Any]) -> None:
    kit = printed(game="kasane", language="en")
    pages = {page["number"] for page in kit.manifest["pages"] for slot in page["slots"] if slot["language"] == "ja"}
    assert pages
    with pikepdf.open(io.BytesIO(kit.pdf)) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            # Right after the mark of the figure: all of it, not only words of it.
            whole = re.search(rb"/Figure<</MCID \d+>>BDC\s/Span<</Lang\(ja\)>>BDC", page.Contents.read_bytes())
            assert (whole is not None) is (number in pages)


def test_long_vowels_are_read_as_they_are_written(printed: Callable[..., Any]) -> None:
    kit = printed(game="kasane", language="en", only=("yaku",))
    titles = {"Jū", "Jōgen", "Kachōfūgetsu", "Setsugetsufūka"}
    pages = pypdf.PdfReader(io.BytesIO(kit.pdf)).pages
    other = "".join(pages[number - 1].extract_text() for number in {number for number, _ in kit.slots("yaku")})
    for text in (kit.reader.whole, other):
        assert all(title in "".join(text.split()) for title in titles)


def test_small_type_that_is_all_but_black_is_black_alone(printed: Callable[..., Any]) -> None:
    kit = printed(game="red", language="en")
    with pikepdf.open(io.BytesIO(kit.pdf)) as pdf:
        dark: Counter[tuple[bool, bool]] = Counter()
        forms = [
            stream for stream in pdf.objects if isinstance(stream, pikepdf.Stream) and stream.get("/Subtype") == "/Form"
        ]
        for painted in (*forms, *pdf.pages):
            ink: tuple[float, ...] = (0.0,)
            size, small_texts = 0.0, []
            for operands, operator in pikepdf.parse_content_stream(painted):
                match str(operator):
                    case "q":
                        small_texts.append(ink)
                    case "Q":
                        ink = small_texts.pop()
                    case "g" | "rg":
                        ink = tuple(float(value) for value in operands)
                    case "Tf":
                        size = float(operands[1])
                    case "Tj" if max(ink) < 0.2:
                        dark[size < 14 / 72 * 25.4, len(ink) == 1] += 1
    assert dark[True, True] > 300 and dark[True, False] == 0
    assert dark[False, False] > 0, "the large numbers keep the tint of the theme"
