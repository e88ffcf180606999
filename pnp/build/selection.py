"""Selection of components and of their pieces, by id or by place in the deck, as ``--only`` names them."""

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
"""Limit of a selection's characters in the name of a file."""

Selection = Mapping[str, tuple[str, ...]]
"""Selected pieces by component; no pieces select all of them."""


def parse_selection(game: Game, only: Iterable[str]) -> Selection:
    """Parse ``only``: ``cards``, ``cards/red-7``, ``cards/5-9``, and lists of these with commas between them. Raises
    PnpError for an unknown component. Unknown pieces are found by ``select_cards``."""
    named_pieces: dict[str, tuple[str, ...]] = {}
    selected_whole: set[str] = set()
    for selector in (part.strip() for text in only for part in text.split(",")):
        name, slash, piece_name = selector.partition("/")
        require_component(game, name)
        if slash and not piece_name:
            message = f"--only {selector} names no piece of {name}"
            raise PnpError(Diagnostic("usage", message, hint=f"write {name}/ID, or {name} for all of it"))
        selected_whole |= set() if slash else {name}
        named_pieces[name] = (*named_pieces.get(name, ()), *([piece_name] if slash else ()))
    return {
        name: () if name in selected_whole else tuple(dict.fromkeys(pieces)) for name, pieces in named_pieces.items()
    }


def restrict_selection(game: Game, only: Iterable[str], components: Iterable[str]) -> tuple[str, ...]:
    """Return selectors of the same pieces of these components, and of nothing else."""
    selected = parse_selection(game, only)
    return tuple(
        selector
        for name in components
        for selector in ([f"{name}/{piece}" for piece in selected.get(name, ())] or [name])
    )


def require_component(game: Game, name: str) -> Component:
    """Return the component of this id. Raises PnpError if there is none."""
    for component in game.components:
        if component.id == name:
            return component
    ids = [component.id for component in game.components]
    near = get_close_matches(name, ids, 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    message = f"{game.id} has no component {name!r}"
    raise PnpError(Diagnostic("unknown-component", message, hint=f"{hint}it has: {', '.join(ids)}"))


def select_cards(component: str, cards: Sequence[PrintedCard], pieces: Sequence[str]) -> tuple[PrintedCard, ...]:
    """Return the cards that ``pieces`` name, in their own order; all of them without any names.

    A piece is named by its id. If no id reads so, ``5`` is the fifth and ``5-9`` the fifth to the ninth in the order of
    the deck. Raises PnpError for a name that names nothing.
    """
    if not pieces:
        return tuple(cards)
    ids = list(dict.fromkeys(card.card for card in cards))
    wanted_ids: set[str] = set()
    for piece in pieces:
        place_range = None if piece in ids else _PLACES.fullmatch(piece)
        if piece in ids:
            wanted_ids.add(piece)
        elif place_range is not None:
            first, last = int(place_range[1]), int(place_range[2] or place_range[1])
            if not 1 <= first <= last <= len(ids):
                message = f"--only {component}/{piece}: {component} has the pieces 1 to {len(ids)}"
                raise PnpError(Diagnostic("unknown-piece", message, hint=f"such as {component}/1-{len(ids)}"))
            wanted_ids.update(ids[first - 1 : last])
        else:
            raise _unknown_piece(component, piece, ids)
    return tuple(card for card in cards if card.card in wanted_ids)


def selection_name(only: Iterable[str]) -> str:
    """Return a selection as a part of a file name: itself, or its components and a digest if it is long."""
    selectors = sorted({selector.strip() for text in only for selector in text.split(",")})
    name = "-".join(selector.replace("/", "-") for selector in selectors)
    if len(name) <= _LONGEST_NAME:
        return name
    components = "-".join(dict.fromkeys(selector.partition("/")[0] for selector in selectors))[:_LONGEST_NAME]
    return f"{components}-{hashlib.sha256(','.join(selectors).encode()).hexdigest()[:8]}"


def _unknown_piece(component: str, piece: str, ids: Sequence[str]) -> PnpError:
    near = get_close_matches(piece, ids, 3)
    listed = f"{', '.join(ids[:12])}{' …' if len(ids) > 12 else ''}"
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {listed}"
    return PnpError(Diagnostic("unknown-piece", f"--only: {component} has no piece {piece!r}", hint=hint))


# Pieces that a number of players uses


def decks_in_play(project: Project, game: Game, players: int | None) -> Mapping[str, Sequence[Item]]:
    """Return every deck of ``game``, without the items that this number of players does not use. None leaves decks
    whole. Raises PnpError, located in the definition, for a number that the game is not for."""
    decks = decks_of(game)
    if players is None:
        return decks
    _check_players(project, game, players)
    return {name: tuple(item for item in items if item.used_with(players)) for name, items in decks.items()}


def game_in_play(project: Project, game: Game, players: int | None) -> Game:
    """Return ``game`` with the copies of shared pieces that this number of players needs. None counts the greatest
    number. Raises PnpError, located in the definition, for a number that the game is not for."""
    if players is None:
        return game
    _check_players(project, game, players)
    return replace(game, components=tuple(component.for_players(players) for component in game.components))


def lint_card_counts(project: Project, game: Game, players: int | None) -> Iterator[Diagnostic]:
    """Yield a warning, located in the definition, for every deck with fewer cards than the players take."""
    for component in game.components:
        if component.cards_each is None or component.of is None:
            continue
        items = decks_of(game)[component.of]
        available = component.copies * sum(item.copies for item in items)
        seats = players if players is not None else max(seats_of(game), default=0)
        if available >= component.cards_each * seats:
            continue
        title = say(component.title, "en")
        each = "one each" if component.cards_each == 1 else f"{component.cards_each} each"
        yield Diagnostic(
            "too-few-for-players",
            f"there are {available} of {title!r} for {seats} players, who take {each}",
            _locate_too_few(project, game, component),
            f"add {component.cards_each * seats - available}, or let fewer play",
            severity="warning",
        )


def _locate_too_few(project: Project, game: Game, component: Component) -> Location:
    """Return the location of the deck, if the file in use spells it out; else of the number of players."""
    deck_place = project.locate_own(game.id, ("decks", str(component.of)))
    return deck_place or project.locate(game.id, ("players",))


def seats_of(game: Game) -> Sequence[int]:
    """Return the numbers of players that the game is for; empty for a deck that names none."""
    engine = engine_of(game)
    if engine.play is not None:
        return engine.play.seats(engine.rules(game.settings))
    players = game.resolved.get("players")
    return () if players is None else range(players[0], players[1] + 1)


def _check_players(project: Project, game: Game, players: int) -> None:
    seats = seats_of(game)
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
