"""Write text as XML has it.

The standard library does the same, but ``html`` loads 2,000 names, and ``xml.sax.saxutils`` a web client.
"""

from __future__ import annotations


def escape(text: str) -> str:
    """Return ``text`` as the content of an element.

    >>> escape("a < b & c")
    'a &lt; b &amp; c'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def quoteattr(text: str) -> str:
    """Return ``text`` as the value of an attribute, with its quotes.

    >>> quoteattr('say "yes" & go')
    '"say &quot;yes&quot; &amp; go"'
    """
    escaped = escape(text).replace('"', "&quot;").replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    return f'"{escaped}"'
