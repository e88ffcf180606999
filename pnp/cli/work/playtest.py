"""Play whole games with bots, and say what they tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path

from pnp.cli.output import Progress, counted, note, progress, report, say, say_json, say_table
from pnp.cores import cores
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.playtest.figures import Estimate, Spread, fairness_at_look, figures_of, looks_at
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.report import write_report
from pnp.playtest.run import parts_of, run_parts
from pnp.playtest.saved import SavedParts
from pnp.playtest.tables import BOT_NAMES, PlayedTest, ordinal, share_cells, tables_of
from pnp.playtest.tally import Tally
from pnp.playtest.thinking import BOTS
from pnp.records import dataclass

__all__ = ["GameReference", "PlaytestRequest", "Variation", "playtest"]


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
    misreadings: bool = False
    report: Path | None = None


def playtest(request: PlaytestRequest, as_json: bool) -> bool:
    """Play, and print the figures. Returns False if the user ended it early. Raises PnpError."""
    if request.vary is not None and request.against is not None:
        message = "--vary and --against both name what to compare"
        raise PnpError(Diagnostic("usage", message, hint="leave one out"))
    if request.ladder and (request.rival is not None or request.vary is not None or request.against is not None):
        message = "--ladder names the players of each rung itself"
        raise PnpError(Diagnostic("usage", message, hint="leave out --rival, --against and --vary"))
    page = request.report
    if page is not None and (page.is_dir() or not page.parent.is_dir()):
        hint = "name a file in a folder that is there"
        raise PnpError(Diagnostic("report", "the report cannot be written here", Location(str(page)), hint))
    plans = list(_plans(request))
    if request.save is not None and len(plans) > 1:
        message = f"--save keeps the games of one number of players and of one game: these are {len(plans)} runs"
        hint = "name one number with --players, and leave out --against, --vary and --ladder"
        raise PnpError(Diagnostic("usage", message, hint=hint))
    tests: list[PlayedTest] = []
    for plan in plans:
        tests.append(_play(plan, request))
        if tests[-1].interrupted:
            break
    if as_json:
        say_json([_as_json(test) for test in tests])
    elif request.ladder:
        _print_ladder(tests)
    else:
        _print(tests)
    if request.report is not None:
        write_report(request.report, tests)
        note(f"written: {request.report}")
    return not any(test.interrupted for test in tests)


def _plans(request: PlaytestRequest) -> Iterator[Plan]:
    """Yield the runs. What cannot be played is refused before anything is."""
    games = [request.game] if request.vary is None else _variants(request.game, request.vary)
    games += [] if request.against is None else [request.against]
    for players in request.players or tuple(request.game.seats()):
        for game in games:
            game.open(players)
            plan = Plan(game, players, request.games, request.seed, request.bot, request.rival)
            plan = replace(plan, details=request.details, misreadings=request.misreadings)
            if request.ladder:
                yield from (replace(plan, bot=weaker, rival=bot) for weaker, bot in pairwise(BOTS))
            else:
                yield plan


def _variants(game: GameReference, vary: Variation) -> list[GameReference]:
    """Return the game with each value. One that the definition refuses is told and left out. Raises PnpError if all
    are refused."""
    variants: list[GameReference] = []
    refused: list[PnpError] = []
    for value in vary.values:
        variant = game.changed(vary.key, value)
        try:
            variant.digest()
        except PnpError as error:
            refused.append(error)
        else:
            variants.append(variant)
    if not variants:
        raise refused[0]
    report(replace(one, severity="warning") for error in refused for one in error.diagnostics)
    return variants


def _play(plan: Plan, request: PlaytestRequest) -> PlayedTest:
    saved = None if request.save is None else SavedParts(request.save, plan, request.resume)
    known = {} if saved is None else saved.known
    parts = len(parts_of(plan))
    processes = min(request.processes or cores(), parts)
    tally, interrupted = Tally({}), False
    with progress(f"{plan.game.name}, {counted(plan.players, 'player')}") as show:
        try:
            for number, part in run_parts(plan, processes, known):
                tally += part
                if saved is not None:
                    saved.add(number, part)
                if _is_known(plan, request.until, tally, number + 1, show):
                    break
        except KeyboardInterrupt:
            interrupted = True
    return PlayedTest(plan, figures_of(tally, plan.players), interrupted, tally)


def _is_known(plan: Plan, until: float | None, tally: Tally, parts: int, show: Progress) -> bool:
    """Tell whether the answer is known that the user waits for, and show how far the run is."""
    figures = figures_of(tally, plan.players)
    widest = max(share.margin() for share in figures.wins)
    show(f"{figures.games:,} of {plan.games:,} games, shares ± {100 * widest:.1f} %")
    look = looks_at(parts)
    return until is not None and look is not None and fairness_at_look(figures, until, look) != "not yet known"


# What is printed


def _print(tests: list[PlayedTest]) -> None:
    if tests[0].plan.game.changes:
        for _, variants in groupby(tests, lambda test: test.plan.players):
            _print_variants(list(variants))
        return
    for test in tests:
        players = counted(test.plan.players, "player")
        say(f"{test.name}: {players}, {counted_games(test.figures.games)}, {test.who}")
        if test.interrupted:
            note(f"ended early: {test.figures.games:,} of {test.plan.games:,} games were played")
        for table in tables_of(test):
            if table.title != "Results":
                say(f"{table.title}: {table.text}")
            say_table(table.headings, table.rows)
            if table.further:
                say(f"In {len(table.further)} more nothing stands out; --report shows them.")
            say()
    for one, other in zip(tests[::2], tests[1::2], strict=False):
        if one.plan.players == other.plan.players:
            _print_difference(one, other)


def _print_ladder(tests: list[PlayedTest]) -> None:
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
            _length(test.figures.length),
            share_cells(test.figures.forced)[0],
        )
        for test in tests
    ]
    say_table((key, "games", *places, "fair", "decisions", "one legal action"), rows)
    if any(test.interrupted for test in tests):
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
    moved.append(("turns with one legal action", one.figures.forced, other.figures.forced))
    rows = []
    for title, mine, theirs in moved:
        difference = Estimate(mine.value - theirs.value, (mine.error**2 + theirs.error**2) ** 0.5)
        sure = abs(difference.value) > difference.margin()
        change = f"{100 * difference.value:+.1f} points"
        rows.append((title, change if sure else "no difference seen", f"± {100 * difference.margin():.1f}"))
    say(f"{one.plan.game.name} against {other.name}, {counted(one.plan.players, 'player')}")
    say_table(("figure", "difference", "95 %"), rows)
    say()


def _as_json(test: PlayedTest) -> dict[str, object]:
    figures = test.figures
    return {
        **test.plan.head(),
        **({"changes": dict(test.plan.game.changes)} if test.plan.game.changes else {}),
        "games": figures.games,
        "endless": figures.endless,
        **({} if test.plan.rival is None else {"rival_wins": _estimate_json(test.rival_wins)}),
        "interrupted": test.interrupted,
        "fair": test.verdict,
        "wins": [_estimate_json(share) for share in figures.wins],
        "shared": _estimate_json(figures.shared),
        "forced": _estimate_json(figures.forced),
        "choices": _spread_json(figures.choices),
        "length": _spread_json(figures.length),
        "winning": _spread_json(figures.winning),
        "counts": dict(sorted(test.tally.counts.items())),
    }


def _estimate_json(estimate: Estimate) -> dict[str, float]:
    return {"share": round(estimate.value, 6), "error": round(estimate.error, 6)}


def _spread_json(spread: Spread | None) -> dict[str, int] | None:
    return None if spread is None else {"5%": spread.low, "50%": spread.median, "95%": spread.high}
