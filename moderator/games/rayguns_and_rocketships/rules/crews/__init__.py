"""Figures: what they do in the Crew phase, what damages them at any time, and the special tokens that they carry."""
