"""What tests of games share: definitions, the shipped ones and tweaks of them, and random positions."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pnp.definition.settings import read_settings
from pnp.games.collectmate import settings as of_collectmate
from pnp.games.core.engine import Engine
from pnp.games.iroha.play.game import IrohaPlay
from pnp.games.iroha.rules.record import Rules as IrohaRules
from pnp.games.iroha.rules.record import pack
from pnp.games.iroha.settings import Icon, IrohaSettings, Suit
from pnp.games.kasane import settings as of_kasane
from pnp.games.koka import settings as of_koka
from pnp.games.red.rules.record import Rules
from pnp.games.red.settings import Colour, Criterion, Readings, RedSettings
from pnp.model.text import Translated
from pnp.registry import engine, homes

_COLOURS = (
    ("red", "赤", "#d7263d", "sun", Criterion("highest")),
    ("orange", "橙", "#f46036", "leaf", Criterion("same-number")),
    ("yellow", "黄", "#ffc20e", "star", Criterion("same-colour")),
    ("green", "緑", "#1b998b", "hill", Criterion("sum", 7)),
    ("blue", "青", "#1e88d2", "wave", Criterion("different-colours")),
    ("indigo", "藍", "#2b3990", "moon", Criterion("run")),
    ("violet", "紫", "#8e3ccb", "flower", Criterion("even")),
)


def _colour(name: str, ja: str, ink: str, mark: str, rule: Criterion) -> Colour:
    return Colour(name, Translated(name, ja), Translated(name[0].upper(), ja), ink, mark, rule)


def _ruled(settings: RedSettings, **rules: Criterion) -> RedSettings:
    colours = tuple(replace(colour, rule=rules.get(colour.id, colour.rule)) for colour in settings.colours)
    return replace(settings, colours=colours)


def _variants() -> dict[str, RedSettings]:
    red = RedSettings(colours=tuple(_colour(*row) for row in _COLOURS), numbers=tuple(range(1, 8)), hand=7)
    red7 = replace(
        _ruled(red, green=Criterion("even"), violet=Criterion("below", 4)),
        draw="over-palette",
        pass_="out",
        goals=(40, 35, 30),
    )
    teal = _colour("teal", "鴨", "#0f6674", "drop", Criterion("odd"))
    eight = replace(
        _ruled(red, green=Criterion("sum", 8), violet=Criterion("above", 4)),
        colours=(*_ruled(red, green=Criterion("sum", 8), violet=Criterion("above", 4)).colours, teal),
        numbers=tuple(range(1, 9)),
        copies=2,
        order=("violet", "teal", "red", "green", "orange", "blue", "yellow", "indigo"),
        opening_rule="red",
    )
    others = Readings("nothing", "strongest-card", "not-allowed")
    return {
        "red": red,
        "red7": red7,
        "red7-basic": replace(red7, draw="never", goals=()),
        "eight": eight,
        "red-single-nothing": replace(red, readings=Readings(single_card="nothing")),
        "red-strongest-card": replace(red, readings=Readings(nobody_fits="strongest-card")),
        "red-no-same-colour": replace(red, readings=Readings(same_colour_discard="not-allowed")),
        "red7-other-readings": replace(red7, readings=others),
        "eight-other-readings": replace(eight, readings=others),
        "zeros": replace(
            _ruled(red, green=Criterion("sum", 0), violet=Criterion("below", 10)),
            numbers=(0, 1, 2, 3, 10, 11, 12),
            copies=2,
            opening_rule="violet",
        ),
        "tiny": replace(
            red, colours=_ruled(red, yellow=Criterion("even")).colours[:3], numbers=(1, 2, 3), hand=2, players=(2, 2)
        ),
    }


_SUITS = (
    ("bird", "鳥", "B", "#ee8513", "seigaiha"),
    ("fan", "扇", "F", "#16845a", "asanoha"),
    ("butterfly", "蝶", "Y", "#1590fa", "shippo"),
    ("umbrella", "傘", "U", "#fbe51c", "yagasuri"),
    ("flower", "花", "L", "#d4141f", "kikko"),
    ("moon", "月", "M", "#31147e", "seigaiha"),
)


def _iroha_variants() -> dict[str, IrohaSettings]:
    suits = tuple(
        Suit(name, Translated(name, ja), Translated(letter, ja), ink, name, pattern)
        for name, ja, letter, ink, pattern in _SUITS
    )
    icons = (Icon((1, 2, 3, 4, 5, 6), 3), Icon((7, 8), 4), Icon((9, 10), 5), Icon((11, 12), 6))
    iroha = IrohaSettings(suits=suits[:5], numbers=tuple(range(1, 13)), icons=icons)
    return {
        "iroha": iroha,
        "iroha-six-suits": replace(iroha, suits=suits, dealt=10, cost=2),
        "iroha-icons": replace(
            iroha,
            players=(3, 5),
            numbers=tuple(range(10)),
            icons=(Icon((9, 0, 5, 2, 7, 4), 2), Icon((1, 8), 4), Icon((6, 3), 5)),
            passed=3,
        ),
        "iroha-double": replace(iroha, passed=0, cost=0, deals_each=2),
        "iroha-tiny": replace(
            iroha,
            players=(2, 3),
            suits=suits[:3],
            numbers=(4, 3, 2, 1),
            icons=(Icon((1, 2, 3), 2), Icon((4,), 3)),
            dealt=3,
            passed=1,
        ),
    }


def _collectmate_variants() -> dict[str, of_collectmate.CollectmateSettings]:
    text = (Path(__file__).resolve().parents[2] / "games.toml").read_text(encoding="utf-8")
    collectmate, findings = read_settings(of_collectmate.CollectmateSettings, tomllib.loads(text)["collectmate"])
    assert not findings
    teal = of_collectmate.Colour("teal", Translated("teal", "鴨"), Translated("T", "鴨"), "#0f6674", "wave", 4)
    extra = (
        of_collectmate.CardKind("teal-all", True, ("red", "teal", "purple"), 3, "c", "[song] of [2人]", "song"),
        of_collectmate.CardKind("teal", False, ("teal",), 5, "c", Translated("[song], no rest", "[song]、お休みなし")),
    )
    seven = replace(
        collectmate,
        colours=(*(replace(one, points=3) if one.id == "purple" else one for one in collectmate.colours), teal),
        tags=(
            replace(collectmate.tags[0], name="2人"),
            *collectmate.tags[1:],
            of_collectmate.Tag("song", "song"),
        ),
        cards=(*(one for one in collectmate.cards if "two" not in (one.art or "")), *extra),
    )
    others = of_collectmate.Readings("nothing", "pairs", "others", "same")
    dots = tuple(
        of_collectmate.CardKind(f"card-{place}", place % 2 == 0, colours)
        for place, colours in enumerate((("red",), ("red",), ("red", "blue"), ("blue",), (), ("red", "blue"), ("red",)))
    )
    return {
        "collectmate": collectmate,
        "collectmate-other-readings": replace(collectmate, readings=others),
        "collectmate-seven": seven,
        "collectmate-seven-other-readings": replace(seven, readings=others),
        "collectmate-plain": replace(collectmate, counter=False, tag_option=False, enough=2, counter_points=2),
        "collectmate-big": replace(collectmate, hand=9, groups=(2, 3, 4), tag_points=2, open_=4, players=(2, 4)),
        "collectmate-tiny": replace(
            collectmate, players=(2, 2), hand=2, groups=(1, 1), enough=1, open_=2, cards=dots, tags=()
        ),
    }


def _kasane_variants() -> dict[str, of_kasane.KasaneSettings]:
    text = (Path(__file__).resolve().parents[2] / "games.toml").read_text(encoding="utf-8")
    kasane, findings = read_settings(of_kasane.KasaneSettings, tomllib.loads(text)["kasane"])
    assert not findings
    condition, slots, set_up = of_kasane.Condition, of_kasane.Slots, of_kasane.SetUp

    def yaku(name: str, rule: of_kasane.Condition, *sizes: of_kasane.Slots) -> of_kasane.Yaku:
        return of_kasane.Yaku(name, name, "", "plum", rule, sizes, "layers")

    twos = (set_up(2, 6, 3), set_up(3, 5, 3), set_up(4, 4, 3, 1), set_up(5, 3, 4, 0, 1))
    ten = of_kasane.Colour(10, Translated("grey", "鼠"), "#808080", "cloud", 3)
    return {
        "kasane": kasane,
        "kasane-variants": replace(kasane, variants=of_kasane.Variants(opening_tokens=True, plus_one_yaku=True)),
        "kasane-wide": replace(
            kasane,
            players=(2, 5),
            colours=(ten, *kasane.colours),
            plus_one=of_kasane.PlusOne(4, 2),
            set_up=twos,
            yaku=(
                *kasane.yaku[:3],
                yaku("four", condition("set", numbers=(10, 1, 9, 2)), slots(4, (9, 8, 7))),
                yaku("dozen", condition("sum", of=12), slots(2, (1,)), slots(4, (6, 5))),
                *kasane.yaku[6:],
            ),
            bonus=of_kasane.Bonus(7, (*kasane.bonus.colours, 9), 4),
            variants=of_kasane.Variants(plus_one_yaku=True),
        ),
        "kasane-tiny": replace(
            kasane,
            players=(2, 2),
            colours=tuple(replace(one, copies=3) for one in kasane.colours[:4]),
            plus_one=of_kasane.PlusOne(3, 2),
            set_up=(set_up(2, 4, 2),),
            yaku=(
                yaku("alike", condition("equal"), slots(2, (2, 1))),
                yaku("five", condition("sum", of=5), slots(2, (1,)), slots(3, (4, 3))),
                yaku("pair", condition("set", numbers=(3, 1)), slots(2, (3, 2))),
                yaku("moon", condition("monotone", from_=1, to=4), slots(2, (1,)), slots(3, (4,))),
                yaku("odds", condition("odd"), slots(3, (2,))),
            ),
            bonus=of_kasane.Bonus(3, (3, 0, 1, 4), 2),
            opening_tokens=(of_kasane.OpeningToken(2, "alike", 2),),
            variants=of_kasane.Variants(opening_tokens=True),
        ),
    }


def _koka_variants() -> dict[str, of_koka.KokaSettings]:
    text = (Path(__file__).resolve().parents[2] / "games.toml").read_text(encoding="utf-8")
    koka, findings = read_settings(of_koka.KokaSettings, tomllib.loads(text)["koka"])
    assert not findings
    pair, anything = of_koka.Group(2, value="same"), of_koka.Group(6, value="any")
    specials = (
        of_koka.SpecialHand("Six pairs", (pair,) * 6, 20),
        of_koka.SpecialHand(Translated("Long runs", "長い連番"), (of_koka.Group(4, "any", "run"),) * 3, 9),
        of_koka.SpecialHand("Two colours", (anything, anything), 5),
    )
    others = of_koka.Readings("different-colours", "six-first", "form")
    return {
        "koka": koka,
        "koka-other-readings": replace(koka, readings=others),
        "koka-special": replace(koka, special_hands=specials, sets=of_koka.Sets(2, 15), kept=2, games=1),
        "koka-special-other-readings": replace(koka, special_hands=specials, readings=others),
        "koka-short": replace(koka, games=1),
        "koka-tiny": replace(
            koka,
            players=(2, 2),
            colours=tuple(replace(colour, dice=count) for colour, count in zip(koka.colours, (30, 24), strict=False)),
            per_round=(of_koka.PerRound(2, 2),),
            kept=1,
            games=2,
        ),
    }


@pytest.fixture(scope="session")
def variant() -> Callable[[str], Any]:
    """A definition by name: red, red7, iroha, collectmate, kasane, koka, or a tweak of them."""
    variants: dict[str, Any] = {
        **_variants(),
        **_iroha_variants(),
        **_collectmate_variants(),
        **_kasane_variants(),
        **_koka_variants(),
    }
    return variants.__getitem__


@pytest.fixture(scope="session")
def engines() -> dict[str, Engine]:
    """Every engine of the registry, by name."""
    return {name: engine(name) for name in homes()}


def _dealt(rules: Rules, random: Random, hand: int) -> tuple[list[Any], list[Any]]:
    """Palettes, at least two of them with cards, and a hand."""
    # Few numbers make groups, ties and exact totals more frequent than a whole deck does.
    numbers = random.sample(rules.numbers, random.randint(min(2, len(rules.numbers)), len(rules.numbers)))
    deck = [card.as_json() for card, copies in rules.deck.items() for _ in range(copies) if card.number in numbers]
    random.shuffle(deck)
    seats = random.randint(2, rules.players[1])
    sizes = [random.randint(1, max(1, min(5, (len(deck) - hand) // seats))) for _ in range(seats)]
    if seats > 2 and random.random() < 0.3:
        sizes[random.randrange(seats)] = 0
    palettes = [[deck.pop() for _ in range(size)] for size in sizes]
    return palettes, deck[:hand]


def _turn(rules: Rules, random: Random) -> dict[str, Any]:
    palettes, hand = _dealt(rules, random, random.randint(2, 4))
    me = random.choice([seat for seat, palette in enumerate(palettes) if palette])
    return {"palettes": palettes, "me": me, "hand": hand, "rule": random.choice(rules.colours)}


def _position(rules: Rules, random: Random, kind: str) -> dict[str, Any]:
    """A random position of a kind."""
    if kind in ("surviving_moves", "may_move"):
        found = _turn(rules, random)
        first, second = random.sample(found["hand"], 2)
        moves = (["play", first, None], ["rule", None, first], ["both", first, second], ["pass", None, None])
        return found if kind == "surviving_moves" else {**found, "move": random.choices(moves, (3, 3, 4, 1))[0]}
    deck = [card.as_json() for card, copies in rules.deck.items() for _ in range(copies)]
    if kind == "stronger":
        a, b = random.sample([card.as_json() for card in rules.deck], 2)
        return {"a": a, "b": b}
    if kind == "opening":
        return {"palettes": [[card] for card in random.sample(deck, random.randint(2, rules.players[1]))]}
    palettes, _ = _dealt(rules, random, 0)
    rule = random.choice(rules.colours)
    if kind == "best":
        return {"palette": palettes[0], "rule": rule}
    seat = random.choice([seat for seat, palette in enumerate(palettes) if palette])
    asked = {"palettes": palettes, "rule": rule}
    return asked if kind == "winner" else {**asked, "winner": seat}


@pytest.fixture(scope="session")
def red_position() -> Callable[[Rules, Random, str], dict[str, Any]]:
    """Random positions of red, by kind."""
    return _position


def _hand_and_table(rules: IrohaRules, random: Random, most: int) -> tuple[list[Any], list[Any]]:
    """A hand and a trick so far of up to ``most`` cards, of few suits, so that many hands cannot follow."""
    few = random.sample(rules.suits, random.randint(2, len(rules.suits)))
    hand_suits = random.sample(few, random.randint(1, len(few)))
    cards = [card for card in rules.cards.values() if card.suit in few]
    held = [card for card in cards if card.suit in hand_suits]
    hand = random.sample(held, random.randint(1, max(1, min(len(held) // 2, rules.dealt))))
    others = [card.as_json() for card in cards if card not in hand]
    table = random.sample(others, min(len(others), random.randint(0, most)))
    return [card.as_json() for card in hand], table


def _hands(rules: IrohaRules, random: Random) -> list[list[Any]]:
    players = random.randint(*rules.players)
    cards = [card.as_json() for card in random.sample(pack(rules, players), players * rules.dealt)]
    return [cards[seat::players] for seat in range(players)]


def _played_deal(rules: IrohaRules, random: Random) -> dict[str, Any]:
    """A deal of random legal plays."""
    play, players = IrohaPlay(), random.randint(*rules.players)
    state = play.initial_state(rules, play.deal(rules, players, random.randrange(2**32)))
    while state.phase == "pass":
        state = play.apply(rules, state, random.choice(play.legal_actions(rules, state)))
    hands, leader, dealer = [[card.as_json() for card in hand] for hand in state.hands], state.leader, state.dealer
    plays = []
    while len(plays) < players * rules.dealt:
        action = random.choice(play.legal_actions(rules, state))
        plays.append(action.cards[0].as_json())
        state = play.apply(rules, state, action)
    tricks = [plays[start : start + players] for start in range(0, len(plays), players)]
    return {"hands": hands, "leader": leader, "dealer": dealer, "tricks": tricks}


def _few_cards(rules: IrohaRules, random: Random) -> list[Any]:
    cards = random.sample(list(rules.cards.values()), random.randint(0, min(24, len(rules.cards))))
    return [card.as_json() for card in cards]


def _about_turns(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    hand, table = _hand_and_table(rules, random, rules.players[1] - 1)
    if kind == "last_play":
        while len(table) < rules.players[0] - 1:
            hand, table = _hand_and_table(rules, random, rules.players[1] - 1)
        rest = [card.as_json() for card in rules.cards.values() if card.as_json() not in (*hand, *table)]
        captured = random.sample(rest, random.randint(0, min(9, len(rest))))
        return {"captured": captured, "hand": hand, "table": table}
    if kind == "trick":
        return {"plays": [*table, hand[0]]}
    return {"hand": hand, "table": table} | ({} if kind == "legal" else {"card": random.choice(hand)})


def _about_passing(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    hands = _hands(rules, random)
    if kind == "pass":
        return {"hands": hands, "passed": [random.sample(hand, rules.passed) for hand in hands]}
    if kind == "receive":
        return {"passed": [random.sample(hand, rules.passed) for hand in hands]}
    received = random.choice([[], random.sample(hands[1], rules.passed)])
    count = random.choices([rules.passed, rules.passed + 1, max(0, rules.passed - 1)], (8, 1, 1))[0]
    near = [*random.sample(hands[0], min(rules.dealt, rules.passed + 1)), *received]
    return {"hand": hands[0], "received": received, "cards": random.sample(near, min(count, len(near)))}


def _about_deals(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    found = _played_deal(rules, random)
    if kind == "deal":
        return {key: found[key] for key in ("hands", "leader", "tricks")}
    tricks = found["tricks"][: random.randrange(rules.dealt)]
    return {"players": len(found["hands"]), "dealer": found["dealer"], "tricks": tricks}


def _about_scores(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    players = random.randint(*rules.players)
    if kind == "seat_total":
        return {"captured": [_few_cards(rules, random) for _ in range(random.randint(1, players))]}
    if kind == "game":
        rows = random.randint(1, players * rules.deals_each)
        return {"deal_scores": [[random.randint(-9, 9) for _ in range(players)] for _ in range(rows)]}
    return {"captured": _few_cards(rules, random)}


def _about_players(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    return {"players": random.randint(*rules.players)}


_IROHA_POSITIONS = {
    **dict.fromkeys(("setup", "in_use"), _about_players),
    **dict.fromkeys(("legal", "may_play", "turn", "trick", "last_play"), _about_turns),
    **dict.fromkeys(("pass", "may_pass", "receive"), _about_passing),
    **dict.fromkeys(("deal", "lead"), _about_deals),
    **dict.fromkeys(("score", "open_lows", "seat_total", "game"), _about_scores),
}


def _iroha_position(rules: IrohaRules, random: Random, kind: str) -> dict[str, Any]:
    """A random position of a kind."""
    return _IROHA_POSITIONS[kind](rules, random, kind)


@pytest.fixture(scope="session")
def iroha_position() -> Callable[[IrohaRules, Random, str], dict[str, Any]]:
    """Random positions of iroha, by kind."""
    return _iroha_position
