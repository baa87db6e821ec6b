"""Proof: matches played again, letters compared, versions of the rules."""
