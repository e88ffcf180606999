"""Studio: the kit in the browser while it is being made."""
