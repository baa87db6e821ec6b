"""The steps of the sequence of play, one file each."""
