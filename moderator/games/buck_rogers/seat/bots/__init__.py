"""Players made of rules, who see what a seat sees."""
