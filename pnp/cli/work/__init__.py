"""Work of the commands, with the pipeline. It is loaded when a command runs, and for no help text."""
