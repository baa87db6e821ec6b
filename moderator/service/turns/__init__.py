"""A turn's way: due, adjudicated, recorded."""
