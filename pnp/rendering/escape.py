"""Text inside SVG. The standard library's ``xml.sax.saxutils`` does the same, but importing it loads a web client."""

from __future__ import annotations

from markupsafe import Markup


def escape(text: str) -> str:
    """``text`` as the content of an element.

    >>> escape("a < b & c")
    'a &lt; b &amp; c'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def plain(text: object) -> str:
    """``text`` as it reads: of markup, such as what a macro gives, the characters that it stands for.

    >>> plain(Markup("Sage &amp; Salt")), plain("&amp;")
    ('Sage & Salt', '&amp;')
    """
    return text.unescape() if isinstance(text, Markup) else str(text)


def quoteattr(text: str) -> str:
    """``text`` as the value of an attribute, with the quotes around it.

    >>> quoteattr('say "yes" & go')
    '"say &quot;yes&quot; &amp; go"'
    """
    plain = escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    return f'"{plain}"'
