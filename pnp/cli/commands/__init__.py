"""The signatures of the commands: options with their help. What a command does is in ``pnp.cli.work``."""
