"""Kits with less ink: the saving, readable words, and cards that still differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.build import ink_modes
from pnp.build.options import KitContext
from pnp.cardsvg import strings, text_uses
from pnp.cardsvg.values import apply
from pnp.ink.choice import READABLE
from pnp.ink.tones import contrast
from pnp.looks.lettering import sample_points
from pnp.looks.painted import PaintedFace
from pnp.model.print_options import Ink
from pnp.rendering.face import Face
from tests.ink.kits import (
    DECKS,
    PARTS,
    faces_of,
    game_of,
    groups_of,
    ink_of_all,
    inks_by_component,
    options_of,
    project_of,
    rendered,
)
from tests.looks.eyes import VISIONS
from tests.looks.hand import TOLD_APART, held, taken_for_another
from tests.looks.kits import FULL, GAMES, WITH_CARDS, Look

KITS = [
    *PARTS,
    *(
        # One process draws a game for all of these tests.
        pytest.param(game, marks=(pytest.mark.kit if game == "night-garden" else FULL, pytest.mark.xdist_group(game)))
        for game in (*GAMES, *DECKS)
    ),
]
WORDY, MOST_OF_WORDS = ("page", "summary"), 0.63
"""What rule sheets and summaries may take of their full ink: words are most of it, and stay readable."""
READ = 8
"""How much the tile that differs most has to differ in grey, where what is pale in colours is paler still: letters and
marks are read."""
LEAST = 4.5
"""Least contrast of words with their ground (WCAG 2.2, 1.4.3)."""


@pytest.mark.parametrize("game", KITS)
def test_saver_takes_a_third_of_the_ink_of_every_component(game: str) -> None:
    full, saver = inks_by_component(game, "full"), inks_by_component(game, "saver")
    kinds = {part.id: part.kind for part, _ in groups_of(game, "full")}
    assert set(full) == set(saver)
    too_much = {
        name: round(saver[name] / full[name], 3)
        for name in full
        if saver[name] > full[name] * (MOST_OF_WORDS if kinds[name[0]] in WORDY else 1 / 3)
    }
    assert too_much == {}


@pytest.mark.parametrize("game", KITS)
def test_saver_takes_a_third_of_the_ink_of_a_kit_and_outline_less(game: str) -> None:
    inks: dict[Ink, float] = {ink: ink_of_all(game, ink) for ink in ("full", "saver", "outline")}
    # Words keep their ink, and rule sheets are mostly words.
    assert inks["saver"] <= inks["full"] * 0.34
    assert inks["outline"] <= inks["saver"] * 1.05


@pytest.mark.parametrize("ink", ["saver", "outline"])
@pytest.mark.parametrize("game", KITS)
def test_words_and_their_places_stay(game: str, ink: Ink) -> None:
    before, after = faces_of(game, "full"), faces_of(game, ink)
    assert list(before) == list(after)
    for name, face in before.items():
        assert strings(face.drawing) == strings(after[name].drawing)
        assert len(list(text_uses(face.drawing))) == len(list(text_uses(after[name].drawing)))
        assert face.examples == after[name].examples
        assert face.svg == after[name].svg


@pytest.mark.parametrize("ink", ["saver", "outline"])
@pytest.mark.parametrize("game", KITS)
def test_words_stand_out_from_what_lies_beneath_them(game: str, ink: Ink) -> None:
    project = project_of(game)
    fonts = project.resources(game_of(game)).fonts
    pale = {name: words for name, face in faces_of(game, ink).items() if (words := pale_words(face, fonts))}
    assert pale == {}


def pale_words(face: Face, fonts: object) -> list[tuple[str, float]]:
    """Return words with too little contrast with their ground in most places; of hollow ones, their lines."""
    painted, words = PaintedFace(face.drawing), []
    for lettered in painted.texts:
        for chunk in lettered.text.chunks:
            for run, points in sample_points(chunk, fonts, lettered.text.vertical):  # type: ignore[arg-type]
                grounds = [
                    painted.colour_at(*apply(lettered.matrix, *point), before=lettered.before) for point in points
                ]
                inks = [ink for ink in (run.fill, run.stroke) if ink is not None]
                if run.text.strip() and inks:
                    contrasts = sorted(
                        max(contrast(ink, ground) for ink in inks) for ground in grounds if ground is not None
                    )
                    if contrasts and contrasts[len(contrasts) // 2] < LEAST:
                        words.append((run.text, round(contrasts[len(contrasts) // 2], 2)))
    return words


@pytest.mark.parametrize("ink", ["saver", "outline"])
@pytest.mark.parametrize("game", [pytest.param(game, marks=FULL) for game in WITH_CARDS])
def test_cards_are_told_apart_in_the_hand(game: str, ink: Ink) -> None:
    cards = Look(project_of(game), game, tuple(group for group in groups_of(game, ink) if group[0].of == "deck"))
    strips = held({card: cards.trimmed(face.id) for card, face in cards.cards.items()})
    alike = {vision: taken_for_another(strips, vision, READ if vision == "grey" else TOLD_APART) for vision in VISIONS}
    assert {vision: pairs for vision, pairs in alike.items() if pairs} == {}


def test_words_are_aimed_at_more_than_the_least_contrast() -> None:
    assert READABLE > LEAST


@pytest.mark.parametrize("options", [{"ink": "saver"}, {"ink": "outline"}, {"grey": True}])
def test_each_face_is_a_step_of_its_own(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A step may take some seconds: a thousand cards take longer together."""
    monkeypatch.setenv("PNP_CACHE", str(tmp_path))
    steps: list[str] = []
    monkeypatch.setattr(ink_modes, "begin_step", steps.append)
    game = "cards of night-garden"
    drawn = rendered(game)
    context = KitContext.of(project_of(game), game_of(game), options_of(game, **options))
    ink_modes.apply_ink_mode(context, drawn, lambda _label: None)
    faces = {face.id for _, cards in drawn.groups for card in cards for face in card.faces}
    assert faces and faces <= {word for step in steps for word in step.split()}
