"""Examples of a game on the page: what each says, where it is printed, and which misreadings it rules out."""

from __future__ import annotations

from typing import Any

from pnp.project.examples import shown_examples
from pnp.project.project import engine_of
from pnp.studio.processes.referee import cards_of, forms_of, tableau_as_json
from pnp.studio.snapshot import Snapshot


def examples_as_json(snapshot: Snapshot) -> dict[str, Any]:
    """Return the examples of a snapshot as JSON data, best first, and the misreadings that none rules out. ``is_new``
    tells that an example was another one before the last save that changed the examples, ``is_lost`` that a misreading
    lost its last one then. ``kinds``, ``cards`` and ``forms`` are what questions to the referee are made of."""
    kit = snapshot.kit
    if kit is None:
        return {"examples": [], "unkilled": [], "kinds": [], "cards": [], "forms": {}}
    engine, earlier = engine_of(kit.game), snapshot.earlier_examples
    words = kit.project.resources(kit.game).words(kit.game.engine, kit.language)
    texts = {misreading.id: words.word(misreading.text) for misreading in engine.misreadings(kit.game.settings)}
    known = {} if earlier is None else {example.id: example for example in earlier.examples}
    new = {example.id for example in kit.examples.examples if known and known.get(example.id) != example}
    faces: dict[str, list[str]] = {}
    for face in (face for component in snapshot.components for face in component.faces):
        for printed in face.face.examples:
            faces.setdefault(printed.id, []).append(face.name)
    shown = shown_examples(kit.game, kit.examples)
    return {
        "kinds": engine.kinds,
        "cards": cards_of(engine, kit.game.settings) if engine.kinds else [],
        "forms": forms_of(engine, kit.game.settings) if engine.kinds else {},
        "examples": [
            {
                "id": example.id,
                "kind": example.kind,
                "position": example.position,
                **tableau_as_json(shown[example.id].tableau, words),
                "kills": [{"id": name, "text": texts.get(name, "")} for name in example.kills],
                "faces": faces.get(example.id, []),
                "is_new": example.id in new,
            }
            for example in kit.examples.examples
        ],
        "unkilled": [
            {
                "id": name,
                "text": texts.get(name, ""),
                "is_lost": earlier is not None and name not in earlier.unkilled,
            }
            for name in kit.examples.unkilled
        ],
    }
