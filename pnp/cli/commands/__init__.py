"""Signatures of the commands: options with their help. The work of a command is in ``pnp.cli.work``."""
