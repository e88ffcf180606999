"""Tables that extend games of installed packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.definition import DefinitionSource
from pnp.definition.load import locate_value
from pnp.model.component import Item
from pnp.model.text import Translated

HARBOUR = """\
[boats]
extends = "shipped:toy"
title = "Boats"
hand = 9

[rafts]
extends = "boats"
hand = 4
"""
CARDS = """\
[mate]
engine = "deck"
title = "mate"
decks = {{ cards = "{name}" }}
[mate.components]
cards = {{ kind = "cards", title = "cards", template = "card", of = "cards" }}
"""
MINE = '[mine]\nextends = "{parent}"\n'


@pytest.fixture
def harbour(desk):
    """A project beside which the package ``pnp-harbour`` is installed."""
    desk.install("pnp-harbour", HARBOUR)
    return desk


def test_a_table_extends_one_of_an_installed_package(harbour):
    game = harbour.load(MINE.format(parent="pnp-harbour:boats") + "open = true\n").games["mine"]
    assert (game.title, game.settings.hand, game.settings.open_) == ("Boats", 9, True)


def test_a_library_is_read_as_it_is_now_and_no_definition_changes_it_for_the_next(harbour):
    text = MINE.format(parent="pnp-harbour:boats")
    assert harbour.load(text + "hand = 3\n").games["mine"].settings.hand == 3
    assert harbour.load(text).games["mine"].settings.hand == 9
    harbour.install("pnp-harbour", HARBOUR.replace("hand = 9", "hand = 8"))
    assert harbour.load(text).games["mine"].settings.hand == 8


def test_a_library_extends_its_own_tables_and_the_shipped_ones(harbour):
    game = harbour.load(MINE.format(parent="pnp-harbour:rafts")).games["mine"]
    assert (game.title, game.settings.hand) == ("Boats", 4)
    assert [suit.id for suit in game.settings.suits] == ["sun", "moon"]


def test_a_library_extends_another_one(harbour):
    harbour.install("pnp-fleet", '[fleet]\nextends = "pnp-harbour:rafts"\ntitle = { en = "Fleet", ja = "艦隊" }\n')
    game = harbour.load(MINE.format(parent="pnp-fleet:fleet")).games["mine"]
    assert (game.title, game.settings.hand) == (Translated("Fleet", "艦隊"), 4)


@pytest.mark.parametrize("spelling", ["pnp-harbour", "pnp_harbour", "Pnp.Harbour", "PNP--HARBOUR", "pnp-_.harbour"])
def test_a_package_is_found_by_every_spelling_of_its_name(harbour, spelling):
    assert harbour.load(MINE.format(parent=f"{spelling}:rafts")).games["mine"].settings.hand == 4


def test_a_library_may_be_handed_in_by_any_spelling_and_the_first_of_two_holds(desk):
    desk.install("Pnp_Harbour", HARBOUR)
    desk.install("pnp-harbour", HARBOUR.replace("hand = 4", "hand = 5"))
    assert desk.load(MINE.format(parent="pnp.harbour:rafts")).games["mine"].settings.hand == 4


def test_only_libraries_that_are_extended_are_read(harbour):
    harbour.install("pnp-broken", "[broken\n")
    files = harbour.load(MINE.format(parent="pnp-harbour:boats")).files
    assert files == (harbour.file, harbour.libraries["pnp-harbour"], harbour.shipped)


@pytest.mark.parametrize(
    ("parent", "message", "hint"),
    [
        (
            "pnp-lake:red",
            "there is no library 'pnp-lake': there are shipped and pnp-harbour",
            "install the package pnp-lake into the same environment as pnp",
        ),
        (
            "pnp-harbor:boats",
            "there is no library 'pnp-harbor': there are shipped and pnp-harbour",
            'did you mean "pnp-harbour:boats"? Else install the package pnp-harbor into the same environment as pnp',
        ),
        (
            "other.toml:red",
            "there is no library 'other.toml': there are shipped and pnp-harbour",
            'write the name of another table, "shipped:NAME", or "PACKAGE:NAME" for a game of an installed package',
        ),
        (
            "../x/games.toml:red",
            "there is no library '../x/games.toml': there are shipped and pnp-harbour",
            'write the name of another table, "shipped:NAME", or "PACKAGE:NAME" for a game of an installed package',
        ),
        (
            ":red",
            "there is no library '': there are shipped and pnp-harbour",
            'write the name of another table, "shipped:NAME", or "PACKAGE:NAME" for a game of an installed package',
        ),
    ],
)
def test_an_unknown_library_is_told_with_those_that_are_there(harbour, parent, message, hint):
    (diagnostic,) = harbour.errors(MINE.format(parent=parent))
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == ("unknown-library", message, hint)
    assert (diagnostic.location.line, diagnostic.location.column) == (2, 11)


@pytest.mark.parametrize(
    ("parent", "message", "hint"),
    [
        ("pnp-harbour:boat", "there is no game 'boat' in pnp-harbour", 'did you mean "pnp-harbour:boats"?'),
        ("PNP_Harbour:boat", "there is no game 'boat' in pnp-harbour", 'did you mean "pnp-harbour:boats"?'),
        ("pnp-harbour:toy", "there is no game 'toy' in pnp-harbour", 'did you mean "shipped:toy"?'),
        ("shipped:rafts", "there is no game 'rafts' among the shipped games", 'did you mean "pnp-harbour:rafts"?'),
        ("rafts", "there is no game 'rafts' in this file", 'did you mean "pnp-harbour:rafts"?'),
        ("pnp-harbour:other", "there is no game 'other' in pnp-harbour", 'did you mean "other"?'),
        (
            "pnp-harbour:zzz",
            "there is no game 'zzz' in pnp-harbour",
            "there are pnp-harbour:boats and pnp-harbour:rafts",
        ),
        (
            "pnp-harbour:mine",
            "there is no game 'mine' in pnp-harbour",
            "there are pnp-harbour:boats and pnp-harbour:rafts",
        ),
        (
            "pnp-harbour:a:b",
            "there is no game 'a:b' in pnp-harbour",
            "there are pnp-harbour:boats and pnp-harbour:rafts",
        ),
    ],
)
def test_an_unknown_game_of_a_library_is_told_with_where_it_is(harbour, parent, message, hint):
    text = MINE.format(parent=parent) + '[other]\nextends = "shipped:toy"\n'
    (diagnostic,) = harbour.errors(text)
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == ("unknown-parent", message, hint)
    assert (diagnostic.location.line, diagnostic.location.column) == (2, 11)


def test_a_broken_library_that_is_not_asked_for_spoils_no_hint(harbour):
    harbour.install("pnp-broken", "[broken\n")
    assert [diagnostic.code for diagnostic in harbour.errors(MINE.format(parent="boats"))] == ["unknown-parent"]


def test_a_library_that_is_no_toml_is_told_by_its_own_name_beside_the_users_errors(harbour):
    harbour.install("pnp-broken", "[broken\n")
    text = "[project]\nbleed = 1\n" + MINE.format(parent="pnp-broken:x") + '[more]\nextends = "pnp-broken:y"\n'
    assert [(diagnostic.code, diagnostic.location.file) for diagnostic in harbour.errors(text)] == [
        ("not-a-length", str(harbour.file)),
        ("unclosed-bracket", "pnp-broken:games.toml"),
    ]


def test_a_library_whose_file_is_gone_is_told(harbour):
    harbour.libraries["pnp-harbour"].unlink()
    (diagnostic,) = harbour.errors(MINE.format(parent="pnp-harbour:boats"))
    assert (diagnostic.code, diagnostic.location.file) == ("file-missing", "pnp-harbour:games.toml")


def test_a_wrong_value_of_a_library_is_told_at_its_line_there_once(harbour):
    harbour.install("pnp-harbour", HARBOUR.replace("hand = 9", "hand = 90").replace("hand = 4", "open = 3"))
    text = MINE.format(parent="pnp-harbour:rafts") + '[more]\nextends = "pnp-harbour:boats"\n'
    assert (
        harbour.report(text)
        == """\
pnp-harbour:games.toml:4:8: error[out-of-range]: 90 is out of range: write a number from 1 to 20
    hand = 90
           ^^
pnp-harbour:games.toml:8:8: error[wrong-type]: expected true or false, found the whole number 3
    open = 3
           ^"""
    )


def test_what_no_definition_can_hold_is_refused_in_a_library_too(harbour):
    harbour.install("pnp-harbour", HARBOUR.replace("hand = 9", "hand = 2014-05-18"))
    text = MINE.format(parent="pnp-harbour:boats") + '[more]\nextends = "pnp-harbour:rafts"\n[typo]\nextends = "x"\n'
    assert [(diagnostic.code, diagnostic.location.line) for diagnostic in harbour.errors(text)] == [
        ("unknown-parent", 6),
        ("date", 4),
    ]


def test_a_misfit_of_inherited_values_is_told_at_the_users_own(harbour):
    harbour.install("pnp-harbour", HARBOUR.replace("hand = 9", 'hand = 9\nopening-rule = "sun"'))
    text = MINE.format(parent="pnp-harbour:boats")
    text += 'suits = [{ id = "star", name = "star", rule = { is = "lowest" } }]\n[mine.assumed]\nhand = "x"\n'
    assert harbour.codes(text) == [("unknown-suit", 3, 9)]


def test_a_circle_through_two_libraries_is_one_error_that_shows_the_way(desk):
    desk.install("pnp-a", '[one]\nextends = "pnp-b:two"\n')
    desk.install("pnp-b", '[two]\nextends = "pnp-a:one"\n')
    (diagnostic,) = desk.errors(MINE.format(parent="pnp-a:one") + '[more]\nextends = "pnp-b:two"\n')
    assert diagnostic.code == "extends-cycle"
    assert diagnostic.message == "this table extends itself: pnp-a:one → pnp-b:two → pnp-a:one"
    assert (diagnostic.location.file, diagnostic.location.line, diagnostic.location.column) == (
        "pnp-b:games.toml",
        2,
        11,
    )


def test_tables_of_one_name_in_several_files_are_no_circle(desk):
    desk.install("pnp-a", '[toy]\nextends = "pnp-b:toy"\n')
    desk.install("pnp-b", '[toy]\nextends = "shipped:toy"\nhand = 2\n')
    assert desk.load('[toy]\nextends = "pnp-a:toy"\n').games["toy"].settings.hand == 2


def test_a_chain_through_libraries_ends_somewhere(desk):
    for number in range(30):
        desk.install(f"pnp-{number}", f'[game]\nextends = "pnp-{number + 1}:game"\n')
    (diagnostic,) = desk.errors(MINE.format(parent="pnp-0:game"))
    assert (diagnostic.code, diagnostic.message) == ("extends-cycle", "tables extend each other too often")


def test_a_library_cannot_name_tables_of_the_users_file(desk):
    desk.install("pnp-a", '[one]\nextends = "mine"\n')
    (diagnostic,) = desk.errors(MINE.format(parent="pnp-a:one"))
    assert (diagnostic.code, diagnostic.location.file) == ("unknown-parent", "pnp-a:games.toml")


def test_the_file_in_use_may_be_that_of_a_library(harbour):
    harbour.install("pnp-harbour", HARBOUR + '[more]\nextends = "pnp-harbour:rafts"\n')
    harbour.file = harbour.libraries["pnp-harbour"]
    definition = harbour.load()
    assert {name: game.settings.hand for name, game in definition.games.items()} == {"boats": 9, "rafts": 4, "more": 4}
    assert definition.files == (harbour.file, harbour.shipped)


def test_a_value_of_a_library_is_located_there(harbour):
    harbour.write(MINE.format(parent="pnp-harbour:rafts") + "open = true\n")
    source = DefinitionSource(harbour.file, harbour.libraries)
    places = [locate_value(source, "mine", path) for path in (("open",), ("hand",), ("title",), ("suits", 1, "name"))]
    assert [(Path(place.file).name, place.line) for place in places] == [
        ("games.toml", 3),
        ("pnp-harbour:games.toml", 8),
        ("pnp-harbour:games.toml", 3),
        ("shipped:games.toml", 7),
    ]


def test_the_cards_of_a_library_lie_beside_its_own_file(desk):
    desk.install("pnp-mate", CARDS.format(name="sub/cards.csv"))
    (desk.libraries["pnp-mate"].parent / "sub").mkdir()
    file = desk.install("pnp-mate", "face\nace\n", "sub/cards.csv")
    desk.write("face\nnot this one\n", "cards.csv")
    definition = desk.load(MINE.format(parent="pnp-mate:mate"))
    assert definition.games["mine"].decks["cards"] == (Item("01", {"face": "ace"}, 1),)
    assert definition.files == (desk.file, desk.libraries["pnp-mate"], file.resolve())


def test_cards_that_the_user_names_lie_beside_the_users_file(desk):
    desk.install("pnp-mate", CARDS.format(name="cards.csv"))
    desk.install("pnp-mate", "face\nace\n", "cards.csv")
    desk.write("face\nking\n", "mine.csv")
    text = MINE.format(parent="pnp-mate:mate") + 'decks = { cards = "mine.csv" }\n'
    assert [card.fields["face"] for card in desk.load(text).games["mine"].decks["cards"]] == ["king"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../../project/secret.csv", "outside-project"),
        ("/etc/passwd", "outside-project"),
        ("link.csv", "outside-project"),
        ("../pnp-mate/../pnp-other/cards.csv", "outside-project"),
        ("secret.csv", "file-missing"),
    ],
)
def test_a_library_reads_no_cards_from_outside_its_folder(desk, name, code):
    secret = desk.write("face\nace\n", "secret.csv")
    desk.install("pnp-other", "face\nace\n", "cards.csv")
    desk.install("pnp-mate", CARDS.format(name=name))
    (desk.libraries["pnp-mate"].parent / "link.csv").symlink_to(secret)
    (diagnostic,) = desk.errors(MINE.format(parent="pnp-mate:mate"))
    assert (diagnostic.code, str(diagnostic.location)) == (code, "pnp-mate:games.toml:4:19")


def test_a_wrong_cell_of_a_library_is_told_by_its_name(desk):
    desk.install("pnp-mate", CARDS.format(name="cards.csv"))
    desk.install("pnp-mate", "face,copies\na,x\n", "cards.csv")
    text = MINE.format(parent="pnp-mate:mate") + "title = 3\n"
    assert [(diagnostic.code, diagnostic.location.line) for diagnostic in desk.errors(text)] == [
        ("wrong-type", 3),
        ("bad-copies", 2),
    ]
    assert desk.errors(text)[1].location.file == "pnp-mate:cards.csv"
