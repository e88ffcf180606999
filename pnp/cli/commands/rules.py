"""``pnp examples``, ``pnp referee`` and ``pnp playtest``: ask the rules of a game."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import GamesOption, JsonOption, LangOption, NoCacheOption, SeedOption, StrictOption

_GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A table of the definition file.")]


def examples(
    game: _GameArgument,
    games: GamesOption = None,
    lang: LangOption = None,
    seed: SeedOption = 0,
    strict: StrictOption = False,
    no_cache: NoCacheOption = False,
    as_table: Annotated[bool, typer.Option("--table", help="Lesson × example × misreading instead.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the worked examples and rule checks that a kit prints, and the misreadings each of them rules out."""
    from pnp.cli.work import examples as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    form: work.Form = "json" if as_json else "table" if as_table else "words"
    work.show_examples(games, game, lang, seed, form, strict)


def referee(
    game: _GameArgument,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="JSON Lines, or a file of cases. Default: standard input."),
    ] = None,
    games: GamesOption = None,
) -> None:
    """Answer questions about the rules: one JSON object with kind and in per line; one answer per line, in order.

    A line that cannot be answered gives an error, the others are still answered, and the exit status is 1.
    """
    from pnp.cli.work import referee as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    if not work.answer_all(games, game, file):
        raise typer.Exit(1)


class BotName(StrEnum):
    """Bots, from the weakest to the strongest."""

    random = "random"
    survivor = "survivor"
    greedy = "greedy"
    flat = "flat"
    tree = "tree"


def playtest(
    game: _GameArgument,
    games: GamesOption = None,
    count: Annotated[int, typer.Option("--count", min=1, max=100_000_000, help="Games to play.")] = 1_000,
    players: Annotated[
        str | None, typer.Option(metavar="N|N..M", help="How many play. Default: every number that the rules allow.")
    ] = None,
    bot: Annotated[BotName, typer.Option(help="Who plays, from the weakest to the strongest.")] = BotName.survivor,
    rival: Annotated[
        BotName | None, typer.Option(help="Who plays in one seat, each in turn; --bot plays in all others.")
    ] = None,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Let each bot play against the next weaker one, and say which is stronger.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first game; the next one has the next number.")] = 0,
    until: Annotated[
        str | None, typer.Option(metavar="N%", help="End as soon as it is known whether each seat is so near to fair.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Play this one too, by the same seeds: shipped:NAME, or FILE.toml:NAME."),
    ] = None,
    vary: Annotated[
        str | None,
        typer.Option(metavar="KEY=A..B", help="Play with each value of a key of the game: hand=5..9, or hand=5,7."),
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Tell of cards, kinds of actions, and who leads when.")
    ] = False,
    restricted: Annotated[
        bool,
        typer.Option("--restricted", help="Tell what a player loses that never plays a card, or never does an action."),
    ] = False,
    choices: Annotated[
        bool, typer.Option("--choices", help="Tell at how many decisions it matters which action is taken.")
    ] = False,
    misreadings: Annotated[
        bool, typer.Option("--misreadings", help="Play each game by each misread rule too, and compare the winners.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write tables and plots: FILE.html, or FILE.pdf.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a row for each figure (CSV), for notebooks.")
    ] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="Processes that play. Default: one a core.")] = None,
    on: Annotated[
        str | None,
        typer.Option(
            metavar="tcp://HOST:PORT|local:N",
            help='Let the workers of a Dask scheduler play, or N on this machine (pip install "pnp-kit\\[farm]").',
        ),
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the counts of games that are done.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --save.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Play whole games with bots: who wins by the order of turns, how long they take, how often there is a choice.

    The same seeds give the same figures, with any number of processes. Ctrl-C prints what is known by then.
    """
    from pnp.cli.work import playtest as work  # noqa: PLC0415 - pnp --help must not load the pipeline

    request = work.PlaytestRequest(
        work.GameReference(game, games),
        players_range(players),
        count,
        seed,
        bot.value,
        share_of(until),
        None if against is None else work.GameReference.of(against, game),
        None if vary is None else work.Variation(*varied(vary)),
        processes,
        save,
        resume,
        rival=None if rival is None else rival.value,
        ladder=ladder,
        details=details or html is not None,
        restricted=restricted,
        choices=choices,
        misreadings=misreadings,
        report=html,
        csv=csv,
        on=place_of(on),
    )
    status = work.playtest(request, as_json)
    if status:
        raise typer.Exit(status)


def players_range(text: str | None) -> tuple[int, ...]:
    """Return the numbers of players that ``2``, or ``2..4``, means; none for None. Raises typer.BadParameter.

    >>> players_range("2..4"), players_range("3"), players_range(None)
    ((2, 3, 4), (3,), ())
    """
    if text is None:
        return ()
    first, _, last = text.partition("..")
    numbers = [part for part in (first, last or first) if part.isascii() and part.isdecimal() and int(part[:4]) < 100]
    if len(numbers) < 2 or not 1 <= int(numbers[0]) <= int(numbers[1]):
        raise typer.BadParameter(f"{text!r} is no number of players, such as 3, or 2..4")
    return tuple(range(int(numbers[0]), int(numbers[1]) + 1))


_KEY = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_MOST_VALUES = 100


def varied(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the key and the values that ``hand=5..9`` or ``hand=5,7`` means. Raises typer.BadParameter.

    >>> varied("hand=5..7"), varied("colours.red.letter=R,Q")
    (('hand', ('5', '6', '7')), ('colours.red.letter', ('"R"', '"Q"')))
    """
    key, _, wanted = text.partition("=")
    key, wanted = key.strip(), wanted.strip()
    numbers = _RANGE.fullmatch(wanted)
    if numbers:
        values = [str(number) for number in range(int(numbers[1]), int(numbers[2]) + 1)[: _MOST_VALUES + 1]]
    else:
        values = [_toml_scalar(part.strip()) for part in wanted.split(",") if part.strip()]
    if not _KEY.fullmatch(key) or not 0 < len(values) <= _MOST_VALUES:
        raise typer.BadParameter(f"{text!r} is not a key with up to {_MOST_VALUES} values, such as hand=5..9")
    return key, tuple(values)


def _toml_scalar(text: str) -> str:
    """Return a value as TOML spells it: numbers, true and false as they are, all else in quotes."""
    is_plain = text in ("true", "false") or re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text)
    return text if is_plain else json.dumps(text.strip('"'), ensure_ascii=False)


def place_of(text: str | None) -> str | int | None:
    """Return the address of a scheduler, or the number of workers that ``local:4`` means. Raises typer.BadParameter.

    >>> place_of("local:4"), place_of("tcp://farm:8786"), place_of(None)
    (4, 'tcp://farm:8786', None)
    """
    if text is None or re.fullmatch(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}", text):
        return text
    if re.fullmatch(r"local:[1-9][0-9]{0,2}", text):
        return int(text.removeprefix("local:"))
    raise typer.BadParameter(f"{text!r} is no scheduler, such as tcp://host:8786, tls://host:8786 or local:4")


def share_of(text: str | None) -> float | None:
    """Return the share that ``1%`` means. Raises typer.BadParameter.

    >>> share_of("0.5%"), share_of(None)
    (0.005, None)
    """
    if text is None:
        return None
    try:
        percent = float(text.removesuffix("%"))
    except ValueError:
        percent = 0.0
    if not 0.1 <= percent <= 50:
        raise typer.BadParameter(f"{text!r} is no share between 0.1% and 50%")
    return percent / 100
