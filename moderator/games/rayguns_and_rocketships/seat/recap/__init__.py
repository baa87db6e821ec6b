"""What is remembered of a match that is over."""
