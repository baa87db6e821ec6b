"""A virtual year of a club: people who play by letter, the moderator in memory, and books of what is to happen."""
