"""The reference engine of iroha, and of the games that descend from it by other settings."""

from __future__ import annotations

from pnp.games.core.engine import Engine


def engine() -> Engine:
    """The engine's record for the registry."""
    from pnp.games.iroha.oracle.answer import oracle  # noqa: PLC0415
    from pnp.games.iroha.play.game import IrohaPlay  # noqa: PLC0415
    from pnp.games.iroha.problems import problems  # noqa: PLC0415
    from pnp.games.iroha.rules.answer import KINDS, answer  # noqa: PLC0415 - so that the settings load without the lessons
    from pnp.games.iroha.rules.decisions import rules_of  # noqa: PLC0415
    from pnp.games.iroha.rules.figures import deck, figures  # noqa: PLC0415
    from pnp.games.iroha.settings import IrohaSettings  # noqa: PLC0415
    from pnp.games.iroha.teaching.explain import explain  # noqa: PLC0415
    from pnp.games.iroha.teaching.lessons import lessons  # noqa: PLC0415
    from pnp.games.iroha.teaching.misreadings import misreadings  # noqa: PLC0415

    return Engine(
        id="iroha",
        settings=IrohaSettings,
        problems=problems,
        figures=figures,
        rules=rules_of,
        kinds=KINDS,
        answer=answer,
        oracle=oracle,
        play=IrohaPlay(),
        lessons=lessons,
        misreadings=misreadings,
        explain=explain,
        decks={"deck": deck},
    )
