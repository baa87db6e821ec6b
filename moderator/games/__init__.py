"""The games that this moderator knows: an explicit table."""
