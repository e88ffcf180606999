"""What templates may not call, told with what they may write instead."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

_FILL = "place texts with `line`, which has `anchor`, or wrap them with `block`"
_NEW = "lists and tables cannot be changed: set a new one, such as xs + [x], or keep a value in a namespace"
_FIGURES = "join texts with ~, and round figures with | round(1)"
_PARTS = "go through a list with range(0, xs | length, 3), and take parts of it: xs[i:i + 3]"
_INSTEAD: Mapping[str, str] = {
    "replace": 'write it as a filter: text | replace("old", "new")',
    "join": 'write it as a filter: items | join(", ")',
    "format": _FIGURES,
    "format_map": _FIGURES,
    "translate": 'replace one after the other: text | replace("a", "b") | replace("c", "d")',
    "encode": "texts are printed as they are",
    **dict.fromkeys(("center", "ljust", "rjust", "zfill", "expandtabs", "indent", "wordwrap", "truncate"), _FILL),
    **dict.fromkeys(("append", "extend", "insert", "add", "remove", "update", "setdefault", "pop", "popitem"), _NEW),
    **dict.fromkeys(("clear", "copy"), _NEW),
    "reverse": "write it as a filter: items | reverse",
    "sort": "write it as a filter: items | sort",
    "batch": _PARTS,
    "slice": _PARTS,
    "groupby": 'take what is equal: items | selectattr("colour", "equalto", ink)',
    "filesizeformat": _FIGURES,
    "dictsort": "write it as: table | items | sort",
}
"""By the name of a method or of a filter."""
_KINDS: Mapping[type, str] = {str: "a text", list: "a list", tuple: "a list", dict: "a table", bytes: "bytes"}
_UNKNOWN = re.compile(r"No (filter|test) named '([^']*)'")
_UNDEFINED = re.compile(r"'(\w+)' is undefined")
_PAGE = "docs/templates.md tells all that a template can call"


def refused_method(value: object, name: str, allowed: Collection[str]) -> str:
    """What is wrong, and on a second line what to write instead, where a template calls the method ``name`` of a plain
    ``value``, of which ``allowed`` ones may be called."""
    kind = next((words for one, words in _KINDS.items() if isinstance(value, one)), "a number")
    mend = _INSTEAD.get(name) if name in _INSTEAD else _nearest(name, allowed)
    told = f"it has {', '.join(f'.{one}()' for one in sorted(allowed))}" if allowed else f"{kind} has no methods here"
    return f"a template cannot call .{name}() of {kind}\n{mend or told}"


def unknown_name(message: str, filters: Iterable[str], tests: Iterable[str]) -> tuple[str, str | None]:
    """What is wrong and how to mend it, where Jinja says that there is no such filter or test; else what it says."""
    found = _UNKNOWN.search(message)
    if found is None:
        return message, None
    kind, name = found[1], found[2]
    hint = _INSTEAD.get(name) if kind == "filter" else None
    return f"there is no {kind} {name!r}", hint or _nearest(name, filters if kind == "filter" else tests) or _PAGE


def undefined_name(message: str, names: Iterable[str]) -> str | None:
    """How to mend a name that is defined nowhere, where it is nearly one that is."""
    found = _UNDEFINED.search(message)
    return None if found is None else _nearest(found[1], names)


def _nearest(name: str, among: Iterable[str]) -> str | None:
    from difflib import get_close_matches  # noqa: PLC0415 - only for a message

    close = get_close_matches(name, list(among), 1, 0.7)
    return f"did you mean {close[0]!r}?" if close else None
