"""Mutation: change a game by one operator at a time, and list the changes that no check of ``prove`` notices.

::

    python -m pnp.testing.mutate harbour
"""
