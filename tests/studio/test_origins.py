"""Words of a face name the place that they come from."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pnp.studio.origins import FaceSources, WordOrigin
from pnp.studio.session import StudioSession
from pnp.studio.snapshot import Snapshot
from pnp.studio.view import StudioRequest, View
from tests.studio.conftest import Watched

NBSP = "\N{NO-BREAK SPACE}"
PLACES = {
    ("iroha", "en"): {
        "others": ("words", "pad-others"),
        "Um": ("definition", "suits.3.letter.en"),
        "Sum": ("words", "pad-sum"),
        "dealt to you": ("words", "row-dealt"),
        f"Allowed: fan{NBSP}3 and umbrella{NBSP}3 were dealt to you.": ("words", "reason-own-cards"),
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
