"""A moderator of games by mail: reads order letters, resolves turns, mails personal reports."""

__version__ = "0.2.0"
