"""What the routes give: the kit, its words and places, notes and files."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from pnp.studio.app import PAGE
from tests.studio.conftest import PATIENCE, Leaves, Studio, eventually, next_event

OAK = quote("leaves/oak/front", safe="")


@pytest.fixture
def drawn(studio: Studio) -> Studio:
    """The program, once it has drawn the kit. The page stays open."""
    stream = studio.listen()
    while not next_event(stream)["complete"]:
        pass
    return studio


def test_the_kit_has_its_faces_with_sizes_and_copies(drawn: Studio) -> None:
    kit = drawn.ask("/kit.json").data
    assert (kit["game"], kit["title"], kit["language"], kit["languages"]) == ("leaves", "Leaves", "en", ["de", "en"])
    face = kit["components"][0]["faces"][0]
    assert (face["id"], face["trim"], face["copies"]) == ("leaves/oak/front", [63, 88], 1)


def _next_kit(studio: Studio, known: dict[str, int]) -> dict[str, Any]:
    """Wait for the next whole kit, and return what a page gets that knows another one."""

    def is_newer() -> bool:
        kit = studio.ask("/kit.json").data
        return bool(kit["build"] > known["build"] and kit["complete"])

    eventually(is_newer)
    kit: dict[str, Any] = studio.ask(f"/kit.json?revision={known['revision']}&build={known['build']}").data
    return kit


def test_a_page_gets_only_the_faces_that_have_changed(drawn: Studio, leaves: Leaves) -> None:
    drawn.listen()
    first = drawn.ask("/kit.json").data
    assert len(first["components"][0]["faces"]) == 3
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    second = _next_kit(drawn, first)
    assert "leaves/oak/front" in [face["id"] for face in second["changes"]]
    assert "components" not in second
    leaves.edit("leaves.csv", "elm,Elm", "yew,Elm")
    assert [face["card"] for face in _next_kit(drawn, second)["components"][0]["faces"]] == ["oak", "yew", "ash"]


def test_events_tell_of_a_save(drawn: Studio, leaves: Leaves) -> None:
    first, stream = drawn.ask("/kit.json").data["build"], drawn.listen()
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    while (news := next_event(stream))["build"] == first or not news["complete"]:
        pass
    assert drawn.ask("/kit.json").data["components"][0]["faces"][0]["changed"] == news["build"]


def test_an_event_brings_the_faces_whose_pictures_alone_have_changed(drawn: Studio, leaves: Leaves) -> None:
    stream = drawn.listen()
    first = next_event(stream)
    assert "kit" not in first  # this page knows nothing yet
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    news = next_event(stream)
    assert news["since"] == first["revision"]
    assert [face["id"] for face in news["kit"]["changes"]] == ["leaves/elm/front"]
    leaves.edit("leaves.csv", "elm,Elm", "yew,Elm")
    while "changes" in news.get("kit", {}):
        news = next_event(stream)
    assert "kit" not in news  # cards have come and gone


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"kind": 1, "position": {}}', b'{"kind": "x", "position": []}'])
def test_what_is_no_question_is_refused(drawn: Studio, body: bytes) -> None:
    assert drawn.ask("/referee", "POST", body).status == 400
    assert drawn.ask("/referee", "GET").status == 405


def test_a_game_without_rules_answers_no_question(drawn: Studio) -> None:
    assert drawn.ask("/examples.json").data["kinds"] == []
    answer = drawn.ask("/referee", "POST", b'{"kind": "winner", "position": {}}').data
    assert "there is no kind 'winner'" in answer["error"]


def test_words_have_their_cell_and_the_line_of_the_template(drawn: Studio, leaves: Leaves) -> None:
    face = drawn.ask(f"/face.json?face={OAK}").data
    assert [text["text"] for text in face["texts"]] == ["Oak leaf"]
    assert {field["name"]: field["text"] for field in face["fields"]}["name"] == "Oak leaf"
    origins = drawn.ask(f"/origins.json?face={OAK}&text=0").data
    assert [(one["kind"], one["place"]["label"]) for one in origins] == [
        ("cell", "leaves.csv:2:5"), ("template", "templates/deck/leaf.svg.j2:2")
    ]  # fmt: skip
    assert origins[0]["place"]["open"] == f"vscode://file{leaves.folder / 'leaves.csv'}:2:5"


def test_an_error_has_its_line_caret_and_hint(drawn: Studio, leaves: Leaves) -> None:
    leaves.edit("games.toml", 'kind = "cards"', 'kind = "crads"')
    error = eventually(lambda: drawn.ask("/messages.json").data["errors"])[0]
    assert error["place"]["label"].startswith("games.toml:11:")
    source = error["place"]["source"]
    assert source[error["place"]["column"] - 1 : error["place"]["end"] - 1] == '"crads"'
    assert "cards" in error["hint"]
    assert drawn.ask("/kit.json").data["components"]


def test_notes_are_written_beside_the_definition_alone(drawn: Studio, leaves: Leaves) -> None:
    assert drawn.ask("/notes.json").data == []
    before = {path.name for path in leaves.folder.iterdir()}
    posted = b'{"face": "leaves/leaves/oak/front", "text": "darker?\\n\\"yes\\""}'
    notes = drawn.ask("/notes.json", "POST", posted).data
    assert notes == [{"face": "leaves/leaves/oak/front", "text": 'darker?\n"yes"'}]
    assert drawn.ask("/notes.json").data == notes
    assert {path.name for path in leaves.folder.iterdir()} - before == {"notes.toml"}


def test_notes_that_cannot_be_read_are_told_and_kept(drawn: Studio, leaves: Leaves) -> None:
    broken = '[[note]]\nface = "leaves/leaves/oak/front"\ntext = "darker\n'
    (leaves.folder / "notes.toml").write_text(broken)
    for answer in (drawn.ask("/notes.json"), drawn.ask("/notes.json", "POST", b'{"face": "a", "text": "b"}')):
        assert answer.status == 422
        assert answer.data["errors"][0]["place"] == "notes.toml"
    assert (leaves.folder / "notes.toml").read_text() == broken


def test_a_note_leaves_those_of_other_pages(drawn: Studio) -> None:
    drawn.ask("/notes.json", "POST", b'{"face": "a", "text": "first"}')
    drawn.ask("/notes.json", "POST", b'{"face": "b", "text": "second"}')
    notes = drawn.ask("/notes.json", "POST", b'{"face": "a", "text": " "}').data
    assert notes == [{"face": "b", "text": "second"}]


@pytest.mark.parametrize(("what", "ending"), [("pdf", ".pdf"), ("png", ".png"), ("zip", ".zip")])
def test_buttons_write_into_the_output_folder(drawn: Studio, leaves: Leaves, what: str, ending: str) -> None:
    for _ in range(2):  # a file keeps its address
        written = drawn.ask("/write", "POST", f'{{"what": "{what}"}}'.encode()).data
        assert [file["address"] for file in written["files"]] == [
            f"written/{index}{ending}" for index in range(len(written["files"]))
        ]
    for file in written["files"]:
        path = Path(file["path"])
        assert path.parent == Path(written["folder"])
        assert path.is_relative_to(leaves.folder / "output")
        answer = drawn.ask(f"/{file['address']}")
        assert answer.body == path.read_bytes()
        assert answer.headers["content-disposition"].startswith("attachment" if what == "zip" else "inline")
        path.unlink()
        assert drawn.ask(f"/{file['address']}").status == 404


@pytest.mark.parametrize("name", ["0.pdf", "-1", "x", "..%2Fgames.toml"])
def test_only_what_was_written_can_be_opened(drawn: Studio, name: str) -> None:
    assert drawn.ask(f"/written/{name}").status == 404


def test_nothing_else_is_written(drawn: Studio, leaves: Leaves) -> None:
    before = sorted(leaves.folder.rglob("*"))
    assert drawn.ask("/write", "POST", b'{"what": "../games.toml"}').status == 422
    assert sorted(leaves.folder.rglob("*")) == before


@pytest.mark.parametrize(
    "path",
    [
        "/kit.json?game=oak",
        "/face.json?face=x",
        f"/origins.json?face={OAK}&text=9",
        "/drawn.json?face=x&x=1&y=1",
        "/picture/x.svg",
    ],
)
def test_what_no_page_shows_is_not_there(drawn: Studio, path: str) -> None:
    assert drawn.ask(path).status == 404


def test_a_view_that_cannot_be_is_refused(drawn: Studio) -> None:
    answer = drawn.ask("/kit.json?ink=gold")
    assert answer.status == 422
    assert "no ink 'gold'" in answer.data["errors"][0]["message"]


def test_the_address_stays_the_same_for_a_project(leaves: Leaves) -> None:
    first = Studio.start(leaves.folder)
    first.stop()
    second = Studio.start(leaves.folder)
    second.stop()
    assert first.url == second.url


def test_an_error_at_the_start_has_its_line_and_opens_the_editor(leaves: Leaves) -> None:
    leaves.edit("templates/deck/leaf.svg.j2", "card.name", "card.nmae")
    studio = Studio.start(leaves.folder)
    try:
        stream = studio.listen()
        while not next_event(stream)["failed"]:
            pass
        place = studio.ask("/messages.json").data["errors"][0]["place"]
        assert "card.nmae" in place["source"]
        assert place["open"] == f"vscode://file{leaves.folder / 'templates/deck/leaf.svg.j2'}:2:{place['column']}"
    finally:
        studio.stop()


def test_two_studios_take_two_ports(studio: Studio, leaves: Leaves) -> None:
    other = Studio.start(leaves.folder)
    other.stop()
    assert other.port != studio.port


def test_a_port_in_use_is_told(studio: Studio, leaves: Leaves) -> None:
    other = subprocess.run(
        [sys.executable, "-m", "pnp", "studio", "--no-open", "--port", str(studio.port)],
        cwd=leaves.folder, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert other.returncode == 2
    assert f"--port {studio.port} cannot be used" in other.stderr


def test_it_ends_at_once_though_pages_are_open(drawn: Studio) -> None:
    stream = drawn.listen()
    next_event(stream)
    drawn.process.send_signal(signal.SIGINT)
    drawn.process.wait(timeout=5)
    assert drawn.process.returncode in (0, 130)


def test_an_unknown_game_is_told_and_another_can_be_chosen(studio: Studio) -> None:
    stream = studio.listen("game=oak")
    while not next_event(stream)["build"]:
        pass
    assert "no game 'oak'" in studio.ask("/messages.json?game=oak").data["errors"][0]["message"]
    assert studio.ask("/kit.json?game=oak").data["games"] == ["leaves"]


def test_words_of_the_page_exist_in_both_languages(studio: Studio) -> None:
    words = studio.ask("/words.json").data
    assert words["en"].keys() == words["ja"].keys()
    assert all(words["en"].values())
    assert all(words["ja"].values())


def test_texts_of_faces_are_printed_lines_and_rows_but_no_row_of_a_shared_back(drawn: Studio, leaves: Leaves) -> None:
    leaves.edit("games.toml", 'template = "leaf"', 'template = "leaf"\nback = "back"')
    (leaves.folder / "templates" / "deck" / "back.svg.j2").write_text('{{ line("Forest", 31.5, 30, 4) }}')
    drawn.listen()
    texts = eventually(lambda: (found := drawn.ask("/texts.json").data) and len(found) == 4 and found)
    assert texts["leaves/elm/front"] == {"printed": ["Elm leaf"], "row": ["Elm leaf"]}
    assert texts["leaves/oak/back"] == {"printed": ["Forest"], "row": []}


def test_the_page_preloads_each_of_its_modules() -> None:
    """Else a browser finds them one after the other."""
    page = (PAGE / "page.html").read_text(encoding="utf-8")
    modules = {path.name for path in (PAGE / "static").glob("*.js")} - {"main.js"}
    assert set(re.findall(r'rel="modulepreload" href="static/([\w.]+)"', page)) == modules
