"""Players made of rules, as far as they need not know which rules."""
