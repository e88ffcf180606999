"""How large type is in a finished PDF, glyph by glyph, and which floor holds for each."""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

from pnp.examples.tableau_json import tableau_from_json
from pnp.model.text import Language, say
from pnp.units import MM_PER_PT
from pnp.verify.readback import is_ruby, strip_white_space

Box = tuple[float, float, float, float]
"""x and y of the lower-left corner, width and height, in mm from the page's lower-left corner."""

ANYTHING = 6.0
LETTER = 6.5
"""Letters and digits on miniature cards, and in figures."""
CAPTION = {"page": 7.5, "summary": 7.0}
BODY: Mapping[str, float] = {"en": 8.5, "ja": 8.0}
RUBY = 5.0
RUBY_SHARE = (0.4, 0.65)
"""How large a reading is beside the word below it: half, or up to five eighths of a small one."""
SMALLER = {"foot": ANYTHING, "legend": ANYTHING, "label": ANYTHING, "figure": LETTER, "note": LETTER}
"""Parts of a rule sheet that may be set smaller than its body, by what ``data-part`` calls them."""
_SLACK = 0.02


@dataclass(frozen=True, slots=True)
class Glyph:
    """A printed character, its real size in pt, the middle of its box on the page, in mm, and whether it is part of a
    reading over a word."""

    char: str
    size: float
    x: float
    y: float
    ruby: bool = False

    def inside(self, box: Box) -> bool:
        """Whether its middle lies in ``box``."""
        x, y, width, height = box
        return x <= self.x <= x + width and y <= self.y <= y + height


class Sheets:
    """The glyphs of a PDF, page by page. ``rotation`` reads a page with what is turned so upright."""

    def __init__(self, pdf: bytes) -> None:
        self._document = pdfium.PdfDocument(pdf)
        self._read: dict[tuple[int, int], tuple[Glyph, ...]] = {}

    def close(self) -> None:
        """Let go of the file."""
        self._document.close()

    def glyphs(self, number: int, rotation: int = 0) -> tuple[Glyph, ...]:
        """All glyphs of page ``number``, from 1, in the order in which readers find them; white space left out."""
        if (number, rotation) not in self._read:
            page = self._document[number - 1]
            page.set_rotation(rotation)
            text = page.get_textpage()
            page.set_rotation(0)
            self._read[number, rotation] = tuple(_glyphs(text.raw))
            text.close()
            page.close()
        return self._read[number, rotation]


def _glyphs(text: Any) -> Iterator[Glyph]:
    matrix = raw.FS_MATRIX()
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(raw.FPDFText_CountChars(text)):
        char = chr(raw.FPDFText_GetUnicode(text, index))
        if raw.FPDFText_IsGenerated(text, index) == 1 or not strip_white_space(char):
            continue
        raw.FPDFText_GetMatrix(text, index, matrix)
        raw.FPDFText_GetCharBox(text, index, left, right, bottom, top)
        # The em of the font is scaled by the matrix of the text; letters that are drawn narrower keep their height.
        size = raw.FPDFText_GetFontSize(text, index) * math.hypot(matrix.c, matrix.d)
        x, y = (left.value + right.value) / 2 * MM_PER_PT, (bottom.value + top.value) / 2 * MM_PER_PT
        drawn = raw.FPDFText_GetTextObject(text, index)
        yield Glyph(char, size, x, y, bool(drawn) and is_ruby(drawn))


@dataclass(frozen=True, slots=True)
class TooSmall:
    """A run of glyphs below its floor; sizes in pt."""

    face: str
    page: int
    what: str
    size: float
    floor: float
    text: str

    def __str__(self) -> str:
        return f"{self.face}, page {self.page}: {self.what} in {self.size:.2f} pt, least {self.floor} pt: {self.text!r}"


def too_small(
    pdf: bytes,
    manifest: Mapping[str, Any],
    kinds: Mapping[str, str],
    parts: Mapping[str, Sequence[tuple[str, Box]]],
    labels: Mapping[int, Sequence[str]],
) -> list[TooSmall]:
    """All type of a kit that is below its floor, the first copy of each face.

    ``kinds`` are the kinds of components by id. ``parts`` are the annotated parts of faces by the id of the face: what
    ``data-part`` says, and the box as in the face (y downwards from the trim's upper edge). ``labels`` are those of the
    sheets by page, which on a page that fills its paper stand within it.
    """
    sheets = Sheets(pdf)
    try:
        return list(dict.fromkeys(_too_small(sheets, manifest, kinds, parts, labels)))
    finally:
        sheets.close()


def _too_small(
    sheets: Sheets,
    manifest: Mapping[str, Any],
    kinds: Mapping[str, str],
    parts: Mapping[str, Sequence[tuple[str, Box]]],
    labels: Mapping[int, Sequence[str]],
) -> Iterator[TooSmall]:
    seen = set()
    for page in manifest["pages"]:
        number = page["number"]
        slots = [(slot, _trim(slot)) for slot in page["slots"]]
        label = {
            glyph
            for said in labels.get(number, ())
            for glyph in _spelling(sheets.glyphs(number), strip_white_space(said))
        }
        outside = [glyph for glyph in sheets.glyphs(number) if not any(glyph.inside(box) for _, box in slots)]
        around = [*label, *(glyph for glyph in outside if glyph not in label)]
        yield from _runs("the sheet", number, "marks", around, [ANYTHING] * len(around))
        for slot, box in slots:
            if slot["face_id"] in seen:
                continue
            seen.add(slot["face_id"])
            yield from _on_face(sheets, manifest, number, slot, box, kinds[slot["component"]], parts, label)


def _on_face(
    sheets: Sheets,
    manifest: Mapping[str, Any],
    number: int,
    slot: Mapping[str, Any],
    box: Box,
    kind: str,
    parts: Mapping[str, Sequence[tuple[str, Box]]],
    label: Collection[Glyph],
) -> Iterator[TooSmall]:
    face, rotation = slot["face_id"], slot["rotation"]
    printed = [glyph for glyph in sheets.glyphs(number, rotation) if glyph.inside(box) and glyph not in label]
    left = [glyph for glyph in printed if not glyph.ruby]
    yield from _readings(face, number, printed, rotation)
    for entry in manifest["examples"]:
        for place in entry["places"]:
            where = tuple(place["box_mm"])
            if place["page"] != number or not _middle_inside(where, box):
                continue
            mine = [glyph for glyph in left if glyph.inside(where)]
            left = [glyph for glyph in left if not glyph.inside(where)]
            of_cards = cards_among(mine, entry, place["tokens"], slot["language"])
            caption = CAPTION.get(kind, CAPTION["summary"])
            floors = [LETTER if card else caption for card in of_cards]
            yield from _runs(face, number, f"example {entry['id']}", mine, floors)
    sheet_of_rules = kind == "page" and slot["component"] == "rules"
    floors = [BODY[slot["language"]] if sheet_of_rules else ANYTHING] * len(left)
    for name, part in parts.get(face, ()):
        where = _on_page(slot, part)
        for index, glyph in enumerate(left):
            if name in SMALLER and glyph.inside(where):
                floors[index] = min(floors[index], SMALLER[name])
    yield from _runs(face, number, "words", left, floors)


PICTURES = frozenset({"figure", "banner"})
"""Parts of a rule sheet whose words belong to a picture."""
_WORD = re.compile(r"[^\W\d_]{4,}|[\u3041-\u30ff\u3400-\u9fff]{3,}")
"""Letters that make a word, and not the letters of cards side by side."""


def sizes_of_words(
    pdf: bytes,
    manifest: Mapping[str, Any],
    kinds: Mapping[str, str],
    parts: Mapping[str, Sequence[tuple[str, Box]]],
) -> dict[float, str]:
    """The sizes in pt in which rule sheets and summaries set words, each with some of them. Words in pictures and on
    miniature cards, and readings, are left out."""
    sheets, found, seen = Sheets(pdf), dict[float, str](), set()
    try:
        for page in manifest["pages"]:
            for slot in page["slots"]:
                if kinds[slot["component"]] not in CAPTION or slot["face_id"] in seen:
                    continue
                seen.add(slot["face_id"])
                for glyphs in _words(sheets, manifest, page["number"], slot, parts.get(slot["face_id"], ())):
                    for size, run in groupby(glyphs, lambda glyph: round(glyph.size, 1)):
                        said = "".join(glyph.char for glyph in run)
                        if _WORD.search(said):
                            found.setdefault(size, f"{slot['face_id']}: {said[:40]}")
    finally:
        sheets.close()
    return found


def _words(
    sheets: Sheets,
    manifest: Mapping[str, Any],
    number: int,
    slot: Mapping[str, Any],
    parts: Sequence[tuple[str, Box]],
) -> Iterator[Sequence[Glyph]]:
    """Glyphs of a face that may be words: of each caption of an example, and of the rest."""
    left = [glyph for glyph in sheets.glyphs(number, slot["rotation"]) if glyph.inside(_trim(slot)) and not glyph.ruby]
    for entry in manifest["examples"]:
        for place in entry["places"]:
            where = tuple(place["box_mm"])
            if place["page"] == number and _middle_inside(where, _trim(slot)):
                mine = [glyph for glyph in left if glyph.inside(where)]
                left = [glyph for glyph in left if not glyph.inside(where)]
                of_cards = cards_among(mine, entry, place["tokens"], slot["language"])
                yield [glyph for glyph, card in zip(mine, of_cards, strict=True) if not card]
    pictures = [_on_page(slot, box) for name, box in parts if name in PICTURES]
    yield [glyph for glyph in left if not any(glyph.inside(box) for box in pictures)]


def _spelling(glyphs: Sequence[Glyph], text: str) -> Sequence[Glyph]:
    """The glyphs that print ``text`` one after the other, or none."""
    at = "".join(glyph.char for glyph in glyphs).find(text)
    return glyphs[at : at + len(text)] if at >= 0 else ()


def _readings(face: str, number: int, glyphs: Sequence[Glyph], rotation: int) -> Iterator[TooSmall]:
    """Readings that are too small, by themselves or beside the words that they stand over, on a face that is turned by
    ``rotation`` degrees against the clock."""
    readings = [glyph for glyph in glyphs if glyph.ruby]
    yield from _runs(face, number, "a reading", readings, [RUBY] * len(readings))
    words = [glyph for glyph in glyphs if not glyph.ruby]
    for glyph in readings:
        below = [word for word in words if _is_over(glyph, word, rotation)]
        if below:
            base = min(below, key=lambda word: math.hypot(glyph.x - word.x, glyph.y - word.y))
            low, high = RUBY_SHARE
            if not low * base.size - _SLACK <= glyph.size <= high * base.size + _SLACK:
                yield TooSmall(face, number, f"a reading over {base.char!r}", glyph.size, base.size / 2, glyph.char)


def _is_over(reading: Glyph, word: Glyph, rotation: int) -> bool:
    em, turned = word.size * MM_PER_PT, math.radians(rotation)
    x, y = reading.x - word.x, reading.y - word.y
    along, above = x * math.cos(turned) + y * math.sin(turned), y * math.cos(turned) - x * math.sin(turned)
    return abs(along) < em and 0.65 * em < above < 1.6 * em


def cards_among(
    glyphs: Sequence[Glyph], entry: Mapping[str, Any], tokens: Sequence[str], language: Language
) -> list[bool]:
    """Of each glyph of a printed example whether it belongs to a miniature card; else it is one of a caption."""
    printed = "".join(glyph.char for glyph in glyphs)
    assert strip_white_space(printed) == strip_white_space("".join(tokens)), (entry["id"], printed, tokens)
    tableau = tableau_from_json(entry["said"])
    drawn = ((tableau.badge,) if tableau.badge is not None else (), *(row.cards for row in tableau.rows))
    cards = [strip_white_space(say(text, language)) for row in drawn for card in row for text in card.strings]
    found: list[bool] = []
    waiting = [text for text in cards if text]
    for token in (strip_white_space(token) for token in tokens):
        # Captions stand between the cards of rows, in order: the next card string is a card's wherever it comes next.
        is_card = bool(waiting) and token == waiting[0]
        if is_card:
            waiting.pop(0)
        found += [is_card] * len(token)
    assert not waiting, (entry["id"], waiting)
    return found


def _runs(face: str, number: int, what: str, glyphs: Sequence[Glyph], floors: Sequence[float]) -> Iterator[TooSmall]:
    """Glyphs below their floors, those side by side of one size told together."""
    text, key = "", None
    for glyph, floor in [*zip(glyphs, floors, strict=True), (None, 0.0)]:
        now = None if glyph is None or glyph.size >= floor - _SLACK else (round(glyph.size, 2), floor)
        if now != key and key is not None:
            yield TooSmall(face, number, what, *key, text[:60])
            text = ""
        key = now
        text += glyph.char if glyph is not None and now is not None else ""


def _trim(slot: Mapping[str, Any]) -> Box:
    return slot["x_mm"], slot["y_mm"], slot["width_mm"], slot["height_mm"]


def _middle_inside(inner: Box, outer: Box) -> bool:
    return Glyph("", 0, inner[0] + inner[2] / 2, inner[1] + inner[3] / 2).inside(outer)


def _on_page(slot: Mapping[str, Any], box: Box) -> Box:
    """A box of a face, y downwards, as it lies on the page; of a card that lies upright."""
    x, y, width, height = box
    assert slot["rotation"] == 0, "parts are told of pages, which lie upright"
    return slot["x_mm"] + x, slot["y_mm"] + slot["height_mm"] - y - height, width, height
