"""A letter's way out: claimed, gathered, rendered, sent, marked."""
