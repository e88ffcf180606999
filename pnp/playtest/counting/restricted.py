"""Restricted play: what a seat loses that never plays a card, or never does one kind of action.

It tells what a card is worth to the rules and the bots, rather than what it goes together with (Jaffe et al.,
"Evaluating Competitive Game Balance with Restricted Play", 2012).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, Literal, NamedTuple

from pnp.playtest.bots import Bot, Decision, PlayedGame
from pnp.playtest.counting.details import played_cards
from pnp.playtest.tally import Bots, Count, PlayedOut, begin_game, most_again, play_out
from pnp.records import dataclass

MOST_AGAIN = 10
"""Most cards and actions without which a game is played again, drawn at random among those of its seat."""


Kind = Literal["card", "action"]
KINDS: tuple[Kind, ...] = ("card", "action")


class Ban(NamedTuple):
    """Card that a seat never plays, or kind of action that it never does, as long as it has another legal action."""

    kind: Kind
    name: str

    def forbids(self, game: PlayedGame, decision: Decision, action: Any) -> bool:
        """Tell whether an action plays the card, or is of the kind."""
        return self.name in _names(game, decision, action, self.kind)


class BannedBot:
    """Bot that moves as another one does, until that would break a ban. Then it lets it choose among the rest."""

    def __init__(self, bot: Bot, ban: Ban) -> None:
        self.bot, self.ban = bot, ban
        self.remembers = bot.remembers

    def move(self, game: PlayedGame, decision: Decision, random: Random) -> tuple[Any, Any]:
        """Return the action, and the state after it."""
        action, after = self.bot.move(game, decision, random)
        if not self.ban.forbids(game, decision, action):
            return action, after
        allowed = [other for other in decision.actions if not self.ban.forbids(game, decision, other)]
        return self.bot.move(game, decision._replace(actions=allowed), random) if allowed else (action, after)


@dataclass(frozen=True, slots=True)
class BannedSeat:
    """Bots of a game in which one seat has a ban."""

    bots: Bots
    seat: int
    ban: Ban

    def seated(self, players: int, seed: int) -> tuple[int, int | None, list[Bot]]:
        """Return the deal of a seed, the seat of the rival, and the bot of each seat."""
        deal, rival, seated = self.bots.seated(players, seed)
        seated[self.seat] = BannedBot(seated[self.seat], self.ban)
        return deal, rival, seated


def restricted_counts(bots: Bots) -> Count:
    """Return what plays a game again without what one of its seats did, and counts who wins.

    Each seat has its turn; with a rival it is the rival's. Until it would do the forbidden, the game is the one that
    was played. ``KIND`` is card or action.

    * ``would-KIND NAME``: games in which the seat did it and had another action;
    * ``without-KIND NAME BEFORE AFTER``: those that were played again, by the number of seats with which it shared the
      win before and after, 0 if it did not win;
    * ``endless-KIND NAME``: those that came to no end then.
    """
    return partial(_count_restricted, bots)


def _count_restricted(bots: Bots, game: PlayedGame, played: PlayedOut, seed: int) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    if played.end is None:
        return counts
    seat = seed % game.players
    bans = _avoidable(game, played, seat)
    counts.update(f"would-{ban.kind} {ban.name}" for ban in bans)
    random = Random(f"restricted {seed}")  # noqa: S311 - a choice that can be repeated, no secret
    for ban in random.sample(bans, min(MOST_AGAIN, len(bans))):
        begin_game("playing a game again without a card or an action")
        again = play_out(game, BannedSeat(bots, seat, ban), seed, most=most_again(played))
        if again.end is None:
            counts[f"endless-{ban.kind} {ban.name}"] += 1
        else:
            shares = _shared_by(game, played, seat), _shared_by(game, again, seat)
            counts[f"without-{ban.kind} {ban.name} {shares[0]} {shares[1]}"] += 1
    return counts


def _shared_by(game: PlayedGame, played: PlayedOut, seat: int) -> int:
    """Return how many seats share the win with a seat, itself included; 0 if it does not win."""
    winners = played.winners(game)
    return len(winners) if seat in winners else 0


def _avoidable(game: PlayedGame, played: PlayedOut, seat: int) -> list[Ban]:
    """Return what a seat did where it had another action, in order."""
    avoidable: set[Ban] = set()
    for move in played.moves:
        if move.seat != seat or len(move.actions) == 1:
            continue
        decision = Decision(move.state, seat, move.actions)
        did = {Ban(kind, name) for kind in KINDS for name in _names(game, decision, move.action, kind)}
        for ban in did - avoidable:
            if not all(ban.forbids(game, decision, action) for action in move.actions):
                avoidable.add(ban)
    return sorted(avoidable)


def _names(game: PlayedGame, decision: Decision, action: Any, kind: Kind) -> tuple[str, ...]:
    """Return the cards that an action plays, or what it is counted as."""
    if kind == "action":
        return tuple(game.play.titles(game.rules, action))
    return tuple(str(card) for card in played_cards(game, decision.state, decision.seat, action))
