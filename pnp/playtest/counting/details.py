"""Details of played games: cards, kinds of actions, the course of a game, and what a misread rule does to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting.pooled import count_pooled
from pnp.playtest.tally import Bots, Count, PlayedOut, begin_game, most_again, play_out

QUARTERS = (1, 2, 3)
"""Quarters of the decisions of a game after which it is counted who leads."""


def count_details(game: PlayedGame, played: PlayedOut, seed: int) -> Mapping[str, int]:
    """Count the cards, the kinds of actions and the course of a game that ended.

    * ``held CARD``, ``played CARD``: seats that had it in hand at a decision, and that laid it or gave it away;
    * ``held-won CARD WINNERS``, ``played-won CARD WINNERS``: those of them that won, by the number of winners;
    * ``did TITLE``, ``did-won TITLE WINNERS``: the same of a kind of action; ``times TITLE``: how often it was done,
      and ``forced TITLE``: how often as the only legal action;
    * those of ``count_pooled``;
    * ``led QUARTER``, ``led-won QUARTER WINNERS``: games in which one seat stood best then, and those that it won.
    """
    counts: Counter[str] = Counter()
    if played.end is None:
        return counts
    winners = played.winners(game)

    def add(name: str, what: object, seat: int) -> None:
        counts[f"{name} {what}"] += 1
        if seat in winners:
            counts[f"{name}-won {what} {len(winners)}"] += 1

    afters = [*(move.state for move in played.moves[1:]), played.end]
    done: dict[str, set[tuple[int, Any]]] = {"held": set(), "played": set(), "did": set()}
    for move, after in zip(played.moves, afters, strict=True):
        hand = game.play.hand(move.state, move.seat)
        done["held"].update((move.seat, card) for card in hand)
        laid = played_cards(game, move.state, move.seat, move.action, after)
        done["played"].update((move.seat, card) for card in laid)
        for title in game.play.titles(game.rules, move.action):
            counts[f"times {title}"] += 1
            counts[f"forced {title}"] += len(move.actions) == 1
            done["did"].add((move.seat, title))
    for name, things in done.items():
        for seat, thing in things:
            add(name, thing, seat)
    counts.update(count_pooled(game, winners, done["held"], done["played"]))
    for quarter in QUARTERS:
        state = played.moves[len(played.moves) * quarter // 4].state if played.moves else played.end
        leader = _leader(game, state)
        if leader is not None:
            add("led", quarter, leader)
    return counts


def played_cards(game: PlayedGame, state: Any, seat: int, action: Any, after: Any = None) -> Sequence[Any]:
    """Return the cards of its hand that a seat plays by an action: those that the action names; if it names none, those
    that the hand loses. ``after`` is the state after it, if it is known."""
    hand = game.play.hand(state, seat)
    named = [thing for thing in _things(action) if thing in hand]
    if named or not hand:
        return named
    after = game.play.apply(game.rules, state, action) if after is None else after
    lost = Counter(hand) - Counter(game.play.hand(after, seat))
    return () if game.play.dealt_anew(state, after) else tuple(lost)


def _things(action: Any) -> Iterator[Any]:
    """Yield the cards that an action names: its parts that have fields of their own."""
    if hasattr(action, "as_json"):
        yield action
    elif isinstance(action, tuple):
        for part in action:
            yield from _things(part)


def _leader(game: PlayedGame, state: Any) -> int | None:
    """Return the seat that stands best, or None if several do."""
    worths = list(game.play.worth(game.rules, state))[: game.players]
    best = [seat for seat, worth in enumerate(worths) if worth == max(worths)]
    return best[0] if len(best) == 1 else None


def misreading_counts(bots: Bots) -> Count:
    """Return what counts, for each misreading of the rules, what it changes in the same deal by the same choices:

    * ``asked``: decisions; ``misread-asked ID``: those at which the misreading allows other actions;
    * ``misread ID``: games that another seat wins if all seats misread the rule so;
    * ``misread-unplayed ID``: games that cannot be played by it, since it leaves open what happens, or comes to no end;
    * ``rechosen``: games that another seat wins by other choices of the bots, and the true rules.
    """
    return partial(_count_misread, bots)


def _count_misread(bots: Bots, game: PlayedGame, played: PlayedOut, seed: int) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    if played.end is None:
        return counts
    winners = played.winners(game)
    counts["asked"] += len(played.moves)
    rechosen = play_out(game, bots, seed, "another")
    counts["rechosen"] += rechosen.end is not None and rechosen.winners(game) != winners
    for misreading in game.misreadings:
        begin_game("playing a game again by a misread rule")
        other = PlayedGame(game.play, misreading.patch(game.rules), game.players)
        try:
            asked = sum(game.play.legal_actions(other.rules, move.state) != move.actions for move in played.moves)
            again = play_out(other, bots, seed, most=most_again(played))
            changed = again.winners(other) != winners
        except Exception:
            # A misread rule need not answer everything that a game asks. It is counted, and told with the others.
            counts[f"misread-unplayed {misreading.id}"] += 1
            continue
        if again.end is None:
            counts[f"misread-unplayed {misreading.id}"] += 1
            continue
        counts[f"misread-asked {misreading.id}"] += asked
        counts[f"misread {misreading.id}"] += changed
    return counts
