"""Play whole games with bots, and say what they tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from importlib.util import find_spec
from itertools import groupby, pairwise
from pathlib import Path

from pnp.cli.output import Progress, counted, flush, note, progress, report, say, say_json, say_table
from pnp.cores import cores
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.playtest.figures import Estimate, Spread, fairness_at_look, figures_of, looks_at
from pnp.playtest.part import words_of
from pnp.playtest.plan import GameReference, Order, Plan
from pnp.playtest.processes import processes
from pnp.playtest.reports.finished import BOT_NAMES, PlayedTest
from pnp.playtest.reports.for_programs import as_json as json_of
from pnp.playtest.reports.for_programs import write_csv
from pnp.playtest.reports.html import write_report
from pnp.playtest.reports.pdf import write_pdf_report
from pnp.playtest.reports.table import Table, ordinal, share_cells
from pnp.playtest.reports.tables import left_out, tables_of
from pnp.playtest.run import Place, ThisProcess, parts_of, run_parts
from pnp.playtest.saved import SavedParts
from pnp.playtest.tally import Tally
from pnp.playtest.thinking import BOTS
from pnp.records import dataclass

__all__ = ["GameReference", "PlaytestRequest", "Variation", "playtest"]

_ALONE = 20
"""Most parts that a run plays in its own process, whose processor time is limited. Longer runs have a process for it,
which is replaced if it ends."""
_INTERRUPTED = 130
"""Exit status after Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Variation:
    """Values that a key of the game's table is given one after the other, as TOML spells them."""

    key: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaytestRequest:
    """What the command line asks for. ``against`` is another game that is played by the same seeds."""

    game: GameReference
    players: tuple[int, ...]
    """Numbers of players; empty for all that the rules allow."""
    games: int
    seed: int = 0
    bot: str = "survivor"
    until: float | None = None
    against: GameReference | None = None
    vary: Variation | None = None
    processes: int | None = None
    save: Path | None = None
    resume: bool = False
    rival: str | None = None
    ladder: bool = False
    details: bool = False
    restricted: bool = False
    choices: bool = False
    misreadings: bool = False
    report: Path | None = None
    csv: Path | None = None
    on: str | int | None = None
    """Address of a scheduler that plays, or the number of workers of one on this machine; None for processes."""


def playtest(request: PlaytestRequest, as_json: bool) -> int:
    """Play, and print the figures. Returns the exit status: that of what ended it early, after what is known by then
    was printed. Raises PnpError."""
    _refuse_together(request)
    _refuse_places(request)
    orders = _orders(request)
    if request.save is not None and len(orders) > 1:
        message = f"--save keeps the games of one number of players and of one game: these are {len(orders)} runs"
        hint = "name one number with --players, and leave out --against, --vary and --ladder"
        raise PnpError(Diagnostic("usage", message, hint=hint))
    tests: list[PlayedTest] = []
    with _place(request, orders) as place:
        for order in orders:
            tests.append(_play(order, request, place))
            if not tests[-1].is_whole:
                break
        # Before the place is closed, which takes some time: a user who presses Ctrl-C again has the figures.
        return _tell(tests, request, as_json)


def _tell(tests: Sequence[PlayedTest], request: PlaytestRequest, as_json: bool) -> int:
    """Print and write the figures, and tell what has ended the run early. Returns the exit status. Raises PnpError if
    there are no games."""
    last = tests[-1]
    if last.error is not None and not any(test.tally.games for test in tests):
        raise last.error
    try:
        _print_all(tests, request, as_json)
    finally:  # also if stdout cannot be written
        written = _write(request, tests)
    if last.error is not None:
        report(last.error.diagnostics)
    return _INTERRUPTED if last.interrupted else written if last.error is None else last.error.exit_status


def _print_all(tests: Sequence[PlayedTest], request: PlaytestRequest, as_json: bool) -> None:
    if as_json:
        say_json([json_of(test) for test in tests])
    elif request.ladder:
        _print_ladder(tests)
    else:
        _print(tests)
    flush()


def _refuse_together(request: PlaytestRequest) -> None:
    """Raise PnpError for options that do not go together."""
    message = hint = None
    if request.vary is not None and request.against is not None:
        message, hint = "--vary and --against both name what to compare", "leave one out"
    elif request.ladder and (request.rival is not None or request.vary is not None or request.against is not None):
        message, hint = "--ladder names the players of each rung itself", "leave out --rival, --against and --vary"
    elif request.on is not None and request.processes is not None:
        message, hint = "--on and --processes both say where to play", "leave one out"
    elif request.resume and request.save is None:
        message, hint = "--resume needs --save, which names the file to go on with", "add --save FILE"
    if message is not None:
        raise PnpError(Diagnostic("usage", message, hint=hint))


def _refuse_places(request: PlaytestRequest) -> None:
    """Raise PnpError if a file cannot be written at its place: that would be told after a long run."""
    for code, path in (("report", request.report), ("csv", request.csv)):
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            hint = "name a file in a folder that is there"
            raise PnpError(Diagnostic(code, f"the {_FILES[code]} cannot be written here", Location(str(path)), hint))
    if request.report is not None and request.report.suffix.lower() not in _REPORTS:
        message = f"a report is a page ({_REPORTS[0]}) or a PDF ({_REPORTS[-1]}), and this name ends in neither"
        hint = f"name it {request.report.stem}{_REPORTS[0]}, or {request.report.stem}{_REPORTS[-1]}"
        raise PnpError(Diagnostic("report", message, Location(str(request.report)), hint))


_REPORTS = (".html", ".htm", ".pdf")
"""Endings of reports."""
_FILES = {"report": "report", "csv": "table"}
"""Files of figures, by the names of their options, in words."""


def _write(request: PlaytestRequest, tests: Sequence[PlayedTest]) -> int:
    """Write the files of figures that are asked for, each as well if another one cannot be written. Returns the exit
    status."""
    status = 0
    for path, write in ((request.report, _report_writer(request.report)), (request.csv, write_csv)):
        if path is None:
            continue
        try:
            write(path, tests)
        except PnpError as error:
            report(error.diagnostics)
            status = error.exit_status
        else:
            note(f"written: {path}")
    return status


def _report_writer(path: Path | None) -> Callable[[Path, Sequence[PlayedTest]], None]:
    """Return what writes a report: the ending of its name says as what."""
    return write_pdf_report if path is not None and path.suffix.lower() == ".pdf" else write_report


def _orders(request: PlaytestRequest) -> list[Order]:
    """Return the runs. What cannot be played is refused before anything is; of the values of a key only those that can
    be are played, the others are told. Raises PnpError."""
    game = request.game
    changes = None if request.vary is None else [game.changed(request.vary.key, value) for value in request.vary.values]
    orders: list[Order] = []
    refused: list[PnpError] = []
    for players in request.players or tuple(game.seats()):
        for variant in [game] if changes is None else changes:
            try:
                orders += _orders_of(request, variant, players)
            except PnpError as error:
                if changes is None:
                    raise
                refused.append(_of_value(variant, error))
        if request.against is not None:
            orders += _orders_of(request, request.against, players)
    if not orders:
        raise refused[0]
    report(replace(one, severity="warning") for error in refused for one in error.diagnostics)
    return orders


def _of_value(variant: GameReference, error: PnpError) -> PnpError:
    """Return an error as one of the value that a key of the game has, which it names."""
    key, value = variant.changes[-1]
    named = f"{key} = {value}: "
    return PnpError(
        one if one.message.startswith(named) else replace(one, message=f"{named}{one.message}")
        for one in error.diagnostics
    )


def _orders_of(request: PlaytestRequest, game: GameReference, players: int) -> list[Order]:
    """Return the runs of a game with a number of players. Raises PnpError."""
    plan = Plan(game, players, request.games, request.seed, request.bot, request.rival)
    counts = {key: getattr(request, key) for key in ("details", "restricted", "choices", "misreadings")}
    order = Order.of(replace(plan, **counts))
    return [order.played_by(weaker, bot) for weaker, bot in pairwise(BOTS)] if request.ladder else [order]


def _place(request: PlaytestRequest, orders: Sequence[Order]) -> AbstractContextManager[Place]:
    """Return the place where the parts of runs are played. Raises PnpError if the library for it is missing."""
    if request.on is not None:
        if find_spec("distributed") is None:
            message = "--on needs distributed (Dask), which is not installed"
            hint = 'install it with the program: pip install "pnp-kit[farm]"'
            raise PnpError(Diagnostic("not-installed", message, hint=hint))
        from pnp.playtest.scheduler import cluster, scheduler  # noqa: PLC0415 - of the extra, and large

        return cluster(request.on) if isinstance(request.on, int) else scheduler(request.on)
    parts = max(len(parts_of(order.plan)) for order in orders)
    count = min(request.processes or cores(), parts)
    return nullcontext(ThisProcess()) if count == 1 and parts <= _ALONE else processes(count)


def _play(order: Order, request: PlaytestRequest, place: Place) -> PlayedTest:
    plan = order.plan
    saved = None if request.save is None else SavedParts(request.save, order, request.resume)
    known = {} if saved is None else saved.known
    tally, interrupted, stopped = Tally({}), False, None
    with progress(f"{plan.game.name}, {counted(plan.players, 'player')}") as show:
        try:
            for number, part in run_parts(order, place, known):
                tally += part
                if saved is not None:
                    saved.add(number, part)
                if _is_known(plan, request.until, tally, number + 1, show):
                    break
        except KeyboardInterrupt:
            interrupted = True
        except PnpError as error:
            stopped = error
    figures, words = figures_of(tally, plan.players), words_of(order.text)
    return PlayedTest(plan, order.definition, figures, interrupted, tally, stopped, words)


def _is_known(plan: Plan, until: float | None, tally: Tally, parts: int, show: Progress) -> bool:
    """Tell whether the answer is known that the user waits for, and show how far the run is."""
    figures = figures_of(tally, plan.players)
    widest = max(share.margin() for share in figures.wins)
    show(f"{figures.games:,} of {plan.games:,} games, shares ± {100 * widest:.1f} %")
    look = looks_at(parts)
    return until is not None and look is not None and fairness_at_look(figures, until, look) != "not yet known"


# What is printed


def _print(tests: Sequence[PlayedTest]) -> None:
    if tests[0].plan.game.changes:
        for _, variants in groupby(tests, lambda test: test.plan.players):
            _print_variants(list(variants))
        return
    for test in tests:
        players = counted(test.plan.players, "player")
        say(f"{test.name}: {players}, {counted_games(test.figures.games)}, {test.who}")
        if not test.is_whole:
            note(f"ended early: {test.figures.games:,} of {test.plan.games:,} games were played")
        for table in tables_of(test):
            _print_table(table)
        for reason in left_out(test):
            say(reason)
    for one, other in zip(tests[::2], tests[1::2], strict=False):
        if one.plan.players == other.plan.players:
            _print_difference(one, other)


def _print_table(table: Table) -> None:
    """Print a table; one without rows in one line."""
    if not table.rows:
        say(f"{table.title}: {table.nothing}{' --report shows them.' if table.further else ''}")
        say()
        return
    if table.title != "Results":
        say(f"{table.title}: {table.text}")
    say_table(table.headings, table.rows)
    if table.further:
        say(f"In {len(table.further)} more nothing stands out; --report shows them.")
    say()


def _print_ladder(tests: Sequence[PlayedTest]) -> None:
    """Print a line for each bot against the next weaker one."""
    for players, rungs in groupby(tests, lambda test: test.plan.players):
        say(f"{tests[0].name}: {counted(players, 'player')}, one of them the bot, all others the next weaker one")
        rows = []
        for test in rungs:
            share = test.rival_wins
            above = share.value - 1 / players
            verdict = "no difference seen" if abs(above) <= share.margin() else "stronger" if above > 0 else "weaker"
            rows.append((test.plan.rival or "", test.plan.bot, f"{test.figures.games:,}", *share_cells(share), verdict))
        say(f"Equal players win {100 / players:.1f} % each.")
        say_table(("bot", "against", "games", "wins", "95 % between", "so it is"), rows)
        say()


def _print_variants(tests: list[PlayedTest]) -> None:
    """Print a line for each value of a key."""
    plan = tests[0].plan
    say(f"{plan.game.name}: {counted(plan.players, 'player')}, {BOT_NAMES[plan.bot]}")
    key = plan.game.changes[-1][0]
    places = [f"{ordinal(place)} wins" for place in range(1, plan.players + 1)]
    rows = [
        (
            test.plan.game.changes[-1][1],
            f"{test.figures.games:,}",
            *(f"{100 * share.value:.1f} ± {100 * share.margin():.1f} %" for share in test.figures.wins),
            test.verdict,
            _length(test.figures.turns),
            share_cells(test.figures.choiceless)[0],
        )
        for test in tests
    ]
    say_table((key, "games", *places, "fair", "turns of a player", "without a choice"), rows)
    if not all(test.is_whole for test in tests):
        note("ended early: the last line has fewer games")
    say()


def _length(spread: Spread | None) -> str:
    return "-" if spread is None else f"{spread.median} ({spread.low} to {spread.high})"


def counted_games(games: int) -> str:
    """Return a number of games in words."""
    return "1 game" if games == 1 else f"{games:,} games"


def _print_difference(one: PlayedTest, other: PlayedTest) -> None:
    """Print how the shares of two games differ. A difference is told only if chance does not explain it."""
    moved = []
    for place, (mine, theirs) in enumerate(zip(one.figures.wins, other.figures.wins, strict=True), 1):
        moved.append((f"wins of the player who acts {ordinal(place)}", mine, theirs))
    moved.append(("turns without a choice", one.figures.choiceless, other.figures.choiceless))
    rows = []
    for title, mine, theirs in moved:
        difference = Estimate(mine.value - theirs.value, (mine.error**2 + theirs.error**2) ** 0.5)
        sure = abs(difference.value) > difference.margin()
        change = f"{100 * difference.value:+.1f} points"
        rows.append((title, change if sure else "no difference seen", f"± {100 * difference.margin():.1f}"))
    say(f"{one.plan.game.name} against {other.name}, {counted(one.plan.players, 'player')}")
    say_table(("figure", "difference", "95 %"), rows)
    say()
