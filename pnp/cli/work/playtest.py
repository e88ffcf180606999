"""Play whole games with bots, and say what they tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from pnp.cli.output import Progress, counted, note, progress, report, say, say_json, say_table
from pnp.cores import cores
from pnp.diagnostics import Diagnostic, PnpError
from pnp.playtest.figures import Estimate, Figures, Spread, Verdict, fairness, fairness_at_look, figures_of, looks_at
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.run import parts_of, run_parts
from pnp.playtest.saved import SavedParts
from pnp.playtest.tally import Tally
from pnp.records import dataclass

__all__ = ["GameReference", "PlaytestRequest", "Variation", "playtest"]

MARGIN = 0.01
"""How far the share of a place may be from its equal part in a fair game."""
_BOT_NAMES = {"survivor": "random moves that do not lose at once", "random": "random legal moves"}


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


@dataclass(frozen=True, slots=True)
class PlayedTest:
    """Games that were played by a plan, and whether the user ended them early."""

    plan: Plan
    figures: Figures
    interrupted: bool

    @property
    def verdict(self) -> Verdict:
        """Return whether the game is fair, as far as these games tell."""
        return fairness(self.figures, MARGIN)


def playtest(request: PlaytestRequest, as_json: bool) -> bool:
    """Play, and print the figures. Returns False if the user ended it early. Raises PnpError."""
    if request.vary is not None and request.against is not None:
        message = "--vary and --against both name what to compare"
        raise PnpError(Diagnostic("usage", message, hint="leave one out"))
    plans = list(_plans(request))
    if request.save is not None and len(plans) > 1:
        message = f"--save keeps the games of one number of players and of one game: these are {len(plans)} runs"
        hint = "name one number with --players, and leave out --against and --vary"
        raise PnpError(Diagnostic("usage", message, hint=hint))
    tests: list[PlayedTest] = []
    for plan in plans:
        tests.append(_play(plan, request))
        if tests[-1].interrupted:
            break
    if as_json:
        say_json([_as_json(test) for test in tests])
    else:
        _print(tests)
    return not any(test.interrupted for test in tests)


def _plans(request: PlaytestRequest) -> Iterator[Plan]:
    """Yield the runs. What cannot be played is refused before anything is."""
    games = [request.game] if request.vary is None else _variants(request.game, request.vary)
    games += [] if request.against is None else [request.against]
    for players in request.players or tuple(request.game.seats()):
        for game in games:
            game.open(players)
            yield Plan(game, players, request.games, request.seed, request.bot)


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
    return PlayedTest(plan, figures_of(tally, plan.players), interrupted)


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
        plan, figures = test.plan, test.figures
        name = f"shipped:{plan.game.name}" if plan.game.shipped else plan.game.name
        say(f"{name}: {counted(plan.players, 'player')}, {counted_games(figures.games)}, {_BOT_NAMES[plan.bot]}")
        if test.interrupted:
            note(f"ended early: {figures.games:,} of {plan.games:,} games were played")
        say_table(("figure", "value", "95 % between"), list(_rows(test)))
        say()
    for one, other in zip(tests[::2], tests[1::2], strict=False):
        if one.plan.players == other.plan.players:
            _print_difference(one, other)


def _print_variants(tests: list[PlayedTest]) -> None:
    """Print a line for each value of a key."""
    plan = tests[0].plan
    say(f"{plan.game.name}: {counted(plan.players, 'player')}, {_BOT_NAMES[plan.bot]}")
    key = plan.game.changes[-1][0]
    places = [f"{_ordinal(place)} wins" for place in range(1, plan.players + 1)]
    rows = [
        (
            test.plan.game.changes[-1][1],
            f"{test.figures.games:,}",
            *(f"{100 * share.value:.1f} ± {100 * share.margin():.1f} %" for share in test.figures.wins),
            test.verdict,
            _length(test.figures.length),
            _share_cells(test.figures.forced)[0],
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


def _rows(test: PlayedTest) -> Iterator[tuple[str, str, str]]:
    figures = test.figures
    for place, share in enumerate(figures.wins, 1):
        yield (f"wins of the player who acts {_ordinal(place)}", *_share_cells(share))
    yield "fair (each within 1 point)", test.verdict, ""
    if figures.shared.value:
        yield ("games whose win is shared", *_share_cells(figures.shared))
    yield ("turns with one legal action", *_share_cells(figures.forced))
    yield "decisions in a game", *_spread_cells(figures.length)
    if figures.winning is not None:
        yield "points of a winner", *_spread_cells(figures.winning)
    if figures.endless:
        yield "games without an end", f"{figures.endless:,}", "in no other figure"


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}.get(number, f"as number {number}")


def _share_cells(share: Estimate) -> tuple[str, str]:
    low, high = max(0.0, share.value - share.margin()), min(1.0, share.value + share.margin())
    return f"{100 * share.value:.1f} %", f"{100 * low:.1f} and {100 * high:.1f} %"


def _spread_cells(spread: Spread | None) -> tuple[str, str]:
    """Return the median, and the values between which nine games of ten lie."""
    return ("-", "-") if spread is None else (str(spread.median), f"{spread.low} and {spread.high} (90 % of games)")


def _print_difference(one: PlayedTest, other: PlayedTest) -> None:
    """Print how the shares of two games differ. A difference is told only if chance does not explain it."""
    moved = []
    for place, (mine, theirs) in enumerate(zip(one.figures.wins, other.figures.wins, strict=True), 1):
        moved.append((f"wins of the player who acts {_ordinal(place)}", mine, theirs))
    moved.append(("turns with one legal action", one.figures.forced, other.figures.forced))
    rows = []
    for title, mine, theirs in moved:
        difference = Estimate(mine.value - theirs.value, (mine.error**2 + theirs.error**2) ** 0.5)
        sure = abs(difference.value) > difference.margin()
        change = f"{100 * difference.value:+.1f} points"
        rows.append((title, change if sure else "no difference seen", f"± {100 * difference.margin():.1f}"))
    say(f"{one.plan.game.name} against {_name(other)}, {counted(one.plan.players, 'player')}")
    say_table(("figure", "difference", "95 %"), rows)
    say()


def _name(test: PlayedTest) -> str:
    return f"shipped:{test.plan.game.name}" if test.plan.game.shipped else test.plan.game.name


def _as_json(test: PlayedTest) -> dict[str, object]:
    figures = test.figures
    return {
        **test.plan.head(),
        **({"changes": dict(test.plan.game.changes)} if test.plan.game.changes else {}),
        "games": figures.games,
        "endless": figures.endless,
        "interrupted": test.interrupted,
        "fair": test.verdict,
        "wins": [_estimate_json(share) for share in figures.wins],
        "shared": _estimate_json(figures.shared),
        "forced": _estimate_json(figures.forced),
        "length": _spread_json(figures.length),
        "winning": _spread_json(figures.winning),
    }


def _estimate_json(estimate: Estimate) -> dict[str, float]:
    return {"share": round(estimate.value, 6), "error": round(estimate.error, 6)}


def _spread_json(spread: Spread | None) -> dict[str, int] | None:
    return None if spread is None else {"5%": spread.low, "50%": spread.median, "95%": spread.high}
