"""Phrases that would be true as well: the condition of a phrase has to refuse every example in which it does not stand,
unless the game names it as another way to say the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from pnp.examples.claims import PhraseUse, is_true_of
from pnp.examples.json_form import question_json
from pnp.games.core.claims import Claims


def likewise_faults(claims: Claims, uses: Sequence[PhraseUse]) -> Iterator[str]:
    """Yield the phrases that could stand where another one does, by their claims, and are not among ``also_true``.

    Only those are tried that stand in the same place of some example. Each pair is told once.
    """
    keys_by_place: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for use in uses:
        keys_by_place[use.place][use.key] = None
    told: set[tuple[str, str]] = set()
    for use in uses:
        for key in keys_by_place[use.place]:
            pair = (use.key, key)
            if key == use.key or key not in claims.phrases or pair in told or (use.keys and key not in use.keys):
                continue
            if is_true_of(claims.phrases[key], use.scene) and not claims.may_be_said_too(use.key, key):
                told.add(pair)
                yield _fault(claims, use, key)


def _fault(claims: Claims, use: PhraseUse, key: str) -> str:
    place = PurePath(claims.phrases[key].place)
    question = question_json(use.scene.kind, use.scene.position)
    return (
        f"{key!r} would be true as well where {use.key!r} stands ({use.place}): limit its condition "
        f"({'/'.join(place.parts[-3:])}), or name it in Claims(also_true={{{use.key!r}: ({key!r},)}})\n  {question}"
    )
