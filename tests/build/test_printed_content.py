"""Contents of a kit, read back as text from the slots of its manifest."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

WORDS = tomllib.loads(
    (Path(__file__).resolve().parents[2] / "templates" / "red" / "words.toml").read_text(encoding="utf-8")
)
FIGURES = {"sum": 7, "below": 4}
COLOURS = {
    "red": ("R", "RED", "赤", "highest"),
    "orange": ("O", "ORANGE", "橙", "same-number"),
    "yellow": ("Y", "YELLOW", "黄", "same-colour"),
    "green": ("G", "GREEN", "緑", "sum"),
    "blue": ("B", "BLUE", "青", "different-colours"),
    "indigo": ("I", "INDIGO", "藍", "run"),
    "violet": ("V", "VIOLET", "紫", "even"),
}
RED7 = {"green": "even", "violet": "below"}
KITS = [(game, language, paper) for game in ("red", "red7") for language in ("en", "ja") for paper in ("a4", "letter")]


def strings_of_card(game: str, language: str, card: str) -> list[str]:
    """Every string of a playing card, as often as it is printed."""
    colour, number = card.split("-")
    letter, _, kanji, rule = COLOURS[colour]
    if game == "red7":
        rule = RED7.get(colour, rule)
    words = WORDS[language][f"rule-{rule}"].replace("{of}", str(FIGURES.get(rule)))
    corner = [number, letter if language == "en" else kanji, words]
    return [number, *corner, *corner]


@pytest.mark.parametrize(("game", "language", "paper"), KITS)
def test_every_card_shows_its_number_letter_and_rule_and_nothing_else(
    game: str, language: str, paper: str, printed: Callable[..., Any]
) -> None:
    kit = printed(game=game, language=language, paper=paper)
    slots = kit.slots("cards")
    assert Counter(slot["card"] for _, slot in slots) == {f"{c}-{n}": 1 for c in COLOURS for n in range(1, 8)}
    for number, slot in slots:
        text = "".join(kit.slot_text(number, slot).split())
        want = "".join("".join(strings_of_card(game, language, slot["card"])).split())
        assert Counter(text) == Counter(want), slot["card"]
        for string in strings_of_card(game, language, slot["card"]):
            assert string.replace(" ", "") in text, slot["card"]


@pytest.mark.parametrize(("game", "language", "paper"), KITS)
def test_every_colour_and_its_criterion_stand_on_the_rule_sheet_and_the_order_card(
    game: str, language: str, paper: str, printed: Callable[..., Any]
) -> None:
    kit = printed(game=game, language=language, paper=paper)
    order, rules = kit.text_of("order"), kit.pages_of("rules")
    for letter, name, kanji, _ in COLOURS.values():
        shown = name.capitalize() if language == "en" else kanji
        assert shown in order
        assert shown in rules
        assert language == "ja" or letter in order
    places = [order.index(name.capitalize() if language == "en" else kanji) for _, name, kanji, _ in COLOURS.values()]
    assert places == sorted(places)


def test_every_example_is_printed_where_its_places_say_and_nowhere_else(printed: Callable[..., Any]) -> None:
    kit = printed()
    for example in kit.manifest["examples"]:
        for place in example["places"]:
            text = "".join(kit.reader.text_in(place["page"], *place["box_mm"]).split())
            assert text == "".join("".join(place["tokens"]).split()), example["id"]
    on_rules = [example["id"] for example in kit.manifest["examples"] if len(example["places"]) == 1]
    assert all(example["places"] for example in kit.manifest["examples"])
    assert len(on_rules) < len(kit.manifest["examples"])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_example_draws_its_position_card_by_card(language: str, printed: Callable[..., Any]) -> None:
    kit = printed(language=language)
    for example in kit.manifest["examples"]:
        palettes = example["in"]["palettes"]
        want = Counter(
            f"{number}{COLOURS[colour][0 if language == 'en' else 2]}"
            for palette in palettes
            for colour, number in palette
        )
        for place in example["places"]:
            tokens = [token for token in place["tokens"] if len(token) <= 2]
            pairs = Counter(token + next_token for token, next_token in pairwise(tokens) if token.isdigit())
            assert want <= pairs, (example["id"], place["tokens"])


def test_examples_stay_inside_their_card(printed: Callable[..., Any]) -> None:
    for language in ("en", "ja"):
        kit = printed(language=language)
        slots = {page["number"]: page["slots"] for page in kit.manifest["pages"]}
        for example in kit.manifest["examples"]:
            for place in example["places"]:
                x, y, width, height = place["box_mm"]
                assert any(
                    slot["x_mm"] <= x
                    and slot["y_mm"] <= y
                    and x + width <= slot["x_mm"] + slot["width_mm"]
                    and y + height <= slot["y_mm"] + slot["height_mm"]
                    for slot in slots[place["page"]]
                ), example["id"]


def test_boxes_of_examples_on_a_card_do_not_overlap(printed: Callable[..., Any]) -> None:
    kit = printed()
    boxes: dict[int, list[tuple[float, ...]]] = {}
    for example in kit.manifest["examples"]:
        for place in example["places"]:
            boxes.setdefault(place["page"], []).append(tuple(place["box_mm"]))
    for boxes_on_card in boxes.values():
        for index, (x, y, width, height) in enumerate(boxes_on_card):
            for left, bottom, wide, high in boxes_on_card[index + 1 :]:
                apart = x + width <= left + 1e-3 or left + wide <= x + 1e-3
                assert apart or y + height <= bottom + 1e-3 or bottom + high <= y + 1e-3


def test_page_labels_tell_the_game_the_parts_and_the_page(printed: Callable[..., Any]) -> None:
    kit = printed()
    pages = len(kit.manifest["pages"])
    labels = [
        re.findall(rf"Red · .+ · page {number} of {pages}", kit.reader.text(number)) for number in range(1, pages + 1)
    ]
    assert sum(len(page_labels) == 1 for page_labels in labels) >= pages - 2
    assert all(len(page_labels) <= 1 for page_labels in labels)


def test_a_deck_of_ones_own_prints_every_text_of_its_cards(
    pnp: Callable[..., Any], tmp_path: Any, printed: Callable[..., Any]
) -> None:
    (tmp_path / "cards.csv").write_text("title,text,copies\nKnight,Moves askew,2\nTower,Stands,1\n", encoding="utf-8")
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.decks]\nall = "cards.csv"\n[mine.components]\n'
        'cards = { kind = "cards", title = "cards", template = "card", of = "all" }\n',
        encoding="utf-8",
    )
    ran = pnp("build", "mine", "--json")
    assert ran.status == 0, ran.err
    kit = ran.json["kits"][0]
    assert kit["components"] == [{"id": "cards", "pieces": 3, "unique": 2}]
    data = (tmp_path / kit["file"]).read_bytes()
    from_file = type(printed())(data, {}).reader
    text = from_file.whole
    from_file.close()
    assert (text.count("Knight"), text.count("Moves askew"), text.count("Tower")) == (2, 2, 1)


@pytest.mark.parametrize("game", ["red", "iroha", "collectmate", "kasane", "koka"])
def test_an_assumed_figure_is_told_on_the_rule_sheet(game: str, tmp_path: Path, pnp: Any) -> None:
    definition = tmp_path / "games.toml"
    definition.write_text(
        f'[{game}]\nextends = "shipped:{game}"\n[{game}.assumed]\nplayers = "Assumed: how many play."\n',
        encoding="utf-8",
    )
    ran = pnp("build", game, "--games", str(definition), "--only", "rules", "--out", str(tmp_path / "out"))
    assert ran.status == 0, ran.err
    document = pdfium.PdfDocument((tmp_path / "out" / f"{game}-en-a4-rules.pdf").read_bytes())
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    assert " ".join(text.split()).count("Assumed: how many play.") == 1
