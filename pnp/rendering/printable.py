"""Texts of templates as they read."""

from __future__ import annotations

from types import NoneType

from markupsafe import Markup

from pnp.model.text import Translated

_PRINTABLE = (str, int, float, NoneType)


def plain(text: object) -> str:
    """Return ``text`` as it reads; markup, such as a macro's output, is unescaped.

    >>> plain(Markup("Sage &amp; Salt")), plain("&amp;")
    ('Sage & Salt', '&amp;')

    Raises ValueError for what is no text.
    """
    if isinstance(text, Markup):
        return text.unescape() if "&" in text else str(text)  # unescaping loads a table of 2,000 names
    reason = why_no_text(text)
    if reason is not None:
        raise ValueError(reason)
    return str(text)


def why_no_text(value: object) -> str | None:
    """Return why a value of a template cannot be printed; None for texts, numbers and the like.

    >>> why_no_text("a"), why_no_text(7), why_no_text(["a"])
    (None, None, 'a list is no text: print its items')
    """
    kind = type(value)
    if isinstance(value, _PRINTABLE) or kind.__str__ is not object.__str__ or hasattr(kind, "__html__"):
        return None
    if isinstance(value, Translated):
        return "this is a text in several languages: write t( ) around it"
    if isinstance(value, list | tuple | set | frozenset | range):
        return "a list is no text: print its items"
    return "this is no text: print one of its values, such as card.name"
