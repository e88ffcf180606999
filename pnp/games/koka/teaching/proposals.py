"""Proposals of positions that are likely to teach a lesson: hands built of the colours of a definition.

A hand is written as colours with values, ``"a234 b234 c555"``: ``a`` is a random colour, ``b`` another one and so on.
In a definition of few colours a later letter is one of these again. If a colour has too few dice, another one takes
their place. So every proposal is a possible position; the floor decides whether it teaches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from pnp.games.core.answer import Position
from pnp.games.core.playing.play import seats_of
from pnp.games.koka.rules.dice import HAND, VALUES, Dice, Die
from pnp.games.koka.rules.record import Rules, Shape, Special
from pnp.games.koka.rules.scoring import holds_complete, is_set

VARIANTS = 3
"""Positions of each lesson. They are built to teach, so a few suffice; each is judged under every misreading."""
Helped: TypeAlias = Callable[[Rules, Sequence[Die], Die], bool]
"""Whether a die of the tray is of use to a hand."""


class Table:
    """Dice of the game, from which hands, tray and discards are taken."""

    def __init__(self, rules: Rules, random: Random) -> None:
        self.random = random
        self.left = dict(rules.dice)
        self.colours = list(rules.colours)
        random.shuffle(self.colours)
        # A hand may need twelve dice of its first colours.
        self.colours.sort(key=lambda colour: -min(rules.dice[colour], HAND + 1))

    def dice(self, line: str) -> list[Die]:
        """Take the dice of a line such as ``a234 b55``."""
        return [self.draw(*die) for die in self.named(line)]

    def named(self, line: str) -> list[Die]:
        """Return the dice of a line, without taking them."""
        return [Die(self.colour(word[0]), int(value)) for word in line.split() for value in word[1:]]

    def has(self, dice: Iterable[Die]) -> bool:
        """Tell whether all of these dice are left."""
        counts = Counter(die.colour for die in dice)
        return all(count <= self.left[colour] for colour, count in counts.items())

    def colour(self, letter: str) -> str:
        """Return the colour that a letter stands for."""
        return self.colours[(ord(letter) - ord("a")) % len(self.colours)]

    def some(self, count: int) -> list[Die]:
        """Take ``count`` dice of the colours with the most dice left, too far apart for a set."""
        drawn: list[Die] = []
        for index in range(count):
            colour = max(self.left, key=lambda name: (self.left[name], -self.colours.index(name)))
            drawn.append(self.draw(colour, (1, 4, 6, 3)[index % 4]))
        return drawn

    def draw(self, colour: str, value: int) -> Die:
        """Take a die of ``colour``, or if it has none of the colour with the most dice left."""
        if not self.left[colour]:
            colour = max(self.left, key=self.left.__getitem__)
        self.left[colour] -= 1
        return Die(colour, value)


def few(random: Random, name: str, variants: int = VARIANTS) -> Random:
    """Return one of a few random sources."""
    return Random(f"{name} {random.randrange(variants)}")  # noqa: S311 - nothing secret


def run(random: Random, *avoid: int) -> str:
    """Return the values of a run of three that does not begin with one of ``avoid``."""
    low = random.choice([low for low in range(1, 5) if low not in avoid])
    return "".join(str(low + step) for step in range(3))


def alike(random: Random, size: int = 3, *avoid: int) -> str:
    """Return the values of dice that are alike."""
    return str(random.choice([value for value in range(1, 7) if value not in avoid])) * size


# Hands


def hand(rules: Rules, random: Random, line: str) -> dict[str, Any]:
    """Propose the dice of a line, as a hand."""
    return {"dice": as_json(Table(rules, random).dice(line))}


def four_sets(random: Random) -> str:
    """Return four sets of three in three colours, no two of them equal."""
    first, second, third = random.sample(range(1, 5), 3)
    runs = ["".join(str(low + step) for step in range(3)) for low in (first, second, third)]
    return f"a{runs[0]} a{alike(random)} b{runs[1]} c{runs[2]}"


def six_in_a_run(random: Random) -> str:
    """Return a run of six, and two sets of three."""
    return f"a123456 b{alike(random)} c{run(random)}"


def two_equal(random: Random) -> str:
    """Return two equal runs of two colours, another run, and three alike."""
    low = random.randint(1, 4)
    equal = "".join(str(low + step) for step in range(3))
    return f"a{equal} b{equal} c{alike(random)} d{run(random, low)}"


def six_alike(random: Random) -> str:
    """Return six alike, three alike of the same value in another colour, and a run."""
    value = alike(random, 1)
    return f"a{value * 6} b{value * 3} c{run(random)}"


def six_and_equal(random: Random) -> str:
    """Return six alike, and two equal runs of two other colours."""
    low = random.randint(1, 4)
    equal = "".join(str(low + step) for step in range(3))
    return f"a{alike(random, 6, low, low + 1, low + 2)} b{equal} c{equal}"


def two_splits(random: Random) -> str:
    """Return twelve of one value, six of them of one colour."""
    value = alike(random, 1)
    return f"a{value * 6} b{value * 3} c{value * 3}"


def two_splits_and_a_run(random: Random) -> str:
    """Return nine of one value, six of them of one colour, and a run."""
    value = alike(random, 1)
    return f"a{value * 6} b{value * 3} c{run(random)}"


def two_sixes(random: Random) -> str:
    """Return two sets of six, of one value or a run and six alike; or twelve of one value as in ``two_splits``."""
    value = alike(random, 1)
    return random.choice((f"a{value * 6} b{value * 6}", f"a123456 b{value * 6}", two_splits(random)))


def one_colour(random: Random, runs_are_equal: bool) -> str:
    """Return three equal runs of one colour, whose dice also make three sets of alike dice, and a run of another
    colour. Unless ``runs_are_equal``, the fourth run has the same numbers: with others, both divisions would score the
    same."""
    low = random.randint(2, 4)
    numbers = [low, low + 1, low + 2]
    nine = "".join(str(number) * 3 for number in numbers)
    other = run(random, low) if runs_are_equal else "".join(map(str, numbers))
    return f"a{nine} b{other}"


def waiting(random: Random) -> str:
    """Return eleven dice that wait at both ends of two consecutive ones, and score more with one end."""
    low = random.randint(1, 3)
    equal = "".join(str(low + step) for step in range(3))
    return f"a{equal} b{equal} c{alike(random)} d{low + 1}{low + 2}"


def too_long(random: Random) -> str:
    """Return a run of five, four alike, and a run of three: twelve dice that divide into no sets."""
    return f"a12345 b{alike(random, 4)} c{run(random)}"


def mended(position: Any) -> dict[str, Any]:
    """Turn one of the four alike in the hand of ``too_long`` into the last die of a run of six."""
    dice = list(position["dice"])
    del dice[5]
    return {"dice": [*dice[:5], [dice[0][0], 6], *dice[5:]]}


def special_hand(rules: Rules, random: Random, special: Special) -> dict[str, Any]:
    """Propose dice that divide into the groups of a special hand, of as many colours as possible."""
    table = Table(rules, random)
    dice: list[Die] = []
    order = sorted(special.shapes, key=lambda shape: (shape.colour == "any", -shape.size))
    for index, shape in enumerate(order):
        dice += _group(table, shape, index)
    return {"dice": as_json(dice)}


def _group(table: Table, shape: Shape, index: int) -> list[Die]:
    low = table.random.randint(1, 7 - shape.size) if shape.value == "run" else 1 + index % 6
    step = 1 if shape.value == "run" else 0
    values = [low + step * offset for offset in range(shape.size)]
    if shape.value == "any":
        values = [table.random.choice(VALUES) for _ in values]
    big_enough = [colour for colour in table.colours if table.left[colour] >= shape.size] or table.colours
    colour = big_enough[index % len(big_enough)]
    order = [table.colours[(index + offset) % len(table.colours)] for offset in range(shape.size)]
    colours = [colour] * shape.size if shape.colour == "same" else order
    return [table.draw(colour, value) for value, colour in zip(values, colours, strict=False)]


# Match


def round_(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose a round of the fewest players: the start player, seat 1, completes first, and seat 0 last."""
    table = Table(rules, random)
    value, low = alike(random, 1), random.randint(1, 4)
    equal = "".join(str(low + step) for step in range(3))
    hands = [table.dice(f"d{equal} e{equal} f{value * 3} a{run(random, low)}"), table.dice(four_sets(random))]
    hands += [table.some(HAND) for _ in range(rules.players[0] - 2)]
    return {"start": 1, "hands": [as_json(sorted_by(rules, dice)) for dice in hands]}


def whole_round(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose a round in which there is a die for each seat: one takes a die that completes the hand, the next rerolls
    two and takes one that does, and all others, who need no colour of the tray, keep one. The start player is among
    these, if the tray has a die for that."""
    players, table, low = seats_of_whole_round(rules), Table(rules, random), random.randint(1, 4)
    equal = "".join(str(low + step) for step in range(3))
    waits = [table.dice(random.choice(_SHORT)), table.dice(f"e{equal} f{equal} a{alike(random, 3, low)} b45")]
    ends = [_end_of(hand) for hand in waits]
    before = int(players > 2 and rules.per_round[players] > 3)
    first, second = (table.draw(*die) for die in ends)
    lies = [_next_face(second), *table.some(rules.per_round[players] - 2)]
    hands: list[list[Die]] = []
    trays: list[list[Die]] = []
    moves: list[list[Any]] = []
    for _ in range(before):
        trays.append([lies[-1], first, *lies[:-1]])
        hands.append(_unhelped_hand(rules, table, trays[-1]))
        moves.append(_keep_first(rules, trays[-1]))
        lies = lies[:-1]
    hands += waits
    trays += [[first, *lies], lies]
    faces = [second, _next_face(lies[1])]
    moves += [
        ["take", first.as_json(), None],
        ["reroll", as_json(lies[:2]), as_json(faces), as_json([second]), []],
    ]
    lies = [*lies[2:], _next_face(faces[1]) if rules.rolls_again((faces[1],)) else faces[1]]
    for _ in range(2 + before, players):
        trays.append(lies)
        hands.append(_unhelped_hand(rules, table, lies))
        moves.append(_keep_first(rules, lies))
        lies = lies[1:]
    hands_before, trays_before = map(as_json, hands), map(as_json, trays)
    return {"start": 0, "hands": list(hands_before), "trays": list(trays_before), "moves": moves}


def first_round(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose a round that completes no hand: the start player takes a die for a set, the next one rerolls two dice and
    takes both or one, and all others, who need no colour of the tray, keep one. Two players take and keep."""
    players, table = seats_of_whole_round(rules), Table(rules, random)
    movers = min(2, players - 1)
    hands = [table.dice(_shifted(line, 2 * seat)) for seat, line in zip(range(movers), _ROUND, strict=False)]
    useful = table.draw(*_helping(rules, table, hands[0])[0])
    shown = _two_helping(rules, table, hands[-1])
    tray = [useful, *(table.draw(*_next_face(die)) for die in shown)]
    faces = [Die(lies.colour, die.value) for lies, die in zip(tray[1:], shown, strict=True)]
    tray += table.some(rules.per_round[players] - len(tray))
    given = (least_useful(rules, [*hands[0], useful]) or hands[0])[-1]
    trays: list[list[Die]] = [tray]
    moves: list[list[Any]] = [["take", useful.as_json(), given.as_json()]]
    tray = [*tray[1:], given]
    if players > 2:
        trays.append(tray)
        # With few colours both dice can complete the hand: then one is left.
        taken = faces[:1] if holds_complete(rules, (*hands[1], *faces)) else faces
        back = _two_least_useful(rules, [*hands[1], *taken])[: len(taken)]
        moves.append(["reroll", as_json(tray[:2]), as_json(faces), as_json(taken), as_json(back)])
        left = faces[len(taken) :]
        tray = [*tray[2:], *(map(_next_face, left) if rules.rolls_again(tuple(left)) else left), *map(_next_face, back)]
    while len(moves) < players:
        hands.append(_unhelped_hand(rules, table, tray))
        trays.append(tray)
        moves.append(_keep_first(rules, tray))
        tray = tray[1:]
    return {"start": 0, "hands": [*map(as_json, hands)], "trays": [*map(as_json, trays)], "moves": moves}


def _unhelped_hand(rules: Rules, table: Table, tray: Sequence[Die]) -> list[Die]:
    """Take eleven dice of sets and begun sets, which need no colour of the tray; if there are no such dice, some to
    which no die of the tray belongs as it lies, or some that are far from any set."""
    wishes: tuple[Helped, ...] = (colour_helps, helps)
    for helped in wishes:
        for kinds in (_BEGUN, _NEARLY):
            for line in table.random.sample(kinds, len(kinds)):
                for places in range(len(table.colours)):
                    hand = _of_tray_first(table, line, tray, places)
                    if table.has(hand) and not any(helped(rules, hand, die) for die in tray):
                        return [table.draw(*die) for die in hand]
    return table.some(HAND)


def _of_tray_first(table: Table, line: str, tray: Sequence[Die], places: int) -> list[Die]:
    """Return the dice of a line, in the colours of the tray and then in the others, each a number of places later."""
    lying = {die.colour for die in tray}
    colours = sorted(table.colours, key=lambda colour: colour not in lying)
    later = dict(zip(table.colours, (*colours[places:], *colours[:places]), strict=True))
    return [Die(later[die.colour], die.value) for die in table.named(line)]


def _shifted(line: str, places: int) -> str:
    """Return a line of dice, each in the colour that stands a number of places later."""
    return "".join(chr(ord(letter) + places) if letter.isalpha() else letter for letter in line)


def _helping(rules: Rules, table: Table, hand: Sequence[Die]) -> list[Die]:
    """Return the faces that make a set with two dice of the hand, of colours that have dice left; any without such."""
    faces = [Die(colour, value) for colour in table.colours if table.left[colour] for value in VALUES]
    return [die for die in faces if makes_a_set(rules, hand, die)] or [Die(table.colours[0], VALUES[0])]


def _two_least_useful(rules: Rules, hand: Sequence[Die]) -> list[Die]:
    """Return the least useful die of a hand, and that of the others."""
    first = (least_useful(rules, hand) or hand)[-1]
    others = list(hand)
    others.remove(first)
    return [first, (least_useful(rules, others) or others)[-1]]


def _two_helping(rules: Rules, table: Table, hand: Sequence[Die]) -> list[Die]:
    """Return two faces that each make a set with two dice of the hand, of different colours if there are such."""
    first, *others = _helping(rules, table, hand)
    second = next((die for die in others if die.colour != first.colour), first)
    return [first, second]


def shows_first_round(rules: Rules) -> bool:
    """Tell whether a first round is shown turn by turn: several turns have the same dice in the tray, so a colour needs
    more dice than there are seats."""
    return shows_turns(rules) and min(rules.dice.values()) > seats_of_whole_round(rules)


def shows_turns(rules: Rules) -> bool:
    """Tell whether rounds are shown turn by turn, with a die for each seat, and two to reroll after the first."""
    seats = seats_of_whole_round(rules)
    return rules.per_round[seats] >= max(seats, 3)


def seats_of_whole_round(rules: Rules) -> int:
    """Return how many seats a whole round of an example has: three, or as near to that as the rules allow."""
    return min(max(3, rules.players[0]), rules.players[1])


def _next_face(die: Die) -> Die:
    return Die(die.colour, die.value % len(VALUES) + 1)


def _end_of(hand: Sequence[Die]) -> Die:
    """Return the die that completes the run that the hand ends with."""
    before, last = hand[-2:]
    return Die(last.colour, last.value + 1 if last.value < len(VALUES) else before.value - 1)


def _keep_first(rules: Rules, tray: Sequence[Die]) -> list[Any]:
    """Return the move that keeps the first die. If it is exchanged at once, there are no discards to have for it."""
    return ["keep", tray[0].as_json(), *((None, None) if rules.kept == 1 else ())]


def drawing(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose the third round of a game of three, or the second round of two.

    More or fewer play if the rules demand it.
    """
    players = min(max(3, rules.players[0]), rules.players[1])
    return {"players": players, "start": random.randrange(players), "round": 2 if players > 2 else 1}


def results(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose a match of the fewest players.

    One seat is complete in most games, another for more points in fewer games.
    """
    players = min(seats_of(rules))
    small, large = 4 * rules.three, max(rules.six + 4 * rules.three, 16 * rules.three)
    winning_counts = [games for games in range(1, rules.games) if games * large > (rules.games - games) * small]
    dear_games = random.sample(range(rules.games), winning_counts[0] if winning_counts else 1)
    winner = random.randrange(2)
    rows = [[0] * players for _ in range(rules.games)]
    for game, row in enumerate(rows):
        row[winner if game in dear_games else 1 - winner] = large if game in dear_games else small
    return {"scores": rows}


def sorted_by(rules: Rules, dice: Iterable[Die]) -> Dice:
    """Return ``dice`` by colour, in the order of the definition, and value."""
    colour_order = {colour: index for index, colour in enumerate(rules.colours)}
    return tuple(sorted(dice, key=lambda die: (colour_order[die.colour], die.value)))


def as_json(dice: Iterable[Die]) -> list[list[str | int]]:
    """Return dice as the conformance cases write them."""
    return [die.as_json() for die in dice]


def dice_of(raw: Iterable[Sequence[Any]]) -> Dice:
    """Return the dice of a list of an answered or proposed position, in their order."""
    return tuple(Die(colour, value) for colour, value in raw)


# Turns, and their look-alikes: the same dice with another move, or a die apart

_SHORT = ("a123 b222 c234 d34", "a345 b555 c123 d23", "a456 b111 c234 d45")
"""Eleven dice that one more of the last colour completes, at either end."""
_TWO_SHORT = ("a123 b222 c234 d3 e6", "a345 b555 c123 d2 e4", "a456 b111 c234 d4 e1")
"""Eleven dice that two more of the last colour but one complete; the last die is then left over."""
_REACH = 2
"""Difference of two dice of one colour that a third one may make a set: 3 and 5 with 4."""
_ROUND = ("a345 b66 c12 d2456", "a11 b234 c35 d1466")
"""Eleven dice each for a round: of the first a die, of the second two dice make more sets, and none complete it."""
_BEGUN = ("a345 b666 c12 d66 e4", "a123 b555 c45 d11 e6", "a456 b222 c13 d55 e1")
"""Eleven dice of two sets, of two begun ones, and of a single die."""
_NEARLY = ("a345 b666 c123 d45", "a123 b555 c456 d12", "a456 b222 c345 d66")
"""Eleven dice of three sets and of one begun."""
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


def _tray_size(rules: Rules) -> int:
    """Return the number of dice in the tray of an example: three, or at most as many as are rolled."""
    return min(3, max(rules.per_round.values()))


def _lone_die(rules: Rules, hand: Sequence[Die]) -> Any:
    """Return the die to give back: the last one of the least useful."""
    return (least_useful(rules, hand) or hand)[-1].as_json()


def completing(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose taking a die that completes the hand, and giving one back all the same."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_SHORT))
    completing_die = table.draw(*_end_of(hand))
    tray = [completing_die, *table.some(_tray_size(rules) - 1)]
    move = ["take", completing_die.as_json(), hand[0].as_json()]
    return _position(rules, hand, tray, [], [], move)


def giving_nothing(position: Position) -> dict[str, Any]:
    """Give nothing back for the same die."""
    return {**position, "move": [*position["move"][:2], None]}


def keeping(rules: Rules, position: Position) -> dict[str, Any]:
    """Keep the same die instead. If the first kept die is exchanged at once, there are no discards to have for it."""
    return {**position, "move": _keep_first(rules, dice_of([position["move"][1]]))}


def _tray_with_useful(rules: Rules, table: Table, hand: list[Die], size: int) -> list[Die]:
    """Draw dice for the tray; the first makes a set with two dice of the hand, if one is left that does."""
    faces = [Die(colour, value) for colour in table.colours if table.left[colour] for value in VALUES]
    useful = next((die for die in faces if makes_a_set(rules, hand, die)), None)
    return table.some(size) if useful is None else [table.draw(*useful), *table.some(size - 1)]


def makes_a_set(rules: Rules, hand: Sequence[Die], die: Die) -> bool:
    """Tell whether ``die`` makes a set with two dice of the hand that are in none yet."""
    return any(is_set(rules, (*pair, die)) for pair in combinations(loose(rules, hand), 2))


def helps(rules: Rules, hand: Sequence[Die], die: Die) -> bool:
    """Tell whether a third die may make a set with ``die`` and one of the hand that is in none yet."""
    return any(_belong_together(die, other) for other in loose(rules, hand))


def colour_helps(rules: Rules, hand: Sequence[Die], die: Die) -> bool:
    """Tell whether the hand has a die of the same colour that is in no set yet: ``die`` may help it when rerolled."""
    return any(die.colour == other.colour for other in loose(rules, hand))


def _belong_together(die: Die, other: Die) -> bool:
    return die.colour == other.colour and abs(die.value - other.value) <= _REACH


def loose(rules: Rules, hand: Sequence[Die]) -> list[Die]:
    """Return the dice of the hand that are in no set."""
    in_sets = {die for dice in combinations(hand, 3) if is_set(rules, dice) for die in dice}
    return [die for die in hand if die not in in_sets]


def least_useful(rules: Rules, hand: Sequence[Die]) -> list[Die]:
    """Return the dice of the hand that are in no set and have the fewest partners: those that a third die may join."""
    dice = loose(rules, hand)
    partners = [sum(_belong_together(die, other) for other in dice) for die in dice]
    return [die for die, count in zip(dice, partners, strict=True) if count == min(partners)]


def old_face(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose rerolling two dice, and taking one of them with its old face."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_FAR))
    tray = [table.draw(table.colour("a"), 3), table.draw(table.colour("b"), 6), *table.some(_tray_size(rules) - 2)]
    faces = [Die(tray[0].colour, 5), Die(tray[1].colour, 2)]
    move = ["reroll", as_json(tray[:2]), as_json(faces), [tray[0].as_json()], [_lone_die(rules, hand)]]
    return _position(rules, hand, tray, [], [], move)


def new_face(position: Position) -> dict[str, Any]:
    """Take the die with its new face."""
    _, dice, faces, _, given = position["move"]
    return {**position, "move": ["reroll", dice, faces, [faces[0]], given]}


def leaving_both(position: Position) -> dict[str, Any]:
    """Take neither die."""
    return {**position, "move": [*position["move"][:3], [], []]}


def one_die(position: Position) -> dict[str, Any]:
    """Reroll only the die that is taken."""
    _, dice, faces, _, given = position["move"]
    return {**position, "move": ["reroll", dice[:1], faces[:1], faces[:1], given]}


def thirteen(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose taking two rerolled dice that complete the hand together, and giving back the one left over."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_TWO_SHORT))
    single, left_over = hand[-2:]
    tray = [table.draw(single.colour, value) for value in (6 if single.value < 4 else 1, single.value)]
    faces = [Die(die.colour, single.value + step) for die, step in zip(tray, (1, 2), strict=True)]
    tray += table.some(_tray_size(rules) - len(tray))
    move = ["reroll", as_json(tray[:2]), as_json(faces), as_json(faces), as_json([left_over])]
    return _position(rules, hand, tray, [], [], move)


def exchanging(rules: Rules, random: Random) -> dict[str, Any]:
    """Propose exchanging the last kept die for a colour that is not among the discards."""
    table = Table(rules, random)
    hand = table.dice(random.choice(_FAR))
    tray = table.some(1)
    kept = table.some(rules.kept - 1)
    wanted = Die(table.colour("b"), 5)
    others = [colour for colour in table.colours if colour != wanted.colour]
    discards = [table.draw(others[index % len(others)], value) for index, value in enumerate((1, 3))]
    discards = [die for die in discards if die.colour != wanted.colour]
    move = ["keep", tray[0].as_json(), wanted.as_json(), _lone_die(rules, hand)]
    return _position(rules, hand, tray, kept, discards, move)


def of_discarded_colour(position: Position) -> dict[str, Any]:
    """Put a die of the wanted colour among the discards."""
    wanted = position["move"][2]
    discards = [[wanted[0], 2], *position["discards"][1:]]
    return {**position, "discards": discards}


def has_all_dice(rules: Rules, position: Position) -> bool:
    """Tell whether the game has all dice of a position."""
    places = [position[key] for key in ("dice", "hand", "kept", "tray", "discards") if key in position]
    counts = Counter(colour for place in places for colour, _ in place)
    return all(count <= rules.dice[colour] for colour, count in counts.items())


# Sets


def straightened(position: Position) -> dict[str, Any]:
    """Turn three dice into a run."""
    colour = position["dice"][0][0]
    return {"dice": [[colour, value] for value in (4, 5, 6)]}


def recoloured(position: Position) -> dict[str, Any]:
    """Turn three dice into copies of the first."""
    return {"dice": [position["dice"][0]] * 3}
