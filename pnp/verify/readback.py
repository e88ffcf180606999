"""Text as a reader program finds it in a finished PDF, box by box. Boxes in mm from the page's lower-left corner."""

from __future__ import annotations

import ctypes
import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Any

from pnp.diagnostics import Diagnostic, Location, VerificationError
from pnp.pdf.objects.manifest import EXAMPLE_MARK, RUBY_MARK
from pnp.pdfium import PdfError, attached, functions, opened, page_of, text_of
from pnp.units import MM_PER_PT, PT_PER_MM

Box = tuple[float, float, float, float]
_LONGEST_ID = 4096
_MOST_MENDED = 0.06
"""What a turn and a scale of 2 degrees and 2 per cent come to, and a little more."""
_EVERYWHERE = (-1e5, 1e5, 1e5, -1e5)
"""Left, top, right, bottom of what is kept of a page, in pt."""
_DEEPEST = 16
"""How deep forms lie in one another on a page that pnp has written, and more."""


def plain(text: str) -> str:
    """``text`` without white space: readers put spaces and line ends where they see gaps."""
    return "".join(char for char in text if not char.isspace() and char not in "\ufeff\u200b\u00ad\ufffe")


class PrintedPdf:
    """A finished PDF, open for reading while a ``with`` block lasts. ``label`` names it in messages."""

    _document: Any

    def __init__(self, data: bytes, label: str) -> None:
        self.label = label
        self._data = data
        self._held = ExitStack()
        """The document and its pages, which are closed in the opposite order."""
        self._pages: dict[tuple[int, int], tuple[Any, Any]] = {}
        self._lettering: dict[tuple[int, int], list[tuple[str, tuple[float, float], bool]]] = {}

    def __enter__(self) -> PrintedPdf:
        """Raises VerificationError for what is no PDF."""
        try:
            self._document = self._held.enter_context(opened(self._data))
        except PdfError as error:
            raise VerificationError(
                Diagnostic("not-a-pdf", f"this is not a PDF that can be opened: {error}", Location(self.label))
            ) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    @property
    def page_count(self) -> int:
        """How many pages the file has."""
        return len(self._document)

    def page_size(self, number: int) -> tuple[float, float]:
        """Width and height in mm of page ``number``, from 1."""
        page, _ = self._page(number, 0)
        width, height = page.get_size()
        return width * MM_PER_PT, height * MM_PER_PT

    def straighten(self, number: int, matrix: tuple[float, ...]) -> None:
        """Read page ``number`` as it was before ``matrix`` moved it, which mends a printer: lengths in mm.

        To be said before the page is read. Raises ValueError for a matrix that mends no printer, which would only hide
        what is printed where.
        """
        a, b, c, d, e, f = matrix
        if not max(abs(a - 1), abs(b), abs(c), abs(d - 1)) < _MOST_MENDED:
            raise ValueError(f"page {number} is printed through a matrix that mends no printer")
        area = a * d - b * c
        back = (d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area)
        raw = functions()
        moved = raw.FS_MATRIX(*back[:4], back[4] * PT_PER_MM, back[5] * PT_PER_MM)
        with ExitStack() as held:
            raw.FPDFPage_TransFormWithClip(self._loaded(number, held), moved, raw.FS_RECTF(*_EVERYWHERE))

    def text_in(self, number: int, box: Box, rotation: int = 0) -> str:
        """The text of page ``number`` (from 1) whose glyphs lie in ``box``.

        ``rotation`` says how far the card there is turned, counter-clockwise in degrees: a page is read with that card
        upright, since readers put the characters of a line in order from left to right.
        """
        _, text = self._page(number, rotation)
        x, y, width, height = (value * PT_PER_MM for value in box)
        found: str = text.get_text_bounded(left=x, bottom=y, right=x + width, top=y + height)
        return found

    def words_and_readings_in(self, number: int, box: Box, rotation: int = 0) -> tuple[str, str]:
        """As ``text_in``: the text in ``box`` without the readings over it, and these by themselves."""
        x, y, width, height = (value * PT_PER_MM for value in box)
        found = [
            (char, ruby)
            for char, (left, bottom), ruby in self._characters(number, rotation)
            if x <= left <= x + width and y <= bottom <= y + height
        ]
        return "".join(char for char, ruby in found if not ruby), "".join(char for char, ruby in found if ruby)

    def _characters(self, number: int, rotation: int) -> list[tuple[str, tuple[float, float], bool]]:
        """The characters of a page in reading order: each with the middle of its box, and whether it is of a
        reading."""
        if (number, rotation) not in self._lettering:
            raw = functions()
            _, text = self._page(number, rotation)
            found = []
            for index in range(text.count_chars()):
                left, bottom, right, top = text.get_charbox(index)
                drawn = raw.FPDFText_GetTextObject(text, index)
                char = chr(raw.FPDFText_GetUnicode(text, index))
                found.append((char, ((left + right) / 2, (bottom + top) / 2), bool(drawn) and is_ruby(drawn)))
            self._lettering[number, rotation] = found
        return self._lettering[number, rotation]

    def examples_on(self, number: int) -> Counter[str]:
        """The ids of the examples that page ``number`` itself says are printed there, each with how often. A page that
        was printed before examples were marked says none."""
        raw = functions()
        page, _ = self._page(number, 0)
        found: Counter[str] = Counter()

        def look(drawn: Any, ids: set[str], depth: int) -> None:
            example = _example_of(drawn)
            if example is not None:
                ids.add(example)
            elif depth and raw.FPDFPageObj_GetType(drawn) == raw.FPDF_PAGEOBJ_FORM:
                for place in range(raw.FPDFFormObj_CountObjects(drawn)):
                    look(raw.FPDFFormObj_GetObject(drawn, place), ids, depth - 1)

        for place in range(raw.FPDFPage_CountObjects(page)):
            # Each face is a form of its own on the page, so that copies are counted one by one.
            ids: set[str] = set()
            look(raw.FPDFPage_GetObject(page, place), ids, _DEEPEST)
            found.update(ids)
        return found

    def attachment(self, name: str) -> bytes | None:
        """The bytes of an attached file, None where there is none of this name."""
        return attached(self._document, name)

    def info(self, key: str) -> str:
        """An entry of the document information, empty where there is none."""
        found: str = self._document.get_metadata_value(key)
        return found

    def _page(self, number: int, rotation: int) -> tuple[Any, Any]:
        if (number, rotation) not in self._pages:
            page = self._loaded(number, self._held)
            shown = page.get_rotation()
            page.set_rotation(rotation)
            self._pages[number, rotation] = (page, self._text_of(page, number))
            # The rotation is the document's, not this page object's: the next reading must find it as it was.
            page.set_rotation(shown)
        return self._pages[number, rotation]

    def _loaded(self, number: int, held: ExitStack) -> Any:
        """Page ``number``, which ``held`` closes. Raises VerificationError for one that cannot be read."""
        try:
            return held.enter_context(page_of(self._document, number))
        except PdfError as error:
            raise self._unreadable(number, error) from error

    def _text_of(self, page: Any, number: int) -> Any:
        try:
            return self._held.enter_context(text_of(page))
        except PdfError as error:
            raise self._unreadable(number, error) from error

    def _unreadable(self, number: int, error: Exception) -> VerificationError:
        message = f"page {number} cannot be read: {error}"
        hint = "the file is damaged; build the kit again, or fetch it again"
        return VerificationError(Diagnostic("damaged-page", message, Location(self.label), hint))


def is_ruby(drawn: Any) -> bool:
    """Whether a text of a page is marked as a reading."""
    return any(name == RUBY_MARK for name, _ in _marks(drawn))


def _marks(drawn: Any) -> Iterator[tuple[str, Any]]:
    """The marked content that an object of a page belongs to: each with its tag."""
    raw = functions()
    for place in range(raw.FPDFPageObj_CountMarks(drawn)):
        mark = raw.FPDFPageObj_GetMark(drawn, place)
        name, length = (ctypes.c_ushort * 32)(), ctypes.c_ulong()
        if raw.FPDFPageObjMark_GetName(mark, name, ctypes.sizeof(name), length):
            yield bytes(name)[: max(0, length.value - 2)].decode("utf-16-le", "replace"), mark


def _example_of(drawn: Any) -> str | None:
    """The id of the example that an object of a page is marked as part of."""
    raw = functions()
    for name, mark in _marks(drawn):
        if name == EXAMPLE_MARK:
            found, length = ctypes.create_string_buffer(_LONGEST_ID), ctypes.c_ulong()
            raw.FPDFPageObjMark_GetParamBlobValue(
                mark, b"Id", ctypes.cast(found, ctypes.POINTER(ctypes.c_ubyte)), _LONGEST_ID, length
            )
            return found.raw[: min(length.value, _LONGEST_ID)].decode("utf-8", "replace")
    return None


def read_json(data: bytes, label: str) -> Mapping[str, Any]:
    """An attached JSON object. Raises VerificationError for anything else."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise VerificationError(
            Diagnostic("bad-manifest", f"the attached manifest is not JSON: {error}", Location(label))
        ) from error
    if not isinstance(value, dict):
        raise VerificationError(Diagnostic("bad-manifest", "the attached manifest is no JSON object", Location(label)))
    return value


# Whether a manifest lists every example that stands on the pages: one left out of it would be looked at by nobody.

_REBUILD = "the manifest is not the one the file was built with; build the kit again"
_NAMED = 6


def slot_at(manifest: Mapping[str, Any], page: int, x: float, y: float) -> Mapping[str, Any]:
    """The card that lies at a point of a page. Raises ValueError where none does."""
    listed = next((item for item in manifest["pages"] if item["number"] == page), None)
    if listed is None:
        raise ValueError(f"page {page} is not listed")
    for slot in listed["slots"]:
        inside_x = slot["x_mm"] <= x <= slot["x_mm"] + slot["width_mm"]
        if inside_x and slot["y_mm"] <= y <= slot["y_mm"] + slot["height_mm"]:
            return dict(slot)
    raise ValueError(f"no card lies at {x:.1f}, {y:.1f} on page {page}")


def unlisted(pdf: PrintedPdf, manifest: Mapping[str, Any], filled: Collection[str]) -> Iterator[Diagnostic]:
    """What the pages show and the manifest does not list.

    Every page says itself which examples are printed on it; the manifest has to list just these, copy by copy. Pages
    that were printed before they said so are held to one thing alone: where there is a component of ``filled``, which
    are filled with examples, there have to be some, unless its backs were left out.
    """
    listed = _listed(manifest)
    marked = False
    for number in range(1, pdf.page_count + 1):
        found = pdf.examples_on(number)
        marked = marked or bool(found)
        differing = _differing(manifest, number, found, listed) if found else []
        if differing:
            more = f" and {len(differing) - _NAMED} more" if len(differing) > _NAMED else ""
            message = f"page {number} shows {', '.join(differing[:_NAMED])}{more}"
            yield Diagnostic("unlisted-example", message, Location(pdf.label), _REBUILD)
    slots = [slot for page in manifest["pages"] for slot in page["slots"]]
    backed = any(slot["face"] == "back" for slot in slots)
    empty = sorted({slot["component"] for slot in slots} & set(filled)) if backed else []
    if empty and not manifest["examples"] and not marked:
        message = f"the manifest lists no example, and the file has a component that is filled with them: {empty[0]}"
        yield Diagnostic("unlisted-example", message, Location(pdf.label), _REBUILD)


def _listed(manifest: Mapping[str, Any]) -> Mapping[int, Counter[str]]:
    """By page, on how many of its cards each example is listed."""
    places = {
        (int(place["page"]), str(entry["id"]), _card(manifest, place))
        for entry in manifest["examples"]
        for place in entry["places"]
    }
    found: dict[int, Counter[str]] = {}
    for page, name, _ in places:
        found.setdefault(page, Counter())[name] += 1
    return found


def _card(manifest: Mapping[str, Any], place: Mapping[str, Any]) -> tuple[float, float] | None:
    """Where the card lies on which an example is listed; None where none lies, which is told of the example itself."""
    x, y, width, height = (float(value) for value in place["box_mm"])
    try:
        slot = slot_at(manifest, int(place["page"]), x + width / 2, y + height / 2)
    except ValueError:
        return None
    return float(slot["x_mm"]), float(slot["y_mm"])


def _differing(
    manifest: Mapping[str, Any], number: int, found: Counter[str], listed: Mapping[int, Counter[str]]
) -> list[str]:
    """The examples of a page that are listed otherwise, in words."""
    here = listed.get(number, Counter())
    slots = next((page["slots"] for page in manifest["pages"] if page["number"] == number), ())
    if any("tile" in slot for slot in slots):
        # A tile may show a part of an example, which is listed where it stands whole.
        anywhere = {name for page in listed.values() for name in page}
        return [f"example {name}, which the manifest does not list" for name in found if name not in anywhere]
    return [
        f"example {name} {_times(found[name])}, and the manifest lists it there {_times(here[name])}"
        for name in sorted({*found, *here})
        if found[name] != here[name]
    ]


def _times(count: int) -> str:
    return {0: "not at all", 1: "once"}.get(count, f"{count} times")
