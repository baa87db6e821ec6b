"""Real servers for mail and databases, on ports of their own."""
