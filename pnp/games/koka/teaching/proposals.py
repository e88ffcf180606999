"""Positions that are likely to teach something: hands built for a purpose out of the colours of a definition.

A hand is written as colours with values, ``"a234 b234 c555"``: ``a`` is a random colour, ``b`` another one and so on.
In a definition of few colours a later letter is one of these again, and where a colour has too few dice another one
takes their place, so that every proposal is a position that can be; whether it teaches is for the floor to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from pnp.games.core.answer import Position
from pnp.games.core.play import seats_of
from pnp.games.koka.rules.dice import HAND, VALUES, Dice, Die
from pnp.games.koka.rules.record import Rules, Shape, Special

VARIANTS = 3
"""Positions of each lesson. They are built to teach, so that a few are as good as many, and every one is judged under
every misreading."""


class Table:
    """The dice of the game, of which hands, tray and discards are taken."""

    def __init__(self, rules: Rules, random: Random) -> None:
        self.random = random
        self.left = dict(rules.dice)
        self.colours = list(rules.colours)
        random.shuffle(self.colours)
        # A hand may need twelve dice of its first colours.
        self.colours.sort(key=lambda colour: -min(rules.dice[colour], HAND + 1))

    def dice(self, line: str) -> list[Die]:
        """The dice of a line such as ``a234 b55``."""
        return [self.draw(self.colour(word[0]), int(value)) for word in line.split() for value in word[1:]]

    def colour(self, letter: str) -> str:
        """The colour that a letter stands for."""
        return self.colours[(ord(letter) - ord("a")) % len(self.colours)]

    def some(self, count: int) -> list[Die]:
        """So many dice of the colours with the most dice left, no two of them near enough for a set."""
        found: list[Die] = []
        for place in range(count):
            colour = max(self.left, key=lambda one: (self.left[one], -self.colours.index(one)))
            found.append(self.draw(colour, (1, 4, 6, 3)[place % 4]))
        return found

    def draw(self, colour: str, value: int) -> Die:
        """A die of ``colour``, or of the colour with the most dice left where it has none."""
        if not self.left[colour]:
            colour = max(self.left, key=self.left.__getitem__)
        self.left[colour] -= 1
        return Die(colour, value)


def few(random: Random, name: str, variants: int = VARIANTS) -> Random:
    """A random source that is one of a few."""
    return Random(f"{name} {random.randrange(variants)}")  # noqa: S311 - nothing secret


def run(random: Random, *avoid: int) -> str:
    """The values of a run of three that does not begin with one of ``avoid``."""
    low = random.choice([low for low in range(1, 5) if low not in avoid])
    return "".join(str(low + step) for step in range(3))


def alike(random: Random, size: int = 3, *avoid: int) -> str:
    """The values of dice that are alike."""
    return str(random.choice([value for value in range(1, 7) if value not in avoid])) * size


# Hands


def hand(rules: Rules, random: Random, line: str) -> dict[str, Any]:
    """The dice of a line, as a hand."""
    return {"dice": as_json(Table(rules, random).dice(line))}


def four_sets(random: Random) -> str:
    """Four sets of three in three colours, no two of them equal."""
    first, second, third = random.sample(range(1, 5), 3)
    runs = ["".join(str(low + step) for step in range(3)) for low in (first, second, third)]
    return f"a{runs[0]} a{alike(random)} b{runs[1]} c{runs[2]}"


def six_in_a_run(random: Random) -> str:
    """A run of six, and two sets of three."""
    return f"a123456 b{alike(random)} c{run(random)}"


def two_equal(random: Random) -> str:
    """Two equal runs of two colours, another run, and three alike."""
    low = random.randint(1, 4)
    equal = "".join(str(low + step) for step in range(3))
    return f"a{equal} b{equal} c{alike(random)} d{run(random, low)}"


def three_equal(random: Random) -> str:
    """Three equal sets of three colours, and a run."""
    equal = alike(random)
    return f"a{equal} b{equal} c{equal} d{run(random)}"


def six_alike(random: Random) -> str:
    """Six alike, three alike of the same value in another colour, and a run."""
    value = alike(random, 1)
    return f"a{value * 6} b{value * 3} c{run(random)}"


def six_and_equal(random: Random) -> str:
    """Six alike, and two equal runs of two other colours."""
    low = random.randint(1, 4)
    equal = "".join(str(low + step) for step in range(3))
    return f"a{alike(random, 6, low, low + 1, low + 2)} b{equal} c{equal}"


def two_splits(random: Random) -> str:
    """Twelve of one value, six of them of one colour."""
    value = alike(random, 1)
    return f"a{value * 6} b{value * 3} c{value * 3}"


def two_sixes(random: Random) -> str:
    """Two sets of six, of one value or a run and six alike; or twelve of one value as in ``two_splits``."""
    value = alike(random, 1)
    return random.choice((f"a{value * 6} b{value * 6}", f"a123456 b{value * 6}", two_splits(random)))


def one_colour(random: Random) -> str:
    """Three runs of one colour that are three sets of alike dice as well, and a run of another colour."""
    low = random.randint(2, 4)
    nine = "".join(str(low + step) * 3 for step in range(3))
    return f"a{nine} b{run(random, low)}"


def waiting(random: Random) -> str:
    """Eleven dice that wait at both ends of two consecutive ones, and are worth more with one of them."""
    low = random.randint(1, 3)
    equal = "".join(str(low + step) for step in range(3))
    return f"a{equal} b{equal} c{alike(random)} d{low + 1}{low + 2}"


def too_long(random: Random) -> str:
    """A run of five, four alike, and a run of three: twelve dice that divide into no sets."""
    return f"a12345 b{alike(random, 4)} c{run(random)}"


def mended(position: Any) -> dict[str, Any]:
    """The hand of ``too_long`` with one of the four alike turned into the last die of a run of six."""
    dice = list(position["dice"])
    del dice[5]
    return {"dice": [*dice[:5], [dice[0][0], 6], *dice[5:]]}


def special_hand(rules: Rules, random: Random, special: Special) -> dict[str, Any]:
    """Dice that divide into the groups of a special hand, of as many colours as there are."""
    table = Table(rules, random)
    found: list[Die] = []
    order = sorted(special.shapes, key=lambda shape: (shape.colour == "any", -shape.size))
    for place, shape in enumerate(order):
        found += _group(table, shape, place)
    return {"dice": as_json(found)}


def _group(table: Table, shape: Shape, place: int) -> list[Die]:
    low = table.random.randint(1, 7 - shape.size) if shape.value == "run" else 1 + place % 6
    step = 1 if shape.value == "run" else 0
    values = [low + step * index for index in range(shape.size)]
    if shape.value == "any":
        values = [table.random.choice(VALUES) for _ in values]
    fixed = [colour for colour in table.colours if table.left[colour] >= shape.size] or table.colours
    one = fixed[place % len(fixed)]
    order = [table.colours[(place + at) % len(table.colours)] for at in range(shape.size)]
    colours = [one] * shape.size if shape.colour == "same" else order
    return [table.draw(colour, value) for value, colour in zip(values, colours, strict=False)]


# The match


def round_(rules: Rules, random: Random) -> dict[str, Any]:
    """A round of the fewest players: the start player, seat 1, completes first, and seat 0 as the last one."""
    table = Table(rules, random)
    value, low = alike(random, 1), random.randint(1, 4)
    equal = "".join(str(low + step) for step in range(3))
    hands = [table.dice(f"d{equal} e{equal} f{value * 3} a{run(random, low)}"), table.dice(four_sets(random))]
    hands += [table.some(HAND) for _ in range(rules.players[0] - 2)]
    return {"start": 1, "hands": [as_json(sorted_by(rules, dice)) for dice in hands]}


def drawing(rules: Rules, random: Random) -> dict[str, Any]:
    """The third round of a game of three, or the second one of two: with as many as may play."""
    players = min(max(3, rules.players[0]), rules.players[1])
    return {"players": players, "start": random.randrange(players), "round": 2 if players > 2 else 1}


def results(rules: Rules, random: Random) -> dict[str, Any]:
    """A match of the fewest players: one seat is complete in most games, another one for more in fewer of them."""
    players = min(seats_of(rules))
    small, large = 4 * rules.three, max(rules.six + 4 * rules.three, 16 * rules.three)
    few_games = [games for games in range(1, rules.games) if games * large > (rules.games - games) * small]
    dear = random.sample(range(rules.games), few_games[0] if few_games else 1)
    winner = random.randrange(2)
    rows = [[0] * players for _ in range(rules.games)]
    for game, row in enumerate(rows):
        row[winner if game in dear else 1 - winner] = large if game in dear else small
    return {"scores": rows}


def sorted_by(rules: Rules, dice: Iterable[Die]) -> Dice:
    """``dice`` by colour, in the order of the definition, and value."""
    place = {colour: index for index, colour in enumerate(rules.colours)}
    return tuple(sorted(dice, key=lambda die: (place[die.colour], die.value)))


def as_json(dice: Iterable[Die]) -> list[list[str | int]]:
    """Dice as the conformance cases write them."""
    return [die.as_json() for die in dice]


def dice_of(raw: Iterable[Sequence[Any]]) -> Dice:
    """The dice of a list of a position that the engine has answered or a proposal made, in their order."""
    return tuple(Die(colour, value) for colour, value in raw)


# Turns that are likely to teach something, and their look-alikes: the same dice with another move, or a die apart.

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
