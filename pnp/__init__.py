"""Make print-and-play kits from one definition file, with examples that a rules engine has verified."""

__version__ = "0.1.0"
