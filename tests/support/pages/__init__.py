"""The page of problems: what is read when an example of it is sent, game by game."""
