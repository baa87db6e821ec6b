"""What is worth remembering of a match that is over."""
