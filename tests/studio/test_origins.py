"""Words of a face name the place that they come from."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pnp.studio.origins import FaceSources, WordOrigin
from pnp.studio.session import StudioSession
from pnp.studio.snapshot import Snapshot
from pnp.studio.view import StudioRequest, View
from tests.studio.conftest import Leaves, Watched

PLACES = {
    ("iroha", "en"): {
        "others": ("words", "pad-others"),
        "Um": ("definition", "suits.3.letter.en"),
        "score": ("words", "pad-sum"),
        "dealt to you": ("words", "row-dealt"),
        "Allowed: umbrellas have been played too. The marker stays where it is.": ("words", "reason-lies-there"),
    },
    ("red", "ja"): {"連番": ("words", "rule-run"), "橙": ("definition", "colours.1.name.ja")},
}  # fmt: skip


@pytest.fixture(scope="module", params=PLACES, ids="-".join)
def kit(request: pytest.FixtureRequest) -> Iterator[tuple[tuple[str, str], Snapshot]]:
    """A shipped kit in a language, as a page shows it."""
    game, language = request.param
    session = StudioSession(StudioRequest(None, {}, game))
    watched = Watched(session, View(game=game, language=language))
    session.open_view(watched.view)
    session.start()
    yield request.param, watched.drawn()
    session.stop()


def _origins(snapshot: Snapshot, wanted: str) -> list[WordOrigin]:
    """Return the places that the first words ``wanted`` of a kit come from."""
    sources = FaceSources(snapshot)
    for component in snapshot.components:
        for shown in component.faces:
            boxes = sources.texts(shown.face)
            for box in boxes:
                if box.text == wanted:
                    line = " ".join(other.text for other in boxes if other.line == box.line)
                    return sources.origins(shown.face, box, line)
    raise AssertionError(f"{wanted!r} is printed nowhere")


def test_words_of_shipped_kits(kit: tuple[tuple[str, str], Snapshot]) -> None:
    name, snapshot = kit
    for text, place in PLACES[name].items():
        origins = _origins(snapshot, text)
        assert (origins[0].kind, origins[0].name) == place, text
        assert origins[0].place.line is not None


@pytest.mark.kit
def test_nearly_all_words_have_a_text_that_they_come_from(kit: tuple[tuple[str, str], Snapshot]) -> None:
    """Figures come from the line of the template that counts or reads them."""
    _, snapshot = kit
    sources, chosen = FaceSources(snapshot), random.Random(3)
    words = [
        (shown.face, box, " ".join(other.text for other in boxes if other.line == box.line))
        for component in snapshot.components
        for shown in component.faces
        for boxes in [sources.texts(shown.face)]
        for box in boxes
        if sum(map(str.isalpha, box.text)) > 1
    ]
    sample = chosen.sample(words, 60)
    found = [sources.origins(*one) for one in sample if not one[1].text.startswith("Kit code")]
    located = [origins for origins in found if origins and origins[0].kind != "template"]
    assert len(located) >= 0.95 * len(found)


ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0ZM2 2V8H8V2Z"/></svg>'


def test_pictures_lead_to_the_cell_that_names_them_and_to_the_line_that_draws_them(
    watched: Watched, leaves: Leaves
) -> None:
    art = leaves.folder / "templates" / "deck" / "art"
    art.mkdir()
    for name in ("leaf", "tree"):
        (art / f"{name}.svg").write_text(ART, encoding="utf-8")
    template = """<rect width="63" height="88" fill="#fff"/>
{{ art(card.picture, 10, 40, 30) }}
{{ line(card.price, 10, 10, 5, markup=true) }}
{{ art("leaf", 50, 70, 5) }}
"""
    rows = "id,picture,kin,price\noak,tree,tree,{leaf} 2 {tree}\nelm,leaf,x,1\n"
    before = watched.drawn().number
    (leaves.folder / "templates" / "deck" / "leaf.svg.j2").write_text(template, encoding="utf-8")
    (leaves.folder / "leaves.csv").write_text(rows, encoding="utf-8")
    watched.wait(
        lambda one: one.number > before and one.is_complete and not one.errors and one.face("leaves/elm/front")
    )
    watched.wait(lambda one: len(one.components[0].faces) == 2)
    snapshot = watched.snapshot
    sources, oak = FaceSources(snapshot), snapshot.face("leaves/oak/front")
    assert oak is not None

    def told(x: float, y: float) -> tuple[str, list[tuple[str, str, int | None]]] | None:
        found = sources.drawn_at(oak.face, x, y)
        return found and (found[0].name, [(one.kind, one.name, one.place.line) for one in found[1]])

    picture = ("tree", [("cell", "picture", 2), ("template", "", 2)])
    assert told(11, 50) == picture, "the cell of the column that the line reads, and not that of its kin"
    assert told(25, 55) == ("", [("template", "", 1)]), "beside the ink of a large picture"
    assert told(12.5, 8) == ("leaf", [("cell", "price", 2), ("template", "", 3)]), "anywhere in the box of an icon"
    name, origins = told(52, 72) or ("", [])
    assert (name, origins[-1]) == ("leaf", ("template", "", 4))


def test_bare_paper_comes_from_nowhere(watched: Watched) -> None:
    face = watched.drawn().face("leaves/oak/front")
    assert face is not None
    assert FaceSources(watched.snapshot).drawn_at(face.face, 1, 1) is None
