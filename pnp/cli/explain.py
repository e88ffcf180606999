"""``pnp explain``: what a key of a definition file means, and what it can be."""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from pnp.cli.arguments import JsonOption
from pnp.cli.output import coloured, note, say, say_json
from pnp.diagnostics import Diagnostic, PnpError

if TYPE_CHECKING:
    from pnp.definition.reference import Key
    from pnp.project.reference import Reference

_WIDTH = 100
_MOST_IN_FULL = 6
_ALL = "`pnp explain` lists them all"


def explain(
    names: Annotated[
        Optional[list[str]],  # noqa: UP045 - typer reads annotations at run time on every supported Python
        typer.Argument(metavar="KEY", help="A name or a path, such as edge or components.edge. Default: list them."),
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the page docs/keys.md, of the shipped games.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Say what a key of games.toml means and what it can be. Without one, list them."""
    from pnp.project.reference import every_key  # noqa: PLC0415

    reference = every_key()
    key = ".".join(names) if names else None  # of a line as it stands in the file: [GAME.components.ID] edge
    if markdown:
        for line in reference.page().removesuffix("\n").split("\n"):
            say(line)
        return
    found = list(reference.keys) if key is None else reference.find(key)
    if key is not None and not found:
        raise PnpError(_unknown(reference, key))
    if as_json:
        say_json([one.as_json() for one in found])
    elif key is None:
        _list(reference)
    elif len(found) > _MOST_IN_FULL:
        for one in found:
            _say_title(one)
        note(f"  {len(found)} keys; name the table as well: pnp explain {_path(found[0])}")
    else:
        for number, one in enumerate(found):
            if number:
                say()
            _say_in_full(reference, one)


def _unknown(reference: Reference, asked: str) -> Diagnostic:
    close = reference.near(asked)
    hint = f"did you mean {' or '.join(close)}? Else {_ALL}" if close else _ALL
    return Diagnostic("unknown-key", f"there is no key {asked!r}", hint=hint)


def _path(key: Key) -> str:
    from pnp.definition.reference import plain_path  # noqa: PLC0415

    return f"{key.engine}.{plain_path(key)}" if key.engine else plain_path(key)


def _say_title(key: Key) -> None:
    of = f'  (engine = "{key.engine}")' if key.engine else ""
    where = f"  (where {key.where})" if key.where else ""
    say(coloured(key.title, "strong", sys.stdout), of, where)


def _say_in_full(reference: Reference, key: Key) -> None:
    _say_title(key)
    lines = wrap(key.meaning, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    without = "none: it must be there" if key.required else key.default or "none: it may be left out"
    rows = [("value", key.kind), ("default", without), ("example", key.example)]
    children = list(dict.fromkeys(one.name for one in reference.inside(key)))
    if children:
        rows.append(("its keys", ", ".join(children)))
    for name, text in rows:
        body = [text] if name == "example" else wrap(text, _WIDTH - 12) or [""]
        lines += [f"  {name if at == 0 else '':<12}{part}" for at, part in enumerate(body)]
    for line in lines:
        say(line)


def _list(reference: Reference) -> None:
    """Every key by its table."""
    tables: dict[tuple[str, str], list[str]] = {}
    for key in reference.keys:
        names = tables.setdefault((key.engine, key.header), [])
        if key.name not in names:
            names.append(key.name)
    before = ""
    for (engine, header), names in tables.items():
        if engine != before:
            say()
            say(f'engine = "{engine}"')
            before = engine
        say(coloured(header, "strong", sys.stdout))
        for line in wrap(", ".join(names), _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False):
            say(line)
    note("  pnp explain KEY says what one means and what it can be")
