"""Pictures of a kit on a table: its box, cards, dice and rules, drawn from their own faces."""

from pnp.build.scene.arrangement import scene_picture

__all__ = ["scene_picture"]
