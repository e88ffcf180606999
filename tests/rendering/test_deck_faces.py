"""Faces that a maker's own deck gets without a template of its own."""

from __future__ import annotations

import json

import pytest

from pnp import cardsvg
from pnp.build.build import build_kit
from pnp.build.options import BuildOptions
from pnp.diagnostics import TemplateError
from pnp.project.project import open_project

TITLE, NAME, NUMBER, TEXT, FOOTER = "Sage & <Salt>", "Salvia", "12", "Draw two cards.", "Spring set"


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def faces(tmp_path, edge="border", card="63mm x 88mm", language="en", **columns):
    fields = ", ".join(f"{key} = {toml(value)}" for key, value in columns.items())
    sort = 'kind = "cards", title = "cards", of = "cards", template = "card", back = "back"'
    (tmp_path / "games.toml").write_text(
        f'[project]\ncard = "{card}"\n[mine]\nengine = "deck"\ntitle = "Herbs"\n'
        f"decks = {{ cards = [{{ {fields} }}] }}\n[mine.components]\n"
        f'cards = {{ {sort}, edge = "{edge}" }}\n',
        encoding="utf-8",
    )
    project = open_project(tmp_path / "games.toml")
    front, back = build_kit(project, project.game("mine"), BuildOptions(language=language)).faces
    return front, back


def words(face):
    return list(cardsvg.strings(face.drawing))


def test_a_card_shows_the_columns_it_has(tmp_path):
    front, _ = faces(
        tmp_path, title=TITLE, name=NAME, number=NUMBER, text=TEXT, footer=FOOTER, colour="#5b8e7d", id="sage"
    )
    assert words(front) == [NUMBER, TITLE, NAME, TEXT, FOOTER]
    assert 'fill="#5b8e7d"' in front.svg


def test_columns_that_are_absent_or_empty_are_not_drawn(tmp_path):
    front, _ = faces(tmp_path, number=7, title="")
    assert words(front) == ["7", "7", "7"]


def test_a_card_of_a_title_alone_has_it_in_the_middle(tmp_path):
    front, _ = faces(tmp_path, title="Joker")
    (chunk,) = front.drawing.nodes[-1].chunks
    assert words(front) == ["Joker"]
    assert (chunk.x, chunk.anchor) == (31.5, "middle")
    assert 40 < chunk.y < 52


def test_a_colour_that_is_a_word_is_the_name(tmp_path):
    front, _ = faces(tmp_path, number="3", colour="Red", hex="#c62828")
    assert "Red" in words(front)
    assert 'fill="#c62828"' in front.svg


def test_a_colour_that_is_none_is_an_error_at_the_card_that_says_it(tmp_path):
    with pytest.raises(TemplateError, match=r"games\.toml:6:\d+.*'#12' is not a colour.*card\.svg\.j2:\d+"):
        faces(tmp_path, title="x", colour="#12")


@pytest.mark.parametrize("number", ["6", "9", "68"])
def test_numbers_that_read_upside_down_are_underlined(tmp_path, number):
    marked, _ = faces(tmp_path, number=number)
    plain, _ = faces(tmp_path, number="7")
    assert marked.svg.count("<rect") == plain.svg.count("<rect") + 3


def test_the_ground_of_a_bleeding_deck_runs_over_the_edge(tmp_path):
    for face in faces(tmp_path, edge="bleed", number="1", colour="#c62828"):
        assert 'x="-3.0" y="-3.0" width="69.0" height="94.0"' in face.svg
        assert 'fill="#ffffff" rx' not in face.svg


def test_small_cards_and_japanese_fit(tmp_path):
    title, text = {"en": "Plum", "ja": "梅"}, {"en": "x", "ja": "二枚引く。" * 12}
    front, back = faces(tmp_path, card="mini", language="ja", title=title, text=text)
    assert words(front)[0] == "梅"
    assert "".join(words(front)[1:]) == "二枚引く。" * 12
    assert words(back) == ["Herbs"]


def test_a_text_that_does_not_fit_is_an_error_that_names_it(tmp_path):
    with pytest.raises(TemplateError, match=r"Too many words.*does not fit"):
        faces(tmp_path, text="Too many words for one card. " * 60)


def test_a_back_in_two_sizes_is_two_faces(tmp_path):
    sort = 'kind = "cards", title = "cards", of = "cards", template = "card", back = "back"'
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Herbs"\ndecks = { cards = [{ title = "Sage" }] }\n[mine.components]\n'
        f'small = {{ {sort}, size = "44mm x 68mm" }}\n'
        f'large = {{ {sort}, size = "88mm x 63mm" }}\n'
        f'more = {{ {sort}, size = "44mm x 68mm" }}\n',
        encoding="utf-8",
    )
    project = open_project(tmp_path / "games.toml")
    kit = build_kit(project, project.game("mine"), BuildOptions())
    slots = [slot for page in kit.manifest["pages"] for slot in page["slots"] if slot["face"] == "back"]
    used = {slot["component"]: slot["face_id"] for slot in slots}
    assert used["small"] == used["more"] != used["large"]
    by_id = {face.id: face.trim for face in kit.faces}
    assert (by_id[used["small"]].width, by_id[used["large"]].width) == (44, 88)


def test_a_back_that_reads_its_component_is_drawn_for_each(tmp_path):
    folder = tmp_path / "templates" / "deck"
    folder.mkdir(parents=True)
    (folder / "back.svg.j2").write_text("{{ line(component.id, 5, 20, 4) }}", encoding="utf-8")
    sort = 'kind = "cards", title = "cards", of = "cards", template = "card", back = "back"'
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Herbs"\ndecks = { cards = [{ title = "Sage" }] }\n[mine.components]\n'
        f"first = {{ {sort} }}\nsecond = {{ {sort} }}\n",
        encoding="utf-8",
    )
    project = open_project(tmp_path / "games.toml")
    kit = build_kit(project, project.game("mine"), BuildOptions())
    backs = [words(face) for face in kit.faces if face.side == "back"]
    assert sorted(backs) == [["first"], ["second"]]


def test_the_list_of_cards_is_in_the_language_of_the_face(tmp_path):
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Herbs"\n'
        'decks = { cards = [{ title = { en = "Sage", de = "Salbei" }, text = { en = "Draw.", de = "Zieh." } }] }\n'
        '[mine.components]\nlist = { kind = "page", title = "list", template = "list" }\n',
        encoding="utf-8",
    )
    project = open_project(tmp_path / "games.toml")
    (page,) = build_kit(project, project.game("mine"), BuildOptions(language="de")).faces
    assert "Salbei" in " ".join(words(page)) and "Sage" not in page.svg and "Translated" not in page.svg
