"""The reference engine of koka, and of the games that descend from it by other settings."""

from __future__ import annotations

from pnp.games.core.engine import Engine


def engine() -> Engine:
    """The engine's record for the registry."""
    from pnp.games.koka.oracle.answer import oracle  # noqa: PLC0415
    from pnp.games.koka.play.game import KokaPlay  # noqa: PLC0415
    from pnp.games.koka.problems import problems  # noqa: PLC0415
    from pnp.games.koka.rules.answer import KINDS, answer  # noqa: PLC0415 - the settings load without the lessons
    from pnp.games.koka.rules.decisions import rules_of  # noqa: PLC0415
    from pnp.games.koka.rules.decks import dice, faces  # noqa: PLC0415
    from pnp.games.koka.rules.figures import figures  # noqa: PLC0415
    from pnp.games.koka.settings import KokaSettings  # noqa: PLC0415
    from pnp.games.koka.teaching.explain import explain  # noqa: PLC0415
    from pnp.games.koka.teaching.lessons import lessons  # noqa: PLC0415
    from pnp.games.koka.teaching.misreadings import misreadings  # noqa: PLC0415

    return Engine(
        id="koka",
        settings=KokaSettings,
        problems=problems,
        figures=figures,
        rules=rules_of,
        kinds=KINDS,
        answer=answer,
        oracle=oracle,
        play=KokaPlay(),
        lessons=lessons,
        misreadings=misreadings,
        explain=explain,
        decks={"dice": dice, "faces": faces},
    )
