"""PDF file as objects, with ReportLab's registry and formatting.

It is written with object streams and an xref stream, or plainly, for standards that know neither.
"""

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

# Compressing data at once or piece by piece, to the same bytes

_WINDOW = 15
"""Most bits of zlib's window."""
_FAST_LEVEL = 7
"""Level at which attached files are compressed: the last percent takes as long as all before."""


@dataclass(frozen=True, slots=True)
class CompressedData:
    """Compressed data, with the number of the original bytes and their MD5 in hex."""

    data: bytes
    size: int
    check: str


def deflate(data: bytes) -> bytes:
    """Compress data as a stream of a PDF (FlateDecode)."""
    compressor = _compressor(len(data))
    return b"".join([compressor.compress(data), compressor.flush()])


def compress_data(data: bytes) -> CompressedData:
    """Compress data that are there at once."""
    return compress_pieces(lambda take: take(data))[0]


def compress_pieces(produce: Callable[[Callable[[bytes], object]], Any]) -> tuple[CompressedData, Any]:
    """Compress the pieces that ``produce`` hands over, as if they had come at once.

    Return the compressed data, and the value that ``produce`` returns.
    """
    compressor = _PieceCompressor()
    returned = produce(compressor.take)
    return compressor.finish(), returned


def _compressor(size: int, level: int = 9) -> Any:
    # A window no larger than the data: zlib clears all of it first, which takes longer than compressing a small face.
    return zlib.compressobj(level, zlib.DEFLATED, max(9, min(_WINDOW, size.bit_length())))


class _PieceCompressor:
    """Compressor of data that come in pieces."""

    def __init__(self) -> None:
        self._size = 0
        self._check = hashlib.md5(usedforsecurity=False)
        self._first_pieces: list[bytes] = []
        """First pieces, held until the size of the window is known."""
        self._compressor: Any = None
        self._output: list[bytes] = []

    def take(self, piece: bytes) -> None:
        """Compress the next piece."""
        self._size += len(piece)
        self._check.update(piece)
        if self._compressor is not None:
            self._output.append(self._compressor.compress(piece))
        else:
            self._first_pieces.append(piece)
            if self._size.bit_length() >= _WINDOW:
                self._start()

    def finish(self) -> CompressedData:
        """Return all data, compressed."""
        if self._compressor is None:
            self._start()
        self._output.append(self._compressor.flush())
        return CompressedData(b"".join(self._output), self._size, self._check.hexdigest())

    def _start(self) -> None:
        self._compressor = _compressor(self._size, _FAST_LEVEL)
        self._output.append(self._compressor.compress(b"".join(self._first_pieces)))
        self._first_pieces.clear()


_OBJECTS_PER_STREAM = 200
_pack_row = struct.Struct(">BIH").pack
"""Function that packs a row of the cross-reference stream (ISO 32000-1, 7.5.8.3)."""
XrefEntry: TypeAlias = tuple[int, int, int]
"""Position of an object: 1, its offset, 0; or 2, the number of the object stream that holds it, and its index there."""
_BINARY_MARK = b"%\xe2\xe3\xcf\xd3\n"


@lru_cache(maxsize=16_384)
def number(value: float) -> str:
    """Format a number for PDF, to four decimals: a ten-thousandth of a millimetre.

    >>> number(2.0), number(-0.00001), number(0.25)
    ('2', '0', '0.25')
    """
    short = round(value, 4)
    whole = int(short)
    return str(whole) if whole == short else repr(short)


def numbers(*values: float) -> str:
    """Format numbers, separated by blanks."""
    return " ".join([number(entry) for entry in values])


@lru_cache(maxsize=16_384)
def precise_number(value: float) -> str:
    """Format a number to seven decimals, for the factors of a matrix.

    >>> precise_number(2.834645669), precise_number(0.0), precise_number(-1.0)
    ('2.8346457', '0', '-1')
    """
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


Pack: TypeAlias = Callable[[bytes], bytes]
"""Function that compresses the data of a stream."""


class Stream(pdfdoc.PDFObject):  # type: ignore[misc]
    """Stream, compressed when it is made, so that only the small form is kept.

    ``head`` holds the dictionary's other entries as PDF source. Data that are already encoded come with their
    ``encoding``. ``plain`` data stay as they are. ``pack`` compresses in place of ``deflate``, with the same result.
    """

    __slots__ = ("data", "head")

    def __init__(
        self, head: str, data: bytes, encoding: str | None = None, plain: bool = False, pack: Pack | None = None
    ) -> None:
        self.head = head if plain else f"{head}/Filter/{encoding or 'FlateDecode'}"
        self.data = data if encoding or plain else (pack or deflate)(data)

    def format(self, document: object) -> bytes:
        """Return the object as PDF source."""
        start = f"<<{self.head}/Length {len(self.data)}>>\nstream\n"
        # After a carriage return, a line feed alone would be taken for the second half of the line end.
        end = b"\r\nendstream" if self.data.endswith(b"\r") else b"\nendstream"
        return start.encode("latin-1") + self.data + end


class PdfSource(pdfdoc.PDFObject):  # type: ignore[misc]
    """Any other object, given as PDF source."""

    __slots__ = ("source",)

    def __init__(self, source: str) -> None:
        self.source = source

    def format(self, document: object) -> bytes:
        """Return the object as PDF source."""
        return self.source.encode("latin-1")


class PdfDocument(pdfdoc.PDFDocument):  # type: ignore[misc]
    """Document whose small objects go into object streams (PDF 1.5), which makes a deck a third smaller.

    In an older ``version`` they are written singly.
    """

    def __init__(self, version: str = "1.7", pack: Pack = deflate, texts: MemoryCache[str, str] | None = None) -> None:
        """``texts`` remembers text strings as PDF source."""
        super().__init__(compression=1, invariant=1)
        self._objects: list[pdfdoc.PDFObject] = []
        """All objects. ReportLab's own register takes six times the memory."""
        self._pack = pack
        self._texts = MemoryCache[str, str]() if texts is None else texts
        self.information = pdfdoc.PDFDictionary()
        self._version = version
        self._has_object_streams = version >= "1.5"

    def add(self, pdf_object: pdfdoc.PDFObject) -> str:
        """Register an object and return its reference as PDF source, such as ``12 0 R``."""
        self._objects.append(pdf_object)
        return f"{len(self._objects)} 0 R"

    def add_stream(self, head: str, data: bytes) -> str:
        """Register a stream, compressed, and return its reference."""
        return self.add(Stream(head, data, pack=self._pack))

    def text(self, text: str) -> str:
        """Return a text string as PDF source."""
        return self._texts.get_or_create(text, lambda: str(pdfdoc.PDFString(text).format(self).decode("latin-1")))

    def digest(self) -> bytes:
        """Return a digest of the streams so far (SHA-256), by which a file is identified."""
        digest = hashlib.sha256()
        for pdf_object in self._objects:
            if isinstance(pdf_object, Stream):
                digest.update(pdf_object.data)
        return digest.digest()

    def to_bytes(self, catalog: pdfdoc.PDFObject) -> bytes:
        """Return the file. The same objects give the same bytes. Each object is dropped as it is written."""
        root, info = self.add(catalog), self.add(self.information)
        objects, self._objects = self._objects, []
        parts = [f"%PDF-{self._version}\n".encode("ascii") + _BINARY_MARK]
        offset = len(parts[0])
        entries: list[XrefEntry] = [(0, 0, 65535), *((0, 0, 0) for _ in objects)]
        small: list[tuple[int, bytes]] = []
        object_streams: list[bytes] = []
        objects.reverse()
        for index in range(1, len(entries)):
            pdf_object = objects.pop()
            body = pdfdoc.format(pdf_object, self, toplevel=1)
            if isinstance(pdf_object, Stream) or not self._has_object_streams:
                part = b"%d 0 obj\n%b\nendobj\n" % (index, body)
                entries[index] = (1, offset, 0)
                parts.append(part)
                offset += len(part)
                continue
            entries[index] = (2, len(entries) + len(object_streams), len(small))
            small.append((index, body))
            if len(small) == _OBJECTS_PER_STREAM:
                object_streams.append(_object_stream(small, self._pack).format(self))
                small = []
        if not self._has_object_streams:
            return b"".join([*parts, _xref_table(entries, root, info, parts), b"startxref\n%d\n%%%%EOF\n" % offset])
        if small:
            object_streams.append(_object_stream(small, self._pack).format(self))
        for body in object_streams:
            part = b"%d 0 obj\n%b\nendobj\n" % (len(entries), body)
            entries.append((1, offset, 0))
            parts.append(part)
            offset += len(part)
        parts.append(b"%d 0 obj\n" % len(entries))
        entries.append((1, offset, 0))
        parts.append(_xref_stream(entries, root, info, parts).format(self))
        parts.append(b"\nendobj\nstartxref\n%d\n%%%%EOF\n" % offset)
        return b"".join(parts)


def _object_stream(members: list[tuple[int, bytes]], pack: Pack) -> Stream:
    positions, bodies, offset = [], [], 0
    for index, body in members:
        positions.append(b"%d %d" % (index, offset))
        bodies.append(body)
        offset += len(body) + 1
    head = b" ".join(positions) + b"\n"
    return Stream(f"/Type/ObjStm/N {len(members)}/First {len(head)}", head + b"\n".join(bodies), pack=pack)


def _xref_stream(entries: list[XrefEntry], root: str, info: str, parts: list[bytes]) -> Stream:
    rows = bytearray()
    previous = bytes(7)
    for kind, position, extra in entries:
        row = _pack_row(kind, position, extra)
        # Each byte as its difference from the byte above it (PNG's predictor "up").
        rows += b"\x02" + bytes([(a - b) & 0xFF for a, b in zip(row, previous, strict=True)])
        previous = row
    file_id = _file_id(parts)
    head = (
        f"/Type/XRef/Size {len(entries)}/W[1 4 2]/Root {root}/Info {info}/ID[{file_id}{file_id}]"
        "/DecodeParms<</Predictor 12/Columns 7>>"
    )
    return Stream(head, bytes(rows))


def _xref_table(entries: list[XrefEntry], root: str, info: str, parts: list[bytes]) -> bytes:
    """Return the cross-reference table and the trailer (ISO 32000-1, 7.5.4 and 7.5.5)."""
    rows = [b"%010d %05d %c \n" % (position, extra, b"fn"[kind]) for kind, position, extra in entries]
    file_id = _file_id(parts)
    trailer = f"trailer\n<</Size {len(entries)}/Root {root}/Info {info}/ID[{file_id}{file_id}]>>\n"
    return b"xref\n0 %d\n%b" % (len(entries), b"".join(rows)) + trailer.encode("ascii")


def _file_id(parts: list[bytes]) -> str:
    """Return the file identifier: a digest of the file."""
    digest = hashlib.md5(usedforsecurity=False)
    for part in parts:
        digest.update(part)
    return f"<{digest.hexdigest()}>"
