"""Alternatives: where a phrase stands, the condition of every other phrase has to fail, unless the game names it as
one that would be true as well."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from pnp.examples.claims import PhraseUse, is_true_of
from pnp.examples.json_form import question_json
from pnp.games.core.claims import Claim, Claims

_TRIES = 40
"""Uses of a phrase in a place that are tried with other phrases."""


def alternative_faults(claims: Claims, uses: Sequence[PhraseUse]) -> Iterator[str]:
    """Yield the phrases that could stand where another one does, by their claims, and are not among ``also_true``.

    Only those are tried that stand in the same place of some example. Each pair is told once.
    """
    keys_by_place: defaultdict[str, dict[str, Claim | None]] = defaultdict(dict)
    for use in uses:
        if use.key not in keys_by_place[use.place]:
            keys_by_place[use.place][use.key] = claims.claim_of(use.key, use.names)
    told: set[tuple[str, str]] = set()
    tries: Counter[tuple[str, str]] = Counter()
    for use in uses:
        tries[use.place, use.key] += 1
        if tries[use.place, use.key] > _TRIES:
            continue
        for key, claim in keys_by_place[use.place].items():
            pair = (use.key, key)
            if key == use.key or claim is None or pair in told or (use.keys and key not in use.keys):
                continue
            if is_true_of(claim, use.scene) and not claims.may_be_said_too(use.key, key):
                told.add(pair)
                yield _fault(use, key, claim)


def _fault(use: PhraseUse, key: str, claim: Claim) -> str:
    place = "/".join(PurePath(claim.place).parts[-3:]) if claim.place else "write a claim for it"
    question = question_json(use.scene.kind, use.scene.position)
    return (
        f"{key!r} would be true as well where {use.key!r} stands ({use.place}): limit its condition "
        f"({place}), or name it in Claims(also_true={{{use.key!r}: ({key!r},)}})\n  {question}"
    )
