"""Wake-ups: hints to look at the database at about a time."""
