"""Processes that die at a step, and matches that go on all the same."""
