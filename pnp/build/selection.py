"""Select components, and pieces of them by id or by place in the deck, as ``--only`` names them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.model.component import Component, Item
from pnp.model.game import Game
from pnp.model.text import say
from pnp.project.project import Project, decks_of, engine_of
from pnp.rendering.face import PrintedCard

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


def picked(component: str, leaves: Sequence[PrintedCard], pieces: Sequence[str]) -> tuple[PrintedCard, ...]:
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


# Printing only what is used with a number of players, and as much of it as they take.


def decks_in_play(project: Project, game: Game, players: int | None) -> Mapping[str, Sequence[Item]]:
    """Every deck of ``game``, without the items that so many players do not use; None leaves them whole.

    Raises PnpError, located in the definition, for a number of players that the game is not for.
    """
    decks = decks_of(game)
    if players is None:
        return decks
    _check(project, game, players)
    return {name: tuple(item for item in items if item.used_with(players)) for name, items in decks.items()}


def in_play(project: Project, game: Game, players: int | None) -> Game:
    """``game`` with as many copies of what everyone takes as so many players need; None counts the most there can be.

    Raises PnpError, located in the definition, for a number of players that the game is not for.
    """
    if players is None:
        return game
    _check(project, game, players)
    return replace(game, components=tuple(component.for_players(players) for component in game.components))


def too_few(project: Project, game: Game, players: int | None) -> Iterator[Diagnostic]:
    """A warning, located in the definition, for every deck that has fewer cards than the players take of it."""
    for component in game.components:
        if component.cards_each is None or component.of is None:
            continue
        items = decks_of(game)[component.of]
        there = component.copies * sum(item.copies for item in items)
        seats = players if players is not None else max(_seats(game), default=0)
        if there >= component.cards_each * seats:
            continue
        title = say(component.title, "en")
        each = "one each" if component.cards_each == 1 else f"{component.cards_each} each"
        yield Diagnostic(
            "too-few-for-players",
            f"there are {there} of {title!r} for {seats} players, who take {each}",
            _where_too_few(project, game, component),
            f"add {component.cards_each * seats - there}, or let fewer play",
            severity="warning",
        )


def _where_too_few(project: Project, game: Game, component: Component) -> Location:
    """The deck, where the file in use spells it out; else the number of players."""
    found = project.locate_own(game.id, ("decks", str(component.of)))
    return found or project.locate(game.id, ("players",))


def _seats(game: Game) -> Sequence[int]:
    """For how many players the game is; empty for a deck."""
    engine = engine_of(game)
    return () if engine.play is None else engine.play.seats(engine.rules(game.settings))


def _check(project: Project, game: Game, players: int) -> None:
    seats = _seats(game)
    if not seats:
        raise PnpError(
            Diagnostic(
                "players",
                f"{game.id} is a deck for any number of players",
                project.locate(game.id, ("engine",)),
                "leave --players out",
            )
        )
    if players not in seats:
        raise PnpError(
            Diagnostic(
                "players",
                f"{game.id} is not for {players} players",
                project.locate(game.id, ("players",)),
                f"it is for {seats[0]} to {seats[-1]}: give one of these numbers with --players",
            )
        )
