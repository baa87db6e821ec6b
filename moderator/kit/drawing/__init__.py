"""What games draw alike: frames of hexes, labels along a side, halo text, the lines of a key, the course of a match."""
