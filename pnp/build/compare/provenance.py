"""Provenance entry of a manifest: what the faces of a kit were made of, so that a later build can tell which changed,
and why.

``print`` says for what they were drawn: language, bleed and margin in mm, which components have bleed, an edge that was
asked for of all of them, and of which components more copies ``filled`` the sheets than were wanted. ``drawing`` is the
edition of the program's own part in painting. ``with`` has a digest of each font and each picture file. ``parts`` are
the digests of all else, templates, art, words, look and fonts' roles, put together without their names, three bytes
each: whether a part is as it was can be told, and that is all that is asked.
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
from pnp.pdf.fingerprint import drawn_with, edition
from pnp.pdf.inventory import TextInventory
from pnp.records import dataclass
from pnp.rendering.access_log import Part

_OF_A_PART = 3
"""Bytes. Of some hundred parts, one that changed is taken for an old one once in fifty thousand times; that a face
changed is never told by it, only why."""
_OF_A_FILE = 12
"""Bytes of the digests that faces are judged by."""


@dataclass(frozen=True, slots=True)
class PrintedInputs:
    """What the faces of a printed file were made of; None is what its manifest does not say."""

    language: str | None = None
    bleed: float | None = None
    margin: float | None = None
    edge: str | None = None
    bled: frozenset[str] | None = None
    """Components with bleed."""
    filled: frozenset[str] = frozenset()
    """Components of which more copies filled the sheets than were wanted."""
    drawing: str | None = None
    files: Mapping[str, str] | None = None
    parts: frozenset[bytes] | None = None

    def has(self, part: Part, text: str) -> bool:
        """Whether something was made of this part, as it is now."""
        return self.parts is None or _digest_of(part, text) in self.parts


def made_of_entry(context: KitContext, rendered: RenderedKit) -> dict[str, Any]:
    """What the manifest says of what the faces of a kit are made of."""
    options, settings, fonts = context.options, context.settings, context.fonts
    print_: dict[str, Any] = {"language": settings.language, "bleed_mm": settings.bleed, "margin_mm": settings.margin}
    print_["bled"] = sorted(component.id for component, _ in rendered.groups if component.edge == "bleed")
    made = rendered.made_of
    parts = sorted({_digest_of(part, made.texts[part]) for part in set[Part]().union(*set(made.parts.values()))})
    if options.fill:
        print_["filled"] = sorted(set(options.fill))
    return {
        "print": print_ | ({} if options.edge is None else {"edge": options.edge}),
        "drawing": drawing_now(),
        "with": files_now(rendered.lettering, fonts),
        "parts": base64.b64encode(b"".join(parts)).decode("ascii"),
    }


def drawing_now() -> str:
    """The edition of what paints faces today."""
    return _short(edition())


def files_now(lettering: TextInventory, fonts: FontBook) -> dict[str, str]:
    """The fonts and pictures of faces, with a digest of each as it is today."""
    return {name: _short(found) for name, found in drawn_with(lettering, fonts).items()}


def made_then(entry: Any) -> PrintedInputs:
    """What a manifest says. Raises ValueError, TypeError, KeyError or AttributeError for what is no such entry."""
    if entry is None:
        return PrintedInputs()
    said = entry["print"]
    try:
        parts = base64.b64decode(str(entry["parts"]), validate=True)
    except binascii.Error as error:
        raise ValueError(f"its parts are no base64: {error}") from error
    return PrintedInputs(
        str(said["language"]),
        float(said["bleed_mm"]),
        float(said["margin_mm"]),
        None if said.get("edge") is None else str(said["edge"]),
        frozenset(str(name) for name in said["bled"]),
        frozenset(str(name) for name in said.get("filled", ())),
        str(entry["drawing"]),
        {str(name): str(found) for name, found in entry["with"].items()},
        frozenset(parts[at : at + _OF_A_PART] for at in range(0, len(parts), _OF_A_PART)),
    )


def _digest_of(part: Part, text: str) -> bytes:
    said = "\0".join((*part, text)).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(said, digest_size=_OF_A_PART).digest()


def _short(digest: bytes) -> str:
    return base64.b64encode(digest[:_OF_A_FILE]).decode("ascii")


def ink_in_words(ink: str, *, grey: bool) -> str:
    """What a kit is printed with: in full, with less ink or as a line drawing, in colour or in grey."""
    said = {"full": "in full", "saver": "with less ink", "outline": "as a line drawing"}.get(ink, ink)
    return f"{said}, in grey" if grey else said
