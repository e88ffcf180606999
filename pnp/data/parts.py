"""Parse the XML of a part of a workbook."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.parsers import expat


class BadXmlError(Exception):
    """Part that is no XML, or that has contents foreign to workbooks."""


def parse(part: bytes, start: Callable[[str, dict[str, str]], None], **handlers: Callable[..., Any]) -> None:
    """Parse a part, and pass each element to ``start`` with its local name and its attributes.

    Attributes have local names, too. Raises BadXmlError.
    """

    prefixed = re.compile(":").search

    def element(name: str, attributes: dict[str, str]) -> None:
        if ":" not in name and not any(map(prefixed, attributes)):
            start(name, attributes)
            return
        local = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        if attributes.get("calcext:value-type") == "error":  # beside office:value-type, which says "string"
            local["value-type"] = "error"
        start(name.rpartition(":")[2], local)

    def refuse(*_: object) -> None:
        raise BadXmlError

    def declaration(_version: str, encoding: str | None, _standalone: int) -> None:
        if (encoding or "UTF-8").upper() != "UTF-8":
            raise BadXmlError  # spreadsheet programs write UTF-8, and other readers may take another encoding

    parser = expat.ParserCreate("UTF-8")
    parser.StartElementHandler = element
    parser.StartDoctypeDeclHandler = refuse
    parser.XmlDeclHandler = declaration
    for name, handler in handlers.items():
        setattr(parser, name, handler)
    try:
        parser.Parse(part, True)
    except expat.ExpatError as error:
        raise BadXmlError from error
