"""The side of one seat: what it may know, and all that works on that. Nothing here imports the rules."""
