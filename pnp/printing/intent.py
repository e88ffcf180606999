"""What the colours of a file mean: sRGB, said by a profile inside it (ISO 19005-3, 6.2.3)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pnp.printing.document import Document, Source, Stream

PROFILE = Path(__file__).with_name("srgb.icc")
"""sRGB as LittleCMS makes it (588 bytes, ICC 4.2). Its copyright says: no copyright, use freely."""
_NAME = "sRGB IEC61966-2.1"


@cache
def srgb() -> bytes:
    """The profile."""
    return PROFILE.read_bytes()


def output_intents(document: Document) -> str:
    """The catalog's entry: plain red, green and blue, and greys, are those of sRGB."""
    profile = document.add(Stream("/N 3", srgb()))
    name = document.text(_NAME)
    intent = document.add(
        Source(
            f"<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier{name}/Info{name}"
            f"/RegistryName(http://www.color.org)/DestOutputProfile {profile}>>"
        )
    )
    return f"/OutputIntents[{intent}]"
