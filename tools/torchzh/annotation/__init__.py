"""Hand-written entries: reading them, and the records every later stage works on."""
