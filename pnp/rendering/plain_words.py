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
_WORDINGS = (
    (r"'([<>]=?)' not supported between instances of '(\w+)' and '(\w+)'", "{0!r} compares {1} with {2}"),
    (r"unsupported operand type\(s\) for ([^: ]+)[^:]*: '(\w+)' and '(\w+)'", "{0!r} combines {1} with {2}"),
    (r"can only concatenate (\w+) \(not \"(\w+)\"\)", "'+' combines {0} with {1}; join texts with ~"),
    (r"bad operand type for (?:unary )?([^:()]+)(?:\(\))?: '(\w+)'", "{0!r} needs a number, and this is {1}"),
    (r"must be real number, not (\w+)", "a number is needed here, and this is {0}"),
    (r"type (\w+) doesn't define __round__ method", "a number is needed here, and this is {0}"),
    (r"Unknown format code '\w+' for object of type '(\w+)'", "a number is needed here, and this is {0}"),
    (r"'[\w.]*?(\w+) object' has no attribute '(\w+)'", "{0} has no {1!r}"),
    (r"'(\w+)' object is not callable", "{0} cannot be called"),
    (r"'(\w+)' object is not iterable", "{0} has no items to go through"),
    (r"(?:float|integer)[a-z ]* (?:division|modulo)[a-z ]*|division by zero", "a number is divided by zero"),
)


def in_words(error: Exception) -> str:
    """The message of an error, as far as it is one that values of cards bring about.

    >>> in_words(TypeError("'>' not supported between instances of 'str' and 'int'"))
    "'>' compares a text with a number"
    """
    text = str(error)
    for pattern, wording in _WORDINGS:
        match = re.search(pattern, text)
        if match is not None:
            return wording.format(*(_KINDS.get(part, part) for part in match.groups()))
    return text
