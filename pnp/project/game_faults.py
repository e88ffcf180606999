"""Faults of games: errors that arise in the code of a game's package, with the file and the line to mend."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.abc import InspectLoader
from linecache import getline
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType

from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.records import dataclass
from pnp.registry import OWN, GamePackage, game_packages
from pnp.steps import current_step
from pnp.textfile import excerpt, label_of

PROGRAM_FAULT = "fault"
"""Code of the message for a fault of the program. Games that are shipped with it are part of it."""
_GAME_FAULT = "game-fault"
_WRONG_CALL = re.compile(r"([\w.<>]+)\(\) (?:missing|takes|got) ")
"""Beginning of the text of a TypeError for a call with other arguments than a function takes."""
_NOTED = "_pnp_game_fault"
"""Attribute of an error that another process raised: its traceback stays there."""


@dataclass(frozen=True, slots=True)
class _CodePlace:
    """Line of a game's code, or its file alone, and the line of other code that raised the error."""

    game: GamePackage
    file: str
    line: int | None
    raised_in: str = ""
    """As ``line 93 of pnp.games.core.checks``."""

    @property
    def is_raised_by_pnp(self) -> bool:
        return " of pnp." in self.raised_in


def game_fault(error: Exception) -> Diagnostic | None:
    """Return the message for an unexpected error of the code of a game, or None for any other error.

    The game is at fault if a line of its package is in the traceback. It is also at fault if the program calls one of
    its functions, which takes other arguments: the traceback then ends in the program.
    """
    noted = getattr(error, _NOTED, None)
    if isinstance(noted, Diagnostic):
        return noted
    place = _place_of(error)
    return None if place is None else _message(error, place)


@contextmanager
def noting_game_faults() -> Iterator[None]:
    """Note which game is at fault on an unexpected error that leaves the block, for another process to report."""
    try:
        yield
    except PnpError:
        raise
    except Exception as error:
        setattr(error, _NOTED, game_fault(error))
        raise


def _message(error: Exception, place: _CodePlace) -> Diagnostic:
    step, is_shipped = current_step(), place.game.distribution == OWN
    work = f" while {step.work}" if step.work else ""
    text = str(error).split("\n", 1)[0][:200]
    what = f"{type(error).__name__}{f': {text}' if text else ''}{place.raised_in and f', raised in {place.raised_in}'}"
    hint = "mend it there"
    if place.is_raised_by_pnp:
        hint += "; docs/interface.md says how pnp calls a game, and how a game calls pnp"
    if is_shipped:
        hint += ", or please report it if the game came with pnp"
    source = None if place.line is None else excerpt(getline(place.file, place.line).rstrip(), 1)
    return Diagnostic(
        PROGRAM_FAULT if is_shipped else _GAME_FAULT,
        f"this is a fault of the game {place.game.name!r}{work}: {what}",
        Location(label_of(Path(place.file)), place.line, source=source),
        f"{hint}; --debug shows the traceback",
    )


def _place_of(error: Exception) -> _CodePlace | None:
    """Return the place to mend in the package of a game, or None if none is at fault."""
    frames, games = list(walk_tb(error.__traceback__)), _loaded_games()
    own = [(game, frame, line) for frame, line in frames if (game := _game_of(frame, games)) is not None]
    if own and own[-1][1] is frames[-1][0]:
        return _CodePlace(own[-1][0], own[-1][1].f_code.co_filename, own[-1][2])
    if not frames:
        return None
    last, last_line = frames[-1]
    raised_in = f"line {last_line} of {last.f_globals.get('__name__', '')}"
    called = _wrongly_called(error, games, raised_in)
    if called is None and own:
        game, frame, line = own[-1]
        return _CodePlace(game, frame.f_code.co_filename, line, raised_in)
    return called


def _loaded_games() -> Mapping[str, GamePackage]:
    """Return the games that are imported, by package: their own, then those that hold it, with other code of theirs."""
    packages = list(game_packages().values())
    games = {game.package: game for game in packages}
    for game in packages:
        if game.distribution != OWN:
            games.setdefault(game.package.partition(".")[0], game)
    return {package: game for package, game in games.items() if package in sys.modules}


def _game_of(frame: FrameType, games: Mapping[str, GamePackage]) -> GamePackage | None:
    module = str(frame.f_globals.get("__name__", ""))
    return next((game for package, game in games.items() if f"{module}.".startswith(f"{package}.")), None)


def _wrongly_called(error: Exception, games: Mapping[str, GamePackage], raised_in: str) -> _CodePlace | None:
    """Return the function of a game that the program called with arguments that it does not take."""
    match = _WRONG_CALL.match(str(error)) if isinstance(error, TypeError) else None
    if match is None:
        return None
    for package, game in games.items():
        codes = [code for code in _codes(package) if code.co_qualname == match[1]]
        if codes:
            # Lambdas of one function have one name.
            line = codes[0].co_firstlineno if len(codes) == 1 else None
            return _CodePlace(game, codes[0].co_filename, line, raised_in)
    return None


def _codes(package: str) -> Iterator[CodeType]:
    """Yield the code of all functions of the imported modules of a package."""
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{package}.")]:
        spec = sys.modules[name].__spec__
        loader = None if spec is None else spec.loader
        code = loader.get_code(name) if isinstance(loader, InspectLoader) else None
        codes = [] if code is None else [code]
        for code in codes:  # grows in the loop
            codes += [part for part in code.co_consts if isinstance(part, CodeType)]
        yield from codes
