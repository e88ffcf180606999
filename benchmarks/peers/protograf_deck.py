"""The job in protograf 0.5.2, its Deck and Card doing the layout.

The ground is given by a function for each card: an expression in a shape's fill is worked out for the first card only
in this version, which would draw the whole deck in one colour.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


def main(source: str, target: str, font: str) -> None:
    """Draw the cards of the CSV file ``source`` into the PDF file ``target`` in the installed font family ``font``."""
    sys.argv = sys.argv[:1]  # protograf reads the command line too
    maker: Any = import_module("protograf")
    maker.Create(filename=target, paper="A4", margin_left=1.04, margin_right=1.04, margin_top=1.65, margin_bottom=1.6)
    maker.Font(name=font)
    maker.Data(filename=source)
    maker.Deck(width=6.3, height=8.8, grid_marks=True, stroke=None)

    def face(card: Any) -> list[Any]:
        return [
            maker.rectangle(x=0, y=0, width=6.3, height=8.8, fill=card.hex, stroke=card.hex),
            maker.text(
                text=str(card.number), x=3.15, y=5.2, font_size=72, font_name=font, align="centre", stroke="white"
            ),
            maker.text(text=card.colour, x=0.5, y=0.9, font_size=14, font_name=font, align="left", stroke="white"),
        ]

    maker.Card("*", face)
    maker.Save()


if __name__ == "__main__":
    main(*sys.argv[1:4])
