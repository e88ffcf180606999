"""Rule checks of red: a position, a move and a verdict, for each thing that can go wrong.

The floor of every check: before the move another seat is winning, as it is in play unless a seat has just gone out. If
a move is not allowed, or puts its seat out, a look-alike differs by one card or by the move, and is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from random import Random

from pnp.games.core.answer import Answer, Position
from pnp.games.core.checks import Propose, Vary, look_alike, rule_check, until, verdict
from pnp.games.core.lesson import Floor, Lesson
from pnp.games.red.rules.cards import Card, Do, Rules
from pnp.games.red.rules.turn import best, winner
from pnp.games.red.settings import RedSettings
from pnp.games.red.teaching import proposals
from pnp.games.red.teaching.reasons import beaten, compare, final_table, palettes_of
from pnp.games.red.teaching.running import running_lessons

Headline = Callable[[Answer], Hashable]


def check_lessons(settings: RedSettings, rules: Rules) -> tuple[Lesson, ...]:
    """Return the rule checks that ``settings`` call for."""
    checks = [*running_lessons(rules), *_discard_checks(rules), *_play_checks(rules), _pass_check(rules)]
    checks += _same_colour_checks(settings, rules)
    if settings.readings.nobody_fits == "nobody":
        checks += _nobody_fits_checks(rules)
    if settings.draw == "over-palette":
        checks += _draw_checks(rules)
    if rules.players[1] > 2:
        checks.append(_several_check(rules))
    if settings.copies > 1:
        checks.append(_tie_check(rules))
    if settings.readings.nobody_fits == "strongest-card":
        checks.append(_strongest_card_check(rules))
    return tuple(checks)


def _card_count(position: Position) -> int:
    return sum(map(len, position["palettes"])) + len(position["hand"])


def _check_floors(rules: Rules, shows: Floor) -> tuple[Floor, Floor]:
    """Return the floors of every check: with a rival ahead, and without."""
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
    floors = _check_floors(rules, shows)
    return rule_check(name, "may_move", rank, propose, floors, needs, cost=_card_count, headline=headline)


def _alike(
    rules: Rules,
    name: str,
    original: Lesson,
    rank: int,
    vary: Vary,
    shows: Floor,
    needs: tuple[str, ...] = (),
    headline: Headline | None = None,
) -> Lesson:
    return look_alike(name, original, rank, vary, _check_floors(rules, shows), needs, headline=headline)


def _discard_checks(rules: Rules) -> list[Lesson]:
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
    wins = _alike(
        rules, "check-discard-wins", discard, 201, vary, allowed, ("draw-after-discard",), headline=_verdict_and_draw
    )
    return [discard, wins]


def _play_checks(rules: Rules) -> list[Lesson]:
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


def _pass_check(rules: Rules) -> Lesson:
    """Return the check of doing nothing, where the same card could have been played.

    Only a seat that is winning already would like to pass, and only the one after a seat that has gone out is.
    """

    def could_play(position: Position) -> bool:
        return _would_win(rules, proposals.with_other_move(position, "play"))

    def tempted(position: Position) -> bool:
        return winner(rules, palettes_of(position), position["rule"]) == position["me"] and could_play(position)

    def passes(position: Position, out: Answer) -> bool:
        return _does(position, "pass") and not _verdict_is(out, "allowed")

    def before_a_pass(random: Random) -> Position:
        position = proposals.turn(rules, "pass", random)
        return {**position, "palettes": [*position["palettes"], []]}

    propose = until(before_a_pass, tempted) if rules.players[1] > 2 else _proposer(rules, ("pass",), could_play)
    nothing = _check(rules, "check-pass", 260, propose, passes, ("may-pass",))
    return replace(
        nothing, shows=lambda position, out: tempted(position) and passes(position, out), lower=nothing.floors
    )


def _nobody_fits_checks(rules: Rules) -> list[Lesson]:
    """Return the check of a discard after which no palette has a card that fits (RED-A2); none where some card
    always does."""
    colours = [colour for colour in rules.colours if any(best(rules, (card,), colour) is None for card in rules.deck)]
    if not colours:
        return []

    def unfit(position: Position) -> bool:
        return not any(compare(rules, *final_table(position)).best) and not _repeats(position)

    def strongest_of_all(position: Position) -> bool:
        tops = [max(map(rules.strength, palette)) for palette in palettes_of(position)]
        return unfit(position) and max(tops) == tops[position["me"]]

    def refused(position: Position, out: Answer) -> bool:
        return out["violation"] == "discard-must-win" and strongest_of_all(position)

    propose = until(
        lambda random: proposals.misfit_discard(rules, random.choice(colours), random),
        lambda position: _rival_ahead(rules, position) and strongest_of_all(position),
    )
    return [_check(rules, "check-nobody-fits", 240, propose, refused, ("no-fit-strongest-card",))]


def _same_colour_checks(settings: RedSettings, rules: Rules) -> list[Lesson]:
    """Return checks of a discard of the colour in force that would leave its seat winning (RED-A5)."""

    def shows(position: Position, out: Answer) -> bool:
        return _repeats(position) and _would_win(rules, position)

    def elsewhere(position: Position, out: Answer) -> bool:
        return _does(position, "both") and not _repeats(position) and _verdict_is(out, "allowed")

    def vary(random: Random, position: Position) -> Position:
        return proposals.with_other_card(rules, random, position, 1)

    def repeated(random: Random) -> Position:
        position = proposals.turn(rules, "both", random)
        free = [number for number in rules.numbers if not _count_in(position, Card(position["rule"], number))]
        if not free or len(position["hand"]) < 2:
            return position
        hand = [Card(*position["hand"][0]), Card(position["rule"], random.choice(free))]
        return {**position, "hand": [card.as_json() for card in hand], "move": proposals.move("both", hand)}

    propose = until(repeated, lambda position: _rival_ahead(rules, position) and shows(position, {}))
    # With its look-alike it stands among the pairs.
    if settings.readings.same_colour_discard == "allowed":
        return [_check(rules, "check-same-colour", 241, propose, shows)]
    same = _check(rules, "check-same-colour", 230, propose, shows)
    return [same, _alike(rules, "check-same-colour-other", same, 231, vary, elsewhere)]


def _draw_checks(rules: Rules) -> list[Lesson]:
    """Return checks of drawing by the number discarded; where doing both draws, the running example shows it."""

    def draws(position: Position, out: Answer) -> bool:
        return bool(out["draws"] == 1)

    def draws_none(position: Position, out: Answer) -> bool:
        return _verdict_is(out, "allowed") and out["draws"] == 0 and position["move"][2] is not None

    def vary(random: Random, position: Position) -> Position:
        return proposals.with_other_card(rules, random, position, len(position["hand"]) - 1)

    propose = _proposer(rules, ("both",), partial(_would_win, rules))
    drawn = _check(rules, "check-draw", 220, propose, draws, headline=_verdict_and_draw)
    needs = ("draw-before-play", "draw-if-equal")
    return [drawn, _alike(rules, "check-draw-none", drawn, 221, vary, draws_none, needs)]


def _several_check(rules: Rules) -> Lesson:
    """Return the check of a play that beats the next player, and not the one after."""

    def beats_next(position: Position) -> bool:
        ahead = compare(rules, *final_table(position)).winner
        return ahead == 2 and beaten(rules, position) == (1,) and _close(rules, position)

    def puts_out(position: Position, out: Answer) -> bool:
        return _verdict_is(out, "out") and beats_next(position)

    propose = until(lambda random: proposals.turn(rules, "play", random, seats=3), beats_next)
    return _check(rules, "check-several", 250, propose, puts_out, ("one-rival-enough",))


def _tie_check(rules: Rules) -> Lesson:
    """Return the check of a play that ties exactly, with copies in the deck (RED-A9)."""

    def ties(position: Position) -> bool:
        return compare(rules, *final_table(position)).by == "tie"

    def level(random: Random) -> Position:
        position = proposals.turn(rules, "play", random)
        hand = [Card(*random.choice(position["palettes"][1 - position["me"]]))]
        if _count_in(position, hand[0]) >= rules.deck[hand[0]]:
            return position
        return {**position, "hand": [hand[0].as_json()], "move": proposals.move("play", hand)}

    return _check(
        rules,
        "check-tie",
        270,
        until(level, lambda position: _rival_ahead(rules, position) and ties(position)),
        lambda position, out: _verdict_is(out, "out") and _does(position, "play") and ties(position),
        needs=("tie-to-actor",),
    )


def _strongest_card_check(rules: Rules) -> Lesson:
    """Return the check of a turn in which no palette fits and the strongest card survives (RED-A2)."""

    def unfit(position: Position) -> bool:
        return compare(rules, *final_table(position)).by == "strongest-card" and _would_win(rules, position)

    return _check(
        rules,
        "check-strongest-card",
        280,
        _proposer(rules, ("play", "rule"), unfit),
        lambda position, out: _verdict_is(out, "allowed") and unfit(position),
        needs=("no-fit-nobody",),
    )


def _verdict_and_draw(out: Answer) -> Hashable:
    return (out["verdict"], out["draws"])


def _rival_ahead(rules: Rules, position: Position) -> bool:
    winning_seat = winner(rules, palettes_of(position), position["rule"])
    return winning_seat is not None and winning_seat != position["me"]


def _repeats(position: Position) -> bool:
    """Tell whether the move discards a card of the colour in force."""
    _, _, discarded = position["move"]
    return discarded is not None and Card(*discarded).colour == position["rule"]


def _verdict_is(out: Answer, verdict: str) -> bool:
    return str(out["verdict"]) == verdict


def _does(position: Position, do: Do) -> bool:
    return str(position["move"][0]) == do


def _would_win(rules: Rules, position: Position) -> bool:
    """Tell whether the seat that acts is winning after the move."""
    return winner(rules, *final_table(position)) == int(position["me"])


def _close(rules: Rules, position: Position) -> bool:
    """Tell whether the selections of the acting and the strongest other seat differ by at most a card after the
    move."""
    comparison = compare(rules, *final_table(position))
    sizes = [selection.size if selection else 0 for selection in comparison.best]
    others = [size for seat, size in enumerate(sizes) if seat != position["me"]]
    return abs(sizes[position["me"]] - max(others)) <= 1


def _count_in(position: Position, card: Card) -> int:
    """Count a card in the palettes and the hand."""
    cards = [*palettes_of(position), tuple(Card(*raw) for raw in position["hand"])]
    return sum(place.count(card) for place in cards)


def _proposer(rules: Rules, dos: tuple[Do, ...], is_good: Callable[[Position], bool]) -> Propose:
    """Return proposals of turns with a rival ahead that are also ``is_good``, if one comes soon."""
    return until(
        lambda random: proposals.turn(rules, random.choice(dos), random),
        lambda position: _rival_ahead(rules, position) and is_good(position),
    )
