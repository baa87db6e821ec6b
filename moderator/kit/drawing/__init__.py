"""What games draw alike: halo text, the lines of a key, the chart of a match's course."""
