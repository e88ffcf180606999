"""The PDF file as objects: ReportLab's registry and formatting, written with object streams and an xref stream, or
plainly, for standards that know none."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from reportlab.pdfbase import pdfdoc

from pnp.cache.memory import MemoryCache
from pnp.records import dataclass

# Compressing what goes into a file, at once or as it comes, to the same bytes.

_WINDOW = 15
"""The most bits of zlib's window."""
_QUICKLY = 7
"""The level at which files are packed: the last percent takes as long as all before."""


@dataclass(frozen=True, slots=True)
class CompressedData:
    """Compressed data: how many bytes they were, and the MD5 of these in hex."""

    data: bytes
    size: int
    check: str


def compressed(data: bytes) -> bytes:
    """Data as a stream of a PDF has them (FlateDecode)."""
    packer = _packer(len(data))
    return b"".join([packer.compress(data), packer.flush()])


def packed(data: bytes) -> CompressedData:
    """Data that are there at once, compressed."""
    return packed_by(lambda take: take(data))[0]


def packed_by(tell: Callable[[Callable[[bytes], object]], Any]) -> tuple[CompressedData, Any]:
    """What ``tell`` hands over piece by piece, compressed as if it had come at once; and what it returns."""
    packer = _Compressor()
    told = tell(packer.take)
    return packer.finish(), told


def _packer(size: int, level: int = 9) -> Any:
    # A window no larger than the data: zlib clears all of it first, which takes longer than packing a small face.
    return zlib.compressobj(level, zlib.DEFLATED, max(9, min(_WINDOW, size.bit_length())))


class _Compressor:
    """Compresses pieces."""

    def __init__(self) -> None:
        self._size = 0
        self._check = hashlib.md5(usedforsecurity=False)
        self._held: list[bytes] = []
        """The first pieces, as long as they tell nothing of the window."""
        self._packer: Any = None
        self._packed: list[bytes] = []

    def take(self, piece: bytes) -> None:
        """The data that follow."""
        self._size += len(piece)
        self._check.update(piece)
        if self._packer is not None:
            self._packed.append(self._packer.compress(piece))
        else:
            self._held.append(piece)
            if self._size.bit_length() >= _WINDOW:
                self._begin()

    def finish(self) -> CompressedData:
        """All that came."""
        if self._packer is None:
            self._begin()
        self._packed.append(self._packer.flush())
        return CompressedData(b"".join(self._packed), self._size, self._check.hexdigest())

    def _begin(self) -> None:
        self._packer = _packer(self._size, _QUICKLY)
        self._packed.append(self._packer.compress(b"".join(self._held)))
        self._held.clear()


_OBJECTS_PER_STREAM = 200
_ROW = struct.Struct(">BIH").pack
"""A row of the cross-reference stream (ISO 32000-1, 7.5.8.3)."""
Entry: TypeAlias = tuple[int, int, int]
"""Where an object is: 1, its offset, 0; or 2, the number of the object stream that holds it, and its place there."""
_MARK = b"%\xe2\xe3\xcf\xd3\n"


@lru_cache(maxsize=16_384)
def number(value: float) -> str:
    """A number as PDF writes it, to four decimals: a ten-thousandth of a millimetre.

    >>> number(2.0), number(-0.00001), number(0.25)
    ('2', '0', '0.25')
    """
    short = round(value, 4)
    whole = int(short)
    return str(whole) if whole == short else repr(short)


def numbers(*values: float) -> str:
    """Numbers separated by blanks."""
    return " ".join([number(value) for value in values])


def fine(value: float) -> str:
    """A number to seven decimals, for the factors of a matrix.

    >>> fine(2.834645669), fine(0.0), fine(-1.0)
    ('2.8346457', '0', '-1')
    """
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


Pack: TypeAlias = Callable[[bytes], bytes]
"""Compresses the data of a stream."""


class Stream(pdfdoc.PDFObject):  # type: ignore[misc]
    """A stream, compressed when it is made, so that only the small form is kept. ``head`` holds the dictionary's other
    entries as PDF source; data that are already encoded come with the name of their ``filter``; ``plain`` ones stay as
    they are. ``pack`` compresses in place of ``compressed``, with the same result."""

    __slots__ = ("data", "head")

    def __init__(
        self, head: str, data: bytes, encoding: str | None = None, plain: bool = False, pack: Pack | None = None
    ) -> None:
        self.head = head if plain else f"{head}/Filter/{encoding or 'FlateDecode'}"
        self.data = data if encoding or plain else (pack or compressed)(data)

    def format(self, document: object) -> bytes:
        """The object as PDF source."""
        start = f"<<{self.head}/Length {len(self.data)}>>\nstream\n"
        # Behind a carriage return a line feed would be taken for the other half of it.
        end = b"\r\nendstream" if self.data.endswith(b"\r") else b"\nendstream"
        return start.encode("latin-1") + self.data + end


class PdfSource(pdfdoc.PDFObject):  # type: ignore[misc]
    """Any other object, given as PDF source."""

    __slots__ = ("source",)

    def __init__(self, source: str) -> None:
        self.source = source

    def format(self, document: object) -> bytes:
        """The object as PDF source."""
        return self.source.encode("latin-1")


class PdfDocument(pdfdoc.PDFDocument):  # type: ignore[misc]
    """A document whose small objects go into object streams (PDF 1.5), which makes a deck a third smaller; of an older
    ``version`` they stand by themselves."""

    def __init__(
        self, version: str = "1.7", pack: Pack = compressed, texts: MemoryCache[str, str] | None = None
    ) -> None:
        """``texts`` remembers text strings as PDF source."""
        super().__init__(compression=1, invariant=1)
        self._items: list[pdfdoc.PDFObject] = []
        """All objects; ReportLab's own register takes six times the room."""
        self._pack = pack
        self._texts = MemoryCache[str, str]() if texts is None else texts
        self.information = pdfdoc.PDFDictionary()
        self._version = version
        self._packs = version >= "1.5"

    def add(self, item: pdfdoc.PDFObject) -> str:
        """Register an object; returns its reference as PDF source, such as ``12 0 R``."""
        self._items.append(item)
        return f"{len(self._items)} 0 R"

    def add_stream(self, head: str, data: bytes) -> str:
        """Register a stream, compressed; returns its reference."""
        return self.add(Stream(head, data, pack=self._pack))

    def text(self, value: str) -> str:
        """A text string as PDF source."""
        return self._texts.made(value, lambda: str(pdfdoc.PDFString(value).format(self).decode("latin-1")))

    def digest(self) -> bytes:
        """What tells the document from others: a digest of its streams so far (SHA-256)."""
        found = hashlib.sha256()
        for item in self._items:
            if isinstance(item, Stream):
                found.update(item.data)
        return found.digest()

    def to_bytes(self, catalog: pdfdoc.PDFObject) -> bytes:
        """The file. The same objects give the same bytes. Each object is let go as it is written."""
        root, info = self.add(catalog), self.add(self.information)
        items, self._items = self._items, []
        parts = [f"%PDF-{self._version}\n".encode("ascii") + _MARK]
        offset = len(parts[0])
        entries: list[Entry] = [(0, 0, 65535), *((0, 0, 0) for _ in items)]
        small: list[tuple[int, bytes]] = []
        packs: list[bytes] = []
        items.reverse()
        for index in range(1, len(entries)):
            item = items.pop()
            body = pdfdoc.format(item, self, toplevel=1)
            if isinstance(item, Stream) or not self._packs:
                part = b"%d 0 obj\n%b\nendobj\n" % (index, body)
                entries[index] = (1, offset, 0)
                parts.append(part)
                offset += len(part)
                continue
            entries[index] = (2, len(entries) + len(packs), len(small))
            small.append((index, body))
            if len(small) == _OBJECTS_PER_STREAM:
                packs.append(_object_stream(small, self._pack).format(self))
                small = []
        if not self._packs:
            return b"".join([*parts, _table(entries, root, info, parts), b"startxref\n%d\n%%%%EOF\n" % offset])
        if small:
            packs.append(_object_stream(small, self._pack).format(self))
        for body in packs:
            part = b"%d 0 obj\n%b\nendobj\n" % (len(entries), body)
            entries.append((1, offset, 0))
            parts.append(part)
            offset += len(part)
        parts.append(b"%d 0 obj\n" % len(entries))
        entries.append((1, offset, 0))
        parts.append(_xref(entries, root, info, parts).format(self))
        parts.append(b"\nendobj\nstartxref\n%d\n%%%%EOF\n" % offset)
        return b"".join(parts)


def _object_stream(held: list[tuple[int, bytes]], pack: Pack) -> Stream:
    places, bodies, at = [], [], 0
    for index, body in held:
        places.append(b"%d %d" % (index, at))
        bodies.append(body)
        at += len(body) + 1
    head = b" ".join(places) + b"\n"
    return Stream(f"/Type/ObjStm/N {len(held)}/First {len(head)}", head + b"\n".join(bodies), pack=pack)


def _xref(entries: list[Entry], root: str, info: str, parts: list[bytes]) -> Stream:
    rows = bytearray()
    before = bytes(7)
    for kind, place, extra in entries:
        row = _ROW(kind, place, extra)
        # Each byte as what it adds to the one above it (PNG's predictor "up").
        rows += b"\x02" + bytes([(a - b) & 0xFF for a, b in zip(row, before, strict=True)])
        before = row
    mark = _mark(parts)
    head = (
        f"/Type/XRef/Size {len(entries)}/W[1 4 2]/Root {root}/Info {info}/ID[{mark}{mark}]"
        "/DecodeParms<</Predictor 12/Columns 7>>"
    )
    return Stream(head, bytes(rows))


def _table(entries: list[Entry], root: str, info: str, parts: list[bytes]) -> bytes:
    """The cross-reference table and the trailer (ISO 32000-1, 7.5.4 and 7.5.5)."""
    rows = [b"%010d %05d %c \n" % (place, extra, b"fn"[kind]) for kind, place, extra in entries]
    mark = _mark(parts)
    trailer = f"trailer\n<</Size {len(entries)}/Root {root}/Info {info}/ID[{mark}{mark}]>>\n"
    return b"xref\n0 %d\n%b" % (len(entries), b"".join(rows)) + trailer.encode("ascii")


def _mark(parts: list[bytes]) -> str:
    """What the file is told apart by: a digest of it."""
    digest = hashlib.md5(usedforsecurity=False)
    for part in parts:
        digest.update(part)
    return f"<{digest.hexdigest()}>"
