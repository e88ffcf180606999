"""Details count cards, kinds of actions, leaders and misread rules of games that were played."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pnp.games.core.lesson import Misreading
from pnp.model.text import phrase
from pnp.playtest.bots import PlayedGame
from pnp.playtest.counting.details import count_details, misreading_counts
from pnp.playtest.figures import figures_of
from pnp.playtest.plan import GameReference, Plan
from pnp.playtest.reports.finished import PlayedTest
from pnp.playtest.reports.html import write_report
from pnp.playtest.reports.in_short import in_short
from pnp.playtest.reports.tables import tables_of
from pnp.playtest.tally import Bots, Tally, play_games, play_out
from pnp.playtest.thinking import BOTS

SURVIVORS = Bots(BOTS["survivor"])


def _game(name: str, players: int) -> PlayedGame:
    return GameReference(name, shipped=True).open(players)


@pytest.mark.parametrize(
    ("name", "players"), [("red", 3), ("red7", 2), ("iroha", 4), ("collectmate", 3), ("kasane", 3)]
)
def test_every_card_that_is_played_was_held(name: str, players: int) -> None:
    game = _game(name, players)
    tally = play_games(game, SURVIVORS, range(2), [count_details])
    cards = [key.split(" ")[1] for key in tally.counts if key.startswith("held ")]
    played = [key.split(" ")[1] for key in tally.counts if key.startswith("played ")]
    assert played and set(played) <= set(cards)
    for card in played:
        assert tally.count("played", card) <= tally.count("held", card) <= 2 * players
    for key, count in tally.counts.items():
        if "-won" in key:
            what, of, _ = key.split(" ")
            assert count <= tally.count(what.removesuffix("-won"), of)
    done = [key.split(" ")[1] for key in tally.counts if key.startswith("times ")]
    # A take of Collect Mate is two decisions, a claim and the cards: it is counted once.
    again = tally.count("times", "take") if name == "collectmate" else 0
    times = sum(tally.count("times", title) for title in done if not title.startswith("rule-"))
    assert times + again == tally.count("decisions")


def test_a_card_of_red_that_is_laid_is_counted_for_its_seat() -> None:
    game = _game("red", 2)
    played = play_out(game, SURVIVORS, 3)
    counts, laid = count_details(game, played, 3), Counter[str]()
    for seat in range(2):
        own = [move.action for move in played.moves if move.seat == seat]
        laid.update({str(card) for act in own for card in (act.played, act.discarded) if card is not None})
    assert {key.split(" ")[1]: count for key, count in counts.items() if key.startswith("played ")} == laid
    rules = Counter(f"rule-{move.action.discarded.colour}" for move in played.moves if move.action.discarded)
    assert {key: counts[f"times {key}"] for key in rules} == rules


def test_a_rule_that_is_read_as_it_is_changes_nothing_and_one_that_breaks_is_told() -> None:
    def broken(_rules: object) -> object:
        return None

    same = Misreading("same", phrase("misreading-same"), lambda rules: rules)
    game = replace(_game("red", 2), misreadings=(same, Misreading("broken", phrase("misreading-broken"), broken)))
    tally = play_games(game, SURVIVORS, range(20), [misreading_counts(SURVIVORS)])
    assert tally.count("misread", "same") == tally.count("misread-asked", "same") == 0
    assert tally.count("misread-unplayed", "broken") == 20
    assert 0 < tally.count("rechosen") < 20
    assert tally.count("asked") == tally.count("decisions")


def test_a_misread_rule_without_an_end_is_counted_and_not_scored() -> None:
    game, bots = _game("red", 2), Bots(BOTS["greedy"])  # it passes for ever if passing puts nobody out
    tally = play_games(game, bots, range(4), [misreading_counts(bots)])
    assert tally.count("misread-unplayed", "may-pass") == 4
    assert tally.count("misread", "may-pass") == 0


def test_misreadings_of_red_change_actions_and_winners() -> None:
    tally = play_games(_game("red", 2), SURVIVORS, range(30), [misreading_counts(SURVIVORS)])
    assert tally.count("misread-asked", "colour-before-number") > tally.count("asked") / 10
    assert 0 < tally.count("misread", "run-wraps") < tally.count("misread", "colour-before-number")


@cache
def _test(**counted: bool) -> PlayedTest:
    plan = Plan(GameReference("red", shipped=True), 3, 12, **counted)
    tally = play_games(plan.game.open(3), plan.bots(), range(12), plan.details_to_count())
    return PlayedTest(plan, "digest", figures_of(tally, 3), False, tally)


def test_tables_tell_what_was_counted_and_nothing_else() -> None:
    assert [table.title for table in tables_of(_test())] == ["Results"]
    test = _test(details=True, misreadings=True)
    tables = {table.title: table for table in tables_of(test)}
    assert [*tables] == ["Results", "Who leads, and who wins", "Actions", "Cards", "Misread rules"]
    assert len(tables["Cards"].rows) == len(tables["Cards"].bars)
    assert len((*tables["Cards"].rows, *tables["Cards"].further)) > 40
    misread = tables["Misread rules"]
    assert len(misread.rows) + len(misread.further) == len(test.plan.game.open(3).misreadings)
    for table in tables.values():
        assert {len(row) for row in (*table.rows, *table.further)} == {len(table.headings)}


def test_a_game_without_cards_in_hand_has_no_table_of_cards() -> None:
    test = _test(details=True)
    counts = {key: count for key, count in test.tally.counts.items() if not key.startswith(("held", "played"))}
    titles = [table.title for table in tables_of(replace(test, tally=Tally(counts)))]
    assert titles == ["Results", "Who leads, and who wins", "Actions"]


def test_a_game_that_was_given_up_has_no_details() -> None:
    test = replace(_test(details=True, misreadings=True), tally=Tally({"games": 1, "endless": 1}))
    test = replace(test, figures=figures_of(test.tally, 3))
    (results,) = tables_of(test)
    assert results.rows == (("games without an end", "1 of 1", "in no other figure"),)
    assert in_short(test, [results]) == [
        "None of 1 games came to an end that counts. Let bots play that know what is good."
    ]


def test_what_one_should_read_first_says_how_sure_it_is() -> None:
    test = _test(details=True, misreadings=True)
    told = in_short(test, tables_of(test))
    assert told[0] == f"{test.figures.games} games that ended are too few to say who wins; play 30 or more."
    assert told[1].startswith("Fair: not yet known, ") and told[1].endswith(" games would tell.")
    assert len(told) == 5 and " cards stand out" in told[4]


def _counted(**counts: int) -> PlayedTest:
    """A test of red for two players with these counts; ``_`` stands for a blank, ``__`` for a hyphen."""
    tally = Tally({name.replace("__", "-").replace("_", " "): count for name, count in counts.items()})
    return replace(_test(), plan=replace(_test().plan, players=2), tally=tally, figures=figures_of(tally, 2))


def test_shares_are_told_first_with_their_interval_and_those_of_few_games_not_at_all() -> None:
    many = _counted(games=100, won_0_1=60, won_1_1=40, turns_5=190, turns_7=10, options_1=250, options_9=750)
    told = in_short(many, [])
    assert told[0] == (
        "Of 100 games the player who acts first wins 60.0 % (50.2 to 69.1 %), the one who acts last 40.0 % "
        "(30.9 to 49.8 %); equal shares are 50.0 %."
    )
    assert told[1] == "Fair: not yet known, 20.2 points away from equal shares at most; 12,559 games would tell."
    assert told[2] == "A player has 5 turns in a game (median); nine of ten players have as many."
    assert told[3] == (
        "In a turn there are 9 actions to choose from (median); 25.0 % (22.4 to 27.8 %) of the turns leave no choice."
    )
    few = in_short(_counted(games=40, endless=20, won_0_1=12, won_1_1=8, length_5=20), [])
    assert few[:2] == [
        "20 of 40 games came to no end. No other figure has them.",
        "20 games that ended are too few to say who wins; play 30 or more.",
    ]


def test_the_place_in_a_round_is_told_first_where_chance_does_not_explain_it() -> None:
    games = {"games": 40, "won_0_1": 20, "won_1_1": 20, "rounds_5": 40}
    even = in_short(_counted(**games, round__won_0_1=105, round__won_1_1=95), [])
    odd = in_short(_counted(**games, round__won_0_1=130, round__won_1_1=70), [])
    assert "Of 200 single rounds no place wins more or less than chance explains." in even
    assert (
        "Of 200 single rounds the player who acts first wins 65.0 % (58.2 to 71.3 %), the player who acts second wins "
        "35.0 % (28.7 to 41.8 %)." in odd
    )


def test_a_card_stands_out_if_chance_does_not_explain_its_wins() -> None:
    counts = {
        "games": 2000,
        "length 5": 2000,
        "won 0 1": 1000,
        "won 1 1": 1000,
        "decisions": 10_000,
        "choices 2": 10_000,
    }
    for card, wins in (("good", 700), ("bad", 300), *((f"plain-{n}", 490 + n) for n in range(20))):
        counts |= {
            f"held {card}": 1000,
            f"played {card}": 1000,
            f"played-won {card} 1": wins,
            f"held-won {card} 1": wins,
        }
    plan = Plan(GameReference("red", shipped=True), 2, 2000, details=True)
    cards = tables_of(PlayedTest(plan, "digest", figures_of(Tally(counts), 2), False, Tally(counts)))[-1]
    assert [row[0] for row in cards.rows] == ["good", "bad"] == [bar.label for bar in cards.bars]
    assert len(cards.further) == 20


@pytest.mark.parametrize("seed", range(3))
def test_a_match_of_koka_without_a_complete_hand_is_no_game_with_an_end(seed: int) -> None:
    game = _game("koka", 2)
    played = play_out(game, SURVIVORS, seed)
    assert played.end is None and played.winners(game) == ()


def test_the_report_is_one_page_that_reads_nothing_from_outside(tmp_path: Path) -> None:
    test = _test(details=True, misreadings=True)
    named = replace(test, plan=replace(test.plan, game=replace(test.plan.game, changes=(("hand", "<5>"),))))
    write_report(tmp_path / "report.html", [test, named])
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "hand = &lt;5&gt;" in page and "<script" not in page
    assert not [word for word in ("http:", "https:", "url(", "src=", "@import") if word in page]
    root = ElementTree.fromstring(page.split("<body>")[1].join(("<body>", "")).split("</html>")[0])
    plots = root.findall(".//svg")
    assert len(plots) >= 4 and all(plot.get("role") == "img" and plot.get("aria-label") for plot in plots)
    mains = [
        shown for shown in root.findall(".//table") if not (shown.findtext("caption") or "").endswith("further rows")
    ]
    for table, shown in zip([table for table in tables_of(test) if table.rows], mains, strict=False):
        cells = [["".join(cell.itertext()) for cell in row] for row in shown.findall(".//tbody/tr")]
        assert cells == [list(row) for row in table.rows]


def test_counts_of_details_are_saved_and_added_like_all_others() -> None:
    test = _test(details=True)
    parts = [
        play_games(test.plan.game.open(3), test.plan.bots(), seeds, test.plan.details_to_count())
        for seeds in (range(5), range(5, 12))
    ]
    assert parts[0] + parts[1] == test.tally
    assert Tally(json.loads(json.dumps(dict(test.tally.counts)))) == test.tally
