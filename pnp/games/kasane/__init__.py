"""The reference engine of kasane."""

from __future__ import annotations

from pnp.games.core.answer import Answer, Position
from pnp.games.core.engine import Engine
from pnp.games.kasane.settings import KasaneSettings


def engine() -> Engine:
    """The engine's record for the registry."""
    from pnp.games.kasane.answer import KINDS, answer  # noqa: PLC0415 - the settings load without the lessons
    from pnp.games.kasane.decks import deck, track_cards, yaku_cards  # noqa: PLC0415
    from pnp.games.kasane.figures import figures  # noqa: PLC0415
    from pnp.games.kasane.misreadings import misreadings  # noqa: PLC0415
    from pnp.games.kasane.play import KasanePlay  # noqa: PLC0415
    from pnp.games.kasane.problems import problems  # noqa: PLC0415
    from pnp.games.kasane.rules import rules_of  # noqa: PLC0415

    def none(*_args: object) -> tuple[()]:
        return ()

    def oracle(settings: KasaneSettings, kind: str, position: Position) -> Answer:
        from pnp.games.kasane.oracle import oracle as plain  # noqa: PLC0415

        return plain(settings, kind, position)

    # For now: the faces can be drawn, the rules asked and played; lessons are under way.
    return Engine(
        id="kasane",
        settings=KasaneSettings,
        problems=problems,
        figures=figures,
        rules=rules_of,
        kinds=KINDS,
        answer=answer,
        oracle=oracle,
        play=KasanePlay(),
        lessons=none,
        misreadings=misreadings,
        explain=none,  # type: ignore[arg-type]
        decks={"deck": deck, "yaku": yaku_cards, "track": track_cards},
    )
