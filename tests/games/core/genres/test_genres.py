"""What games of a genre have in common: tricks, melds and the best subset."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import pytest

from pnp.games.core.answer import Door
from pnp.games.core.dealing import Dealer
from pnp.games.core.genres.melds import (
    Cards,
    MeldRules,
    are_a_run,
    are_equal,
    best_split,
    equal_or_run,
    mostly_grouped,
)
from pnp.games.core.genres.subsets import SubsetRules, best_set, count_then_highest, leader, of_one_number
from pnp.games.core.genres.trick_lessons import follow_lessons, taker_lessons, trick_misreadings
from pnp.games.core.genres.tricks import (
    TrickGame,
    TrickRules,
    TrickState,
    follow_led_suit,
    highest_of_led_suit,
    may_play,
    trick,
    trump,
)
from pnp.games.core.playing.play import NotationError
from pnp.games.core.schema import kinds
from pnp.games.core.suits import SuitCard, suit_cards
from pnp.model.suits import Suit

SUITS = tuple(Suit(name, name, name[0].upper(), "#e0a030") for name in ("sun", "sea", "hill"))
ITEMS = suit_cards(SUITS, range(1, 6))


@dataclass(frozen=True)
class Settings:
    players: tuple[int, int] = (2, 4)
    suits: tuple[Suit, ...] = SUITS
    hand: int = 3
    least: int = 3


def cards(text: str) -> Cards:
    """Cards of words: ``sun1 sea2``."""
    return tuple(SuitCard(word[:-1], int(word[-1])) for word in text.split())


# Tricks

TRICKS: TrickRules[Settings] = TrickRules(Settings(), ITEMS, dict.fromkeys(ITEMS, 1), taker=trump("sun"))
ANSWER: Door[Settings, Any] = Door(kinds(may_play, trick))


@pytest.mark.parametrize(
    ("hand", "table", "playable"),
    [
        ("sun1 sea2 sea3", "sea5", "sea2 sea3"),
        ("sun1 hill2", "sea5", "sun1 hill2"),
        ("sun1 sea2", "", "sun1 sea2"),
        ("hill1 sea2", "sea5 hill3", "sea2"),
    ],
)
def test_the_suit_that_was_led_is_followed(hand: str, table: str, playable: str) -> None:
    assert follow_led_suit(cards(hand), cards(table)) == cards(playable)


@pytest.mark.parametrize(
    ("plays", "by_suit", "by_trump"),
    [
        ("sea1 sea5 sea3", 1, 1),
        ("sea1 hill5 sea3", 2, 2),
        ("sea5 sun1 sea3", 0, 1),
        ("sea5 sun1 sun4", 0, 2),
        ("sun1 sea5 hill5", 0, 0),
    ],
)
def test_the_highest_of_the_suit_or_of_trump_takes(plays: str, by_suit: int, by_trump: int) -> None:
    assert (highest_of_led_suit(cards(plays)), trump("sun")(cards(plays))) == (by_suit, by_trump)


def test_a_refusal_names_a_card_that_may_be_played() -> None:
    hand, table = [["sun", 1], ["sea", 2], ["sea", 3]], [["sea", 5]]
    question = {"hand": hand, "table": table, "card": ["sun", 1]}
    told: Any = ANSWER(Settings(), TRICKS, "may_play", question)
    assert told == {"verdict": "not-allowed", "violation": "must-follow"}
    assert told.reason.values["other"].values["number"] == 2
    why = {"sea": "reason-follows", "hill": "reason-cannot-follow"}
    for suit, key in why.items():
        allowed: Any = ANSWER(Settings(), TRICKS, "may_play", {"hand": [[suit, 2]], "table": table, "card": [suit, 2]})
        assert allowed["verdict"] == "allowed" and allowed.reason.key == key
    leads: Any = ANSWER(Settings(), TRICKS, "may_play", {**question, "table": []})
    assert leads["verdict"] == "allowed" and leads.reason.key == "reason-leads"


class Game(TrickGame[TrickRules[Settings]]):
    def winners(self, rules: TrickRules[Settings], state: TrickState) -> tuple[int, ...]:
        most = max(map(len, state.taken))
        return tuple(seat for seat, pile in enumerate(state.taken) if len(pile) == most)


GAME = Game()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_full_trick_goes_to_its_taker_who_leads(players: int) -> None:
    for seed in range(20):
        state = GAME.deal(TRICKS, players, seed)
        while state.turn is not None:
            legal = GAME.legal_actions(TRICKS, state)
            assert GAME.parse_state(TRICKS, GAME.format_state(state)) == state
            after = GAME.apply(TRICKS, state, Random(seed).choice(legal))
            if not after.table:
                plays = (*state.table, *(set(state.hands[state.turn]) - set(after.hands[state.turn])))
                taker = (state.leader + TRICKS.taker(plays)) % players
                assert after.leader == taker and after.taken[taker][-players:] == plays
            state = after
        assert sum(map(len, state.taken)) == players * Settings().hand


ASIDE = "hill3,hill4,hill5,sea3,sea4,sea5,sun3,sun4,sun5"
LINE = f"turn=1 leader=0 table=sea1 hands=sun1,sun2|hill1,hill2,sea2 taken=| aside={ASIDE}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("turn=1", "turn=0"),
        ("turn=1", "turn=-"),
        ("leader=0", "leader=5"),
        ("table=sea1 hands=sun1,sun2|", "table= hands=sea1,sun1,sun2|"),
        ("taken=|", "taken=hill3|"),
        ("hill1,hill2,sea2 ", "hill1,hill2 "),
    ],
)
def test_states_of_a_trick_that_cannot_be_are_refused(old: str, new: str) -> None:
    line = LINE
    for suit in ("sun", "sea", "hill"):
        line, old, new = (text.replace(suit, f"{suit}-") for text in (line, old, new))
    assert GAME.format_state(GAME.parse_state(TRICKS, line)) == line
    changed = line.replace(old, new)
    if "taken=hill" in new:
        changed = changed.replace("aside=hill-3,", "aside=")
    with pytest.raises(NotationError):
        GAME.parse_state(TRICKS, changed)


@pytest.mark.parametrize("seats", [2, 4])
def test_lessons_of_tricks_have_examples_that_rule_out_their_misreadings(seats: int) -> None:
    deck = tuple(ITEMS)
    lessons = [*follow_lessons(deck, 3), *taker_lessons(deck, seats, "sun")]
    patches = {misreading.id: misreading.patch(TRICKS) for misreading in trick_misreadings("sun")}
    assert [lesson.id for lesson in taker_lessons(deck, seats)] == ["trick-led-suit"]
    for lesson in lessons:
        shown = 0
        for seed in range(300):
            position = lesson.propose(Random(seed))
            out = ANSWER(Settings(), TRICKS, lesson.kind, position)
            if not any(floor(position, out) for floor in lesson.floors):
                continue
            shown += 1
            for name in lesson.needs:
                other = ANSWER(Settings(), patches[name], lesson.kind, position)
                assert lesson.headline(other) != lesson.headline(out), (lesson.id, name, position)
        assert shown > 3, lesson.id


# Melds

MELDS: MeldRules[Settings] = MeldRules(Settings(), ITEMS, dict.fromkeys(ITEMS, 1))


@pytest.mark.parametrize(
    ("group", "equal", "run"),
    [
        ("sun1 sea1 hill1", True, False),
        ("sun1 sun2 sun3", False, True),
        ("sun1 sea2 sun3", False, False),
        ("sun1", True, True),
    ],
)
def test_a_group_has_one_number_or_is_a_run_in_one_suit(group: str, equal: bool, run: bool) -> None:
    assert (are_equal(cards(group)), are_a_run(cards(group)), equal_or_run(cards(group))) == (equal, run, equal or run)


def _fewest_left(hand: Cards) -> int:
    """Fewest cards left over, by trying all divisions."""
    best = len(hand)
    for size in range(3, len(hand) + 1):
        for group in combinations(hand, size):
            if equal_or_run(group):
                best = min(best, _fewest_left(tuple(card for card in hand if card not in group)))
    return best


def test_a_hand_is_split_so_that_the_fewest_cards_are_left_over() -> None:
    random = Random(5)
    for _ in range(150):
        hand = tuple(random.sample(list(ITEMS), random.randint(0, 8)))
        split = best_split(MELDS, hand)
        assert len(split.left) == _fewest_left(hand)
        assert sorted((*split.grouped, *split.left)) == sorted(hand)
        assert all(equal_or_run(group) and len(group) >= 3 for group in split.groups)


# The best subset

SUBSETS: SubsetRules[Settings] = SubsetRules(Settings(), ITEMS, dict.fromkeys(ITEMS, 1))


@pytest.mark.parametrize(
    ("row", "best"),
    [
        ("sun1 sea5 sun2", "sun1 sun2"),
        ("sun1 sea5", "sea5"),
        ("sun3 sea3", "sun3"),
        ("sea1 sea4 hill2 hill5", "hill2 hill5"),
    ],
)
def test_the_most_cards_of_a_suit_count_then_the_highest_then_its_suit(row: str, best: str) -> None:
    assert best_set(SUBSETS, cards(row)) == cards(best)


def test_the_seat_with_the_best_set_leads() -> None:
    assert leader(SUBSETS, [cards("sun5"), cards("hill1 hill2"), cards("sea1 sea2")]) == 2
    assert leader(SUBSETS, [(), cards("hill1"), ()]) == 1
    assert of_one_number(cards("sun1 sea1 sun2")) == [cards("sun1 sea1"), cards("sun2")]
    assert count_then_highest(SUBSETS, cards("sun2")) > count_then_highest(SUBSETS, cards("sea2"))


def test_hands_that_are_drawn_in_groups_have_more_of_them_than_others() -> None:
    rules = MeldRules.of(Settings(), ITEMS)

    def left_over(hands: list[Cards]) -> int:
        assert all(len(set(hand)) == len(hand) == 6 for hand in hands)
        return sum(len(best_split(rules, hand).left) for hand in hands)

    grouped = [mostly_grouped(Dealer(ITEMS, Random(seed)), 6, 3) for seed in range(40)]
    assert left_over(grouped) < 0.8 * left_over([Dealer(ITEMS, Random(seed)).draw(6) for seed in range(40)])
    assert len(mostly_grouped(Dealer(ITEMS, Random(1)), len(ITEMS), 3)) == len(ITEMS)
