"""The work of the commands, with the pipeline: loaded when a command runs, and for no help text."""
