"""Result of reading a definition file."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.model.component import Item
from pnp.model.game import Paper
from pnp.model.text import Translated
from pnp.units import Size

DECK = """\
[{name}]
engine = "deck"
title = "{name}"
[{name}.decks]
cards = [{{ face = "ace" }}]
[{name}.components]
cards = {{ kind = "cards", title = "cards", template = "card", of = "cards" }}
"""


def test_games_come_in_file_order(desk):
    text = "\n".join(DECK.format(name=name) for name in ("zebra", "ant", "mouse"))
    assert list(desk.load(text).games) == ["zebra", "ant", "mouse"]


def test_settings_are_the_engines_own_dataclass(desk, shipped_text):
    settings = desk.load(shipped_text).games["toy"].settings
    assert settings.hand == 7
    assert settings.players == (2, 4)
    assert settings.suits[0].name == Translated("sun", "日")
    assert settings.suits[1].rule.of == 7


def test_keys_are_the_fields_in_kebab_case(desk, toy):
    settings = desk.load(toy('open = true\nopening-rule = "sun"')).games["toy"].settings
    assert settings.open_ is True
    assert settings.opening_rule == "sun"


def test_without_a_project_table_the_usual_defaults_hold(desk, shipped_text):
    definition = desk.load(shipped_text)
    assert definition.project.paper == Paper("a4", Size(210, 297))
    assert definition.project.language == "en"
    assert (definition.project.bleed, definition.project.margin, definition.project.gutter) == (3, 5, 0)
    assert definition.card == Size(63, 88)


def test_the_project_table_sets_the_defaults_of_every_game(desk, shipped_text):
    project = '[project]\nlanguage = "ja"\npaper = "letter"\nbleed = "0.125in"\nmargin = "4.2mm"\ngutter = "1cm"\n\n'
    game = desk.load(project + shipped_text).games["toy"]
    assert game.defaults.language == "ja"
    assert game.defaults.paper.name == "letter"
    assert game.defaults.bleed == pytest.approx(3.175)
    assert (game.defaults.margin, game.defaults.gutter) == (4.2, 10)


def test_a_game_may_set_what_the_project_sets(desk, toy):
    game = desk.load('[project]\ncard = "bridge"\n' + toy('card = "mini"\npaper = "a3"')).games["toy"]
    assert game.components[0].size == Size(44, 68)
    assert game.defaults.paper.name == "a3"


def test_the_size_of_a_component_follows_its_kind(desk, toy):
    more = """
[toy.components]
plain = { kind = "cards", title = "a", template = "card" }
card = { kind = "summary", title = "a", template = "card", size = "card" }
own = { kind = "cards", title = "a", template = "card", size = "50mm x 60mm", copies = 3, edge = "bleed" }
summary = { kind = "summary", title = "a", template = "card", back-language = "en", front-language = "ja" }
page = { kind = "page", title = "a", template = "card" }
"""
    text = '[project]\ncard = "mini"\n' + toy("").split("[toy.components]", maxsplit=1)[0] + more
    components = {component.id: component for component in desk.load(text).games["toy"].components}
    assert list(components) == ["plain", "card", "own", "summary", "page"]
    assert components["plain"].size == components["card"].size == Size(44, 68)
    assert components["own"].size == Size(50, 60)
    assert (components["own"].copies, components["own"].edge) == (3, "bleed")
    assert components["summary"].size == Size(63, 88)
    assert (components["summary"].front_language, components["summary"].back_language) == ("ja", "en")
    assert components["page"].size is None


def test_copies_for_each_player_are_those_of_the_most_and_follow_the_number(desk, toy):
    more = """
[toy.components]
each = { kind = "cards", title = "a", template = "card", copies-each = 2, use = { en = "to keep", ja = "保管用" } }
taken = { kind = "cards", title = "a", template = "card", of = "deck", cards-each = 1 }
"""
    text = toy("players = [2, 5]").split("[toy.components]", maxsplit=1)[0] + more
    each, taken = desk.load(text).games["toy"].components
    assert (each.copies, each.copies_each, each.for_players(3).copies) == (10, 2, 6)
    assert each.use == Translated("to keep", "保管用")
    assert (taken.copies, taken.for_players(3).copies, taken.cards_each, taken.use) == (1, 1, 1, None)


@pytest.mark.parametrize(
    ("above", "own", "copies", "key"),
    [
        ("copies-each = 1", "copies = 3", 3, "copies"),
        ("copies = 3", "copies-each = 2", 8, "copies-each"),
        ("copies-each = 1", "size = 'mini'", 4, "copies-each"),
    ],
)
def test_a_table_says_otherwise_how_many_there_are(desk, toy, above, own, copies, key):
    text = toy("").replace('template = "card",', f'template = "card", {above},')
    game = desk.load(f"{text}[mine]\nextends = 'toy'\ncomponents = {{ cards = {{ {own} }} }}\n").games["mine"]
    assert game.components[0].copies == copies
    assert {"copies", "copies-each"} & game.resolved["components"]["cards"].keys() == {key}


def test_credits_are_read(desk, toy):
    credits = """
[toy.credits]
designers = ["A", { en = "B", ja = "ビー" }]
publisher = "C"
year = 2014
"""
    game = desk.load(toy("") + credits).games["toy"]
    assert game.credits.designers == ("A", Translated("B", "ビー"))
    assert (game.credits.publisher, game.credits.year, game.credits.note) == ("C", 2014, None)


def test_a_list_of_cards_is_a_deck(desk):
    cards = '[{ face = "ace", name = { en = "ace", ja = "エース" } }, { id = "k", copies = 2 }, { copies = 0 }]'
    game = desk.load(DECK.format(name="mine").replace('[{ face = "ace" }]', cards)).games["mine"]
    assert game.decks["cards"] == (
        Item("01", {"face": "ace", "name": Translated("ace", "エース")}, 1),
        Item("k", {}, 2),
    )


def test_extends_takes_everything_but_what_is_set(desk, toy):
    text = toy("") + '\n[other]\nextends = "toy"\nhand = 3\ntitle = "Other"\n'
    games = desk.load(text).games
    assert games["other"].settings.hand == 3
    assert games["other"].title == "Other"
    assert games["other"].settings.suits == games["toy"].settings.suits
    assert games["other"].engine == "toy"


def test_a_table_may_extend_one_that_stands_below_it(desk, shipped_text):
    assert list(desk.load('[first]\nextends = "toy"\n' + shipped_text).games) == ["first", "toy"]


def test_three_lines_are_a_definition(desk):
    game = desk.load('[red]\nextends = "shipped:toy"\nhand = 5\n').games["red"]
    assert game.settings.hand == 5
    assert game.title == Translated("Toy", "おもちゃ")
    assert "extends" not in game.resolved


def test_tables_are_merged_and_lists_replaced(desk):
    text = """\
[mine]
extends = "shipped:toy"
title = { ja = "私の" }
suits = [{ id = "star", name = "star", rule = { is = "lowest" } }]
[mine.components]
cards = { copies = 2 }
"""
    game = desk.load(text).games["mine"]
    assert game.title == Translated("Toy", "私の")
    assert [suit.id for suit in game.settings.suits] == ["star"]
    assert [component.copies for component in game.components] == [2, 1]
    assert game.components[0].template == "card"


def test_an_assumption_is_told_with_its_reason(desk, shipped_text):
    game = desk.load(shipped_text).games["toy"]
    assert game.assumed == {
        "hand": "the source shows no number",
        "suits.moon.rule.of": Translated("guessed", "推定"),
    }


def test_whoever_sets_an_assumed_figure_no_longer_assumes_it(desk):
    text = '[mine]\nextends = "shipped:toy"\nhand = 6\n'
    assert list(desk.load(text).games["mine"].assumed) == ["suits.moon.rule.of"]


def test_an_assumed_path_needs_no_quotes_and_takes_indexes(desk, shipped_text):
    text = shipped_text.replace('"suits.moon.rule.of"', "suits.1.rule.of")
    assert "suits.1.rule.of" in desk.load(text).games["toy"].assumed


def test_a_setting_that_keeps_its_default_may_be_assumed(desk, shipped_text):
    text = shipped_text + 'readings.single-card = "a guess"\nplayers = "a guess"\n'
    assert {"readings.single-card", "players"} <= set(desk.load(text).games["toy"].assumed)


def test_a_definition_names_the_files_it_came_from(desk):
    desk.write("face\nace\n", "cards.csv")
    text = DECK.format(name="mine").replace('[{ face = "ace" }]', '"cards.csv"') + '[t]\nextends = "shipped:toy"\n'
    files = [Path(path).resolve() for path in desk.load(text).files]
    assert files == [desk.file.resolve(), desk.shipped.resolve(), (desk.folder / "cards.csv").resolve()]


def test_the_shipped_file_may_be_the_one_in_use(desk, shipped_text):
    desk.shipped.write_text(shipped_text + '[more]\nextends = "shipped:toy"\n', encoding="utf-8")
    desk.file.unlink(missing_ok=True)
    desk.file = desk.shipped
    assert list(desk.load().games) == ["toy", "more"]


def test_a_text_may_say_how_its_japanese_is_read(desk, shipped_text):
    text = shipped_text.replace('ja = "日" }', 'ja = "日", ruby = "ひ" }')
    assert text != shipped_text
    assert desk.load(text).games["toy"].settings.suits[0].name == Translated("sun", "日", "ひ")
    deck = DECK.format(name="mine").replace('face = "ace"', 'face = { en = "ace", ja = "梅", ruby = "うめ" }')
    deck = deck.replace('title = "mine"', 'title = { en = "Mine", ja = "鉱山", ruby = "こうざん" }')
    game = desk.load(deck).games["mine"]
    assert game.title == Translated("Mine", "鉱山", "こうざん")
    assert game.decks["cards"] == (Item("01", {"face": Translated("ace", "梅", "うめ")}),)
