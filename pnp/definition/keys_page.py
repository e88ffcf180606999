"""The page of the documentation that tells every key."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.definition.reference import Key

_HEAD = """# Keys of games.toml

Every key of a definition file: where it stands, what it means, what it can be. `pnp explain KEY` tells the same of
one key, by its name or its path (`pnp explain components.edge`), also of the engines of installed packages; `pnp
schema` has it for editors. This page is written by `pnp explain --markdown`.

Headings are the lines in square brackets that keys stand below. `GAME` is the name of your game, `ID` a name that you
choose: both are small letters, digits and single hyphens. Double brackets begin an entry of a list; most people write
such a list in braces, an entry a line: `colours = [{ id = "red", … }, …]`. A game that `extends` another one needs none
of the keys that must be there, and changes entries of a list by their ids: `[GAME.colours.red]`.

A length is in quotes, with its unit: `"3mm"`, `"0.5cm"`, `"1in"`, `"12pt"`. A text is `"Red"`, the same in every
language, or one for each language, by its tag: `{ en = "red", ja = "赤" }`; a Japanese one may have its reading in kana
beside it, as `ruby`. What stands in `words.toml` and `theme.toml` is told in
[templates.md](templates.md#the-look-of-a-game).
"""


def keys_page(keys: Iterable[Key]) -> str:
    """The page, in Markdown: a part for what all games share, and one for each engine."""
    parts: dict[str, dict[str, list[Key]]] = {}
    for key in keys:
        parts.setdefault(key.engine, {}).setdefault(key.header, []).append(key)
    lines = [_HEAD]
    for engine, headers in parts.items():
        if engine:
            lines.append(f'## engine = "{engine}"\n')
        for header, found in headers.items():
            lines.append(f"{'###' if engine else '##'} `{header}`\n")
            lines += [_entry(key) for key in found]
            lines.append("")
    return "\n".join(lines)


def _entry(key: Key) -> str:
    where = f", where `{key.where}`" if key.where else ""
    need = " Must be there." if key.required else f" Without it: {_coded(key.default)}." if key.default else ""
    return f"- **`{key.name}`**{where}: {key.meaning}\n  Value: {key.kind}.{need}\n  `{key.example}`"


def _coded(default: str) -> str:
    return default if default.startswith("that ") else f"`{default}`"
