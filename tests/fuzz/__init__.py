"""Fuzzing: files with faults of every kind, and the promise that a command tells them or works.

``python -m tests.fuzz --kind svg --cases 10000`` tries many; ``test_fuzz.py`` tries some in each run.
"""
