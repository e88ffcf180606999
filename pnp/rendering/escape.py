"""Escape text inside SVG.

The standard library's ``xml.sax.saxutils`` does the same, but importing it loads a web client.
"""

from __future__ import annotations

from markupsafe import Markup


def escape(text: str) -> str:
    """Return ``text`` as the content of an element.

    >>> escape("a < b & c")
    'a &lt; b &amp; c'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def plain(text: object) -> str:
    """Return ``text`` as it reads; markup, such as a macro's output, is unescaped.

    >>> plain(Markup("Sage &amp; Salt")), plain("&amp;")
    ('Sage & Salt', '&amp;')
    """
    return text.unescape() if isinstance(text, Markup) else str(text)


def quoteattr(text: str) -> str:
    """Return ``text`` as the value of an attribute, with its quotes.

    >>> quoteattr('say "yes" & go')
    '"say &quot;yes&quot; &amp; go"'
    """
    escaped = escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    return f'"{escaped}"'
