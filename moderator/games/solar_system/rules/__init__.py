"""The rules, one file per step of the sequence of play."""
