"""The pure vocabulary that games and service share; it imports nothing of ours."""
