"""File of a playtest: what is played, then a line for each part that is done. A killed run goes on from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.files import replace_file, write_error
from pnp.playtest.plan import Order
from pnp.playtest.run import Parts, parts_of
from pnp.playtest.tally import Tally


class SavedParts:
    """File to which the parts of a run are added in order, each as soon as it is done."""

    def __init__(self, path: Path, order: Order, resume: bool) -> None:
        """Begin the file, or read the parts that it has. Raises PnpError if the file is there and ``resume`` is
        False, if its games are of another plan, or if it cannot be read or written."""
        self._path = path
        head = order.head()
        lines = _lines(path) if resume else []
        if not resume and path.exists():
            message = "there is a file of this name already"
            raise PnpError(
                Diagnostic("exists", message, Location(str(path)), "go on with it by --resume, or name another file")
            )
        if lines:
            _refuse_other(path, lines[0], head)
        sizes = [len(seeds) for seeds in parts_of(order.plan)]
        self.known: Parts = {
            line["part"]: Tally(line["counts"])
            for line in lines[1:]
            if line["part"] < len(sizes) and line["counts"].get("games") == sizes[line["part"]]
        }
        self._written = 0
        text = _as_line(head)
        while self._written in self.known:  # parts are written in order: those after a gap are written again
            text += _part_line(self._written, self.known[self._written])
            self._written += 1
        replace_file(path, text.encode())

    def add(self, number: int, tally: Tally) -> None:
        """Add a part, unless the file has it. Raises PnpError if the file cannot be written."""
        if number < self._written:
            return
        try:
            with self._path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(_part_line(number, tally))
        except OSError as error:
            raise write_error(self._path, error) from error
        self._written = number + 1


def _lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file, without one at the end that was cut off. Raises PnpError."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, str(error)) from error
    whole = text.split("\n")[:-1]
    try:
        lines = [json.loads(line) for line in whole]
    except ValueError as error:
        raise _unreadable(path, f"it has a line that is no JSON ({error})") from error
    if not all(isinstance(line, dict) for line in lines) or not all(_is_part(line) for line in lines[1:]):
        raise _unreadable(path, "its lines are not those of a playtest")
    return lines


def _is_part(line: Mapping[str, Any]) -> bool:
    number, counts = line.get("part"), line.get("counts")
    if type(number) is not int or number < 0 or not isinstance(counts, dict):
        return False
    return all(type(count) is int and count >= 0 for count in counts.values())


def _unreadable(path: Path, reason: str) -> PnpError:
    message = f"this file of a playtest cannot be read: {reason}"
    return PnpError(Diagnostic("unreadable", message, Location(str(path)), "name another file with --save"))


def _refuse_other(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    for key in {**wanted, **found}:
        if found.get(key) != wanted.get(key):
            message = f"these games were played with another {key}: {found.get(key)!r}, not {wanted.get(key)!r}"
            raise PnpError(Diagnostic("other-games", message, Location(str(path)), "name another file with --save"))


def _as_line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True) + "\n"


def _part_line(number: int, tally: Tally) -> str:
    return _as_line({"part": number, "counts": tally.counts})
