"""The job in typst, a typesetting engine in Rust: the floor that a program in Python does not reach."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def main(source: str, target: str, font: str) -> None:
    """Draw the cards of the CSV file ``source`` into the PDF file ``target`` in the installed font family ``font``."""
    typst: Any = import_module("typst")
    layout = Path(__file__).with_name("deck.typ").resolve()
    typst.compile(str(layout), output=target, root="/", sys_inputs={"cards": str(Path(source).resolve()), "face": font})


if __name__ == "__main__":
    main(*sys.argv[1:4])
