"""How long `pnp` takes, how much memory it needs and how large its files are, beside other programs on the same job.

Run `python -m benchmarks`, or `python -m benchmarks profile red` to see where the time of one build goes.
"""
