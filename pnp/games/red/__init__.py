"""The reference engine of red, and of the games that descend from it by other settings."""

from __future__ import annotations

from pnp.games.core.engine import Engine


def engine() -> Engine:
    """The engine's record for the registry."""
    from pnp.games.red.oracle.answer import oracle  # noqa: PLC0415
    from pnp.games.red.play.game import RedPlay  # noqa: PLC0415
    from pnp.games.red.problems import problems  # noqa: PLC0415
    from pnp.games.red.rules.answer import KINDS, answer  # noqa: PLC0415 - so that the settings load without the lessons
    from pnp.games.red.rules.decisions import rules_of  # noqa: PLC0415
    from pnp.games.red.rules.figures import deck, figures  # noqa: PLC0415
    from pnp.games.red.settings import RedSettings  # noqa: PLC0415
    from pnp.games.red.teaching.explain import explain  # noqa: PLC0415
    from pnp.games.red.teaching.lessons import lessons  # noqa: PLC0415
    from pnp.games.red.teaching.misreadings import misreadings  # noqa: PLC0415

    return Engine(
        id="red",
        settings=RedSettings,
        problems=problems,
        figures=figures,
        rules=rules_of,
        kinds=KINDS,
        answer=answer,
        oracle=oracle,
        play=RedPlay(),
        lessons=lessons,
        misreadings=misreadings,
        explain=explain,
        decks={"deck": deck},
    )
