"""Geometry and arithmetic that the rules and a seat both use; neither position nor view."""
