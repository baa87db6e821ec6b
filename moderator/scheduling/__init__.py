"""Clocks and wake-ups, which are hints to look at the database at about a time."""
