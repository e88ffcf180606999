"""Provenance entry of a manifest: the inputs of a kit's faces, which tell a later build what changed, and why.

``print`` has the language, bleed and margin in mm, the components with bleed, the edge that was requested for all, and
the components whose additional copies ``filled`` the sheets. ``drawing`` is the edition of the program's own part in
painting. ``with`` has a digest of each font and each picture file. ``parts`` are the digests of all else: templates,
art, words, look and roles of fonts. They are joined without names, three bytes each, which suffices to test whether a
part is unchanged.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping
from typing import Any

from pnp.build.faces import RenderedKit
from pnp.build.options import KitContext
from pnp.fonts import FontBook
from pnp.pdf.fingerprint import asset_digests, painter_digest
from pnp.pdf.inventory import TextInventory
from pnp.records import dataclass
from pnp.rendering.access_log import Part

_PART_BYTES = 3
"""Bytes of a part's digest. Among some hundred parts, a changed part is taken for an old one once in fifty thousand
times. That is harmless: it gives the reason of a change, and does not detect the change."""
_FILE_BYTES = 12
"""Bytes of the digests of files, which do decide whether a face is unchanged."""


@dataclass(frozen=True, slots=True)
class PrintedInputs:
    """Inputs of the faces of a printed file; None if its manifest does not record one."""

    language: str | None = None
    bleed: float | None = None
    margin: float | None = None
    edge: str | None = None
    bled: frozenset[str] | None = None
    """Components with bleed."""
    filled: frozenset[str] = frozenset()
    """Components whose additional copies filled the sheets."""
    drawing: str | None = None
    files: Mapping[str, str] | None = None
    parts: frozenset[bytes] | None = None

    def has(self, part: Part, text: str) -> bool:
        """Tell whether a face was made of this part, with this text."""
        return self.parts is None or _digest_of(part, text) in self.parts


def provenance_entry(context: KitContext, rendered: RenderedKit) -> dict[str, Any]:
    """Return the manifest entry about the inputs of a kit's faces."""
    options, settings, fonts = context.options, context.settings, context.fonts
    print_options: dict[str, Any] = {
        "language": settings.language,
        "bleed_mm": settings.bleed,
        "margin_mm": settings.margin,
    }
    print_options["bled"] = sorted(component.id for component, _ in rendered.groups if component.edge == "bleed")
    provenance = rendered.provenance
    parts = sorted(
        {_digest_of(part, provenance.texts[part]) for part in set[Part]().union(*set(provenance.parts.values()))}
    )
    if options.fill:
        print_options["filled"] = sorted(set(options.fill))
    return {
        "print": print_options | ({} if options.edge is None else {"edge": options.edge}),
        "drawing": drawing_edition(),
        "with": file_digests(rendered.lettering, fonts),
        "parts": base64.b64encode(b"".join(parts)).decode("ascii"),
    }


def drawing_edition() -> str:
    """Return the edition of the current painting code."""
    return _short(painter_digest())


def file_digests(lettering: TextInventory, fonts: FontBook) -> dict[str, str]:
    """Return the fonts and pictures of faces, each with its current digest."""
    return {name: _short(digest) for name, digest in asset_digests(lettering, fonts).items()}


def read_provenance(entry: Any) -> PrintedInputs:
    """Read the provenance entry of a manifest. Raises ValueError, TypeError, KeyError or AttributeError for a malformed
    entry."""
    if entry is None:
        return PrintedInputs()
    print_options = entry["print"]
    try:
        parts = base64.b64decode(str(entry["parts"]), validate=True)
    except binascii.Error as error:
        raise ValueError(f"its parts are no base64: {error}") from error
    return PrintedInputs(
        str(print_options["language"]),
        float(print_options["bleed_mm"]),
        float(print_options["margin_mm"]),
        None if print_options.get("edge") is None else str(print_options["edge"]),
        frozenset(str(name) for name in print_options["bled"]),
        frozenset(str(name) for name in print_options.get("filled", ())),
        str(entry["drawing"]),
        {str(name): str(digest) for name, digest in entry["with"].items()},
        frozenset(parts[start : start + _PART_BYTES] for start in range(0, len(parts), _PART_BYTES)),
    )


def _digest_of(part: Part, text: str) -> bytes:
    part_bytes = "\0".join((*part, text)).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(part_bytes, digest_size=_PART_BYTES).digest()


def _short(digest: bytes) -> str:
    return base64.b64encode(digest[:_FILE_BYTES]).decode("ascii")


def ink_in_words(ink: str, *, grey: bool) -> str:
    """Return the ink in words: in full, with less ink or as a line drawing, in colour or in grey."""
    words = {"full": "in full", "saver": "with less ink", "outline": "as a line drawing"}.get(ink, ink)
    return f"{words}, in grey" if grey else words
