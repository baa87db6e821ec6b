"""How the board looks on paper, on a screen and in plain text."""
