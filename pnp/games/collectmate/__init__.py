"""The reference engine of collectmate (にじ札 コレクトメイト)."""

from __future__ import annotations

from pnp.games.core.engine import Engine


def engine() -> Engine:
    """The engine's record for the registry."""
    from pnp.games.collectmate.oracle.answer import oracle  # noqa: PLC0415
    from pnp.games.collectmate.play.game import CollectmatePlay  # noqa: PLC0415
    from pnp.games.collectmate.problems import problems  # noqa: PLC0415
    from pnp.games.collectmate.rules.answer import KINDS, answer  # noqa: PLC0415 - the settings load without the lessons
    from pnp.games.collectmate.rules.decisions import rules_of  # noqa: PLC0415
    from pnp.games.collectmate.rules.figures import deck, figures  # noqa: PLC0415
    from pnp.games.collectmate.settings import CollectmateSettings  # noqa: PLC0415
    from pnp.games.collectmate.teaching.explain import explain  # noqa: PLC0415
    from pnp.games.collectmate.teaching.lessons import lessons  # noqa: PLC0415
    from pnp.games.collectmate.teaching.misreadings import misreadings  # noqa: PLC0415

    return Engine(
        id="collectmate",
        settings=CollectmateSettings,
        problems=problems,
        figures=figures,
        rules=rules_of,
        kinds=KINDS,
        answer=answer,
        oracle=oracle,
        play=CollectmatePlay(),
        lessons=lessons,
        misreadings=misreadings,
        explain=explain,
        decks={"deck": deck},
    )
