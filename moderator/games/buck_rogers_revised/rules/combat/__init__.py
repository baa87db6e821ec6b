"""Combat: battles on the battle board, bombs, and what becomes of territories."""
