"""The demo: mail servers of its own, the real moderator, and players who write as people do."""
