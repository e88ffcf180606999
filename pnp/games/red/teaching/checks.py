"""The rule checks of red: a position, a move and a verdict, one for each thing that may be tried and go wrong.

The floor of every check: before the move another seat is winning, as it always is at the table. Where a move is not
allowed, or puts its seat out, a look-alike differs by one card or by the move, and is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import Propose, Vary, look_alike, rule_check, until, verdict
from pnp.games.core.lesson import Floor, Lesson
from pnp.games.red.rules.cards import Card, Do, Rules
from pnp.games.red.rules.turn import winner
from pnp.games.red.settings import RedSettings
from pnp.games.red.teaching import proposals
from pnp.games.red.teaching.reasons import compare, final_table, palettes_of

Headline = Callable[[Answer], Hashable]


def check_lessons(settings: RedSettings, rules: Rules) -> tuple[Lesson, ...]:
    """The rule checks that ``settings`` call for."""
    found = [*_discard(rules), *_lone_play(rules), *_pass(rules), *_same_colour(settings, rules)]
    if settings.draw != "never":
        found += _draw(settings, rules)
    if settings.copies > 1:
        found.append(_tie(rules))
    if settings.readings.nobody_fits == "strongest-card":
        found.append(_strongest_card(rules))
    return tuple(found)


def _cards(position: Position) -> int:
    return sum(map(len, position["palettes"])) + len(position["hand"])


def _at_the_table(rules: Rules, shows: Floor) -> tuple[Floor, Floor]:
    """The floors of every check: with a rival ahead, and without."""
    return (lambda position, out: _rival_ahead(rules, position) and shows(position, out), shows)


def _check(
    rules: Rules,
    name: str,
    rank: int,
    propose: Propose,
    shows: Floor,
    needs: tuple[str, ...] = (),
    headline: Headline = verdict,
) -> Lesson:
    floors = _at_the_table(rules, shows)
    return rule_check(name, "may_move", rank, propose, floors, needs, cost=_cards, headline=headline)


def _alike(
    rules: Rules,
    name: str,
    of: Lesson,
    rank: int,
    vary: Vary,
    shows: Floor,
    needs: tuple[str, ...] = (),
    headline: Headline | None = None,
) -> Lesson:
    return look_alike(name, of, rank, vary, _at_the_table(rules, shows), needs, headline=headline)


def _discard(rules: Rules) -> list[Lesson]:
    def sets_another(position: Position) -> bool:
        return position["move"][2] is not None and not _repeats(position)

    def trap(position: Position) -> bool:
        return sets_another(position) and _close(rules, position)

    propose = _proposer(rules, ("rule", "rule", "both"), trap)

    def refused(position: Position, out: Answer) -> bool:
        return out["violation"] == "discard-must-win" and trap(position)

    def allowed(position: Position, out: Answer) -> bool:
        return _verdict_is(out, "allowed") and sets_another(position)

    def vary(random: Random, position: Position) -> Position:
        if random.random() < 0.25:
            return proposals.with_other_palette_card(rules, random, position)
        return proposals.with_other_card(rules, random, position, len(position["hand"]) - 1)

    needs = ("discard-although-out", "discard-counts")
    discard = _check(rules, "check-discard", 200, propose, refused, needs)
    return [discard, _alike(rules, "check-discard-wins", discard, 201, vary, allowed)]


def _lone_play(rules: Rules) -> list[Lesson]:
    propose = _proposer(rules, ("play",), lambda position: _close(rules, position))

    def puts_out(position: Position, out: Answer) -> bool:
        return _verdict_is(out, "out") and _does(position, "play") and _close(rules, position)

    def overtakes(position: Position, out: Answer) -> bool:
        return _verdict_is(out, "allowed") and _does(position, "play") and _rival_ahead(rules, position)

    def vary(random: Random, position: Position) -> Position:
        return proposals.with_other_card(rules, random, position, 0)

    def who_is_in(out: Answer) -> Hashable:
        return (out["verdict"], tuple(out["still_in"]))

    play = _check(rules, "check-play", 210, propose, puts_out, ("tie-to-actor",))
    needs = ("overtaken-out",)
    return [play, _alike(rules, "check-play-overtakes", play, 211, vary, overtakes, needs, who_is_in)]


def _pass(rules: Rules) -> list[Lesson]:
    """Doing nothing, and what the same hand could have done instead."""

    def vary(random: Random, position: Position) -> Position:
        return proposals.with_other_move(position, "play")

    def could_play(position: Position) -> bool:
        return _would_win(rules, proposals.with_other_move(position, "play"))

    def passes(position: Position, out: Answer) -> bool:
        return _does(position, "pass") and not _verdict_is(out, "allowed")

    def plays(position: Position, out: Answer) -> bool:
        return _does(position, "play") and _verdict_is(out, "allowed")

    propose = _proposer(rules, ("pass",), could_play)
    nothing = _check(rules, "check-pass", 220, propose, passes, ("may-pass",))
    return [nothing, _alike(rules, "check-pass-plays", nothing, 221, vary, plays)]


def _same_colour(settings: RedSettings, rules: Rules) -> list[Lesson]:
    """RED-A5: a discard of the colour in force, which would leave its seat winning."""

    def shows(position: Position, out: Answer) -> bool:
        return _repeats(position) and _would_win(rules, position)

    def elsewhere(position: Position, out: Answer) -> bool:
        return _does(position, "both") and not _repeats(position) and _verdict_is(out, "allowed")

    def vary(random: Random, position: Position) -> Position:
        return proposals.with_other_card(rules, random, position, 1)

    def repeated(random: Random) -> Position:
        position = proposals.turn(rules, "both", random)
        free = [number for number in rules.numbers if not _lies(position, Card(position["rule"], number))]
        if not free or len(position["hand"]) < 2:
            return position
        hand = [Card(*position["hand"][0]), Card(position["rule"], random.choice(free))]
        return {**position, "hand": [card.as_json() for card in hand], "move": proposals.move("both", hand)}

    propose = until(repeated, lambda position: _rival_ahead(rules, position) and shows(position, {}))
    same = _check(rules, "check-same-colour", 230, propose, shows)
    if settings.readings.same_colour_discard == "allowed":
        return [same]
    return [same, _alike(rules, "check-same-colour-other", same, 231, vary, elsewhere)]


def _draw(settings: RedSettings, rules: Rules) -> list[Lesson]:
    def draws(position: Position, out: Answer) -> bool:
        return bool(out["draws"] == 1)

    def draws_none(position: Position, out: Answer) -> bool:
        return _verdict_is(out, "allowed") and out["draws"] == 0 and position["move"][2] is not None

    def vary(random: Random, position: Position) -> Position:
        if settings.draw == "both":
            return {**position, "hand": position["hand"][1:], "move": ["rule", None, position["move"][2]]}
        return proposals.with_other_card(rules, random, position, len(position["hand"]) - 1)

    propose = _proposer(rules, ("both",), partial(_would_win, rules))
    drawn = _check(rules, "check-draw", 240, propose, draws, headline=_verdict_and_draw)
    needs = ("draw-after-discard", "draw-before-play", "draw-if-equal")
    return [drawn, _alike(rules, "check-draw-none", drawn, 241, vary, draws_none, needs)]


def _tie(rules: Rules) -> Lesson:
    """RED-A9: with copies in the deck, a play that draws level exactly."""

    def ties(position: Position) -> bool:
        return compare(rules, *final_table(position)).by == "tie"

    def level(random: Random) -> Position:
        position = proposals.turn(rules, "play", random)
        hand = [Card(*random.choice(position["palettes"][1 - position["me"]]))]
        if _lies(position, hand[0]) >= rules.deck[hand[0]]:
            return position
        return {**position, "hand": [hand[0].as_json()], "move": proposals.move("play", hand)}

    return _check(
        rules,
        "check-tie",
        250,
        until(level, lambda position: _rival_ahead(rules, position) and ties(position)),
        lambda position, out: _verdict_is(out, "out") and _does(position, "play") and ties(position),
        needs=("tie-to-actor",),
    )


def _strongest_card(rules: Rules) -> Lesson:
    """RED-A2, the other reading: nobody fits, and the strongest card of all survives."""

    def unfit(position: Position) -> bool:
        return compare(rules, *final_table(position)).by == "strongest-card" and _would_win(rules, position)

    return _check(
        rules,
        "check-strongest-card",
        260,
        _proposer(rules, ("play", "rule"), unfit),
        lambda position, out: _verdict_is(out, "allowed") and unfit(position),
        needs=("no-fit-nobody",),
    )


def _verdict_and_draw(out: Answer) -> Hashable:
    return (out["verdict"], out["draws"])


def _rival_ahead(rules: Rules, position: Position) -> bool:
    ahead = winner(rules, palettes_of(position), position["rule"])
    return ahead is not None and ahead != position["me"]


def _repeats(position: Position) -> bool:
    """Whether the move discards a card of the colour in force."""
    _, _, discarded = position["move"]
    return discarded is not None and Card(*discarded).colour == position["rule"]


def _verdict_is(out: Answer, verdict: str) -> bool:
    return str(out["verdict"]) == verdict


def _does(position: Position, do: Do) -> bool:
    return str(position["move"][0]) == do


def _would_win(rules: Rules, position: Position) -> bool:
    """Whether the seat that acts is winning after the move."""
    return winner(rules, *final_table(position)) == int(position["me"])


def _close(rules: Rules, position: Position) -> bool:
    """After the move the selections of the seat that acts and of the strongest other seat differ by at most a card."""
    found = compare(rules, *final_table(position))
    sizes = [one.size if one else 0 for one in found.best]
    others = [size for seat, size in enumerate(sizes) if seat != position["me"]]
    return abs(sizes[position["me"]] - max(others)) <= 1


def _lies(position: Position, card: Card) -> int:
    """How often a card lies in the palettes or the hand."""
    cards = [*palettes_of(position), tuple(Card(*raw) for raw in position["hand"])]
    return sum(place.count(card) for place in cards)


def _proposer(rules: Rules, dos: tuple[Do, ...], good: Callable[[Position], bool]) -> Propose:
    """Turns with a rival ahead that are ``good`` as well, if one is found soon."""
    return until(
        lambda random: proposals.turn(rules, random.choice(dos), random),
        lambda position: _rival_ahead(rules, position) and good(position),
    )
