"""The demo: a mail world of its own, the real moderator, and players who write as people do."""
