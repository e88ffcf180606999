"""What Python says of a value that a template cannot work with, in words of templates."""

from __future__ import annotations

import re

_KINDS = {
    "str": "a text",
    "Markup": "a text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "NoneType": "nothing",
    "list": "a list",
    "tuple": "a list",
    "dict": "a table",
    "CardFields": "a card",
    "Values": "a table of values",
    "Item": "a card",
    "Macro": "a macro",
    "function": "a function",
    "method": "a function",
}
_COMPARED = re.compile(r"'([<>]=?)' not supported between instances of '(\w+)' and '(\w+)'")
_COMBINED = re.compile(r"unsupported operand type\(s\) for ([^:]+): '(\w+)' and '(\w+)'")
_JOINED = re.compile(r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+")
_SIGNED = re.compile(r"bad operand type for (?:unary )?([^:]+?)(?:\(\))?: '(\w+)'")
_NUMBER = re.compile(r"must be real number, not (\w+)|type (\w+) doesn't define __round__ method")
_CODE = re.compile(r"Unknown format code '\w+' for object of type '(\w+)'")
_OF_OBJECT = re.compile(r"'[\w.]*?(\w+) object' has no attribute '(\w+)'")
_CALLED = re.compile(r"'(\w+)' object is not callable")


def in_words(error: Exception) -> str:
    """The message of an error, as far as it is one that values of cards bring about.

    >>> in_words(TypeError("'>' not supported between instances of 'str' and 'int'"))
    "'>' compares a text with a number"
    """
    text = str(error)
    if match := _COMPARED.search(text):
        return f"{match[1]!r} compares {_kind(match[2])} with {_kind(match[3])}"
    if match := _COMBINED.search(text):
        return f"{match[1].partition(' ')[0]!r} combines {_kind(match[2])} with {_kind(match[3])}"
    if match := _JOINED.search(text):
        return f"'+' combines {_kind(match[1])} with {_kind(match[2])}; join texts with ~"
    if match := _SIGNED.search(text):
        return f"{match[1]!r} needs a number, and this is {_kind(match[2])}"
    if match := _NUMBER.search(text):
        return f"a number is needed here, and this is {_kind(match[1] or match[2])}"
    if match := _CODE.search(text):
        return f"a number is needed here, and this is {_kind(match[1])}"
    if match := _OF_OBJECT.search(text):
        return f"{_kind(match[1])} has no {match[2]!r}"
    if match := _CALLED.search(text):
        return f"{_kind(match[1])} cannot be called"
    if isinstance(error, ZeroDivisionError):
        return "a number is divided by zero"
    return text


def _kind(name: str) -> str:
    return _KINDS.get(name, f"a {name}")
