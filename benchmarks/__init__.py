"""How long `pnp` takes, how much memory it needs and how large its files are, beside other programs on the same job.

Run `python -m benchmarks` for all cases: whole processes, and builds after edits in a process that goes on, with the
limits that they shall keep; `python -m benchmarks --case warm-card` for one case; or `python -m benchmarks profile red`
to see where the time of one build goes.
"""
