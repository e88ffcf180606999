"""A card whose row cannot be read keeps its last picture. All other cards are drawn."""

from __future__ import annotations

import pytest

from pnp.studio.messages import messages_as_json
from pnp.studio.session import StudioSession
from pnp.studio.view import StudioRequest, View
from tests.studio.conftest import CARDS, Leaves, Watched, face_of

OAK = "oak,Oak leaf,Eichenblatt"


@pytest.mark.parametrize(
    ("row", "code", "source"),
    [
        ("oak,Oak leaf,Eichenblatt,x", "wrong-number-of-fields", "x"),
        ("oak", "wrong-number-of-fields", "oak"),
        ('oak,"Oak leaf,Eichenblatt', "unclosed-quote", '"'),
        ('oak,"Oak" leaf,Eichenblatt', "text-after-quote", " leaf"),
        ("oak leaf?,Oak leaf,Eichenblatt", "bad-card-id", "oak leaf?"),
        ("oak,#REF!,Eichenblatt", "error-in-cell", "#REF!"),
    ],
)
def test_a_row_with_an_error_stays_and_others_change(
    watched: Watched, leaves: Leaves, row: str, code: str, source: str
) -> None:
    first = watched.drawn()
    (leaves.folder / "leaves.csv").write_text(CARDS.replace(OAK, row).replace("Elm leaf", "Elm twig"), encoding="utf-8")
    broken = watched.wait(lambda one: one.number > first.number and one.is_complete and one.errors)
    assert [error.code for error in broken.errors] == [code]
    faces = {face.name: face for component in broken.components for face in component.faces}
    assert [name for name, face in faces.items() if face.is_stale] == ["leaves/oak/front"]
    assert faces["leaves/oak/front"].picture == face_of(first, "oak/front").picture
    assert faces["leaves/elm/front"].changed == broken.number
    (told,) = messages_as_json(broken, leaves.folder, "{path}:{line}")["errors"]
    assert told["faces"] == ["leaves/oak/front"]
    assert told["hint"]
    place = told["place"]
    assert place["source"] == row
    assert row[place["column"] - 1 : place["end"] - 1] == source
    leaves.edit("leaves.csv", row, OAK.replace("Oak leaf", "Acorn"))
    mended = watched.drawn(after=broken.number)
    assert face_of(mended, "oak/front").changed == mended.number


def test_a_copied_row_without_its_own_id_leaves_both_cards(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    leaves.edit("leaves.csv", "oak,", "elm,")
    broken = watched.wait(lambda one: one.number > first.number and one.is_complete and one.errors)
    assert [face.name for face in broken.components[0].faces if face.is_stale] == [
        "leaves/oak/front", "leaves/elm/front"
    ]  # fmt: skip


def test_a_new_row_with_an_error_has_no_card_yet(watched: Watched, leaves: Leaves) -> None:
    first = watched.drawn()
    leaves.edit("leaves.csv", "elm,Elm leaf", "fir,Fir leaf\nelm,Elm twig")
    broken = watched.wait(lambda one: one.number > first.number and one.is_complete and one.errors)
    faces = broken.components[0].faces
    assert [face.name for face in faces] == ["leaves/oak/front", "leaves/elm/front", "leaves/ash/front"]
    assert [face.name for face in faces if face.is_stale] == []
    leaves.edit("leaves.csv", "fir,Fir leaf", "fir,Fir leaf,Tannennadel")
    assert [face.name for face in watched.drawn(after=broken.number).components[0].faces][1] == "leaves/fir/front"


def test_a_column_of_numbers_keeps_its_kind_beside_a_row_with_an_error(watched: Watched, leaves: Leaves) -> None:
    rows = "id,name.en,name.de,cost\noak,Oak leaf,Eichenblatt,1\nelm,Elm leaf,Ulmenblatt,2\n"
    leaves.edit("templates/deck/leaf.svg.j2", "line(t(card.name)", "line(card.cost + 1")
    (leaves.folder / "leaves.csv").write_text(rows, encoding="utf-8")
    first = watched.wait(lambda one: one.kit and one.is_complete and not one.errors and "cost" in _columns(one))
    leaves.edit("leaves.csv", "Eichenblatt,1", "Eichen,blatt,1")
    broken = watched.wait(lambda one: one.number > first.number and one.is_complete and one.errors)
    assert [error.code for error in broken.errors] == ["wrong-number-of-fields"]


def _columns(snapshot) -> list[str]:
    return list(snapshot.kit.game.decks["leaves"][0].fields)


def test_a_deck_of_broken_rows_alone_is_an_error_of_the_kit(leaves: Leaves) -> None:
    (leaves.folder / "leaves.csv").write_text("id,name.en,name.de\nfir\nyew\n", encoding="utf-8")
    watched = Watched(StudioSession(StudioRequest(leaves.definition, {})), View())
    watched.session.open_view(watched.view)
    watched.session.start()
    try:
        broken = watched.wait(lambda one: one.errors)
    finally:
        watched.session.stop()
    assert {error.code for error in broken.errors} == {"wrong-number-of-fields"}
    assert broken.is_frozen
