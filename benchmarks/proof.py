"""Whether a PDF does what was asked: every card's text can be extracted, and every font is embedded."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2


def missing_cards(pdf: Path, source: Path) -> int:
    """How many cards of the CSV file ``source`` (a number and a name, line after line) the text of the PDF lacks."""
    with source.open(encoding="utf-8", newline="") as file:
        expected = Counter((row["number"], row["colour"]) for row in csv.DictReader(file))
    found: Counter[tuple[str, str]] = Counter()
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            text = page.get_textpage()
            lines = [line.strip() for line in text.get_text_bounded().splitlines()]
            found.update(pairwise(lines))
            text.close()
            page.close()
    return sum((expected - found).values())


def fonts_not_embedded(pdf: Path) -> list[str]:
    """The names of fonts that the file uses without holding them."""
    with pikepdf.open(pdf) as document:
        return sorted({name for name, held in _fonts(document) if not held})


def _fonts(document: pikepdf.Pdf) -> Iterator[tuple[str, bool]]:
    for item in document.objects:
        if not isinstance(item, pikepdf.Dictionary) or item.get("/Type") != "/Font":
            continue
        if "/DescendantFonts" in item:
            continue
        described: Any = item.get("/FontDescriptor", {})
        held = any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        yield str(item.get("/BaseFont", item.get("/Name", "?"))), held or item.get("/Subtype") == "/Type3"
