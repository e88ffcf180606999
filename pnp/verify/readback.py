"""Read back the text of a finished PDF, box by box. Boxes are in mm from the page's lower-left corner."""

from __future__ import annotations

import ctypes
import json
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Any

from pnp.diagnostics import Diagnostic, Location, VerificationError
from pnp.pdf.objects.manifest import EXAMPLE_MARK, RUBY_MARK
from pnp.pdfium import PdfError, open_document, open_page, open_text, raw_api, read_attachment
from pnp.units import MM_PER_PT, PT_PER_MM

Box = tuple[float, float, float, float]
_LONGEST_ID = 4096
_MAX_DISTORTION = 0.06
"""Limit of the deviation from the identity: a turn of 2 degrees, a scale of 2 per cent, and a margin."""
_MAX_MOVE = 50.0
"""Limit in mm of the move of a page's middle, more than any printer needs."""
_MARGIN = 0.5
"""Length in mm by which a box may lie beyond its page."""
_EVERYWHERE = (-1e5, 1e5, 1e5, -1e5)
"""Left, top, right and bottom of an unlimited clip, in pt."""
_MAX_DEPTH = 16
"""Limit of the nesting of forms; pages by pnp stay below it."""


def strip_white_space(text: str) -> str:
    """Remove white space from ``text``: readers put spaces and line ends where they see gaps."""
    return "".join(text.split()).translate(_UNSEEN)


_UNSEEN = dict.fromkeys(map(ord, "\ufeff\u200b\u00ad\ufffe"))


class PrintedPdf:
    """Finished PDF, open for reading during a ``with`` block. ``label`` names it in messages."""

    _document: Any

    def __init__(self, data: bytes, label: str) -> None:
        self.label = label
        self._data = data
        self._held = ExitStack()
        """Document and pages, which are closed in the opposite order."""
        self._pages: dict[tuple[int, int], tuple[Any, Any]] = {}
        self._lettering: dict[tuple[int, int], list[tuple[str, tuple[float, float], bool]]] = {}

    def __enter__(self) -> PrintedPdf:
        """Open the PDF. Raises VerificationError for data that is no PDF."""
        try:
            self._document = self._held.enter_context(open_document(self._data))
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
    def document(self) -> Any:
        """Open document, for drawing its pages."""
        return self._document

    @property
    def page_count(self) -> int:
        """Number of pages."""
        return len(self._document)

    def straighten(self, number: int, matrix: tuple[float, ...]) -> None:
        """Undo ``matrix``, the correction of a printer, on page ``number``: lengths in mm.

        Call it before the page is read. Raises ValueError for a matrix that corrects no printer, since it would only
        hide what is printed where.
        """
        a, b, c, d, e, f = matrix
        x, y = (length * MM_PER_PT / 2 for length in self._page_size(number))
        move = math.hypot(a * x + c * y + e - x, b * x + d * y + f - y)
        if not max(abs(a - 1), abs(b), abs(c), abs(d - 1)) < _MAX_DISTORTION or not move <= _MAX_MOVE:
            raise ValueError(f"page {number} is printed through a matrix that mends no printer")
        area = a * d - b * c
        coefficients = (d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area)
        raw = raw_api()
        inverse = raw.FS_MATRIX(*coefficients[:4], coefficients[4] * PT_PER_MM, coefficients[5] * PT_PER_MM)
        with ExitStack() as open_pages:
            raw.FPDFPage_TransFormWithClip(self._load(number, open_pages), inverse, raw.FS_RECTF(*_EVERYWHERE))

    def text_in(self, number: int, box: Box, rotation: int = 0) -> str:
        """Return the text of page ``number`` (from 1) whose glyphs lie in ``box``.

        ``rotation`` is the turn of the card there, counter-clockwise in degrees. The page is read with that card
        upright, since readers order the characters of a line from left to right.
        """
        _, text = self._page(number, rotation)
        x, y, width, height = (value * PT_PER_MM for value in box)
        bounded_text: str = text.get_text_bounded(left=x, bottom=y, right=x + width, top=y + height)
        return bounded_text

    def words_and_readings_in(self, number: int, box: Box, rotation: int = 0) -> tuple[str, str]:
        """Return the text in ``box``, as ``text_in``, without readings, and the readings by themselves."""
        x, y, width, height = (value * PT_PER_MM for value in box)
        characters = [
            (char, ruby)
            for char, (left, bottom), ruby in self._characters(number, rotation)
            if x <= left <= x + width and y <= bottom <= y + height
        ]
        return "".join(char for char, ruby in characters if not ruby), "".join(
            char for char, ruby in characters if ruby
        )

    def _characters(self, number: int, rotation: int) -> list[tuple[str, tuple[float, float], bool]]:
        """Return the characters of a page in reading order: each with the middle of its box, and True for a reading."""
        if (number, rotation) not in self._lettering:
            raw = raw_api()
            _, text = self._page(number, rotation)
            characters = []
            for index in range(text.count_chars()):
                left, bottom, right, top = text.get_charbox(index)
                text_object = raw.FPDFText_GetTextObject(text, index)
                char = chr(raw.FPDFText_GetUnicode(text, index))
                characters.append(
                    (char, ((left + right) / 2, (bottom + top) / 2), bool(text_object) and is_ruby(text_object))
                )
            self._lettering[number, rotation] = characters
        return self._lettering[number, rotation]

    def shows(self, number: int, box: Box) -> bool:
        """Tell whether ``box`` lies on page ``number``."""
        x, y, width, height = box
        right, top = (length * MM_PER_PT + _MARGIN for length in self._page_size(number))
        return min(x, y) >= -_MARGIN and x + width <= right and y + height <= top

    def count_annotations(self, number: int) -> int:
        """Count the annotations of page ``number``."""
        page, _ = self._page(number, 0)
        return int(raw_api().FPDFPage_GetAnnotCount(page))

    def examples_on(self, number: int) -> Counter[str]:
        """Count the examples by id that page ``number`` itself marks as printed there. Pages that were printed before
        examples were marked have none."""
        raw = raw_api()
        page, _ = self._page(number, 0)
        counts: Counter[str] = Counter()

        def collect(page_object: Any, ids: set[str], depth: int) -> None:
            example_id = _example_of(page_object)
            if example_id is not None:
                ids.add(example_id)
            elif depth and raw.FPDFPageObj_GetType(page_object) == raw.FPDF_PAGEOBJ_FORM:
                for index in range(raw.FPDFFormObj_CountObjects(page_object)):
                    collect(raw.FPDFFormObj_GetObject(page_object, index), ids, depth - 1)

        for index in range(raw.FPDFPage_CountObjects(page)):
            # Each face is a form of its own on the page, so copies are counted one by one.
            ids: set[str] = set()
            collect(raw.FPDFPage_GetObject(page, index), ids, _MAX_DEPTH)
            counts.update(ids)
        return counts

    def attachment(self, name: str) -> bytes | None:
        """Return the bytes of an attached file; None if there is none of this name."""
        return read_attachment(self._document, name)

    def info(self, key: str) -> str:
        """Return an entry of the document information; empty if there is none."""
        entry: str = self._document.get_metadata_value(key)
        return entry

    def _page(self, number: int, rotation: int) -> tuple[Any, Any]:
        if (number, rotation) not in self._pages:
            page = self._load(number, self._held)
            page_rotation = page.get_rotation()
            page.set_rotation(rotation)
            self._pages[number, rotation] = (page, self._load_text(page, number))
            # The rotation belongs to the document, and not to this page object: the next reading needs the original.
            page.set_rotation(page_rotation)
        return self._pages[number, rotation]

    def _page_size(self, number: int) -> tuple[float, float]:
        """Return width and height of page ``number`` in pt."""
        with ExitStack() as open_pages:
            width, height = self._load(number, open_pages).get_size()
            return float(width), float(height)

    def _load(self, number: int, open_pages: ExitStack) -> Any:
        """Return page ``number``, which ``open_pages`` closes. Raises VerificationError for an unreadable page."""
        try:
            return open_pages.enter_context(open_page(self._document, number))
        except PdfError as error:
            raise self._unreadable(number, error) from error

    def _load_text(self, page: Any, number: int) -> Any:
        try:
            return self._held.enter_context(open_text(page))
        except PdfError as error:
            raise self._unreadable(number, error) from error

    def _unreadable(self, number: int, error: Exception) -> VerificationError:
        message = f"page {number} cannot be read: {error}"
        hint = "the file is damaged; build the kit again, or fetch it again"
        return VerificationError(Diagnostic("damaged-page", message, Location(self.label), hint))


def is_ruby(text_object: Any) -> bool:
    """Tell whether a text of a page is marked as a reading."""
    return any(name == RUBY_MARK for name, _ in _marks(text_object))


def _marks(page_object: Any) -> Iterator[tuple[str, Any]]:
    """Yield the marked content that an object of a page belongs to, each with its tag."""
    raw = raw_api()
    for index in range(raw.FPDFPageObj_CountMarks(page_object)):
        mark = raw.FPDFPageObj_GetMark(page_object, index)
        name, length = (ctypes.c_ushort * 32)(), ctypes.c_ulong()
        if raw.FPDFPageObjMark_GetName(mark, name, ctypes.sizeof(name), length):
            yield bytes(name)[: max(0, length.value - 2)].decode("utf-16-le", "replace"), mark


def _example_of(page_object: Any) -> str | None:
    """Return the id of the example that an object of a page is marked as part of."""
    raw = raw_api()
    for name, mark in _marks(page_object):
        if name == EXAMPLE_MARK:
            id_buffer, length = ctypes.create_string_buffer(_LONGEST_ID), ctypes.c_ulong()
            raw.FPDFPageObjMark_GetParamBlobValue(
                mark, b"Id", ctypes.cast(id_buffer, ctypes.POINTER(ctypes.c_ubyte)), _LONGEST_ID, length
            )
            return id_buffer.raw[: min(length.value, _LONGEST_ID)].decode("utf-8", "replace")
    return None


def read_json(data: bytes, label: str) -> Mapping[str, Any]:
    """Read an attached JSON object. Raises VerificationError for anything else."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise VerificationError(
            Diagnostic("bad-manifest", f"the attached manifest is not JSON: {error}", Location(label))
        ) from error
    if not isinstance(value, dict):
        raise VerificationError(Diagnostic("bad-manifest", "the attached manifest is no JSON object", Location(label)))
    return value


# Comparing the manifest with the examples on the pages: an example left out of it would not be checked

_REBUILD = "the manifest is not the one the file was built with; build the kit again"
_MAX_NAMES = 6


def slot_at(manifest: Mapping[str, Any], page: int, x: float, y: float) -> Mapping[str, Any]:
    """Return the card at a point of a page. Raises ValueError if there is none."""
    page_entry = next((entry for entry in manifest["pages"] if entry["number"] == page), None)
    if page_entry is None:
        raise ValueError(f"page {page} is not listed")
    for slot in page_entry["slots"]:
        inside_x = slot["x_mm"] <= x <= slot["x_mm"] + slot["width_mm"]
        if inside_x and slot["y_mm"] <= y <= slot["y_mm"] + slot["height_mm"]:
            return dict(slot)
    raise ValueError(f"no card lies at {x:.1f}, {y:.1f} on page {page}")


def unlisted_examples(pdf: PrintedPdf, manifest: Mapping[str, Any], filled: Collection[str]) -> Iterator[Diagnostic]:
    """Yield problems for examples that the pages show and the manifest does not list.

    Each page marks the examples that are printed on it, and the manifest has to list just these, copy by copy. If no
    page has a mark, a file with a component of ``filled``, which are filled with examples, still needs some examples,
    unless its backs were left out.
    """
    listed = _listed_counts(manifest)
    any_marked = False
    for number in range(1, pdf.page_count + 1):
        marked_examples = pdf.examples_on(number)
        any_marked = any_marked or bool(marked_examples)
        differences = _differences(manifest, number, marked_examples, listed) if marked_examples else []
        if differences:
            more = f" and {len(differences) - _MAX_NAMES} more" if len(differences) > _MAX_NAMES else ""
            message = f"page {number} shows {', '.join(differences[:_MAX_NAMES])}{more}"
            yield Diagnostic("unlisted-example", message, Location(pdf.label), _REBUILD)
    slots = [slot for page in manifest["pages"] for slot in page["slots"]]
    has_backs = any(slot["face"] == "back" for slot in slots)
    unfilled = sorted({slot["component"] for slot in slots} & set(filled)) if has_backs else []
    if unfilled and not manifest["examples"] and not any_marked:
        message = f"the manifest lists no example, and the file has a component that is filled with them: {unfilled[0]}"
        yield Diagnostic("unlisted-example", message, Location(pdf.label), _REBUILD)


def _listed_counts(manifest: Mapping[str, Any]) -> Mapping[int, Counter[str]]:
    """Return, by page, the number of cards on which each example is listed."""
    places = {
        (int(place["page"]), str(entry["id"]), _card_corner(manifest, place))
        for entry in manifest["examples"]
        for place in entry["places"]
    }
    counts: dict[int, Counter[str]] = {}
    for page, name, _ in places:
        counts.setdefault(page, Counter())[name] += 1
    return counts


def _card_corner(manifest: Mapping[str, Any], place: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the corner of the card on which an example is listed; None without a card, which is an error of the
    example."""
    x, y, width, height = (float(value) for value in place["box_mm"])
    try:
        slot = slot_at(manifest, int(place["page"]), x + width / 2, y + height / 2)
    except ValueError:
        return None
    return float(slot["x_mm"]), float(slot["y_mm"])


def _differences(
    manifest: Mapping[str, Any], number: int, marked: Counter[str], listed: Mapping[int, Counter[str]]
) -> list[str]:
    """Describe the examples of a page that are listed otherwise."""
    listed_here = listed.get(number, Counter())
    slots = next((page["slots"] for page in manifest["pages"] if page["number"] == number), ())
    if any("tile" in slot for slot in slots):
        # A tile may show a part of an example, which is listed at its whole copy.
        anywhere = {name for page in listed.values() for name in page}
        return [f"example {name}, which the manifest does not list" for name in marked if name not in anywhere]
    return [
        f"example {name} {_times(marked[name])}, and the manifest lists it there {_times(listed_here[name])}"
        for name in sorted({*marked, *listed_here})
        if marked[name] != listed_here[name]
    ]


def _times(count: int) -> str:
    return {0: "not at all", 1: "once"}.get(count, f"{count} times")
