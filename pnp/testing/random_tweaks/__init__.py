"""Random tweaks: settings drawn from all that the types of a game's settings allow, under which it has to hold.

::

    python -m pnp.testing.random_tweaks red --positions 100000
"""
