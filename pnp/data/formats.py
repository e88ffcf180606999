"""Read how the cells of an XLSX workbook look: the formats of figures, texts that are partly bold or italic, and those
that are struck out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pnp.data.parts import parse

_BUILT_IN: Mapping[int, str] = {2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"}
"""Formats that a workbook names by their number alone."""
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]')
_BRACKETS = re.compile(r"\[[^\]]*\]|_.|\*.")
"""Colours and conditions, and room that is left."""
_FIGURES = re.compile(r"([#0?,]*0|#)(?:\.(0+))?(%?)")
"""Places of a simple format: those before the point, those behind it, and a sign for per cent."""
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_OTHERS = re.compile(r"[^\ufffc $€£¥()-]")
_SMALL = re.compile(r"[0-9]{1,8}")
_LONGEST = 60
_MARKS = {"b": "**", "i": "*"}
_STRUCK = re.compile(rb"<(?:\w+:)?strike\b")


def number_formats(styles: bytes) -> dict[int, str]:
    """Return the formats of figures that are no plain ones, by the number of the style of a cell."""
    if not styles:
        return {}
    custom: dict[int, str] = {}
    formats: list[int] = []
    inside: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        inside.append(name)
        number = attributes.get("numFmtId", "")
        number = number if _SMALL.fullmatch(number) else "0"
        if name == "numFmt":
            custom[int(number)] = attributes.get("formatCode", "")
        elif name == "xf" and inside[-2:-1] == ["cellXfs"]:
            formats.append(int(number))

    parse(styles, start, EndElementHandler=lambda name: inside.pop())
    codes = ((style, custom.get(number, _BUILT_IN.get(number, ""))) for style, number in enumerate(formats))
    return {style: code for style, code in codes if code and len(code) <= _LONGEST}


def struck_styles(styles: bytes) -> frozenset[int]:
    """Return the numbers of the styles of cells whose text is struck out."""
    if not _STRUCK.search(styles):
        return frozenset()
    struck_fonts: set[int] = set()
    fonts: list[int] = []
    inside: list[str] = []
    font = -1

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal font
        inside.append(name)
        if inside[-2:] == ["fonts", "font"]:
            font += 1
        elif inside[-3:-1] == ["fonts", "font"] and name == "strike" and _is_on(attributes):
            struck_fonts.add(font)
        elif inside[-2:] == ["cellXfs", "xf"]:
            number = attributes.get("fontId", "")
            fonts.append(int(number) if _SMALL.fullmatch(number) else 0)

    parse(styles, start, EndElementHandler=lambda name: inside.pop())
    return frozenset(style for style, number in enumerate(fonts) if number in struck_fonts)


def struck_strings(strings: bytes) -> frozenset[int]:
    """Return the numbers of the shared texts with words that are struck out."""
    if not _STRUCK.search(strings):
        return frozenset()
    struck: set[int] = set()
    number, is_struck, is_text = -1, False, False

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal number, is_struck, is_text
        number += name == "si"
        is_struck = name != "r" and (is_struck or (name == "strike" and _is_on(attributes))) and name != "si"
        is_text = name == "t"

    def text_data(text: str) -> None:
        if is_text and is_struck and text.strip():
            struck.add(number)

    parse(strings, start, CharacterDataHandler=text_data)
    return frozenset(struck)


def _is_on(attributes: dict[str, str]) -> bool:
    return attributes.get("val", "1") not in ("0", "false")


def marked_strings(strings: bytes) -> dict[int, str]:
    """Return the shared texts with words in bold or italic beside others, by their numbers, each as Markdown."""
    if b"rPr" not in strings:
        return {}
    texts: dict[int, str] = {}
    runs: list[tuple[str, str]] = []
    number, mark, is_text, is_reading = -1, "", False, False

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal number, mark, is_text, is_reading
        if name == "si":
            number, mark = number + 1, ""
            runs.clear()
        elif name == "r":
            mark = ""
        elif name in _MARKS and _is_on(attributes):
            mark = _MARKS[name]
        elif name == "rPh":
            is_reading = True  # kana over the words
        is_text = name == "t" and not is_reading

    def end(name: str) -> None:
        nonlocal is_text, is_reading
        is_text = False
        local = name.rpartition(":")[2]
        is_reading = is_reading and local != "rPh"
        if local == "si" and len({mark for text, mark in runs if text.strip()}) > 1:
            texts[number] = "".join(_marked(text, mark) for text, mark in runs)

    def text_data(text: str) -> None:
        if is_text:
            runs.append((text, mark))

    parse(strings, start, EndElementHandler=end, CharacterDataHandler=text_data)
    return texts


def _marked(text: str, mark: str) -> str:
    """Return a text between marks, with the blanks at its ends outside of them."""
    words = text.strip()
    return text.replace(words, f"{mark}{words}{mark}", 1) if words else text


def shown_figure(text: str, code: str) -> str | None:
    """Return what a cell with a figure shows in a format; None if that is the figure, or a format that is not known.

    >>> shown_figure("2", "000"), shown_figure("0.5", "0%"), shown_figure("2.5", "0.00"), shown_figure("2", '"$"0')
    ('002', '50%', '2.50', '$2')
    >>> shown_figure("2", "0"), shown_figure("1200", "#,##0"), shown_figure("2", "d.m.yy"), shown_figure("a", "000")
    (None, '1,200', None, None)
    """
    if not _NUMBER.fullmatch(text):
        return None
    plain = _BRACKETS.sub("", _LITERAL.sub("\ufffc", code.split(";", maxsplit=1)[0]))
    literals = ["".join(filter(None, match.groups())) for match in _LITERAL.finditer(code.split(";", maxsplit=1)[0])]
    places = _FIGURES.search(plain)
    rest = plain if places is None else plain[: places.start()] + plain[places.end() :]
    if places is None or _OTHERS.search(rest):
        return None
    value = abs(float(text)) * (100 if places[3] else 1)
    figure = f"{value:{',' if ',' in places[1] else ''}.{len(places[2] or '')}f}"
    whole, point, decimals = figure.partition(".")
    figure = f"{whole.rjust(places[1].count('0'), '0')}{point}{decimals}{places[3]}"
    shown = ("-" if text.startswith("-") else "") + plain[: places.start()] + figure + plain[places.end() :]
    for literal in literals:
        shown = shown.replace("\ufffc", literal, 1)
    return None if shown.strip() == text else shown.strip()
