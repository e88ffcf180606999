"""Turns that are likely to teach something, and their look-alikes: the same dice with another move, or a die apart."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from pnp.games.core.answer import Position
from pnp.games.koka.rules.dice import Die
from pnp.games.koka.rules.record import Rules
from pnp.games.koka.teaching.proposals import Table, as_json, sorted_by

_SHORT = ("a123 b222 c234 d34", "a345 b555 c123 d23", "a456 b111 c234 d45")
"""Eleven dice that one more of the last colour completes, at either end."""
_TWO_SHORT = ("a123 b222 c234 d3 e6", "a345 b555 c123 d2 e4", "a456 b111 c234 d4 e1")
"""Eleven dice that two more of the last colour but one complete; the last one is left over then."""
_FAR = ("a123 b222 c45 d136", "a345 b66 c12 d2456", "a11 b234 c35 d1466")
"""Eleven dice that no single die completes."""


def _position(
    rules: Rules, hand: list[Die], tray: list[Die], kept: list[Die], discards: list[Die], move: list[Any]
) -> dict[str, Any]:
    return {
        "hand": as_json(sorted_by(rules, hand)),
        "kept": as_json(kept),
        "tray": as_json(tray),
        "discards": as_json(discards),
        "move": move,
    }


def _tray(rules: Rules) -> int:
    """How many dice lie in the tray of an example: three, or as many as are rolled at most."""
    return min(3, max(rules.per_round.values()))


def _given(hand: list[Die]) -> Any:
    """The die that is given back: a lone one at the end of the hand."""
    return hand[-1].as_json()


def completing(rules: Rules, random: Random) -> dict[str, Any]:
    """A die that completes the hand is taken, and one given back all the same."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_SHORT))
    last = table.draw(hand[-1].colour, hand[-1].value + 1 if hand[-1].value < 6 else hand[-2].value - 1)
    tray = [last, *table.some(_tray(rules) - 1)]
    move = ["take", last.as_json(), hand[0].as_json()]
    return _position(rules, hand, tray, [], [], move)


def giving_nothing(position: Position) -> dict[str, Any]:
    """The same die taken, and nothing given back."""
    return {**position, "move": [*position["move"][:2], None]}


def keeping(rules: Rules, position: Position) -> dict[str, Any]:
    """The same die kept instead. Where the first one is exchanged at once, there are no discards to have for it."""
    die = position["move"][1]
    return {**position, "move": ["keep", die] if rules.kept > 1 else ["keep", die, None, None]}


def taking(rules: Rules, random: Random) -> dict[str, Any]:
    """A die that does not complete the hand is taken, and nothing given back."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_FAR))
    tray = table.some(_tray(rules))
    return _position(rules, hand, tray, [], [], ["take", tray[0].as_json(), None])


def giving_one(position: Position) -> dict[str, Any]:
    """The same with the last die of the hand given back."""
    return {**position, "move": [*position["move"][:2], position["hand"][-1]]}


def from_discards(rules: Rules, random: Random) -> dict[str, Any]:
    """A die of the discards is taken."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_FAR))
    tray = table.some(min(2, _tray(rules)))
    discards = [_apart(table, tray, value) for value in (5, 2)]
    move = ["take", discards[0].as_json(), _given(hand)]
    return _position(rules, hand, tray, [], discards, move)


def _apart(table: Table, dice: list[Die], value: int) -> Die:
    """A die of a colour that none of ``dice`` has, if there is one."""
    held = {die.colour for die in dice}
    colours = [colour for colour in table.colours if colour not in held] or table.colours
    return table.draw(table.random.choice(colours), value)


def from_tray(position: Position) -> dict[str, Any]:
    """A die of the tray is taken instead."""
    return {**position, "move": ["take", position["tray"][0], position["move"][2]]}


def giving_kept(rules: Rules, random: Random) -> dict[str, Any]:
    """A die of the tray is taken, and a kept one given back."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_FAR))
    tray = table.some(min(2, _tray(rules)))
    own = {*hand, tray[0]}
    kept = [table.draw(*next((die for die in _free(table) if die not in own), hand[0]))]
    return _position(rules, hand, tray, kept, [], ["take", tray[0].as_json(), kept[0].as_json()])


def _free(table: Table) -> list[Die]:
    """Every face of a colour of which there is a die left."""
    return [Die(colour, value) for value in (5, 2, 3, 4, 6, 1) for colour in table.colours if table.left[colour]]


def old_face(rules: Rules, random: Random) -> dict[str, Any]:
    """Two dice are rerolled, and one of them is taken as it lay before."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_FAR))
    tray = [table.draw(table.colour("a"), 3), table.draw(table.colour("b"), 6), *table.some(_tray(rules) - 2)]
    faces = [Die(tray[0].colour, 5), Die(tray[1].colour, 2)]
    move = ["reroll", as_json(tray[:2]), as_json(faces), [tray[0].as_json()], [_given(hand)]]
    return _position(rules, hand, tray, [], [], move)


def new_face(position: Position) -> dict[str, Any]:
    """The same, and the die is taken as it lies now."""
    _, dice, faces, _, given = position["move"]
    return {**position, "move": ["reroll", dice, faces, [faces[0]], given]}


def leaving_both(position: Position) -> dict[str, Any]:
    """The same, and neither is taken."""
    return {**position, "move": [*position["move"][:3], [], []]}


def one_die(position: Position) -> dict[str, Any]:
    """The same, and only the die that is taken is rerolled."""
    _, dice, faces, _, given = position["move"]
    return {**position, "move": ["reroll", dice[:1], faces[:1], faces[:1], given]}


def single_die(rules: Rules, random: Random) -> dict[str, Any]:
    """The last die of the tray and one of the hand are rerolled."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_FAR))
    tray = [table.draw(table.colour("b"), 5)]
    own = hand[-3]
    faces = [Die(tray[0].colour, 2), Die(own.colour, 3)]
    move = ["reroll", as_json([tray[0], own]), as_json(faces), [faces[0].as_json()], [_given(hand)]]
    return _position(rules, hand, tray, [], [], move)


def second_die(position: Position) -> dict[str, Any]:
    """The same with two dice in the tray, one of the colour that the hand's die had."""
    _, dice, faces, taken, given = position["move"]
    other = [dice[1][0], 1 if dice[1][1] != 1 else 4]
    tray = [position["tray"][0], other]
    return {**position, "tray": tray, "move": ["reroll", tray, faces, taken, given]}


def thirteen(rules: Rules, random: Random) -> dict[str, Any]:
    """Two rerolled dice that complete the hand together are taken, and two dice given back."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_TWO_SHORT))
    single, over = hand[-2], hand[-1]
    tray = [table.draw(single.colour, value) for value in (6 if single.value < 4 else 1, single.value)]
    faces = [Die(die.colour, single.value + step) for die, step in zip(tray, (1, 2), strict=True)]
    move = ["reroll", as_json(tray), as_json(faces), as_json(faces), as_json([over, hand[0]])]
    return _position(rules, hand, tray, [], [], move)


def giving_one_of_two(position: Position) -> dict[str, Any]:
    """The same, and one die given back, which is not needed."""
    return {**position, "move": [*position["move"][:4], position["move"][4][:1]]}


def exchanging(rules: Rules, random: Random) -> dict[str, Any]:
    """The last die that is kept, exchanged for a colour that is not among the discards."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_FAR))
    tray = table.some(1)
    kept = table.some(rules.kept - 1)
    wanted = Die(table.colour("b"), 5)
    others = [colour for colour in table.colours if colour != wanted.colour]
    discards = [table.draw(others[place % len(others)], value) for place, value in enumerate((1, 3))]
    discards = [die for die in discards if die.colour != wanted.colour]
    move = ["keep", tray[0].as_json(), wanted.as_json(), _given(hand)]
    return _position(rules, hand, tray, kept, discards, move)


def of_a_colour_there(position: Position) -> dict[str, Any]:
    """The same, and one of the discards has the colour."""
    wanted = position["move"][2]
    discards = [[wanted[0], 2], *position["discards"][1:]]
    return {**position, "discards": discards}


def there(rules: Rules, position: Position) -> bool:
    """Whether the game has all dice of a position."""
    places = [position[key] for key in ("dice", "hand", "kept", "tray", "discards") if key in position]
    counts = Counter(colour for place in places for colour, _ in place)
    return all(count <= rules.dice[colour] for colour, count in counts.items())


# Sets


def straightened(position: Position) -> dict[str, Any]:
    """Three dice turned into a run."""
    colour = position["dice"][0][0]
    return {"dice": [[colour, value] for value in (4, 5, 6)]}


def recoloured(position: Position) -> dict[str, Any]:
    """Three dice of the first one's colour."""
    return {"dice": [position["dice"][0]] * 3}
