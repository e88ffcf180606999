"""Reading any file gives a definition or located errors, never a traceback."""

from __future__ import annotations

import random

import pytest

from pnp.diagnostics import DefinitionError

ROUNDS = 400
BYTES = b"[]{}\"'=,.#\n\r\t \\0123az\x00\xff\xe3\x81-_+:"


def _mutated(raw: bytes, rnd: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(rnd.choice((1, 1, 2, 5))):
        index = rnd.randrange(len(changed) + 1)
        match rnd.randrange(6):
            case 0:
                del changed[index : index + 1]
            case 1:
                changed[index:index] = bytes([rnd.choice(BYTES)])
            case 2:
                changed[index : index + 1] = bytes([rnd.choice(BYTES)])
            case 3:
                del changed[index : index + rnd.randrange(60)]
            case 4:
                lines = changed.split(b"\n")
                lines.insert(rnd.randrange(len(lines)), lines[rnd.randrange(len(lines))])
                changed = bytearray(b"\n".join(lines))
            case _:
                lines = changed.split(b"\n")
                del lines[rnd.randrange(len(lines))]
                changed = bytearray(b"\n".join(lines))
        changed = changed or bytearray(b"x")
    return bytes(changed)


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_definition_gives_a_definition_or_errors(desk, shipped_text, seed):
    rnd = random.Random(seed)
    text = shipped_text + '\n[child]\nextends = "toy"\nhand = 3\n[red]\nextends = "shipped:toy"\n'
    outcomes = {True: 0, False: 0}
    for _ in range(ROUNDS // 4):
        raw = _mutated(text.encode(), rnd)
        try:
            desk.load(raw)
            outcomes[True] += 1
        except DefinitionError as error:
            outcomes[False] += 1
            assert error.diagnostics
            for diagnostic in error.diagnostics:
                assert diagnostic.location is not None
                assert diagnostic.render()
    assert all(outcomes.values()), "the mutations are too mild or too harsh to test anything"


@pytest.mark.parametrize("seed", range(2))
def test_a_damaged_card_file_gives_cards_or_errors(desk, seed):
    rnd = random.Random(seed)
    good = 'id,name.en,name.ja,copies,text\na,sun,日,1,"x, ""y"""\nb,moon,月,2,\nc,star,星,,z\n'.encode()
    definition = """\
[mine]
engine = "deck"
title = "mine"
decks = { cards = "cards.csv" }
components = { cards = { kind = "cards", title = "cards", template = "card", of = "cards" } }
"""
    desk.write(definition)
    outcomes = {True: 0, False: 0}
    for _ in range(ROUNDS // 4):
        desk.write(_mutated(good, rnd), "cards.csv")
        try:
            desk.load()
            outcomes[True] += 1
        except DefinitionError as error:
            outcomes[False] += 1
            assert all(diagnostic.location and diagnostic.render() for diagnostic in error.diagnostics)
    assert all(outcomes.values())
