"""From the bytes of a letter to what its author wrote; pure, and never raises whatever the bytes."""
