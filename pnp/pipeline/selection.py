"""What ``--only`` names: components, and pieces of them by their ids or by their places in the deck."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from pnp.diagnostics import Diagnostic, PnpError
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.rendering.face import Leaf

_PLACES = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_LONGEST_NAME = 60
"""Characters of a selection in the name of a file."""

Selection = Mapping[str, tuple[str, ...]]
"""By component, the pieces of it that are asked for; none means all of them."""


def selection(game: Game, only: Iterable[str]) -> Selection:
    """What ``only`` names: ``cards``, ``cards/red-7``, ``cards/5-9``, and several of these with commas between them.

    Raises PnpError for a component that is none. Whether there are such pieces, ``picked`` knows.
    """
    found: dict[str, tuple[str, ...]] = {}
    whole: set[str] = set()
    for said in (one.strip() for text in only for one in text.split(",")):
        name, slash, piece = said.partition("/")
        known(game, name)
        if slash and not piece:
            message = f"--only {said} names no piece of {name}"
            raise PnpError(Diagnostic("usage", message, hint=f"write {name}/ID, or {name} for all of it"))
        whole |= set() if slash else {name}
        found[name] = (*found.get(name, ()), *([piece] if slash else ()))
    return {name: () if name in whole else tuple(dict.fromkeys(pieces)) for name, pieces in found.items()}


def within(game: Game, only: Iterable[str], components: Iterable[str]) -> tuple[str, ...]:
    """What names the same pieces of these components, and nothing of others."""
    asked = selection(game, only)
    return tuple(
        said for name in components for said in ([f"{name}/{piece}" for piece in asked.get(name, ())] or [name])
    )


def known(game: Game, name: str) -> Component:
    """The component of this id. Raises PnpError where there is none."""
    for component in game.components:
        if component.id == name:
            return component
    ids = [component.id for component in game.components]
    near = get_close_matches(name, ids, 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    message = f"{game.id} has no component {name!r}"
    raise PnpError(Diagnostic("unknown-component", message, hint=f"{hint}it has: {', '.join(ids)}"))


def picked(component: str, leaves: Sequence[Leaf], pieces: Sequence[str]) -> tuple[Leaf, ...]:
    """The leaves that ``pieces`` name, in their own order; all where it names none.

    A piece is named by its id; where no id reads so, ``5`` is the fifth and ``5-9`` the fifth to the ninth in the order
    of the deck. Raises PnpError for a name of nothing.
    """
    if not pieces:
        return tuple(leaves)
    ids = list(dict.fromkeys(leaf.card for leaf in leaves))
    wanted: set[str] = set()
    for piece in pieces:
        places = None if piece in ids else _PLACES.fullmatch(piece)
        if piece in ids:
            wanted.add(piece)
        elif places is not None:
            first, last = int(places[1]), int(places[2] or places[1])
            if not 1 <= first <= last <= len(ids):
                message = f"--only {component}/{piece}: {component} has the pieces 1 to {len(ids)}"
                raise PnpError(Diagnostic("unknown-piece", message, hint=f"such as {component}/1-{len(ids)}"))
            wanted.update(ids[first - 1 : last])
        else:
            raise _unknown(component, piece, ids)
    return tuple(leaf for leaf in leaves if leaf.card in wanted)


def named(only: Iterable[str]) -> str:
    """A selection as a part of the name of a file: itself, or where that is long its components and a digest."""
    asked = sorted({one.strip() for text in only for one in text.split(",")})
    name = "-".join(one.replace("/", "-") for one in asked)
    if len(name) <= _LONGEST_NAME:
        return name
    components = "-".join(dict.fromkeys(one.partition("/")[0] for one in asked))[:_LONGEST_NAME]
    return f"{components}-{hashlib.sha256(','.join(asked).encode()).hexdigest()[:8]}"


def _unknown(component: str, piece: str, ids: Sequence[str]) -> PnpError:
    near = get_close_matches(piece, ids, 3)
    listed = f"{', '.join(ids[:12])}{' …' if len(ids) > 12 else ''}"
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {listed}"
    return PnpError(Diagnostic("unknown-piece", f"--only: {component} has no piece {piece!r}", hint=hint))
