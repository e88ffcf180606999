"""The reference engine of iroha, and of the games that descend from it by other settings."""

from __future__ import annotations

from pnp.games.core.engine import Engine


def engine() -> Engine:
    """The engine's record for the registry."""
    from pnp.games.iroha.answer import KINDS, answer  # noqa: PLC0415 - so that the settings load without the lessons
    from pnp.games.iroha.explain import explain  # noqa: PLC0415
    from pnp.games.iroha.figures import deck, figures  # noqa: PLC0415
    from pnp.games.iroha.lessons import lessons  # noqa: PLC0415
    from pnp.games.iroha.misreadings import misreadings  # noqa: PLC0415
    from pnp.games.iroha.oracle_choice import oracle  # noqa: PLC0415
    from pnp.games.iroha.play import IrohaPlay  # noqa: PLC0415
    from pnp.games.iroha.problems import problems  # noqa: PLC0415
    from pnp.games.iroha.rules import rules_of  # noqa: PLC0415
    from pnp.games.iroha.settings import IrohaSettings  # noqa: PLC0415

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
