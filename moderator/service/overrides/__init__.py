"""What a GM changes: read, applied once, recorded and told."""
