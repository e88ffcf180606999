"""A session draws what pages look at, again at every save."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import Diagnostic, PnpError
from pnp.examples import ExampleSet
from pnp.model.game import Game
from pnp.project.examples import examples_of
from pnp.project.project import Project, open_project
from pnp.rendering.text.overflow import MARKED
from pnp.studio.processes.checking import CheckRequest
from pnp.studio.processes.worker import Worker
from pnp.studio.session import StudioSession
from pnp.studio.snapshot import Snapshot
from pnp.studio.view import StudioRequest, View
from tests.studio.conftest import CARDS, Leaves, Watched, eventually, face_of


def _changed(snapshot) -> list[str]:
    return [face.name for one in snapshot.components for face in one.faces if face.changed == snapshot.number]


def test_the_first_build_draws_every_face(watched: Watched) -> None:
    snapshot = watched.drawn()
    assert [face.name for face in snapshot.components[0].faces] == [
        "leaves/oak/front", "leaves/elm/front", "leaves/ash/front"
    ]  # fmt: skip
    assert snapshot.kit is not None
    assert snapshot.kit.languages == ("de", "en")
    assert snapshot.kit.players == (2, 3)


def test_a_save_draws_the_changed_face_alone(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    second = watched.drawn(after=first.number)
    assert _changed(second) == ["leaves/elm/front"]
    elm = second.face("leaves/elm/front")
    assert elm is not None
    assert elm.earlier == face_of(first, "elm/front").picture
    for name in (elm.picture, elm.earlier):
        assert watched.session.picture(name) is not None


def test_a_changed_card_is_drawn_ahead_of_the_others_and_the_rest_stays(watched: Watched, leaves: Leaves) -> None:
    path = leaves.folder / "leaves.csv"
    rows = [f"leaf-{number},Leaf {number},Blatt {number}\n" for number in range(400)]
    leaves.edit("games.toml", 'template = "leaf"', 'template = "leaf"\nback = "under"')
    (leaves.folder / "templates" / "deck" / "under.svg.j2").write_text(
        '<rect x="4" y="4" width="55" height="80" fill="#a0b090"/>', encoding="utf-8"
    )
    path.write_text(CARDS + "".join(rows), encoding="utf-8")
    first = watched.wait(lambda one: one.is_complete and not one.errors and len(one.components[0].faces) == 404)
    seen: list[Snapshot] = []
    watched.session.listeners.append(lambda _view: seen.append(watched.snapshot))
    leaves.edit("leaves.csv", "Leaf 399", "Last leaf")
    second = watched.drawn(after=first.number)
    assert _changed(second) == ["leaves/leaf-399/front"]
    assert not seen[0].is_complete
    assert _changed(seen[0]) == ["leaves/leaf-399/front"]
    assert second.structure == first.structure  # neither order nor copies have changed meanwhile
    leaves.edit("leaves.csv", "leaf-7,Leaf 7,", "new,New leaf,Blatt\nleaf-7,Seventh,")
    third = watched.drawn(after=second.number)
    names = [face.name for face in third.components[0].faces]
    assert names.index("leaves/new/front") == names.index("leaves/leaf-7/front") - 1
    begun = next(one for one in seen if one.number == third.number)
    assert "leaves/leaf-7/front" in _changed(begun)
    assert begun.face("leaves/new/front") is None  # it comes with the whole kit, in its place


def test_the_first_cards_are_drawn_before_the_examples_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    session = StudioSession(StudioRequest(tmp_path / "games.toml", {}))
    watched, shown = Watched(session, View()), []

    def search(project: Project, game: Game, seed: int) -> ExampleSet:
        shown.append([face.name for one in watched.snapshot.components for face in one.faces])
        return examples_of(project, game, seed)

    monkeypatch.setattr("pnp.studio.session.examples_of", search)
    session.open_view(watched.view)
    session.start()
    try:
        whole = watched.drawn()
    finally:
        session.stop()
    assert len(shown[0]) > 20
    assert shown[0][0] == "cards/red-1/front"
    assert not [name for name in shown[0] if name.startswith(("summary", "rules"))]
    pictures = {face.name: face.picture for one in whole.components for face in one.faces}
    assert set(shown[0]) <= pictures.keys()
    assert sorted(_changed(whole)) == sorted(pictures)  # each face has a name of its own, also shared backs


def test_a_template_changes_every_face(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    leaves.edit("templates/deck/leaf.svg.j2", "#dfe8d0", "#c8d8f0")
    assert len(_changed(watched.drawn(after=first.number))) == 3


def test_an_error_leaves_the_last_good_picture(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    leaves.edit("games.toml", 'kind = "cards"', 'kind = "crads"')
    broken = watched.wait(lambda one: one.errors)
    assert broken.components == first.components
    assert str(broken.errors[0].location).startswith(str(leaves.definition))
    leaves.edit("games.toml", 'kind = "crads"', 'kind = "cards"')
    mended = watched.drawn(after=broken.number)
    assert _changed(mended) == []


def test_an_error_of_one_face_leaves_the_others_alive(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    leaves.edit("leaves.csv", "Oak leaf", "Oak {leef}")
    leaves.edit("templates/deck/leaf.svg.j2", 'anchor="middle"', 'anchor="middle", markup=true')
    broken = watched.wait(lambda one: one.errors)
    leaves.edit("leaves.csv", "Ash leaf", "Ash key")
    leaves.edit("leaves.csv", "elm,Elm leaf,Ulmenblatt\n", "")
    leaves.edit("leaves.csv", "Eschenblatt\n", "Eschenblatt\nfir,Fir leaf,Tannennadel\n")
    after = watched.wait(lambda one: one.number > broken.number and one.is_complete and one.face("leaves/fir/front"))
    assert [error.code for error in after.errors] == ["unknown-icon"]
    assert not after.is_frozen
    shown = {face.name: face for face in after.components[0].faces}
    assert [*shown] == ["leaves/oak/front", "leaves/ash/front", "leaves/fir/front"]
    assert [name for name, face in shown.items() if face.is_stale] == ["leaves/oak/front"]
    assert shown["leaves/oak/front"].picture == face_of(first, "oak/front").picture
    assert ">Ash key<" in shown["leaves/ash/front"].face.svg
    assert all(watched.session.picture(face.picture) for face in shown.values())
    leaves.edit("leaves.csv", "Oak {leef}", "Oak gall")
    mended = watched.drawn(after=after.number)
    assert _changed(mended) == ["leaves/oak/front"]
    assert not any(face.is_stale for face in mended.components[0].faces)


def test_an_error_of_the_first_kit_leaves_out_its_face(leaves: Leaves) -> None:
    leaves.edit("leaves.csv", "Oak leaf", "Oak {leef}")
    leaves.edit("templates/deck/leaf.svg.j2", 'anchor="middle"', 'anchor="middle", markup=true')
    session = StudioSession(StudioRequest(leaves.definition, {}))
    watched = Watched(session, View())
    session.open_view(watched.view)
    session.start()
    try:
        shown = watched.wait(lambda one: one.errors and one.is_complete)
        assert [face.name for face in shown.components[0].faces] == ["leaves/elm/front", "leaves/ash/front"]
    finally:
        session.stop()


def test_an_error_of_backs_leaves_the_fronts_alive(watched: Watched, leaves: Leaves) -> None:
    back = leaves.folder / "templates" / "deck" / "back.svg.j2"
    back.write_text('{{ line("Forest", 31.5, 30, 4, anchor="middle") }}', encoding="utf-8")
    leaves.edit("games.toml", 'template = "leaf"', 'template = "leaf"\nback = "back"')
    first = watched.wait(lambda one: one.is_complete and one.face("leaves/oak/back"))
    back.write_text('{{ line("Forest", 31.5, 30, 4, anchr="middle") }}', encoding="utf-8")
    watched.wait(lambda one: one.errors)
    leaves.edit("leaves.csv", "Ash leaf", "Ash key")
    after = watched.wait(lambda one: ">Ash key<" in one.face("leaves/ash/front").face.svg and one.is_complete)
    stale = [face.name for face in after.components[0].faces if face.is_stale]
    assert stale == ["leaves/oak/back"]
    assert face_of(after, "oak/back").copies == 3
    assert face_of(after, "oak/back").picture == face_of(first, "oak/back").picture


def test_backs_that_cards_share_come_after_the_fronts(watched: Watched, leaves: Leaves) -> None:
    back = leaves.folder / "templates" / "deck" / "back.svg.j2"
    back.write_text('{{ line("Forest", 31.5, 30, 4, anchor="middle") }}', encoding="utf-8")
    leaves.edit("games.toml", 'template = "leaf"', 'template = "leaf"\nback = "back"')
    shared = watched.wait(lambda one: one.is_complete and one.face("leaves/oak/back"))
    assert [face.name for face in shared.components[0].faces] == [
        "leaves/oak/front", "leaves/elm/front", "leaves/ash/front", "leaves/oak/back"
    ]  # fmt: skip
    back.write_text("{{ line(t(card.name), 9, 30, 4) }}", encoding="utf-8")
    own = watched.wait(lambda one: one.is_complete and one.face("leaves/elm/back"))
    assert [face.name.removeprefix("leaves/") for face in own.components[0].faces] == [
        "oak/front", "oak/back", "elm/front", "elm/back", "ash/front", "ash/back"
    ]  # fmt: skip


def test_a_view_with_less_ink_lives_on_through_an_error(watched: Watched, leaves: Leaves) -> None:
    leaves.edit("templates/deck/leaf.svg.j2", 'anchor="middle"', 'anchor="middle", markup=true')
    watched.session.open_view(View(grey=True))
    grey = Watched(watched.session, View(grey=True))
    first = grey.drawn()
    leaves.edit("leaves.csv", "Oak leaf", "Oak {leef}")
    leaves.edit("leaves.csv", "Ash leaf", "Ash key")
    after = grey.wait(
        lambda one: one.errors and one.is_complete and ">Ash key<" in one.face("leaves/ash/front").face.svg
    )
    assert [face.name for face in after.components[0].faces if face.is_stale] == ["leaves/oak/front"]
    assert face_of(after, "elm/front").picture == face_of(first, "elm/front").picture


def test_a_text_that_does_not_fit_is_drawn_and_marked(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    line = 'line(t(card.name), 31.5, 30, 4, anchor="middle"'
    leaves.edit("templates/deck/leaf.svg.j2", line, f"{line}, width=20")
    watched.drawn(after=first.number)
    leaves.edit("leaves.csv", "Oak leaf", "An oak leaf that is wider than it may be")
    broken = watched.wait(lambda one: one.errors and one.is_complete)
    assert [error.code for error in broken.errors] == ["text-overflow"]
    oak, elm = broken.face("leaves/oak/front"), broken.face("leaves/elm/front")
    assert oak is not None
    assert elm is not None
    assert not oak.is_stale
    assert "An oak leaf that is wider" in oak.face.svg
    assert MARKED in oak.face.svg
    assert MARKED not in elm.face.svg
    leaves.edit("leaves.csv", "An oak leaf that is wider than it may be", "Oak gall")
    assert MARKED not in face_of(watched.drawn(after=broken.number), "oak/front").face.svg


def test_faces_of_a_kit_that_fails_are_not_shown(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    (leaves.folder / "leaves.csv").write_text(
        CARDS.replace("Oak leaf", "Acorn").replace("elm,", "e m*,"), encoding="utf-8"
    )
    leaves.edit("templates/deck/leaf.svg.j2", "card.name), 31.5", "card.nmae if card.id == 'ash' else card.name), 31.5")
    broken = watched.wait(lambda one: one.errors and one.number > first.number)
    assert broken.components == first.components
    assert all(watched.session.picture(face.picture) for one in broken.components for face in one.faces)


def test_a_broken_definition_is_told_at_the_start_and_drawn_when_mended(leaves: Leaves) -> None:
    leaves.edit("games.toml", "[leaves]\n", "[leaves\n")
    session = StudioSession(StudioRequest(leaves.definition, {}))
    watched = Watched(session, View())
    session.open_view(watched.view)
    session.start()
    try:
        assert watched.wait(lambda one: one.errors).kit is None
        leaves.edit("games.toml", "[leaves\n", "[leaves]\n")
        assert watched.drawn().kit is not None
    finally:
        session.stop()


def test_half_a_file_and_then_the_rest(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    path = leaves.folder / "leaves.csv"
    path.write_text(CARDS[:45], encoding="utf-8")
    time.sleep(0.1)
    path.write_text(CARDS.replace("Ash leaf", "Ash key"), encoding="utf-8")
    eventually(lambda: "leaves/ash/front" in _changed(watched.drawn(after=first.number)))


@pytest.mark.parametrize("half", [len("id,name.en,name.de\n"), 45, 38], ids=["empty", "cut", "fewer cards"])
def test_half_a_file_that_is_read_is_never_shown(
    watched: Watched, leaves: Leaves, monkeypatch: pytest.MonkeyPatch, half: int
) -> None:
    first = watched.drawn()
    path, whole = leaves.folder / "leaves.csv", CARDS.replace("Ash leaf", "Ash key")
    shown: list[tuple[int, int]] = []

    def note(_view: View) -> None:
        shown.append((len(watched.snapshot.errors), sum(len(one.faces) for one in watched.snapshot.components)))

    def open_while_it_is_written(*arguments: Any, **options: Any) -> Project:
        monkeypatch.undo()
        path.write_text(whole[:half], encoding="utf-8")
        try:
            return open_project(*arguments, **options)
        finally:
            path.write_text(whole, encoding="utf-8")

    watched.session.listeners.append(note)
    monkeypatch.setattr("pnp.studio.session.open_project", open_while_it_is_written)
    leaves.edit("leaves.csv", "Oak leaf", "Oak gall")
    eventually(lambda: "leaves/ash/front" in _changed(watched.drawn(after=first.number)))
    assert set(shown) == {(0, 3)}


def test_an_editor_that_replaces_the_file(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    new = leaves.folder / "leaves.csv.new"
    new.write_text(CARDS.replace("Oak leaf", "Oak gall"), encoding="utf-8")
    new.replace(leaves.folder / "leaves.csv")
    assert _changed(watched.drawn(after=first.number)) == ["leaves/oak/front"]


def test_a_folder_that_vanishes_and_returns(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    away = leaves.folder.with_name("away")
    shutil.move(leaves.folder, away)
    assert watched.wait(lambda one: one.errors).components == first.components
    shutil.move(away, leaves.folder)
    again = watched.drawn(after=first.number)
    leaves.edit("leaves.csv", "Oak leaf", "Oak gall")
    assert "leaves/oak/front" in _changed(watched.drawn(after=again.number))


def test_the_newest_of_many_saves_is_shown(watched: Watched, leaves: Leaves) -> None:
    watched.drawn()
    path = leaves.folder / "leaves.csv"
    for number in range(30):
        path.write_text(CARDS.replace("Oak leaf", f"Oak {number}"), encoding="utf-8")
        time.sleep(0.02)

    def last_is_shown() -> bool:
        oak = watched.snapshot.face("leaves/oak/front")
        return oak is not None and ">Oak 29<" in oak.face.svg

    eventually(last_is_shown)


def test_views_that_no_page_shows_are_not_drawn_again(watched: Watched, leaves: Leaves) -> None:
    german = View(language="de")
    watched.session.open_view(german)
    other = Watched(watched.session, german)
    first = other.drawn()
    assert ">Eichenblatt<" in face_of(first, "oak/front").face.svg
    watched.session.close_view(german)
    leaves.edit("leaves.csv", "Eichenblatt", "Eichel")
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    eventually(lambda: ">Acorn<" in face_of(watched.snapshot, "oak/front").face.svg)
    assert other.snapshot.number == first.number
    watched.session.open_view(german)
    assert ">Eichel<" in face_of(other.drawn(after=first.number), "oak/front").face.svg


def test_a_check_follows_and_tells_warnings(watched: Watched, leaves: Leaves) -> None:
    assert watched.wait(lambda one: one.is_checked).warnings == ()
    leaves.edit("templates/deck/leaf.svg.j2", '#dfe8d0"/>', '#dfe8d0"/>\n{{ line("tiny", 22, 50, 1) }}')
    warned = watched.wait(lambda one: one.is_checked and one.warnings)
    assert {warning.code for warning in warned.warnings} == {"other-size"}


def test_a_check_waits_while_pages_ask_for_pictures(
    watched: Watched, leaves: Leaves, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = watched.wait(lambda one: one.is_checked)
    asked: list[CheckRequest] = []
    monkeypatch.setattr(Worker, "work", lambda _self, _title, _function, request: asked.append(request))
    monkeypatch.setattr("pnp.studio.session._QUIET_BEFORE_CHECK", 1.0)
    leaves.edit("leaves.csv", "Elm leaf", "Elm twig")
    watched.drawn(after=first.number)
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        assert watched.session.picture("none") is None
        assert not asked
        time.sleep(0.02)
    eventually(lambda: asked)


def test_a_check_that_fails_is_told_once(watched: Watched, leaves: Leaves, monkeypatch: pytest.MonkeyPatch) -> None:
    watched.wait(lambda one: one.is_checked)
    calls: list[CheckRequest] = []

    def fail(_self: Worker, title: str, _function: object, request: CheckRequest) -> None:
        calls.append(request)
        raise PnpError(Diagnostic("fault", f"{title} failed"))

    monkeypatch.setattr(Worker, "work", fail)
    leaves.edit("leaves.csv", "Oak leaf", "Acorn")
    failed = watched.wait(lambda one: one.is_checked and one.warnings)
    assert [warning.message for warning in failed.warnings] == ["checking this kit failed"]
    time.sleep(0.5)
    assert len(calls) == 1


def test_a_view_for_other_players_is_refused_at_its_place(watched: Watched) -> None:
    many = View(players=9)
    watched.session.open_view(many)
    errors = Watched(watched.session, many).wait(lambda one: one.errors).errors
    assert [error.code for error in errors] == ["players"]


def test_grey_and_saver_are_views(watched: Watched) -> None:
    full = watched.drawn()
    for view in (View(grey=True), View(ink="saver")):
        watched.session.open_view(view)
        other = Watched(watched.session, view).drawn()
        assert other.components[0].faces[0].picture != full.components[0].faces[0].picture
