"""The reference engine of kasane."""

from __future__ import annotations

from pnp.games.core.engine import Engine


def engine() -> Engine:
    """The engine's record for the registry."""
    from pnp.games.kasane.oracle.answer import oracle  # noqa: PLC0415
    from pnp.games.kasane.play.game import KasanePlay  # noqa: PLC0415
    from pnp.games.kasane.problems import problems  # noqa: PLC0415
    from pnp.games.kasane.rules.answer import KINDS, answer  # noqa: PLC0415 - the settings load without the lessons
    from pnp.games.kasane.rules.decisions import rules_of  # noqa: PLC0415
    from pnp.games.kasane.rules.decks import deck, track_cards, yaku_cards  # noqa: PLC0415
    from pnp.games.kasane.rules.figures import figures  # noqa: PLC0415
    from pnp.games.kasane.settings import KasaneSettings  # noqa: PLC0415
    from pnp.games.kasane.teaching.explain import explain  # noqa: PLC0415
    from pnp.games.kasane.teaching.lessons import lessons  # noqa: PLC0415
    from pnp.games.kasane.teaching.misreadings import misreadings  # noqa: PLC0415

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
        lessons=lessons,
        misreadings=misreadings,
        explain=explain,
        decks={"deck": deck, "yaku": yaku_cards, "track": track_cards},
    )
