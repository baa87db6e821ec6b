"""The questions of ``moderator init --ask``: nothing is written before the last one is answered."""
