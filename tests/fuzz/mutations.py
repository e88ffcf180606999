"""Change files at random, with their structure in mind: TOML and templates by token, SVG and sheets by element, JSON by
value, fonts by table, other files by byte."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any
from xml.etree import ElementTree

NUMBERS = (
    "0", "-0", "1", "-1", "0.5", "1e9", "-1e9", "1e300", "1e400", "nan", "inf", "65535", "65536", "4294967295",
    "9223372036854775808", "99999999999999999999999", "0x10", "1_000", "1,5", "٣",
)  # fmt: skip
TEXTS = (
    "", " ", "\0", "\x1b[31m", "\u202e", "\ufeff", "\U000f0000", "é\u0301", "赤", "שלום", "\ud7b0", "a" * 500, "{",
    "}", "{{",
    "{coin}", "**", "'", '"', "\\", "\n", "\t", "../x", "/etc/passwd", "con", "#", "#12", "url(#a)", "none",
    "true", "[]", "%s", "\u200b",
)  # fmt: skip
_TOKEN = re.compile(r"\{\{|\}\}|\{%|%\}|[\w.-]+|\s+|.", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

Mutation = Callable[[Random, str], str]


def mutate_text(random: Random, text: str) -> str:
    """Change one to four places of a text: tokens, numbers, lines."""
    for _ in range(random.choice((1, 1, 1, 2))):
        text = random.choice(_TEXT_MUTATIONS)(random, text)
    return text


def _other_number(random: Random, text: str) -> str:
    numbers = list(_NUMBER.finditer(text))
    return _replace(text, random.choice(numbers), random.choice(NUMBERS)) if numbers else text


def _other_token(random: Random, text: str) -> str:
    tokens = list(_TOKEN.finditer(text))
    return _replace(text, random.choice(tokens), random.choice((*TEXTS, *NUMBERS))) if tokens else text


def _token_of_elsewhere(random: Random, text: str) -> str:
    tokens = list(_TOKEN.finditer(text))
    return _replace(text, random.choice(tokens), random.choice(tokens)[0]) if tokens else text


def _without_tokens(random: Random, text: str) -> str:
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return text
    first = random.randrange(len(tokens))
    last = min(len(tokens) - 1, first + random.choice((0, 0, 1, 5, 30)))
    return text[: tokens[first].start()] + text[tokens[last].end() :]


def _repeated(random: Random, text: str) -> str:
    start = random.randrange(len(text) + 1)
    part = text[start : start + random.choice((1, 5, 40, 400))]
    return text[:start] + part * random.choice((2, 3, 40)) + text[start:]


def _other_lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            lines[first], lines[second] = lines[second], lines[first]
        case 1:
            del lines[first]
        case 2:
            lines.insert(second, lines[first])
        case _:
            lines[first] = lines[first][: random.randrange(len(lines[first]) + 1)]
    return "\n".join(lines)


def _inserted(random: Random, text: str) -> str:
    place = random.randrange(len(text) + 1)
    return text[:place] + random.choice((*TEXTS, *NUMBERS)) + text[place:]


def _cut(random: Random, text: str) -> str:
    return text[: random.randrange(len(text) + 1)]


def _replace(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


_TEXT_MUTATIONS: Sequence[Mutation] = (
    _other_number, _other_number, _other_token, _other_token, _token_of_elsewhere, _without_tokens, _repeated,
    _other_lines, _inserted, _cut,
)  # fmt: skip


def mutate_xml(random: Random, text: str) -> str:
    """Change one to four elements or attributes of an XML text."""
    root = ElementTree.fromstring(text)
    for _ in range(random.choice((1, 2, 2, 4))):
        _mutate_element(random, root)
    return ElementTree.tostring(root, encoding="unicode")


def _mutate_element(random: Random, root: ElementTree.Element) -> None:
    elements = list(root.iter())
    element, other = random.choice(elements), random.choice(elements)
    match random.randrange(7):
        case 0 if element.attrib:
            name = random.choice(list(element.attrib))
            element.set(name, random.choice((*TEXTS[1:], *NUMBERS)).replace("\0", ""))
        case 1 if element.attrib:
            name = random.choice(list(element.attrib))
            element.set(name, _other_number(random, element.attrib[name]))
        case 2 if element.attrib:
            del element.attrib[random.choice(list(element.attrib))]
        case 3 if other.attrib:
            name = random.choice(list(other.attrib))
            element.set(name, other.attrib[name])
        case 4:
            # A copy: an element may not hold itself.
            element.extend([deepcopy(other)] * random.choice((1, 1, 3, 30)))
        case 5 if len(element):
            element.remove(random.choice(list(element)))
        case _:
            element.text = random.choice(TEXTS[1:])


def mutate_json(random: Random, value: Any) -> Any:
    """Change one value in JSON data."""
    if random.random() < 0.8:
        if isinstance(value, dict) and value:
            return _mutate_table(random, value)
        if isinstance(value, list) and value:
            return _mutate_list(random, value)
    return random.choice((None, True, -1, 0, 1.5, 10**30, float("nan"), [], {}, [value] * 3, {"a": value}, *TEXTS))


def _mutate_table(random: Random, table: dict[str, Any]) -> dict[str, Any]:
    key = random.choice(list(table))
    match random.randrange(6):
        case 0:
            return {other: table[other] for other in table if other != key}
        case 1:
            return {**table, random.choice((*TEXTS, "cards", "seat")): table[key]}
        case _:
            return {**table, key: mutate_json(random, table[key])}


def _mutate_list(random: Random, values: list[Any]) -> list[Any]:
    place = random.randrange(len(values))
    match random.randrange(5):
        case 0:
            return values[:place] + values[place + 1 :]
        case 1:
            return values + [values[place]] * random.choice((1, 3, 200))
        case _:
            return [*values[:place], mutate_json(random, values[place]), *values[place + 1 :]]


def mutate_bytes(random: Random, data: bytes) -> bytes:
    """Change one to eight bytes, or cut, repeat or move a part."""
    changed = bytearray(data)
    match random.randrange(6):
        case 0:
            return data[: random.randrange(len(data) + 1)]
        case 1:
            start = random.randrange(len(data))
            return data[:start] + data[start : start + 200] * random.choice((2, 20)) + data[start:]
        case 2:
            start = random.randrange(len(data))
            return data[:start] + data[start + random.choice((1, 4, 100)) :]
        case _:
            for _ in range(random.choice((1, 2, 8))):
                changed[random.randrange(len(changed))] = random.choice((0, 1, 127, 128, 255, random.randrange(256)))
            return bytes(changed)


def mutate_font(random: Random, data: bytes) -> bytes:
    """Change fields at the head of a table, an entry of the list of tables, or any bytes."""
    count = struct.unpack_from(">H", data, 4)[0]
    entry = 12 + 16 * random.randrange(count)
    offset, length = struct.unpack_from(">LL", data, entry + 8)
    changed = bytearray(data)
    match random.randrange(5):
        case 0:
            struct.pack_into(
                ">L", changed, entry + random.choice((8, 12)), random.choice((0, 1, length * 2, 2**31, 2**32 - 1))
            )
        case 1:
            changed[entry : entry + 4] = data[12 + 16 * random.randrange(count) :][:4]
        case 2 | 3:
            for _ in range(random.choice((1, 3))):
                place = offset + 2 * random.randrange(max(1, min(length, 120) // 2))
                if place + 2 <= len(changed):
                    struct.pack_into(">H", changed, place, random.choice((0, 1, 2, 255, 256, 32767, 32768, 65535)))
        case _:
            return mutate_bytes(random, data)
    return bytes(changed)


def mutate_pdf(random: Random, data: bytes) -> bytes:
    """Change numbers, names or streams of a PDF, or any bytes."""
    match random.randrange(4):
        case 0:
            return mutate_bytes(random, data)
        case 1:
            streams = list(re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL))
            stream = random.choice(streams)
            try:
                plain = zlib.decompress(stream[1])
            except zlib.error:
                plain = stream[1]
            packed = zlib.compress(mutate_text(random, plain.decode("latin-1")).encode("latin-1", "replace"))
            return data[: stream.start(1)] + packed + data[stream.end(1) :]
        case _:
            for _ in range(random.choice((1, 3))):
                token = random.choice(list(re.finditer(rb"/?[\w.-]{1,20}", data)))
                new = random.choice((*NUMBERS, "/Foo", "[", "]", "<<", ">>", "0 R", "null")).encode()
                data = data[: token.start()] + new + data[token.end() :]
            return data


def as_json(value: Any) -> str:
    """Write JSON, with NaN as it is."""
    return json.dumps(value, ensure_ascii=False)
